/* section_findings: what rules found in a section. Our own findings come first, then the ones that
 * the report holds from another profiler, which have a mark of their own. A finding has its type,
 * its title or the rule's name, its estimate and its text. A section that is shown whole also has
 * the tables and metrics that the finding rests on.
 *
 * A finding of the report that says the same as ours is left out: one line stands for all such
 * findings, unless the section is shown whole. */
#ifndef ROOFTOP_TUI_DETAILS_SECTION_FINDINGS_H
#define ROOFTOP_TUI_DETAILS_SECTION_FINDINGS_H

#include <stdbool.h>

#include "report/file/result.h"
#include "tui/term/painter.h"

/* Returns how many findings are shown. Findings of the report that repeat ours do not count. */
size_t section_findings_count(const struct result *result, const Rep__ProfilerSection *section);

/* Draws the findings. baseline: findings that it does not have are marked, and findings that only
 * it has are named; NULL: there is no baseline. whole: tables and metrics are drawn, too; otherwise
 * a hint says that there are some. */
void section_findings_draw(const struct result *result, const struct result *baseline,
                           const Rep__ProfilerSection *section, bool whole, int indent,
                           struct painter *painter);

#endif
