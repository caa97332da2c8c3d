/* window_internal: what the files of window.h share.
 *
 *   window          what is in a window, and what happens when it closes
 *   window_parts    which launches are measured at a time, and which range of the counter data
 *                   belongs to which kernel
 *   window_passes   runs the items again, with the counters and without them
 *   window_foresee  keeps the old content of what will be written, where memory is sparse
 *   window_inside   counts instructions and samples warps, in passes of their own
 *   window_foreign  finds what somebody else wrote meanwhile
 *   window_frees    keeps memory that the program freed, and modules that it unloaded, until the
 *                   window closes
 *   window_limits   raises limits of shared memory that the program lowered, see window_limits.h
 *   window_members  lets contexts share a window
 *   window_need     says what a call can get at
 *   window_series   measures the variants of a launch, see profile_series.h
 *   window_shadows  lets launches run again on shadows of host memory
 *   window_results  sends the results to the host */
#ifndef ROOFTOP_COLLECT_INJECT_WINDOW_WINDOW_INTERNAL_H
#define ROOFTOP_COLLECT_INJECT_WINDOW_WINDOW_INTERNAL_H

#include "collect/inject/window/window.h"

/* Launches without results in a row: starting and stopping the counters costs about as much as
 * running this many launches. */
enum { MOST_OTHERS = 24 };
/* So many in this run: the host may want more, where launches are short (Setup). */
size_t window_most_others(const struct window *window);

/* Adds the time since then (now.h) to a phase, and sets *since to now. */
void window_spent(uint64_t *phase, uint64_t *since);

/* The stream of a launch, as a handle that any call takes. */
CUstream window_stream_of(const struct launch *launch);

/* Measures one part of the window, with every group of counters in every pass. Returns NULL, or
 * what went wrong. */
const char *window_measure_part(struct window *window);

/* Waits until the program's own run of the launches has ended. Returns false if it has not ended in
 * the time of --replay-timeout. */
bool window_ends_in_time(struct window *window);

/* Whether it ends now, or in a moment. */
bool window_ends_soon(const struct window *window);

/* window_need */

/* Whether the call leads to exposed memory, or to memory that the program's own code shares. */
bool window_leads_to_exposed(const struct window_need *need, const struct memory_tracker *tracker);
bool window_leads_to_shared(const struct window_need *need, const struct memory_tracker *tracker);

/* window_members */

/* Chooses the contexts whose launches may join a window that this call opens: the window's own, and
 * others that launch on other GPUs. */
void window_choose_members(struct window *window, const struct window_need *need);
/* Saves the memory of all members, if there are several and that can be done. false: the window has
 * one member then, and nothing is saved. */
bool window_save_members(struct window *window, const struct window_need *need);
/* Marks what leads to memory that no replay may write, and to regions that are marked as doubtful,
 * in the memory of all members (saved/leads.h). false: that could not be found out. */
bool window_find_leads(struct window *window);
bool window_find_leads_to_doubtful(struct window *window);

/* Takes the step with each member as the window's context, which is current then. Returns whether
 * all went well. */
bool window_each(struct window *window, bool (*step)(struct window *, void *), void *argument);
/* Make a member's context current, if there are several, and the one before it. */
CUresult window_enter(const struct window *window, const struct context_state *context);
void window_leave(const struct window *window);

/* Chooses whose launches are measured now: those of this context, which becomes the window's. NULL:
 * those of all. Returns whether there are any; else the window's context stays. */
bool window_measures(struct window *window, struct context_state *context);

/* Gives up the counters of all members: warps and counters are sampled where no others are. */
void window_release_counters(const struct window *window);

/* Waits for all members. */
CUresult window_synchronize(struct window *window);
/* snapshot_restore() and snapshot_find_changes() of all members. */
bool window_restore(struct window *window, const char **error);
bool window_find_changes(struct window *window);
/* Notes for the next windows which members had launches. */
void window_count_idle(struct window *window);

/* window_frees */

/* Frees and unloads what the program gave back while the window was open. current: the window's
 * context is current; else that is gone, and what was in it. */
void window_free_now(struct window *window, bool current);

/* window_foresee */

/* Keeps the old content of what a launch may write. host: copies may lie in host memory. Returns
 * false if there is no room. */
bool window_foresee(struct window *window, const struct launch *launch, bool host);
/* After snapshot_find_changes(): why the window must not be replayed, or NULL. Where memory is
 * sparse, the program's own run may have changed memory whose old content is not at hand, or a
 * launch may write elsewhere in a replay. What such launches write is remembered for the next time.
 */
const char *window_forbids_replay(struct window *window);
/* Whether memory was written whose old content is not at hand, in a replay or before. */
bool window_has_lost(const struct window *window);

/* window_parts */

/* Chooses the next items to measure: at most as many launches as the counters have room for. The
 * first and the last one are measured. Returns false if everything is measured. */
bool window_next_part(struct window *window);
void window_choose_warm(struct window *window);
void window_number_ranges(struct window *window);
/* Returns how many ranges of the counter data one pass of the part fills. */
size_t window_ranges(const struct window *window);
/* Returns whether the counters make one range of the whole item, between push and pop, and not one
 * of each kernel. They do so for a range and for a whole graph, because with automatic ranges
 * CUPTI 13.0 reports times of 0 for a graph, and fails with more counters. */
bool window_item_is_range(const struct window_item *item);
bool window_flush_has_kernel(const struct window *window);

/* window_passes */

/* Runs the items from begin to end again; the context is idle afterwards. flush: the caches are
 * flushed before each wanted item. */
CUresult window_run_items(struct window *window, size_t begin, size_t end, bool flush);
bool window_restore_checkpoint(struct window *window);
/* Measures a group in all its passes. *pass: how many passes are over; *passes: how many there are.
 * Returns NULL, or what went wrong. */
const char *window_measure_group(struct window *window, size_t group, unsigned *pass,
                                 unsigned *passes);

/* Runs the part again without counters, from the memory that it should find, and calls w->after()
 * behind each kernel, and once before them without an item. warm: what warms up runs first.
 * flush: as for window_run_items(). Returns NULL, or what went wrong. */
const char *window_run_part(struct window *window, bool warm, bool flush);
/* Tells the host that a pass of the part is over. */
void window_tell_pass(struct window *window, unsigned pass, unsigned passes);

/* window_inside */

/* Whether what happens inside of the item is measured, and of any item of the part. */
bool window_looks_inside(const struct window_item *item);
bool window_any_inside(const struct window *window);
/* How many passes the part needs beside those of the counters. */
unsigned window_inside_passes(struct window *window);
/* Makes these passes. What fails is told to the host, and only those values are missing then. */
void window_measure_inside(struct window *window, unsigned *pass, unsigned passes);

/* window_times */

/* How many passes the part needs for counters over time. */
size_t window_time_passes(const struct window *window);
/* Makes these passes and tells the host of each. Returns NULL, or what went wrong. */
const char *window_sample_times(struct window *window, unsigned *pass, unsigned passes);

/* window_series */

/* After the passes of a window that holds one launch: measures the variants of the series and
 * sends the results, the launch's own first. Memory is then as it was before the launch. */
void window_series(struct window *window);

/* window_foreign */

/* After the last pass: finds memory that somebody else wrote since it was saved, of whom no call
 * tells, and sees to it that it stays. Returns whether there is any. */
bool window_find_foreign(struct window *window);
/* What the host is told then. */
extern const char window_foreign_text[];

/* window_shadows */

/* At the begin of a window: pointers in device memory that lead to host memory, as `found` lists
 * them, are to lead to shadows in each pass. false: that cannot be. */
bool window_shadow_found(struct window *window, const struct pointer_scan *found);
/* Lets the pointers in the bytes lead to shadows that hold what host memory holds when the stream
 * gets there. false: no memory. */
bool window_shadow_bytes(struct window *window, void *bytes, size_t size, CUstream stream);
/* The same for the arguments of a launch. *reaches: whether there are such pointers among them. */
bool window_shadow_launch(struct window *window, const struct launch *launch, bool *reaches);
/* NULL, or why the window cannot be replayed on the shadows it has. */
const char *window_shadow_problem(struct window *window);

/* window_results */

/* Returns the first wanted launch of the part that is measured. */
const struct launch *window_first_wanted(const struct window *window);
/* Sends the results of the items from begin to end and gives the counter data back. more: other
 * results of the window follow. error: instead of values, or NULL. */
void window_send_results(struct window *window, size_t begin, size_t end, bool more,
                         const char *error);

#endif
