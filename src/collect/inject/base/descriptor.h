/* descriptor: file descriptors of our own in the profiled program. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_DESCRIPTOR_H
#define ROOFTOP_COLLECT_INJECT_BASE_DESCRIPTOR_H

/* Moves an open descriptor above 200, out of the way of programs that count on low numbers, and
 * returns its new number; the old one, if it cannot be moved. It is closed when the process
 * executes another program. */
int descriptor_raise(int descriptor);

#endif
