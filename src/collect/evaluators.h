/* evaluators: threads that compute the values of counters, ahead of the loop that makes results of
 * them.
 *
 * What they do is counter_values() and nothing else; it takes most of the time of a result. Each
 * thread has a chip of its own (objects of CUPTI's host API are not to be shared), made when the
 * first launch on it comes. Threads begin when there are launches for them. A launch that none has
 * begun when its values are asked for is evaluated right there, so without threads, or when one
 * cannot be made, all goes on as it would on one.
 *
 * While programs measure only a few threads work: more keep the processors from what they do there
 * (tests/gpu/RESULTS.md). All do when windows come faster than that, or when someone waits for
 * them.
 *
 * All functions are for one thread, that of the loop. */
#ifndef ROOFTOP_EVALUATORS_H
#define ROOFTOP_EVALUATORS_H

#include "counter_values.h"

/* How many threads this machine has for it: all processors that rooftop may use but one, at
 * most 16. ROOFTOP_EVALUATORS=N in the environment sets another number, 0 for none. */
unsigned evaluators_threads(void);

struct evaluators *evaluators_new(unsigned threads);
/* Waits for what is being computed. Its evaluations must have been freed, the chips must not. */
void evaluators_free(struct evaluators *evaluators);

/* A launch of a window. Without a plan it has no values. */
struct evaluators_launch {
    struct counter_source source;
    struct cupti_chip *chip;
};

/* Begins with the launches of a window; what they point to must stay until the evaluation is freed.
 */
struct evaluation;
struct evaluation *evaluation_begin(struct evaluators *evaluators,
                                    const struct evaluators_launch *launches, size_t count);

/* Nothing else is measured now: all threads may work at what there is. */
void evaluators_hurry(struct evaluators *evaluators);

/* The values of one launch, in counter_values()' order; waits for them. They are valid until the
 * evaluation is freed. NULL: see error. */
const double *evaluation_values(struct evaluation *evaluation, size_t launch, struct error *error);

/* Values that nobody asked for are dropped. NULL is allowed. */
void evaluation_free(struct evaluation *evaluation);

#endif
