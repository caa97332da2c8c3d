/* unwind: the calls on this thread's stack, each by the byte before the address that it returns to:
 * that lies in the call, and is what the reference's reports hold.
 *
 * The unwinder is that of libgcc_s: the same that carries the program's C++ exceptions. It follows
 * the tables that compilers write for each function (.eh_frame), so it needs no frame pointers,
 * allocates nothing, and knows code that the program registered at run time. It is opened where the
 * program runs and not linked: a copy in this library would need a newer C library than the rest of
 * it, and would not know that code. Where the tables end, so does the stack. */
#ifndef ROOFTOP_INJECT_UNWIND_H
#define ROOFTOP_INJECT_UNWIND_H

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
