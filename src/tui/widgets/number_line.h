/* number_line: the text in the row of messages about the number under the cursor. */
#ifndef ROOFTOP_TUI_WIDGETS_NUMBER_LINE_H
#define ROOFTOP_TUI_WIDGETS_NUMBER_LINE_H

#include "report/base/strbuf.h"
#include "report/file/result.h"
#include "tui/term/number_map.h"
#include "tui/widgets/view.h"

/* Appends for example "dram__bytes_read.sum 8388608 byte · 41.2 % of the peak · ..." as a safe
 * text: the metric, its value with all digits in its base unit, and the share of the peak if the
 * result has it. */
void number_line(struct strbuf *out, const struct number *number, const struct result *result);

/* Appends the value with enough digits to read the same number again. */
void number_add_exact(struct strbuf *out, double value);

/* Returns whether the text is the name of one metric and not a formula. */
bool number_is_metric(const char *source);

/* Returns a metric's share of its peak, as another metric of the result has it. NAN: there is none,
 * or the metric is such a share itself. */
double number_peak(const struct result *result, const char *metric);

/* Returns what the help of a metric is opened for. NULL: no number is selected. */
struct view_metric number_metric(const struct number *number);

#endif
