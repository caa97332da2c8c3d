/* nvtx_pattern: the NVTX ranges that one filter expression names, and whether they are open.
 *
 * A pattern is of one domain. Of push/pop ranges it names a part of a thread's stack, outermost
 * first; of start/end ranges, which have no order, those that must all be open. Names are whole
 * names or regular expressions that are found anywhere in them; a range without a name fits none.
 *
 * The injection library is built with this file: nothing is allocated, nothing ends the process.
 * nvtx_filter.h makes patterns of expressions. */
#ifndef ROOFTOP_NVTX_PATTERN_H
#define ROOFTOP_NVTX_PATTERN_H

#include <regex.h>
#include <stdbool.h>
#include <stddef.h>

#define NVTX_DEFAULT_DOMAIN "<default domain>"

struct nvtx_name {
    char *text; /* the name, or the expression that `regex` was compiled from */
    bool is_regex;
    regex_t regex;
};

/* How many ranges are between a part and the next one; behind the last part, above it. */
enum nvtx_gap { NVTX_GAP_NONE, NVTX_GAP_ONE, NVTX_GAP_ANY };

struct nvtx_part {
    struct nvtx_name name;
    enum nvtx_gap gap;
};

struct nvtx_pattern {
    struct nvtx_name domain;
    struct nvtx_part *parts; /* at least one */
    size_t count;
    bool started; /* start/end ranges */
    bool bottom;  /* the first part is the outermost range */
};

bool nvtx_name_fits(const struct nvtx_name *name, const char *text);

/* Of push/pop ranges: whether names[at] is the last part and the others lie below it as the pattern
 * says. What is above is not looked at. */
bool nvtx_pattern_ends_at(const struct nvtx_pattern *pattern, const char *const *names, size_t at);

/* Of push/pop ranges: whether it ends at names[at] of a stack of so many. */
bool nvtx_pattern_fits_at(const struct nvtx_pattern *pattern, const char *const *names,
                          size_t count, size_t at);

/* Of start/end ranges: whether each part is open. */
bool nvtx_pattern_all_open(const struct nvtx_pattern *pattern, const char *const *names,
                           size_t count);

/* Of either kind: whether it fits the open ranges of its domain. */
bool nvtx_pattern_fits(const struct nvtx_pattern *pattern, const char *const *names, size_t count);

#endif
