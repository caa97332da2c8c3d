/* page_json_metric: metrics and their values in JSON. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_JSON_METRIC_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_JSON_METRIC_H

#include "report/base/json_writer.h"
#include "report/content/raw_cell.h"

/* Writes a value as it is stored: a text, a whole number or a double. If there is no value, or
 * value is NULL, it writes nothing into an object and null into an array (key NULL). */
void page_json_value(struct json_writer *json, const char *key,
                     const Rep__ProfileMetricValue *value);

/* Writes a metric as an object on one line: name, label (left out if NULL), unit, value and, as
 * `instances` asks, the instances. */
void page_json_metric(struct json_writer *json, const char *name, const char *label,
                      const char *unit, const Rep__ProfileMetricResult *metric,
                      enum raw_instances instances);

#endif
