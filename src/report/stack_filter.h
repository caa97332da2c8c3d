/* stack_filter: launches by the call stacks of the host at them: --native-include,
 * --native-exclude, --python-include and --python-exclude. An expression names frames:
 *
 *   [[MODULE@]FILE@]F   a function, anywhere in the stack; what stands before it is a module (a
 *                       library, the program) and a source file, by their whole path or its last
 *                       part; one name before it may be either
 *   A/B                 B called by A; with + between two slashes one frame is between them, with
 *                       an asterisk any number; A/+ has one frame above it
 *   [A                  A at the bottom of the stack (outermost);  A] at its top (innermost)
 *   regex:...           the same, each name an extended regular expression, found anywhere
 *
 * A function of C++ is named with its parameters, as nm -C prints it, or without them. A backslash
 * takes the meaning from @ [ ] / + asterisk and itself. In regular expressions, where it stays,
 * "/[" in front of the frames and "/]" behind them are brackets of an expression. Frames without a
 * name (code without symbols) can be named by their module only: MODULE@.
 *
 * A launch passes if one of the expressions to include fits, or none is given, and none to exclude
 * does, for native and for Python stacks alike. Initialise with {0}, which all launches pass. */
#ifndef ROOFTOP_STACK_FILTER_H
#define ROOFTOP_STACK_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "report.pb-c.h"

struct stack_patterns {
    struct stack_pattern *items;
    size_t count, capacity;
};

struct stack_filter {
    struct stack_patterns native_include, native_exclude, python_include, python_exclude;
};

/* One more expression. false: it is none, and the error names the place; nothing is added. */
bool stack_patterns_add(struct stack_patterns *patterns, const char *text, struct error *error);

bool stack_filter_takes_all(const struct stack_filter *filter);
bool stack_filter_wants_native(const struct stack_filter *filter);
bool stack_filter_wants_python(const struct stack_filter *filter);

/* The stacks at a launch, as reports keep them; NULL: none, which fits no expression. */
bool stack_filter_passes(const struct stack_filter *filter,
                         const Rep__CpuStacktraceStackMessage *native,
                         const Rep__CpuStacktraceStackMessage *python);

void stack_filter_free(struct stack_filter *filter);

#endif
