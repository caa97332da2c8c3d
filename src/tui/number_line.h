/* number_line: what the row of messages says of the number under the cursor. */
#ifndef ROOFTOP_NUMBER_LINE_H
#define ROOFTOP_NUMBER_LINE_H

#include "number_map.h"
#include "result.h"
#include "strbuf.h"

/* "dram__bytes_read.sum  8388608 byte · 41.2 % of the peak · ..." as a safe text: the metric, its
 * value with all its digits in its base unit, and the share of the peak if the result tells it. */
void number_line(struct strbuf *out, const struct number *number, const struct result *result);

/* The value so that reading it gives the same number again. */
void number_add_exact(struct strbuf *out, double value);

/* Whether the text names one metric, and is no formula. */
bool number_is_metric(const char *source);

/* The metric of the result that tells a metric's share of its peak, and that share. NAN: there is
 * none, or the metric is such a share itself. */
double number_peak(const struct result *result, const char *metric);

#endif
