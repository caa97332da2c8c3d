/* in_parallel: runs many independent pieces of work on several threads. */
#ifndef ROOFTOP_COLLECT_OS_IN_PARALLEL_H
#define ROOFTOP_COLLECT_OS_IN_PARALLEL_H

#include <stddef.h>

/* Calls act() once with every index below count, in any order, and returns when all calls are done.
 * The calling thread works, too; `threads` counts it. Where threads cannot be started fewer do the
 * work. */
void in_parallel(unsigned threads, size_t count, void (*act)(void *context, size_t index),
                 void *context);

#endif
