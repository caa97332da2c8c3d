/* report_pairs: for each result of a range the result of another that is the same launch: see
 * launch_match.h. Places are file, process and context, in their order. Nothing is decoded. */
#ifndef ROOFTOP_REPORT_PAIRS_H
#define ROOFTOP_REPORT_PAIRS_H

#include "launch_match.h"
#include "report.h"

/* Results from `from` to before `to`. */
struct result_range {
    struct report *report;
    size_t from, to;
};

/* The number in before->report of each result of `after`; NO_LAUNCH: there is none. free() it. */
size_t *report_pairs(const struct result_range *before, const struct result_range *after);

#endif
