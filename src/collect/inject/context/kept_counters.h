/* kept_counters: gives counters up that this process keeps between windows, when another process
 * waits for them.
 *
 * A process that is alone on its GPU keeps them (mps_turn.h). When another one comes, it learns
 * that with the answer to its next question; but it may ask nothing for a long time, or for ever:
 * it waits for that other process, computes, or is not profiled any more. So while counters are
 * kept a thread asks the host twice a second. They are given up only while nothing of the program
 * is known to run, since the driver may wait for that, and not while a stream is captured. */
#ifndef ROOFTOP_COLLECT_INJECT_CONTEXT_KEPT_COUNTERS_H
#define ROOFTOP_COLLECT_INJECT_CONTEXT_KEPT_COUNTERS_H

struct inject;

/* From now on counters are kept. */
void kept_counters_watch(struct inject *inject);

/* Before the process says goodbye: the host is asked no more. */
void kept_counters_end(struct inject *inject);

#endif
