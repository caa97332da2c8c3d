/* metric_value: the value of a metric or of one of its instances, as a report stores it: a text, or
 * a number of one of four types. */
#ifndef ROOFTOP_REPORT_METRIC_METRIC_VALUE_H
#define ROOFTOP_REPORT_METRIC_METRIC_VALUE_H

#include <stdbool.h>

#include "report.pb-c.h"

/* Sets *number to the value as a number, whatever its type. Returns false, and leaves *number as it
 * is, if the value is NULL, is a text or holds nothing. */
bool metric_value_number(const Rep__ProfileMetricValue *value, double *number);

#endif
