/* safe_stream: a stream that makes text fit for a terminal on its way there (safe_text.h).
 *
 * Pages quote reports, and a report may hold what a terminal obeys: escapes, control characters,
 * marks that turn the direction of the text. A file or a pipe gets these bytes as they are; a
 * terminal never does. Newlines and tabs stay. */
#ifndef ROOFTOP_REPORT_BASE_SAFE_STREAM_H
#define ROOFTOP_REPORT_BASE_SAFE_STREAM_H

#include <stdio.h>

/* Returns a stream that writes to `out`, or NULL with errno. fclose() it: that writes what is left,
 * flushes `out` and leaves it open. Its buffer is its own, so flush it before others write to
 * `out`. */
FILE *safe_stream_open(FILE *out);

#endif
