/* host_lines: drops memory of this process from the caches of the processor.
 *
 * The caches change how fast a kernel reads host memory (tests/gpu/RESULTS.md). What a device has
 * written stays in the processor's last cache, from where kernels get it up to a tenth faster than
 * from memory. What the processor has written stays in the caches of its cores, from where kernels
 * get it up to a third slower. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_HOST_LINES_H
#define ROOFTOP_COLLECT_INJECT_BASE_HOST_LINES_H

#include <stddef.h>

/* Writes back and drops every line that holds some of these bytes. Their content stays. Leaves out
 * pages that this process may not read. Does nothing on a processor that does not let programs
 * drop lines. */
void host_lines_drop(const void *from, size_t size);

#endif
