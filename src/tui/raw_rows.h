/* raw_rows: all metrics of a result by name, those that are sampled over time last, as rows, with a
 * row for each instance of those that are unfolded. Initialise with {0}.
 *
 * Rows are found by number, whatever is unfolded; instances are decoded when their metric is. What
 * is unfolded, and the filter, stay from one result to the next. Lists of metrics are left out, as
 * on the raw page. */
#ifndef ROOFTOP_RAW_ROWS_H
#define ROOFTOP_RAW_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "list_filter.h"
#include "result.h"
#include "strbuf.h"

struct raw_rows {
    const struct result *result;
    uint32_t *metrics; /* of the result, by name */
    size_t metric_count;
    uint32_t *order; /* those that the filter takes */
    size_t *starts;  /* the first row of each, and the number of all rows */
    size_t count;
    char **open; /* names */
    size_t open_count, open_capacity;
    struct list_filter filter;
};

struct raw_row {
    size_t metric;   /* of the result */
    size_t instance; /* 1 + its number; 0: the metric itself */
};

/* Another result; NULL: it is let go of. */
void raw_rows_show(struct raw_rows *rows, const struct result *result);
void raw_rows_free(struct raw_rows *rows);

size_t raw_rows_count(const struct raw_rows *rows);
struct raw_row raw_rows_at(const struct raw_rows *rows, size_t row);
/* The row of the first metric that is not in front of one of this name. */
size_t raw_rows_find(const struct raw_rows *rows, const char *name);

/* false: it is no regular expression (yet); what was set before stays. */
bool raw_rows_filter(struct raw_rows *rows, const char *text, struct error *error);

bool raw_rows_is_open(const struct raw_rows *rows, const char *name);
/* Unfolds the instances of a row's metric, or folds them. false: it has none. */
bool raw_rows_toggle(struct raw_rows *rows, size_t row);

/* What stands in a row, as the result has it. */
struct raw_text {
    struct strbuf name, value, unit;
    bool missing; /* no value: `why` says for what reason */
    const char *why;
};
/* base: in base units, else scaled to the size of the value. Appends. */
void raw_rows_text(const struct raw_rows *rows, struct raw_row row, bool base,
                   struct raw_text *text);
void raw_text_free(struct raw_text *text);

/* Why a metric of a result has no value that is a number or a text; NULL: it has one. */
const char *raw_rows_absence(const struct result *result, size_t metric);

#endif
