/* single_pass: application replay of ranges (ranges.h) inside one of its runs. Each range that the
 * host wants is measured where the program makes it, in one pass, with a session of the counters
 * of its own. Nothing is saved, put back or run again.
 *
 *   single_pass_accept()  keeps the host's answer, with the counter data of the runs before
 *   single_pass_begin()   at the first call of the range: waits for the context, starts the
 *                         counters
 *   single_pass_end()     at the end of the range: stops the counters, adds the pass to the data
 *                         and sends it
 *
 * A range has counter data of its own. It comes with the verdict and goes back with one pass more.
 * The host knows the ranges of several runs by their names (Seen.range in wire.proto). */
#ifndef ROOFTOP_COLLECT_INJECT_IN_PLACE_SINGLE_PASS_H
#define ROOFTOP_COLLECT_INJECT_IN_PLACE_SINGLE_PASS_H

#include <stdbool.h>

#include "collect/inject/program/launch.h"
#include "wire.pb-c.h"

struct context_state;
struct inject;
struct range_record;

/* false: no memory. */
bool single_pass_open(struct inject *inject, bool first_run);

/* Keeps the answer, which it then owns. */
void single_pass_accept(struct inject *inject, Wire__ToTarget *answer);

/* record: what the range launches; it may still grow, and must stay until single_pass_end().
 * false: the range just runs; the host knows why. */
bool single_pass_begin(struct inject *inject, const struct launch *call,
                       struct context_state *context, struct range_record *record);

/* reason: why it is not measured after all, or NULL. */
void single_pass_end(struct inject *inject, const char *reason);

#endif
