/* section_items: visits the items in a section's bodies that apply to a result, in their order.
 *
 * The walk enters containers and skips items whose filter does not pass. Items are numbered from 0,
 * so that what several modules make from them can be put in one order. */
#ifndef ROOFTOP_REPORT_SECTION_SECTION_ITEMS_H
#define ROOFTOP_REPORT_SECTION_SECTION_ITEMS_H

#include <stddef.h>

#include "report/section/section_scope.h"

/* Receives an item. `body` is the index of its body. */
typedef void section_item_visit(void *context, const Rep__ProfilerSectionBodyItem *item,
                                size_t body, size_t number);

/* Returns the name of a body, "" if it has none. */
const char *section_body_name(const Rep__ProfilerSection *section, size_t body);

/* Calls visit() for each item that applies. */
void section_items(const Rep__ProfilerSection *section, const struct section_scope *scope,
                   section_item_visit *visit, void *context);

#endif
