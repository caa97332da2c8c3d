/* page_items: the items of a section's bodies as ncu prints them in text and CSV. Each item becomes
 * tables of the metrics that it is made of.
 *
 * item                      cells
 * table, bar chart          its metrics; for a breakdown, its parts
 * line chart, histogram     its metrics, with instances; the metrics of the highlighted point
 * roofline chart            for each roof and point, the metrics of work and of traffic
 * memory chart and tables   the group of metrics that belongs to it, under their names
 * source metric table       its metrics
 * suffix table              each base name with each suffix
 * NUMA, NVLink              the table of body_table.h; CSV has only that of NUMA nodes
 *
 * Time series are not printed. Other forms and the screen show tables and charts (body_table.h). */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_ITEMS_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_ITEMS_H

#include <stdbool.h>
#include <stddef.h>

#include "report/content/body_table.h"
#include "report/content/section_view.h"

/* A table of cells, or one of rows and columns. */
struct page_part {
    size_t body;                    /* number of the body it is in */
    size_t item;                    /* its number: see section_items.h */
    const char *label;              /* of the item, "" if none */
    const char *description;        /* "" if none */
    size_t roof;                    /* number of the roof or point */
    const char *group;              /* name of the roof or point; NULL: the item is no roofline */
    const char *half;               /* "work" or "traffic" of the roof or point; NULL: neither */
    struct view_block block;        /* cells and their order */
    bool lent;                      /* private: the cells belong to the view */
    const struct body_table *table; /* NULL: cells */
    bool in_csv;                    /* the table is printed in CSV, too */
};

/* Returns the parts in their order. The caller releases them with page_parts_free(); view and
 * tables must live as long. */
struct page_part *page_parts(const struct result *result, const struct section_view *view,
                             const struct body_table *tables, size_t table_count,
                             struct view_style style, size_t *count);
void page_parts_free(struct page_part *parts, size_t count);

/* Returns whether text names the body even if its items have nothing to show: always, unless its
 * items are only time series or tables of links and devices. */
bool page_body_is_named(const Rep__ProfilerSectionBody *body);
bool page_body_has_topology(const Rep__ProfilerSectionBody *body);

#endif
