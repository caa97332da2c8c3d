/* descriptor: file descriptors of our own in the profiled program. */
#ifndef ROOFTOP_INJECT_DESCRIPTOR_H
#define ROOFTOP_INJECT_DESCRIPTOR_H

/* Moves an open descriptor above 200, out of the way of programs that count on low numbers, and
 * returns its number; the same one where that is not possible. It closes when another program is
 * executed. */
int descriptor_raise(int descriptor);

#endif
