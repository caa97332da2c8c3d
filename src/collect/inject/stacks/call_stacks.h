/* call_stacks: the call stacks of launches, native (unwind.h) and of Python (python_stack.h).
 *
 * The stack is that of the driver call that is under way. It is collected once for a call, however
 * many launches a graph has, and only when something asks for it: filters at each launch that the
 * host would be asked about, results only when a launch is measured. What the host knows already
 * is sent as a number; the host looks up names. Frames of this library, of CUPTI and of the driver
 * are left out, so the innermost frame is the caller of the driver.
 *
 * The host also says once for each number if filters leave that stack out. Such launches then cost
 * an unwinding and no message; they count for nothing, as launches outside of NVTX ranges do.
 *
 * All functions but call_stacks_look() need guard.lock. */
#ifndef ROOFTOP_COLLECT_INJECT_STACKS_CALL_STACKS_H
#define ROOFTOP_COLLECT_INJECT_STACKS_CALL_STACKS_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.pb-c.h"

struct call_stacks;
struct inject;

/* Opens what the program filter asks for. later_run: a run of application replay after the first,
 * in which only filters need stacks, since the results are those of the first run. NULL: nothing
 * is asked for, or there is no memory. */
struct call_stacks *call_stacks_open(struct inject *inject, bool later_run);

/* Before a driver call, without the lock: see python_look(). stacks may be NULL here and below. */
void call_stacks_look(struct call_stacks *stacks);

/* A driver call begins. */
void call_stacks_begin(struct call_stacks *stacks);

/* Whether filters leave out the launches of this call, as the host has said of its stack. */
bool call_stacks_left_out(struct inject *inject);

/* For the question about a launch: its stack, valid until the next one; NULL: no filter asks. */
Wire__LaunchStack *call_stacks_asked(struct inject *inject, uint64_t launch);

/* The host's answer: no launch with this stack is measured. */
void call_stacks_unfit(struct inject *inject);

/* The launch is measured: sends its stack, unless the question had it. */
void call_stacks_measured(struct inject *inject, uint64_t launch);

/* Launches that were left out. */
uint64_t call_stacks_others(const struct call_stacks *stacks);

#endif
