/* expr_metric: a metric of a result as an operand of expressions. */
#ifndef ROOFTOP_EXPR_METRIC_H
#define ROOFTOP_EXPR_METRIC_H

#include "expr.h"
#include "report.pb-c.h"

/* false: the metric is NULL or has no value. Of its instances those count that have a number and,
 * if any has one, a correlation id; a single instance is a launch's copy of its value and is none.
 */
bool expr_metric_value(const Rep__ProfileMetricResult *metric, struct expr_value *value);

/* The instance whose correlation id is that text, or that number in decimals; of several the first.
 * The double 0: the metric has instances with ids, but not this one. false: it has none such. */
bool expr_metric_instance(const Rep__ProfileMetricResult *metric, const char *key,
                          struct expr_value *value);

/* What a name stands for: the value, or with a key the instance. */
bool expr_metric_operand(const Rep__ProfileMetricResult *metric, const struct expr_name *name,
                         struct expr_value *value);

#endif
