/* nvtx_pattern: the NVTX ranges that one filter expression names, and whether they are open.
 *
 * A pattern belongs to one domain. For push/pop ranges it names a part of a thread's stack,
 * outermost first. For start/end ranges, which have no order, it names the ranges that must all be
 * open. A range without a name fits nothing.
 *
 * The injection library contains this file: it allocates nothing and never ends the process.
 * nvtx_filter.h makes patterns from expressions. */
#ifndef ROOFTOP_REPORT_FILTER_NVTX_PATTERN_H
#define ROOFTOP_REPORT_FILTER_NVTX_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include "report/filter/pattern_name.h"

#define NVTX_DEFAULT_DOMAIN "<default domain>"

struct nvtx_part {
    struct pattern_name name;
    enum pattern_gap gap;
};

struct nvtx_pattern {
    struct pattern_name domain;
    struct nvtx_part *parts; /* at least one */
    size_t count;
    bool started; /* start/end ranges */
    bool bottom;  /* the first part is the outermost range */
};

/* For push/pop ranges: returns whether names[at] is the last part and the others lie below it as
 * the pattern says. What is above is ignored. */
bool nvtx_pattern_ends_at(const struct nvtx_pattern *pattern, const char *const *names, size_t at);

/* For push/pop ranges: returns whether the pattern ends at names[at] in a stack of `count`. */
bool nvtx_pattern_fits_at(const struct nvtx_pattern *pattern, const char *const *names,
                          size_t count, size_t at);

/* For start/end ranges: returns whether each part is open. */
bool nvtx_pattern_all_open(const struct nvtx_pattern *pattern, const char *const *names,
                           size_t count);

/* For both kinds: returns whether the pattern fits the open ranges of its domain. */
bool nvtx_pattern_fits(const struct nvtx_pattern *pattern, const char *const *names, size_t count);

#endif
