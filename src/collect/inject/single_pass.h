/* single_pass: application replay of ranges (ranges.h), inside one of its runs. Each range that the
 * host wants is measured where the program makes it, in one pass and with a range profiler session
 * of its own. Nothing is saved, put back or run again.
 *
 *   single_pass_accept()  the host's answer, with the counter data that the runs before left
 *   single_pass_begin()   at the first call of the range: the context is idle, the counters start
 *   single_pass_end()     at its end: they stop, the pass is added to the data, the host gets it */
#ifndef ROOFTOP_INJECT_SINGLE_PASS_H
#define ROOFTOP_INJECT_SINGLE_PASS_H

#include <stdbool.h>

#include "launch.h"
#include "wire.pb-c.h"

struct context_state;
struct inject;
struct range_record;

/* false: no memory. */
bool single_pass_open(struct inject *inject, bool first_run);

/* Takes over the answer. */
void single_pass_accept(struct inject *inject, Wire__ToTarget *answer);

/* record: what the range launches, which may still come. false: it just runs; the host knows why.
 */
bool single_pass_begin(struct inject *inject, const struct launch *call,
                       struct context_state *context, struct range_record *record);

/* reason: why it is not measured after all, or NULL. */
void single_pass_end(struct inject *inject, const char *reason);

#endif
