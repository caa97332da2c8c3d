/* pass_count: how many metrics and passes a command line means on a chip. A thread finds it out,
 * since CUPTI needs up to half a second for a large set, and a key must not take that long.
 *
 * The thread works on one question at a time. What was answered once is known from then on. All
 * functions are for one thread. */
#ifndef ROOFTOP_COLLECT_CUPTI_PASS_COUNT_H
#define ROOFTOP_COLLECT_CUPTI_PASS_COUNT_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/os/loop.h"
#include "report/base/error.h"

struct pass_count {
    unsigned passes;
    size_t metrics;
    struct error error; /* empty if the two numbers are known */
};

struct pass_counter;

/* Finds out what the words, which are rooftop's command line, mean on the chip. It runs in the
 * thread. */
typedef void pass_count_make(struct pass_count *count, char *const *words, size_t word_count,
                             const char *chip);
struct pass_counter *pass_counter_new(struct loop *loop, pass_count_make *make);
/* Waits for the thread. NULL is allowed. */
void pass_counter_free(struct pass_counter *counter);

/* The answer, which is valid until the counter is freed. NULL: it is not known yet. The thread
 * begins with the question if it is free; else ask again later. Answers wake the loop. */
const struct pass_count *pass_counter_ask(struct pass_counter *counter, char *const *words,
                                          size_t word_count, const char *chip);

#endif
