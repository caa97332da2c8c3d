/* diff_internal: what the files of report_diff share. */
#ifndef ROOFTOP_DIFF_INTERNAL_H
#define ROOFTOP_DIFF_INTERNAL_H

#include "report_diff.h"

/* Reads what the results themselves tell of how they were measured, one by one. */
void diff_source_add(struct diff_source *source, const struct result *result);
/* What the session tells, after the results. */
void diff_source_finish(struct diff_source *source);
void diff_source_free(struct diff_source *source);

/* Fills the warnings. */
void diff_warn(struct report_diff *diff);

#endif
