/* metric_regex: the names "regex:PATTERN" of sections, which stand for all metrics that the pattern
 * matches anywhere in their names. */
#ifndef ROOFTOP_REPORT_METRIC_METRIC_REGEX_H
#define ROOFTOP_REPORT_METRIC_METRIC_REGEX_H

/* Returns the pattern, or NULL if the name is not of this form. */
const char *metric_regex(const char *name);

#endif
