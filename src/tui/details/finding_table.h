/* finding_table: a table of a finding: its columns as wide as what stands in them, and where there
 * is no room for all, the widest ones narrower. */
#ifndef ROOFTOP_TUI_DETAILS_FINDING_TABLE_H
#define ROOFTOP_TUI_DETAILS_FINDING_TABLE_H

#include "report.pb-c.h"
#include "tui/term/painter.h"

void finding_table_draw(const Rep__RuleResultTable *table, int indent, struct painter *painter);

/* Makes the widest of the columns narrower until all fit into `room` with `gap` between them, or
 * each is of one column. */
void finding_table_fit(int *widths, size_t count, int room, int gap);

#endif
