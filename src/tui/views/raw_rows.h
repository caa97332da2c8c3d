/* raw_rows: the metrics of a result as rows, by name; metrics sampled over time come last. An
 * unfolded metric also has a row for each instance. Initialise with {0}.
 *
 * A row is found by its number in little time. Instances are decoded when their metric is unfolded.
 * The unfolded metrics and the filter stay the same for the next result. Lists of metrics are left
 * out, as on the raw page. */
#ifndef ROOFTOP_TUI_VIEWS_RAW_ROWS_H
#define ROOFTOP_TUI_VIEWS_RAW_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/strbuf.h"
#include "report/file/result.h"
#include "tui/list/list_filter.h"

struct raw_rows {
    const struct result *result;
    uint32_t *metrics; /* metrics of the result, by name */
    size_t metric_count;
    uint32_t *order; /* the metrics that pass the filter */
    size_t *starts;  /* the first row of each metric, then the number of all rows */
    size_t count;
    char **open; /* names */
    size_t open_count, open_capacity;
    struct list_filter filter;
};

struct raw_row {
    size_t metric;   /* of the result */
    size_t instance; /* 1 + the instance's number; 0: the metric itself */
};

/* Shows another result. NULL: forgets the result. */
void raw_rows_show(struct raw_rows *rows, const struct result *result);
void raw_rows_free(struct raw_rows *rows);

size_t raw_rows_count(const struct raw_rows *rows);
struct raw_row raw_rows_at(const struct raw_rows *rows, size_t row);
/* Returns the row of the first metric whose name does not sort before this one. */
size_t raw_rows_find(const struct raw_rows *rows, const char *name);

/* Sets the filter. Returns false with the error if the text is no regular expression (yet); the
 * filter then stays as it was. */
bool raw_rows_filter(struct raw_rows *rows, const char *text, struct error *error);

bool raw_rows_is_open(const struct raw_rows *rows, const char *name);
/* Unfolds or folds the instances of a row's metric. Returns false if it has none. */
bool raw_rows_toggle(struct raw_rows *rows, size_t row);

/* The texts of a row. */
struct raw_text {
    struct strbuf name, value, unit;
    bool missing; /* there is no value, and `why` says the reason */
    const char *why;
};
/* Appends the texts of a row. base: in base units, else scaled to the size of the value. */
void raw_rows_text(const struct raw_rows *rows, struct raw_row row, bool base,
                   struct raw_text *text);
void raw_text_free(struct raw_text *text);

/* Returns why a metric has no value that is a number or a text, or NULL if it has one. */
const char *raw_rows_absence(const struct result *result, size_t metric);

#endif
