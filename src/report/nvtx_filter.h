/* nvtx_filter: launches by the NVTX ranges that are open at them: --nvtx-include and
 * --nvtx-exclude. The expressions are those of ncu:
 *
 *   [DOMAIN@]A/         a push/pop range; names without a domain are of the default one
 *   [DOMAIN@]A/B        B pushed directly inside A; with + between two slashes one range is
 *                       between them, with an asterisk any number
 *   [DOMAIN@][A         A at the bottom of the stack (outermost);  A] at its top (innermost)
 *   [DOMAIN@]A,B        start/end ranges, all of them open
 *   regex:[DOMAIN@]...  the same, each name an extended regular expression, found anywhere
 *
 * A slash, "[" in front or "]" behind makes an expression one of push/pop ranges. A backslash takes
 * the meaning from @ , [ ] / + asterisk and itself. In regular expressions, where it stays, "/[" in
 * front of the ranges and "/]" behind them are brackets of an expression.
 *
 * A launch passes if one of the expressions to include fits, or none is given, and none to exclude
 * does. Only ranges of the launching thread count, and start/end ranges; where the state says that
 * push/pop ranges belong to the process, those of all threads. Initialise with {0}, which all
 * launches pass. */
#ifndef ROOFTOP_NVTX_FILTER_H
#define ROOFTOP_NVTX_FILTER_H

#include <stdint.h>

#include "error.h"
#include "nvtx_pattern.h"
#include "report.pb-c.h"

struct nvtx_patterns {
    struct nvtx_pattern *items;
    size_t count, capacity;
};

struct nvtx_filter {
    struct nvtx_patterns include, exclude;
};

/* One more expression. false: it is none, and the error names the place; nothing is added. */
bool nvtx_patterns_add(struct nvtx_patterns *patterns, const char *text, struct error *error);

bool nvtx_filter_takes_all(const struct nvtx_filter *filter);

/* state: at the launch, as reports keep it; NULL: none, no range is open. */
bool nvtx_filter_passes(const struct nvtx_filter *filter, const Rep__NvtxState *state,
                        uint32_t thread);

void nvtx_filter_free(struct nvtx_filter *filter);

#endif
