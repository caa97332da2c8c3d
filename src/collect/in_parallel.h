/* in_parallel: many small pieces of work that have nothing to do with each other, by threads. */
#ifndef ROOFTOP_IN_PARALLEL_H
#define ROOFTOP_IN_PARALLEL_H

#include <stddef.h>

/* Calls act() with every index below count, in any order, by the calling thread and so many threads
 * but one, or fewer, and returns when all is done. */
void in_parallel(unsigned threads, size_t count, void (*act)(void *context, size_t index),
                 void *context);

#endif
