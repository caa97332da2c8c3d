/* leaving: memory that a driver call takes away. The tracker (memory.h) loses it at the call's
 * entry, since another thread may get the same address before the exit. A call that failed has
 * taken nothing away: what it took from the tracker comes back at its exit, with all that was known
 * of it.
 *
 * Each thread is in one such call at most. One that ended within a call may have left notes, and a
 * later thread may have its number: a call begins without any. What cannot be noted does not come
 * back, and the tracker is `incomplete` then. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_LEAVING_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_LEAVING_H

#include "collect/inject/program/memory.h"

/* At the entry: takes the region that begins there, those that begin in a range, or an array. */
void leaving_take(struct memory_tracker *tracker, uint64_t address);
void leaving_take_range(struct memory_tracker *tracker, uint64_t address, size_t size);
/* One of several arrays of a call: before the first one, leaving_done(). */
void leaving_take_array(struct memory_tracker *tracker, CUarray handle);

/* At the exit: what this thread's call took is gone, or is back. */
void leaving_done(struct memory_tracker *tracker);
void leaving_undo(struct memory_tracker *tracker);

#endif
