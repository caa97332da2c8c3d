/* warp_states: the states of warps of a section's bar chart, the longest first: in how many of the
 * cycles between two instructions a warp was in each.
 *
 * The whole that shares are of is the latency of an issued instruction, which the report has as a
 * metric of its own; without it there are none. */
#ifndef ROOFTOP_WARP_STATES_H
#define ROOFTOP_WARP_STATES_H

#include "section_view.h"

struct warp_state {
    char *label; /* without "Stall" */
    const char *metric;
    double cycles;   /* for each issued instruction; NAN: not collected */
    double share;    /* percent of the whole; NAN: not known */
    double baseline; /* cycles in another result; NAN: none */
    bool selected;   /* an instruction was issued: no stall */
};

struct warp_states {
    struct warp_state *states;
    size_t count;
    double whole; /* cycles; NAN: not known */
};

/* NULL: the block shows something else. baseline may be NULL. */
struct warp_states *warp_states_new(const struct view_block *block, const struct result *result,
                                    const struct result *baseline);
void warp_states_free(struct warp_states *states);

#endif
