/* chosen_launches: decides, while a traced program runs again, which of its launches are measured:
 * those that were chosen from the trace (report/sample/sample_choice.h), as long as the time that
 * may be spent lasts.
 *
 * A launch costs the time of its kernel, which the trace told, once for each pass, and beside it
 * what launches have cost so far on average, without the first ones: to save and restore memory,
 * and to start and stop the counters. A pick is measured if there is time for it and for all more
 * important ones that are still to come. So the budget holds, and what is left out is what matters
 * least: a kernel that takes long does not make the others look dear, and is not taken for a short
 * one.
 *
 * What happens inside of a kernel (warp samples, counts of instructions, counters over time) takes
 * passes that cost much where few launches are measured together. One launch of each group has it,
 * the others have counters alone. */
#ifndef ROOFTOP_COLLECT_PROGRAM_CHOSEN_LAUNCHES_H
#define ROOFTOP_COLLECT_PROGRAM_CHOSEN_LAUNCHES_H

#include <stdbool.h>

#include "report/filter/launch_filter.h"
#include "report/sample/sample_choice.h"

struct chosen_launches;

/* budget: seconds. The choice must outlive it. */
struct chosen_launches *chosen_launches_new(const struct sample_choice *choice, double budget);
void chosen_launches_free(struct chosen_launches *chosen);

/* A launch that a process asks about. */
struct asked_launch {
    const char *executable;
    uint32_t process; /* its id */
    uint64_t number;  /* of the launch in the process */
    const char *mangled;
    uint32_t shape[7]; /* as of sample_choice_key() */
    double spent;      /* seconds that were spent on measuring */
    uint64_t measured; /* launches whose measuring they were spent on */
    unsigned passes;   /* how often a launch is run for it; 0: not known */
};

/* Launches of a process must come in order. *again: it is to be measured, as one of its group was
 * before. */
enum launch_verdict chosen_launches_judge(struct chosen_launches *chosen,
                                          const struct asked_launch *asked, bool *again);

/* What a launch that was measured stands for, which is forgotten here. NULL: it was not chosen. */
const struct chosen_launch *chosen_launches_take(struct chosen_launches *chosen, uint32_t process,
                                                 uint64_t number);

/* How the second run went. */
struct chosen_outcome {
    size_t measured;    /* launches that were measured, or are to be */
    size_t late;        /* picks for which no time was left */
    size_t missed;      /* picks that did not come */
    double missed_time; /* of groups of which no launch was measured, ns of the first run */
};
struct chosen_outcome chosen_launches_outcome(const struct chosen_launches *chosen);

#endif
