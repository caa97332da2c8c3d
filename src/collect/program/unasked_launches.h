/* unasked_launches: launches that the programs did not ask about, because of the program filter
 * (program_filter_text.h). They are named in the message when no launch was profiled. Initialise
 * with {0}. */
#ifndef ROOFTOP_COLLECT_PROGRAM_UNASKED_LAUNCHES_H
#define ROOFTOP_COLLECT_PROGRAM_UNASKED_LAUNCHES_H

#include <stddef.h>
#include <stdint.h>

#include "wire.pb-c.h"

enum { UNASKED_NAMES = 12 };

struct unasked_launches {
    uint64_t outside;          /* of the NVTX ranges to profile */
    uint64_t stopped;          /* outside the profiler ranges to profile */
    uint64_t other_stacks;     /* made from other call stacks */
    char *open[UNASKED_NAMES]; /* NVTX ranges that were open at launches outside */
    size_t open_count;
};

/* Adds what a process says about its launches when it ends. */
void unasked_launches_add(struct unasked_launches *unasked, const Wire__Bye *bye);
/* What to tell the user; free() it. NULL: there were no such launches. */
char *unasked_launches_text(const struct unasked_launches *unasked);
void unasked_launches_free(struct unasked_launches *unasked);

#endif
