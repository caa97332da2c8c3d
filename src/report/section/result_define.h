/* result_define: computes the metrics that sections define from the metrics that a result has. */
#ifndef ROOFTOP_REPORT_SECTION_RESULT_DEFINE_H
#define ROOFTOP_REPORT_SECTION_RESULT_DEFINE_H

#include "report/expr/expr_value.h"
#include "report/file/result.h"
#include "report/section/section.h"

/* Adds the metrics that sections from folders define to the result. They replace stored metrics of
 * the same names. A definition that needs a metric which the result lacks has no effect. */
void result_define(struct result *result, const struct section_library *library);

/* Adds one metric, or replaces the one of that name. Returns false if the result's arena is
 * full. */
bool result_define_value(struct result *result, const char *name, const struct expr_value *value);

#endif
