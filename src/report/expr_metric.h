/* expr_metric: a metric of a result as an operand of expressions. */
#ifndef ROOFTOP_EXPR_METRIC_H
#define ROOFTOP_EXPR_METRIC_H

#include "expr_value.h"
#include "report.pb-c.h"

/* false: the metric is NULL or has no value. Of its instances those count that have a number and,
 * if any has one, a correlation id; a single instance is a launch's copy of its value and is none.
 */
bool expr_metric_value(const Rep__ProfileMetricResult *metric, struct expr_value *value);

#endif
