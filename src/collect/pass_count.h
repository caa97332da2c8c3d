/* pass_count: how many metrics and passes a command line means on a chip, found by a thread: CUPTI
 * takes up to half a second for a large set, longer than a key may take.
 *
 * One question at a time is worked on; what was answered once is known. All calls come from one
 * thread. */
#ifndef ROOFTOP_PASS_COUNT_H
#define ROOFTOP_PASS_COUNT_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "loop.h"

struct pass_count {
    unsigned passes;
    size_t metrics;
    struct error error; /* "" if these are known */
};

struct pass_counter;

/* Answers wake the loop. make: what the words, which are rooftop's command line, mean on the chip;
 * it runs in the thread. */
typedef void pass_count_make(struct pass_count *count, char *const *words, size_t word_count,
                             const char *chip);
struct pass_counter *pass_counter_new(struct loop *loop, pass_count_make *make);
/* Waits for the thread; NULL: nothing. */
void pass_counter_free(struct pass_counter *counter);

/* NULL: not known yet; it is worked on once nothing else is, if it is asked for again. */
const struct pass_count *pass_counter_ask(struct pass_counter *counter, char *const *words,
                                          size_t word_count, const char *chip);

#endif
