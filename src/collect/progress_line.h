/* progress_line: "profiling sgemm_naive 5 of 16 · pass 12/38 · about 40 s left", cut to the columns
 * there are. */
#ifndef ROOFTOP_PROGRESS_LINE_H
#define ROOFTOP_PROGRESS_LINE_H

#include "profile.h"
#include "strbuf.h"

void progress_line(struct strbuf *line, const struct profile_progress *progress, size_t columns);

#endif
