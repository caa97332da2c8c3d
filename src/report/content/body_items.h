/* body_items: makes a table from an item of a section's body; one function for each kind of item.
 * body_tables() calls all of them for each item. */
#ifndef ROOFTOP_REPORT_CONTENT_BODY_ITEMS_H
#define ROOFTOP_REPORT_CONTENT_BODY_ITEMS_H

#include "report/content/body_maker.h"

/* Fills in maker->table if the item is of the function's kind; leaves it empty otherwise. */
typedef void body_make(struct body_maker *maker, const Rep__ProfilerSectionBodyItem *item);
body_make body_roofline, body_timeline, body_line_chart, body_histogram, body_source,
    body_instances, body_suffix, body_memory, body_links;

#endif
