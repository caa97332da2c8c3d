/* nvtx_filter: selects launches by the NVTX ranges that are open at them: --nvtx-include and
 * --nvtx-exclude.
 *
 * The expressions are those of ncu:
 *   [DOMAIN@]A/         a push/pop range; without a domain, in the default domain
 *   [DOMAIN@]A/B        B pushed directly inside A; "+" between two slashes stands for one range
 *                       between them, "*" for any number
 *   [DOMAIN@][A         A at the bottom of the stack (outermost);  A] at its top (innermost)
 *   [DOMAIN@]A,B        start/end ranges, all of them open
 *   regex:[DOMAIN@]...  each name is a regular expression, found anywhere in the name
 *
 * A slash, "[" in front or "]" behind makes an expression one of push/pop ranges. A backslash takes
 * away the meaning of @ , [ ] / + asterisk and itself. Regular expressions keep their backslashes;
 * there "/[" in front of the ranges and "/]" behind them are brackets of an expression.
 *
 * A launch passes if an expression to include fits, or none is given, and no expression to exclude
 * fits. Start/end ranges and the push/pop ranges of the launching thread count. If the state says
 * that push/pop ranges belong to the process, those of all threads count. Initialise with {0},
 * which lets all launches pass.
 *
 * tests/unit/report/test_nvtx_filter.c holds what ncu selects. Three differences stay: a name that
 * is several times in a stack fits at any of its places (ncu looks at the first one only), "[A]"
 * means a stack of one range, and an expression that can fit nothing is an error. */
#ifndef ROOFTOP_REPORT_FILTER_NVTX_FILTER_H
#define ROOFTOP_REPORT_FILTER_NVTX_FILTER_H

#include <stdint.h>

#include "report.pb-c.h"
#include "report/base/error.h"
#include "report/filter/nvtx_pattern.h"

struct nvtx_patterns {
    struct nvtx_pattern *items;
    size_t count, capacity;
};

struct nvtx_filter {
    struct nvtx_patterns include, exclude;
};

/* Adds an expression. Returns false, and adds nothing, if it is wrong; the error names the
 * place. */
bool nvtx_patterns_add(struct nvtx_patterns *patterns, const char *text, struct error *error);

bool nvtx_filter_takes_all(const struct nvtx_filter *filter);

/* Judges a launch. `state` is the NVTX state at the launch as reports store it; NULL: no range is
 * open. */
bool nvtx_filter_passes(const struct nvtx_filter *filter, const Rep__NvtxState *state,
                        uint32_t thread);

void nvtx_filter_free(struct nvtx_filter *filter);

#endif
