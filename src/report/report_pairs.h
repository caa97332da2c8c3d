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

/* In steps: each looks at one result, or does a part of matching them. */
struct report_pairing;
struct report_pairing *report_pairing_new(const struct result_range *before,
                                          const struct result_range *after);
void report_pairing_free(struct report_pairing *pairing);
/* Results have come: the second range ends there now, and what was matched is matched anew. */
void report_pairing_widen(struct report_pairing *pairing, size_t to);
/* true: all are matched. */
bool report_pairing_step(struct report_pairing *pairing);
size_t report_pairing_size(const struct report_pairing *pairing); /* results of both */
size_t report_pairing_left(const struct report_pairing *pairing); /* results to be looked at */
int report_pairing_percent(const struct report_pairing *pairing); /* of them that were */
/* The number in before->report of each result of `after`; NO_LAUNCH: there is none. free() it. Once
 * all are matched. */
size_t *report_pairing_partners(const struct report_pairing *pairing);

#endif
