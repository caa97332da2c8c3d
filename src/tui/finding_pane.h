/* finding_pane: what rules found in a section: ours first, then what the report holds from another
 * profiler, with a mark of its own. Each with its type, title (or rule's name) and estimate, then
 * its text, and in a whole pane what it rests on: tables and metrics. What the report holds and
 * ours say, too, is one line for all of it, but in a whole pane. */
#ifndef ROOFTOP_FINDING_PANE_H
#define ROOFTOP_FINDING_PANE_H

#include <stdbool.h>

#include "painter.h"
#include "result.h"

/* Messages that are shown, without what the report says once more. */
size_t finding_pane_count(const struct result *result, const Rep__ProfilerSection *section);

/* baseline: findings say that it has them not, and those that it alone has are named; NULL: none.
 * whole: with tables and metrics, else with a hint that there are some.
 */
void finding_pane_draw(const struct result *result, const struct result *baseline,
                       const Rep__ProfilerSection *section, bool whole, int indent,
                       struct painter *painter);

#endif
