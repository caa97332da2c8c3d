/* body_maker: makes a body_table row by row.
 *
 * First body_begin(), then all columns, then the rows and their cells. Sections come from the file,
 * so a maker counts what it looks at: a table takes at most a million cells, and all tables of a
 * section together look at some ten million instances. What is beyond is left out. */
#ifndef ROOFTOP_REPORT_CONTENT_BODY_MAKER_H
#define ROOFTOP_REPORT_CONTENT_BODY_MAKER_H

#include "report/base/strbuf.h"
#include "report/content/body_table.h"
#include "report/section/section_scope.h"

struct body_maker {
    const struct result *result;
    const Rep__ProfilerSection *section;
    struct section_scope scope;
    bool base_units;
    struct body_table *table; /* under way, empty at first */
    size_t looked;            /* instances that were looked at */
};

/* The metric of the result with its instances. NULL if the result lacks it, or if the maker has
 * looked at too many instances: a section can name the same metric any number of times. */
const Rep__ProfileMetricResult *body_instances_of(struct body_maker *maker, const char *name);

/* Begins the table. row_name is the heading of the labels. Texts are copied; NULL stands for "". */
void body_begin(struct body_table *table, const char *label, const char *description,
                const char *row_name);

/* Adds a column. All columns come before the first row. */
void body_add_column(struct body_table *table, const char *name);

/* Names the metric or formula that the cells of the last column show, unless a cell names its own.
 */
void body_set_source(struct body_table *table, const char *source);

/* Adds a row with empty cells and takes over its label. If the table is full, the row is one that
 * is never shown, valid until the next call. */
struct body_row *body_add_row(struct body_table *table, char *label);
bool body_is_full(const struct body_table *table);

/* Removes the rows whose cells are all empty. */
void body_drop_empty_rows(struct body_table *table);

/* Sets a cell to a number in its base unit. The text is scaled as the number `like` would be,
 * unless the maker wants base units. NAN leaves the cell empty. */
void body_set_number(const struct body_maker *maker, struct body_cell *cell, double number,
                     const char *unit, double like);

/* Sets a cell to a copy of the text. */
void body_set_text(struct body_cell *cell, const char *text);

/* Sets a cell to the value of a metric of the result. Returns false, and leaves the cell empty, if
 * there is no value. */
bool body_set_metric(const struct body_maker *maker, struct body_cell *cell, const char *metric);

/* Keeps points for a figure, at most a thousand of them; of more points each kept one is the mean
 * of several. Texts and points are copied. */
void body_add_line(struct body_table *table, const char *label, const char *metric,
                   const char *unit, const struct metric_points *points);

/* Appends a number as pages print it, but a number below 1 with four significant digits. */
void body_add_number(struct strbuf *out, double number);

/* The factor of a section's metric, 1 if it has none. */
double body_multiplier(const Rep__ProfilerSectionMetric *metric);

/* The text, or "" for NULL. */
const char *body_text(const char *text);

#endif
