/* source_columns: the columns that the source view shows beside lines and instructions. They come
 * from the result's source metrics, the most telling ones first.
 *
 * A line shows the sum over its instructions, each counted once, or the largest value of numbers
 * that cannot be added up (averages, ways of conflict). Columns that are 0 everywhere are left out,
 * and those that their section hides (DefaultVisible) come last.
 * One column is the heat column: it has bars, comes first, and ranks the rows. */
#ifndef ROOFTOP_TUI_SOURCE_SOURCE_COLUMNS_H
#define ROOFTOP_TUI_SOURCE_SOURCE_COLUMNS_H

#include "tui/source/source_chosen.h"

enum source_column_kind {
    SOURCE_SUM,
    SOURCE_MOST,    /* the largest among the instructions */
    SOURCE_THREADS, /* threads per instruction; heat: the threads missing to full warps of 32 */
    SOURCE_STALL,   /* what most samples wait for; no heat */
    SOURCE_NAMES    /* codes of memory accesses; no heat */
};

struct source_column {
    enum source_column_kind kind;
    const char *label;                   /* the metric's full label as in the report */
    bool leads;                          /* it is one of the columns that come first */
    char title[40];                      /* safe */
    const struct code_column *of, *over; /* over: for SOURCE_THREADS */
    double factor;
    int width; /* without a bar */
    int full;  /* with the stalls' names in full; 0: no other than `width` */
};

enum { SOURCE_MOST_STALLS = 64 };

struct source_columns {
    struct source_column *items;
    size_t seen; /* the first ones; those that are hidden follow */
    size_t count, capacity;
    const struct code_column *stalls[SOURCE_MOST_STALLS];
    const char *stall_names[SOURCE_MOST_STALLS]; /* in full; one that the glossary does not know as
                                                  * in the report */
    size_t stall_count;
};

/* Makes the columns, which point into the metrics `now`. `before` has the metrics of the baseline,
 * or is NULL. A metric keeps its column if only the baseline has values. `chosen` says which
 * columns are seen; NULL: as the sections want them. Hidden columns have no place beside the code,
 * but they are among the values of a row below it, and in what is written. */
void source_columns_find(struct source_columns *columns, const struct source_metrics *now,
                         const struct source_metrics *before, const struct source_chosen *chosen);
void source_columns_free(struct source_columns *columns);

/* Returns whether the column can be the heat column. */
bool source_column_has_heat(const struct source_column *column);
/* Compute the value and the heat of a column for some instructions, each given once. They return
 * false if there is none. */
bool source_column_value(const struct source_column *column, const size_t *instructions,
                         size_t count, double *value);
bool source_column_heat(const struct source_column *column, const size_t *instructions,
                        size_t count, double *heat);
/* Appends the value as text, or nothing; full: a stall by its name, not by its code. */
void source_column_add(struct strbuf *out, const struct source_columns *columns,
                       const struct source_column *column, const size_t *instructions, size_t count,
                       bool full);

/* Returns whether the column is one of the stalls that are summed up in one column. */
bool source_columns_is_stall(const struct source_columns *columns,
                             const struct source_column *column);

/* Collects what the samples of the instructions wait for, most first. Returns their number. */
struct source_stall {
    const char *name; /* as in the report, "long_sb" */
    const char *full; /* "Long Scoreboard" */
    double samples;
};
size_t source_columns_stalls(const struct source_columns *columns, const size_t *instructions,
                             size_t count, struct source_stall stalls[SOURCE_MOST_STALLS]);

/* The layout of a side: two columns for marks, the heat column, the other columns in order, the
 * number of the line, the text. Columns are added as long as the text keeps half of the side, or
 * all that it needs. With a baseline the text keeps a third; a change stands behind its value, or
 * in its place if there is no room for both. Stalls have their names in full if that takes the room
 * of no other column; the text may give some of its room, but keeps 40 columns. */
enum { SOURCE_MOST_SHOWN = 40, SOURCE_BAR = 6, SOURCE_HEAT = SOURCE_BAR + 7, SOURCE_MARKS = 2 };

struct source_layout {
    int count;
    size_t shown[SOURCE_MOST_SHOWN]; /* index of the column */
    int start[SOURCE_MOST_SHOWN];
    int width[SOURCE_MOST_SHOWN];  /* of the value; 0 or SOURCE_BAR: its change stands in its place
                                    */
    int change[SOURCE_MOST_SHOWN]; /* of the change, behind the value and a blank; 0: none */
    int number_start, text_start, text_width;
};

struct source_room {
    size_t heat;    /* index of the heat column; SIZE_MAX: none */
    size_t skipped; /* number of other columns to leave out at the start */
    int width;
    int number;  /* columns of the widest line number */
    int longest; /* of the longest text */
    int change;  /* of a change (change_mark_width()); 0: none are shown */
};
/* Computes the layout. */
void source_layout(struct source_layout *layout, const struct source_columns *columns,
                   const struct source_room *room);

#endif
