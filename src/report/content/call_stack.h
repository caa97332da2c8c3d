/* call_stack: the host's call stacks at the launch of a result, which profilers record with
 * --call-stack.
 *
 * A result holds up to two stacks: a native one and one of the Python interpreter. They are not
 * interleaved. Files keep both innermost first. Native frames are numbered from the innermost
 * one (in the CUDA runtime), Python frames from the outermost one, as ncu numbers them. Texts
 * belong to the result and are those of the file: make them safe for a terminal. */
#ifndef ROOFTOP_REPORT_CONTENT_CALL_STACK_H
#define ROOFTOP_REPORT_CONTENT_CALL_STACK_H

#include <stddef.h>
#include <stdint.h>

#include "report/base/strbuf.h"
#include "report/file/result.h"

enum { CALL_STACKS = 2 };

struct call_stack {
    const Rep__CpuStacktraceStackMessage *message;
    const char *kind; /* "native", "native, minimal", "Python" */
    size_t count;     /* frames */
};

struct call_frame {
    size_t number;
    const char *function, *module, *file; /* "" if it is not known */
    uint32_t line;                        /* 0: not known */
    uint64_t address; /* absolute, in the process; 0: none. Files keep no load address */
};

/* Fills in the stacks that have frames and returns how many there are. */
size_t call_stacks(const struct result *result, struct call_stack stacks[CALL_STACKS]);

struct call_frame call_stack_frame(const struct call_stack *stack, size_t number);

/* Appends "ADDRESS FUNCTION at FILE:LINE of MODULE", as far as these are known. */
void call_frame_text(struct strbuf *out, const struct call_frame *frame);

#endif
