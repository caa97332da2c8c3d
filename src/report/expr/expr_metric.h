/* expr_metric: makes a metric of a result an operand of expressions. */
#ifndef ROOFTOP_REPORT_EXPR_EXPR_METRIC_H
#define ROOFTOP_REPORT_EXPR_EXPR_METRIC_H

#include "report.pb-c.h"
#include "report/expr/expr.h"

/* Reads the value. Returns false if the metric is NULL or has no value. Only instances with a
 * number count; if any instance has a correlation id, only those with one. A single instance is a
 * launch's copy of the value and does not count. */
bool expr_metric_value(const Rep__ProfileMetricResult *metric, struct expr_value *value);

/* Reads the first instance whose correlation id is that text, or that number in decimals. The value
 * is 0 if the metric has instances with ids, but not this one. Returns false if no instance has an
 * id. */
bool expr_metric_instance(const Rep__ProfileMetricResult *metric, const char *key,
                          struct expr_value *value);

/* Reads what a name stands for: the metric's value, or the instance if the name has a key. */
bool expr_metric_operand(const Rep__ProfileMetricResult *metric, const struct expr_name *name,
                         struct expr_value *value);

#endif
