/* link_pane: what a section says of links and NUMA nodes: the rows of its tables, each as a
 * paragraph, since some have a dozen columns; or why there are none. */
#ifndef ROOFTOP_LINK_PANE_H
#define ROOFTOP_LINK_PANE_H

#include "painter.h"
#include "result.h"

/* Nothing for other sections. */
void link_pane_draw(const struct result *result, const Rep__ProfilerSection *section, int indent,
                    struct painter *painter);

#endif
