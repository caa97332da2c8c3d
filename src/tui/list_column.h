/* list_column: the columns that the results list can have, and those that were chosen.
 *
 * Built-in columns are one table; any metric of a report is a column by its name, too. A choice is
 * written as names with commas between them. */
#ifndef ROOFTOP_LIST_COLUMN_H
#define ROOFTOP_LIST_COLUMN_H

#include <stdbool.h>
#include <stddef.h>

#include "strbuf.h"

enum list_field {
    LIST_NUMBER,
    LIST_REPORT, /* shows where there are several */
    LIST_NAME,
    LIST_LAUNCH,
    LIST_SERIES, /* shows where results are of a profile series */
    LIST_DURATION,
    LIST_SPREAD, /* this and the next show where launches are grouped */
    LIST_SUM,
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

/* How a column's texts come to be. */
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
    const char *metric; /* its values are those of this metric; NULL: of none */
    enum list_kind kind;
    bool right, descending; /* where its text stands; the largest first */
    int least, most, rank;  /* columns; the higher rank goes first when there is no room */
    bool usual;             /* shown unless others were chosen */
};
/* The last one stands for every column of a metric. */
extern const struct list_field_row list_fields[LIST_FIELDS + 1];

struct list_column {
    enum list_field field;
    char *metric; /* of LIST_METRIC its name, owned; else NULL */
    int seen;     /* columns that its widest text took that was drawn */
};

/* Initialise with {0}; release with list_columns_free(). */
struct list_columns {
    struct list_column *items;
    size_t count, capacity;
};

void list_columns_usual(struct list_columns *columns);
void list_columns_free(struct list_columns *columns);

/* What a name means: a built-in column, or with two underscores in it any metric. false: neither.
 * The metric is not copied. */
bool list_column_named(const char *name, struct list_column *column);
const char *list_column_name(const struct list_column *column);
/* The metric whose values it has, or NULL. */
const char *list_column_metric(const struct list_column *column);
bool list_column_same(const struct list_column *a, const struct list_column *b);

/* The place of a column, or count. */
size_t list_columns_find(const struct list_columns *columns, const struct list_column *column);
/* At the end, copied; the second only if it is not there. */
void list_columns_append(struct list_columns *columns, const struct list_column *column);
void list_columns_add(struct list_columns *columns, const struct list_column *column);
void list_columns_remove(struct list_columns *columns, size_t at);
/* To the left (-1) or right (1); returns where it is then. */
size_t list_columns_move(struct list_columns *columns, size_t at, int step);

/* Adds the columns of a list of names. What no column can be called is left out, and the first of
 * those appended to `unknown`, which may be NULL. */
void list_columns_parse(struct list_columns *columns, const char *names, struct strbuf *unknown);
void list_columns_text(const struct list_columns *columns, struct strbuf *out);

#endif
