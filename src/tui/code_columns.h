/* code_columns: what the source view shows beside lines and instructions: columns of the result's
 * source metrics, those that tell most first.
 *
 * A line has the sum over its instructions, each once; of numbers that cannot be added up
 * (averages, ways of conflict) the largest. Columns that are 0 everywhere are left out. One of them
 * is the heat column: it has bars and comes first, rows are ranked by it. */
#ifndef ROOFTOP_CODE_COLUMNS_H
#define ROOFTOP_CODE_COLUMNS_H

#include "source_metrics.h"

enum code_kind {
    CODE_SUM,
    CODE_MOST,    /* the largest of the instructions */
    CODE_THREADS, /* threads by instruction; its heat are the threads that 32 would have had more */
    CODE_STALL,   /* what most samples wait for; no heat */
    CODE_NAMES    /* codes of memory accesses; no heat */
};

struct code_column {
    enum code_kind kind;
    const char *label;                     /* the metric's in full, as it stands in the report */
    bool leads;                            /* one of those that come first */
    char title[40];                        /* safe */
    const struct source_column *of, *over; /* over: CODE_THREADS */
    double factor;
    int width; /* without a bar */
};

enum { CODE_MOST_STALLS = 64 };

struct code_columns {
    struct code_column *items;
    size_t count, capacity;
    const struct source_column *stalls[CODE_MOST_STALLS];
    size_t stall_count;
};

/* Points into the metrics of now. before: those that they are compared with, whose columns have a
 * place even where there is nothing left of them; or NULL. */
void code_columns_find(struct code_columns *columns, const struct source_metrics *now,
                       const struct source_metrics *before);
void code_columns_free(struct code_columns *columns);

bool code_column_has_heat(const struct code_column *column);
/* Value and heat of a column for some instructions, each given once. false: there is none. */
bool code_column_value(const struct code_column *column, const size_t *instructions, size_t count,
                       double *value);
bool code_column_heat(const struct code_column *column, const size_t *instructions, size_t count,
                      double *heat);
/* Appends the value as text; nothing if there is none. */
void code_column_add(struct strbuf *out, const struct code_columns *columns,
                     const struct code_column *column, const size_t *instructions, size_t count);

/* Whether the column is one of the stalls that are told together. */
bool code_columns_is_stall(const struct code_columns *columns, const struct code_column *column);

/* What the samples of the instructions wait for, most first. Returns how many there are. */
struct code_stall {
    const char *name; /* "long_sb"; as it stands in the report */
    double samples;
};
size_t code_columns_stalls(const struct code_columns *columns, const size_t *instructions,
                           size_t count, struct code_stall stalls[CODE_MOST_STALLS]);

/* Where columns stand in a side of so many screen columns: a mark of two, the heat column, the
 * others in their order as long as the text keeps half of the side or all it needs, the number of
 * the line, the text. Changes stand behind the values, where there is no room for both in place of
 * them; the text keeps a third then. */
enum { CODE_MOST_SHOWN = 40, CODE_BAR = 6, CODE_HEAT = CODE_BAR + 7, CODE_MARKS = 2 };

struct code_layout {
    int count;
    size_t shown[CODE_MOST_SHOWN]; /* index of the column */
    int start[CODE_MOST_SHOWN];
    int width[CODE_MOST_SHOWN];  /* of the value; 0, or CODE_BAR: its change stands in its place */
    int change[CODE_MOST_SHOWN]; /* columns of that, behind the value and a blank; 0: none */
    int number_start, text_start, text_width;
};

struct code_room {
    size_t heat;    /* index of the heat column; SIZE_MAX: none */
    size_t skipped; /* so many of the others are left out, the first ones */
    int width;
    int number;  /* columns of the widest number of a line */
    int longest; /* of the longest text */
    int change;  /* of a change (change_mark_width()); 0: none are shown */
};
void code_layout(struct code_layout *layout, const struct code_columns *columns,
                 const struct code_room *room);

#endif
