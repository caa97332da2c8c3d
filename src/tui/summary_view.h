/* summary_view: the opportunities of the whole report, ranked, and behind them what rules over
 * several results say. */
#ifndef ROOFTOP_SUMMARY_VIEW_H
#define ROOFTOP_SUMMARY_VIEW_H

#include "keys.h"
#include "scan.h"

struct summary_view {
    size_t cursor; /* of the opportunities, then the notes */
    int scroll;    /* line at the top */
};

/* The selected opportunity, or NULL. */
const struct opportunity *summary_view_opportunity(const struct summary_view *view,
                                                   const struct scan *scan);
/* The same for the notes. */
const struct scan_note *summary_view_note(const struct summary_view *view, const struct scan *scan);

bool summary_view_act(struct summary_view *view, const struct scan *scan, enum action_id action,
                      int rows);
/* Selects what was drawn there. false: nothing was. */
bool summary_view_click(struct summary_view *view, const struct scan *scan, int row, int rows);
bool summary_view_search(struct summary_view *view, const struct scan *scan, const char *text,
                         int step, bool here);
void summary_view_draw(struct summary_view *view, const struct scan *scan, int top_row, int rows,
                       const char *search);

#endif
