/* trace_blocks: takes the blocks of records of a traced run: checks them, counts what they hold,
 * and keeps them in memory, in the file, or in both.
 *
 * Nothing gets into the file that would be refused when it is read. What is left out is told once.
 */
#ifndef ROOFTOP_COLLECT_TRACE_RUN_TRACE_BLOCKS_H
#define ROOFTOP_COLLECT_TRACE_RUN_TRACE_BLOCKS_H

#include "collect/trace_run/trace_state.h"

/* A block that rooftop has made itself. */
void trace_blocks_add(struct trace_run *run, const uint8_t *bytes, size_t length);

/* A block that a process has sent. It may only hold what processes record, and only of that
 * process. */
void trace_blocks_take(struct traced *from, const uint8_t *bytes, size_t length);

#endif
