/* report_pairs: finds for each result in a range the corresponding result in another range: see
 * launch_match.h. A place is a file, process and context; places correspond by their order. Nothing
 * is decoded. */
#ifndef ROOFTOP_REPORT_COMPARE_REPORT_PAIRS_H
#define ROOFTOP_REPORT_COMPARE_REPORT_PAIRS_H

#include "report/compare/launch_match.h"
#include "report/file/report.h"

/* The results from `from` to before `to`. */
struct result_range {
    struct report *report;
    size_t from, to;
};

/* A pairing is made in steps. Each looks at one result or does a part of the matching. */
struct report_pairing;
struct report_pairing *report_pairing_new(const struct result_range *before,
                                          const struct result_range *after);
void report_pairing_free(struct report_pairing *pairing);
/* Extends the second range to `to`, because results have arrived. Matching begins again. */
void report_pairing_widen(struct report_pairing *pairing, size_t to);
/* Makes a step. Returns true when all are matched. */
bool report_pairing_step(struct report_pairing *pairing);
size_t report_pairing_size(const struct report_pairing *pairing); /* results in both ranges */
size_t report_pairing_left(const struct report_pairing *pairing); /* results yet to be looked at */
int report_pairing_percent(const struct report_pairing *pairing); /* of results looked at */
/* Returns for each result of `after` its index in before->report, or NO_LAUNCH; free() it. Call it
 * when all are matched. */
size_t *report_pairing_partners(const struct report_pairing *pairing);

#endif
