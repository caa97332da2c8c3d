/* list_column: the columns that the results list can have, and the choice of them.
 *
 * Built-in columns are one table. Any metric of a report is a column, too, by its name. A choice is
 * written as names with commas. */
#ifndef ROOFTOP_TUI_LIST_LIST_COLUMN_H
#define ROOFTOP_TUI_LIST_LIST_COLUMN_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/strbuf.h"

enum list_field {
    LIST_NUMBER,
    LIST_REPORT, /* visible if there are several reports */
    LIST_NAME,
    LIST_LAUNCH,
    LIST_SERIES, /* visible if results belong to a profile series */
    LIST_DURATION,
    LIST_SPREAD, /* this and the next are visible if launches are grouped */
    LIST_SUM,
    LIST_STANDS, /* this and the next are visible if results stand for other launches */
    LIST_PROGRAM,
    LIST_COMPUTE,
    LIST_MEMORY,
    LIST_OCCUPANCY,
    LIST_LIMIT,
    LIST_L1,
    LIST_L2,
    LIST_DRAM,
    LIST_GRID,
    LIST_BLOCK,
    LIST_REGISTERS,
    LIST_SHARED,
    LIST_WAVES,
    LIST_CLUSTER,
    LIST_STREAM,
    LIST_CONTEXT,
    LIST_DEVICE,
    LIST_GPU,
    LIST_PROCESS,
    LIST_THREAD,
    LIST_NVTX,
    LIST_FIELDS,
    LIST_METRIC = LIST_FIELDS
};

/* How a column's texts are made. */
enum list_kind {
    LIST_AS_TEXT,
    LIST_AS_COUNT,   /* a whole number */
    LIST_AS_TIME,    /* ns */
    LIST_AS_SHARE,   /* percent, with a bar */
    LIST_AS_PERCENT, /* percent alone */
    LIST_AS_METRIC   /* a number with the unit of the metric, or its text */
};

struct list_field_row {
    const char *name, *title, *about;
    const char *key;    /* in exports */
    const char *metric; /* the metric whose values the column has; NULL: none */
    enum list_kind kind;
    bool right, descending; /* aligned to the right; the largest first */
    int least, most, rank;  /* columns; a higher rank goes first if there is no room */
    bool usual;             /* shown by default */
};
/* In the order of enum list_field. The last entry stands for every column of a metric. */
extern const struct list_field_row list_fields[LIST_FIELDS + 1];

/* Returns the column with that name or title, as glossary_same() compares; NULL: there is none. */
const struct list_field_row *list_field_called(const char *word);

struct list_column {
    enum list_field field;
    char *metric; /* its name if it is LIST_METRIC, owned; else NULL */
    int seen;     /* width of the widest text drawn so far */
};

/* Initialise with {0}; release with list_columns_free(). */
struct list_columns {
    struct list_column *items;
    size_t count, capacity;
};

/* Whether a group of results has the sum of the column's values. */
bool list_field_adds_up(enum list_field field);

/* Sets the columns that are shown by default. */
void list_columns_usual(struct list_columns *columns);
void list_columns_free(struct list_columns *columns);

/* Finds a column by its name: a built-in one, or any metric if the name has two underscores.
 * Returns false if it is neither. The metric is not copied. */
bool list_column_named(const char *name, struct list_column *column);
const char *list_column_name(const struct list_column *column);
/* Returns the metric whose values the column has, or NULL. */
const char *list_column_metric(const struct list_column *column);
bool list_column_same(const struct list_column *a, const struct list_column *b);

/* Returns the index of a column, or the count of columns. */
size_t list_columns_find(const struct list_columns *columns, const struct list_column *column);
/* Append a copy of a column; the second one only if it is not there. */
void list_columns_append(struct list_columns *columns, const struct list_column *column);
void list_columns_add(struct list_columns *columns, const struct list_column *column);
void list_columns_remove(struct list_columns *columns, size_t at);
/* Moves a column to the left (-1) or right (1). Returns its new index. */
size_t list_columns_move(struct list_columns *columns, size_t at, int step);

/* Adds the columns in a list of names. Other names are skipped, and the first of them is appended
 * to `unknown`, which may be NULL. */
void list_columns_parse(struct list_columns *columns, const char *names, struct strbuf *unknown);
void list_columns_text(const struct list_columns *columns, struct strbuf *out);

#endif
