/* stack_filter: selects launches by the host's call stacks at them: --native-include,
 * --native-exclude, --python-include and --python-exclude.
 *
 * An expression names frames:
 *   [[MODULE@]FILE@]F   a function, anywhere in the stack; before it a module (a library, the
 *                       program) and a source file, by the whole path or its last part; a single
 *                       name before it may be either
 *   A/B                 B called by A; "+" between two slashes stands for one frame between them,
 *                       "*" for any number; A/+ has one frame above it
 *   [A                  A at the bottom of the stack (outermost);  A] at its top (innermost)
 *   regex:...           each name is a regular expression, found anywhere
 *
 * A C++ function is named with its parameters, as nm -C prints it, or without them. A backslash
 * takes away the meaning of @ [ ] / + asterisk and itself. Regular expressions keep their
 * backslashes; there "/[" in front of the frames and "/]" behind them are brackets of an
 * expression. Frames without a name (code without symbols) can only be named by their module:
 * MODULE@.
 *
 * A launch passes if an expression to include fits, or none is given, and no expression to exclude
 * fits; this must hold for native and Python stacks alike. Initialise with {0}, which lets all
 * launches pass.
 *
 * Differences from ncu: native frames have files and lines here, a C++ function is also found
 * without its parameters, and a single name before a function may be its file or its module. */
#ifndef ROOFTOP_REPORT_FILTER_STACK_FILTER_H
#define ROOFTOP_REPORT_FILTER_STACK_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "report.pb-c.h"
#include "report/base/error.h"

struct stack_patterns {
    struct stack_pattern *items;
    size_t count, capacity;
};

struct stack_filter {
    struct stack_patterns native_include, native_exclude, python_include, python_exclude;
};

/* Adds an expression. Returns false, and adds nothing, if it is wrong; the error names the
 * place. */
bool stack_patterns_add(struct stack_patterns *patterns, const char *text, struct error *error);

bool stack_filter_takes_all(const struct stack_filter *filter);
bool stack_filter_wants_native(const struct stack_filter *filter);
bool stack_filter_wants_python(const struct stack_filter *filter);

/* Judges a launch by its stacks as reports store them. A stack of NULL fits no expression. */
bool stack_filter_passes(const struct stack_filter *filter,
                         const Rep__CpuStacktraceStackMessage *native,
                         const Rep__CpuStacktraceStackMessage *python);

void stack_filter_free(struct stack_filter *filter);

#endif
