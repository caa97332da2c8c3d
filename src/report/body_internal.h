/* body_internal: what the body_*.c files share: making a body_table row by row. */
#ifndef ROOFTOP_BODY_INTERNAL_H
#define ROOFTOP_BODY_INTERNAL_H

#include "body_table.h"
#include "section.h"
#include "strbuf.h"

struct body_maker {
    const struct result *result;
    const Rep__ProfilerSection *section;
    struct section_scope scope;
    bool base_units;
    struct body_table *table; /* under way, empty at first */
    size_t looked;            /* instances that were looked at */
};

/* A metric with its instances; NULL if there is none, or after too many instances: the same ones
 * may be named any number of times. */
const Rep__ProfileMetricResult *body_instances_of(struct body_maker *maker, const char *name);

/* Each fills in maker->table from the item, if the item is of its kind. */
typedef void body_make(struct body_maker *maker, const Rep__ProfilerSectionBodyItem *item);
body_make body_roofline, body_timeline, body_line_chart, body_histogram, body_source,
    body_instances, body_suffix, body_memory, body_links;

void body_begin(struct body_table *table, const char *label, const char *description,
                const char *row_name);
void body_add_column(struct body_table *table, const char *name);
/* All columns come before the first row. Takes over the label. When the table is full the row is
 * one that is not shown; it stays until the next. */
struct body_row *body_add_row(struct body_table *table, char *label);
bool body_is_full(const struct body_table *table);

/* A number in its unit, scaled to the number `like` unless in base units; NAN leaves it empty. */
void body_set_number(const struct body_maker *maker, struct body_cell *cell, double number,
                     const char *unit, double like);
void body_set_text(struct body_cell *cell, const char *text);
/* The value of a metric in its own unit; false, and the cell stays empty: there is none. */
bool body_set_metric(const struct body_maker *maker, struct body_cell *cell, const char *metric);

/* What the cells of the last column are made of, unless they say so themselves. */
void body_set_source(struct body_table *table, const char *source);

/* Keeps the points for a figure, thinned; the texts are copied. */
void body_add_line(struct body_table *table, const char *label, const char *metric,
                   const char *unit, const struct series *series);

/* Number without loss of what matters: as pages print it, but small ones with four digits. */
void body_add_number(struct strbuf *out, double number);

double body_multiplier(const Rep__ProfilerSectionMetric *metric);
const char *body_text(const char *text); /* "" for NULL */

#endif
