/* launch_filter: which launches are profiled or shown: --kernel-name, --launch-skip,
 * --launch-count.
 *
 * The same filter works while profiling and on a report. Names match exactly or, after "regex:", as
 * an extended regular expression found anywhere in the name. Only launches that match the name
 * count for skip and count. */
#ifndef ROOFTOP_LAUNCH_FILTER_H
#define ROOFTOP_LAUNCH_FILTER_H

#include <regex.h>
#include <stdbool.h>
#include <stdint.h>

#include "error.h"

enum name_base { NAME_FUNCTION, NAME_DEMANGLED, NAME_MANGLED };

struct launch_filter {
    char *pattern; /* NULL: every name */
    bool is_regex;
    regex_t regex;
    enum name_base base;
    uint64_t skip, count; /* count 0: no limit */
    uint64_t matched;     /* launches whose name matched so far */
};

enum launch_verdict {
    LAUNCH_TAKE,
    LAUNCH_SKIP,
    LAUNCH_NEVER, /* the name does not match: no launch of this function will be taken */
    LAUNCH_DONE,  /* the count is reached: nothing will be taken any more */
};

bool launch_filter_set_pattern(struct launch_filter *filter, const char *pattern,
                               struct error *error);
void launch_filter_free(struct launch_filter *filter);

/* Judges one launch, in order; counts it. */
enum launch_verdict launch_filter_judge(struct launch_filter *filter, const char *function,
                                        const char *demangled, const char *mangled);

#endif
