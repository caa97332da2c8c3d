/* reach: whether launches can get at memory that they share with the program's own code: pinned and
 * managed memory.
 *
 * The program may change such memory between two launches without a call, so launches that can
 * reach it run again on shadows of it (saved/shadow.h), or are measured alone, and it is saved with
 * them. A launch can reach it if a pointer into it is among the launch's arguments, by itself or in
 * a structure, or if one lies in device memory, where any kernel may find it
 * (saved/pointer_scan.h). Managed variables need no pointer (snapshot.h). */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_REACH_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_REACH_H

#include <stdbool.h>
#include <stddef.h>

struct launch;
struct memory_tracker;

/* Whether a word of these bytes points into shared memory. Words begin at multiples of 4 bytes. */
bool reach_of_bytes(const struct memory_tracker *tracker, const void *bytes, size_t size);

/* Whether a word of the copied arguments of a launch points into shared memory. */
bool reach_of_launch(const struct memory_tracker *tracker, const struct launch *launch);

#endif
