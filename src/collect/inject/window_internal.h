/* window_internal: what the files of window.h share.
 *
 *   window          what is in a window, and what happens when it closes
 *   window_parts    what of it is measured at a time, and which range of the counter data is whose
 *   window_passes   running it again, with the counters and without
 *   window_series   other combinations of a launch's parameters, see series.h
 *   window_results  what the host hears of it */
#ifndef ROOFTOP_INJECT_WINDOW_INTERNAL_H
#define ROOFTOP_INJECT_WINDOW_INTERNAL_H

#include "window.h"

/* Launches without results, one behind the other: starting and stopping the counters costs as much
 * as about so many. */
enum { MOST_OTHERS = 24 };

/* Adds what has gone since then (now.h) to a phase. */
void window_spent(uint64_t *phase, uint64_t *since);

/* Of the part, all groups and passes. NULL, or what went wrong. */
const char *window_measure_part(struct window *window);

/* The launch has run; false: it has not ended in the time of --replay-timeout. */
bool window_ends_in_time(struct window *window);

/* window_parts */

/* The next items to measure: up to as many launches as the counters have room for, and from one
 * that is measured to another. false: no more of these. */
bool window_next_part(struct window *window);
void window_choose_warm(struct window *window);
void window_number_ranges(struct window *window);
/* Of a pass of the part. */
size_t window_ranges(const struct window *window);
/* For the counters it is what lies between push and pop, and not a kernel: calls that are one
 * result, or a graph (with automatic ranges CUPTI 13.0 has times of 0 for it, and fails at more
 * counters). */
bool window_item_is_range(const struct window_item *item);
bool window_flush_has_kernel(const struct window *window);

/* window_passes */

/* Of the items from begin to end; the context is idle afterwards. */
CUresult window_run_items(struct window *window, size_t begin, size_t end, bool flush);
bool window_restore_checkpoint(struct window *window);
/* All passes of a group; counts them. NULL, or what went wrong. */
const char *window_measure_group(struct window *window, size_t group, unsigned *pass,
                                 unsigned *passes);

/* window_series */

/* Behind the passes of a window that holds one launch: measures the combinations of the series and
 * sends the results, that of the launch first. Memory is then as it was before the launch. */
void window_series(struct window *window);

/* window_results */

const struct launch *window_first_wanted(const struct window *window);
void window_send_pass(struct window *window, unsigned pass, unsigned passes);
/* Of the items from begin to end. more: of the window are still to be measured. */
void window_send_results(struct window *window, size_t begin, size_t end, bool more,
                         const char *error);

#endif
