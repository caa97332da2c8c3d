/* unwind: the calls on this thread's stack. For each call it has the address of the byte before
 * the one that the call returns to: that byte lies inside the call, and ncu's reports hold the
 * same.
 *
 * The unwinder is that of libgcc_s, which also carries the program's C++ exceptions. It follows
 * the tables that compilers write for each function (.eh_frame). So it needs no frame pointers,
 * allocates nothing, and knows code that the program registered at run time. It is opened at run
 * time and not linked: a copy inside this library would need a newer C library than the rest of
 * it, and would not know that code. libunwind would bring caches and signal masks into the program.
 * The stack ends where the tables end. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_UNWIND_H
#define ROOFTOP_COLLECT_INJECT_BASE_UNWIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <unwind.h>

struct unwinder {
    _Unwind_Reason_Code (*backtrace)(_Unwind_Trace_Fn, void *);
    uintptr_t (*address)(struct _Unwind_Context *);
};

/* false: this system has no libgcc_s.so.1. */
bool unwind_open(struct unwinder *unwinder);

/* Innermost first, the first being in this file. Returns how many there are, at most `most`. */
size_t unwind(const struct unwinder *unwinder, uint64_t *addresses, size_t most);

#endif
