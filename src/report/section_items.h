/* section_items: the items of a section's bodies that apply to a result, in their order.
 *
 * Containers are gone through, items whose filter does not pass are left out. Items are numbered
 * from 0 on, so that what is made of them in several places can be put in one order. */
#ifndef ROOFTOP_SECTION_ITEMS_H
#define ROOFTOP_SECTION_ITEMS_H

#include <stddef.h>

#include "section.h"

/* body: number of the body it is in. */
typedef void section_item_visit(void *context, const Rep__ProfilerSectionBodyItem *item,
                                size_t body, size_t number);

/* Its name, "" if it has none. */
const char *section_body_name(const Rep__ProfilerSection *section, size_t body);

void section_items(const Rep__ProfilerSection *section, const struct section_scope *scope,
                   section_item_visit *visit, void *context);

#endif
