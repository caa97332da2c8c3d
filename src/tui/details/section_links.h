/* section_links: the tables of a section about links and NUMA nodes. Each row is a paragraph, since
 * some rows have a dozen columns; without tables a line says why there are none. */
#ifndef ROOFTOP_TUI_DETAILS_SECTION_LINKS_H
#define ROOFTOP_TUI_DETAILS_SECTION_LINKS_H

#include "report/file/result.h"
#include "tui/term/painter.h"

/* Draws nothing for other sections. */
void section_links_draw(const struct result *result, const Rep__ProfilerSection *section,
                        int indent, struct painter *painter);

#endif
