/* call_stacks: the call stacks of launches, native (unwind.h) and of Python (python_stack.h).
 *
 * A stack is taken when something asks for it: filters, at each launch that the host would be asked
 * about; else only when a launch is taken. It is the stack of the driver call that is under way and
 * is taken once for it, however many launches a graph has. What the host knows already is told to
 * it by its number; names are looked up there. Frames of this library, of CUPTI and of the driver
 * are left out: the innermost one is the caller of the driver.
 *
 * All but call_stacks_look() needs the library's lock. */
#ifndef ROOFTOP_INJECT_CALL_STACKS_H
#define ROOFTOP_INJECT_CALL_STACKS_H

#include <stdbool.h>
#include <stdint.h>

#include "wire.pb-c.h"

struct call_stacks;
struct inject;

/* As the choice says; NULL if it asks for none. later_run: only filters do, the results are those
 * of another run. */
struct call_stacks *call_stacks_open(struct inject *inject, bool later_run);

/* Before a driver call, without the lock: see python_look(). stacks may be NULL here and below. */
void call_stacks_look(struct call_stacks *stacks);

/* A driver call begins. */
void call_stacks_begin(struct call_stacks *stacks);

/* Whether filters leave out the launches of this call, as the host has said of its stack. */
bool call_stacks_left_out(struct inject *inject);

/* For the question about a launch: its stack, valid until the next one; NULL: no filter asks. */
Wire__LaunchStack *call_stacks_asked(struct inject *inject, uint64_t launch);

/* The host's answer: no launch with this stack is taken. */
void call_stacks_unfit(struct inject *inject);

/* The launch is taken: sends the stack, unless the question had it. */
void call_stacks_taken(struct inject *inject, uint64_t launch);

/* Launches that were left out. */
uint64_t call_stacks_others(const struct call_stacks *stacks);

#endif
