/* progress_line: a line like "profiling sgemm_naive 5 of 16 · pass 12/38 · about 40 s left", of
 * launches that are measured together "profiling sgemm_naive launches 3 to 5 of 16 · pass 1/38". */
#ifndef ROOFTOP_COLLECT_RUN_PROGRESS_LINE_H
#define ROOFTOP_COLLECT_RUN_PROGRESS_LINE_H

#include "collect/run/profile.h"
#include "report/base/strbuf.h"

/* Appends the line, cut to this number of terminal columns. */
void progress_line(struct strbuf *line, const struct profile_progress *progress, size_t columns);

#endif
