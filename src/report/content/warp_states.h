/* warp_states: the warp states of a section's bar chart, the longest first: for how many of the
 * cycles between two instructions a warp was in each state.
 *
 * Shares are shares of the latency of an issued instruction, which is a metric of its own in the
 * report. Without that metric there are no shares. */
#ifndef ROOFTOP_REPORT_CONTENT_WARP_STATES_H
#define ROOFTOP_REPORT_CONTENT_WARP_STATES_H

#include "report/content/section_view.h"

struct warp_state {
    char *label; /* without "Stall" */
    const char *metric;
    double cycles;   /* per issued instruction; NAN: not collected */
    double share;    /* percent of the whole; NAN: not known */
    double baseline; /* cycles in another result; NAN: none */
    bool selected;   /* an instruction was issued: no stall */
};

struct warp_states {
    struct warp_state *states;
    size_t count;
    double whole; /* cycles; NAN: not known */
};

/* Returns NULL if the block shows something else. `baseline` can be NULL. */
struct warp_states *warp_states_new(const struct view_block *block, const struct result *result,
                                    const struct result *baseline);
void warp_states_free(struct warp_states *states);

#endif
