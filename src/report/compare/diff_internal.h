/* diff_internal: the functions that the files of report_diff share. */
#ifndef ROOFTOP_REPORT_COMPARE_DIFF_INTERNAL_H
#define ROOFTOP_REPORT_COMPARE_DIFF_INTERNAL_H

#include "report/compare/report_diff.h"

/* Collects what a result itself says about how it was measured. */
void diff_source_add(struct diff_source *source, const struct result *result);
/* Collects what the session says. Call it after the results. */
void diff_source_finish(struct diff_source *source);
void diff_source_free(struct diff_source *source);

/* Returns whether the metrics that the user names include this one; all do if none are named. */
bool diff_wants_metric(const struct report_diff *diff, const char *name);

/* Fills diff->warnings. */
void diff_warn(struct report_diff *diff);

#endif
