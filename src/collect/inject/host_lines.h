/* host_lines: memory of this process leaves the caches of the processor.
 *
 * What a device writes into host memory stays in the processor's last cache, from where kernels get
 * it up to a tenth faster than from memory, and what the processor writes stays in those of its
 * cores, from where they get it up to a third slower (tests/gpu/RESULTS.md). */
#ifndef ROOFTOP_INJECT_HOST_LINES_H
#define ROOFTOP_INJECT_HOST_LINES_H

#include <stddef.h>

/* Writes back and drops every line that holds some of the bytes; their content stays. Pages that
 * this process may not read are left out, and on a processor whose lines programs cannot drop
 * nothing happens. */
void host_lines_drop(const void *from, size_t size);

#endif
