/* call_stack: the call stacks of the host at a result's launch, as profilers record them when they
 * are asked to (--call-stack).
 *
 * A result holds up to two: a native one, and one of the Python interpreter; they are not
 * interleaved. Native frames are numbered from the innermost (in the CUDA runtime), frames of
 * Python from the outermost, as the reference numbers them; files keep both innermost first. Texts
 * belong to the result and are as the file has them: make them safe for a terminal. */
#ifndef ROOFTOP_CALL_STACK_H
#define ROOFTOP_CALL_STACK_H

#include <stddef.h>
#include <stdint.h>

#include "result.h"
#include "strbuf.h"

enum { CALL_STACKS = 2 };

struct call_stack {
    const Rep__CpuStacktraceStackMessage *message;
    const char *kind; /* "native", "native, minimal", "Python" */
    size_t count;     /* frames */
};

struct call_frame {
    size_t number;
    const char *function, *module, *file; /* "" where it is not known */
    uint32_t line;                        /* 0: not known */
    uint64_t address; /* absolute, in the process; 0: none. Files keep no load address */
};

/* Fills in the stacks that have frames; returns how many there are. */
size_t call_stacks(const struct result *result, struct call_stack stacks[CALL_STACKS]);

struct call_frame call_stack_frame(const struct call_stack *stack, size_t number);

/* Appends "ADDRESS FUNCTION at FILE:LINE of MODULE" with what is known. */
void call_frame_text(struct strbuf *out, const struct call_frame *frame);

#endif
