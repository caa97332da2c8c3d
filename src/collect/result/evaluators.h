/* evaluators: threads that compute the values of counters ahead of the loop, which makes results of
 * them.
 *
 * Each thread calls counter_values() and does nothing else; this takes most of the time of a
 * result: about 2 ms for the basic set, nearly all of it in CUPTI's formulas (make bench). All else
 * stays on the thread of the loop: names, sections, rules, the file, messages. Each thread has a
 * chip of its own, since objects of CUPTI's host API must not be shared;
 * it is made when the thread meets its first launch on that chip. Threads are started when there
 * are launches for them. If no thread has begun with a launch when its values are asked for, they
 * are computed right there. So everything works without threads, too, or if one cannot be started.
 *
 * While programs measure only two threads work, since more of them take processor time from the
 * program (tests/gpu/RESULTS.md). All threads work when windows come faster than two can evaluate
 * them, or when somebody waits for the results.
 *
 * All functions are for one thread, that of the loop. */
#ifndef ROOFTOP_COLLECT_RESULT_EVALUATORS_H
#define ROOFTOP_COLLECT_RESULT_EVALUATORS_H

#include "collect/result/counter_values.h"

/* The number of threads for this machine: all processors that rooftop may use but one, and at most
 * 16. ROOFTOP_EVALUATORS=N in the environment sets another number; 0 means none. */
unsigned evaluators_threads(void);

struct evaluators *evaluators_new(unsigned threads);
/* Waits for the threads and frees them. All evaluations must have been freed before; the chips must
 * still be there. */
void evaluators_free(struct evaluators *evaluators);

/* A launch of a window. A launch without a plan has no values. */
struct evaluators_launch {
    struct counter_source source;
    struct cupti_chip *chip;
};

/* Begins to evaluate the launches of a window. What they point to must stay until the evaluation is
 * freed. */
struct evaluation;
struct evaluation *evaluation_begin(struct evaluators *evaluators,
                                    const struct evaluators_launch *launches, size_t count);

/* Tells that nothing else is measured now, so that all threads may work. */
void evaluators_hurry(struct evaluators *evaluators);

/* The values of one launch, in the order of counter_values(). Waits for them. They are valid until
 * the evaluation is freed. NULL: see error. */
const double *evaluation_values(struct evaluation *evaluation, size_t launch, struct error *error);

/* Frees an evaluation and drops the values that nobody asked for. Waits for threads that work on
 * it. NULL is allowed. */
void evaluation_free(struct evaluation *evaluation);

#endif
