#include "tui/views/top_opportunities.h"

#include <stdio.h>

#include "report/base/safe_text.h"
#include "tui/term/screen.h"
#include "tui/views/opportunity_line.h"

/* Fewer that are left are looked at in no time: what is known stands meanwhile. */
enum { NO_TIME = 20 };

enum top_opportunities_state top_opportunities_state(const struct scan *scan)
{
    size_t count = report_count(scan->report);
    bool pending = scan_pending(scan), known = scan->totals.results;
    if (!scan->on || !count || (!pending && !known))
        return TOP_OFF;
    return pending && (!known || count - scan->next > NO_TIME) ? TOP_LOOKING : TOP_DONE;
}

/* One row has no heading. */
static int heading_of(int rows)
{
    return rows > 1 ? 1 : 0;
}

const struct cause *top_opportunities_at(const struct scan *scan, int row, int rows)
{
    int at = row - heading_of(rows);
    return row < rows && at >= 0 && (size_t)at < scan->whole ? &scan->list[at] : NULL;
}

void top_opportunities_draw(const struct scan *scan, int top_row, int rows)
{
    enum top_opportunities_state state = top_opportunities_state(scan);
    struct opportunity_layout layout = opportunity_layout(screen_columns(), (size_t)rows);
    int heading = heading_of(rows), drawn = 0;
    if (heading)
        opportunity_line_heading(&layout, top_row, report_file_count(scan->report) > 1);
    top_row += heading;
    rows -= heading;
    int lines = state == TOP_LOOKING ? rows - 1 : rows;
    for (; drawn < lines && (size_t)drawn < scan->whole; drawn++)
        opportunity_line_draw(&scan->list[drawn], (size_t)drawn, scan_limit(scan, (size_t)drawn),
                              &layout, top_row + drawn, false, NULL);
    char text[80] = "";
    if (state == TOP_LOOKING)
        snprintf(text, sizeof text, "looking for opportunities%s %d %%",
                 safe_text_utf8() ? "\u2026" : "...", scan_percent(scan));
    else if (!scan_pending(scan))
        snprintf(text, sizeof text, "No opportunities found");
    if (drawn < rows && (state == TOP_LOOKING || !drawn))
        screen_text(top_row + drawn, 3, screen_columns() - 4, ROLE_DIM, text);
}
