/* raw_unit: the units of the raw page and its summaries. They are those of metric_unit.h, except
 * for a few metrics whose unit depends on which other metrics the report has. */
#ifndef ROOFTOP_REPORT_CONTENT_RAW_UNIT_H
#define ROOFTOP_REPORT_CONTENT_RAW_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "report/file/report.h"

enum { RAW_UNIT_RULES = 3 };

/* What is known of the report. All zero at first. */
struct raw_units {
    bool met[RAW_UNIT_RULES];
};

/* Adds a metric that some result of the report has. */
void raw_units_add(struct raw_units *units, const char *name);

/* Adds all metrics of the report. */
void raw_units_add_report(struct raw_units *units, const struct report *report);

/* The unit of a metric if it is not that of metric_unit.h; otherwise NULL. */
const char *raw_unit_other(const struct raw_units *units, const char *name);

/* Writes the unit to `unit` and returns it. */
const char *raw_unit(const struct raw_units *units, const char *name, char *unit, size_t size);

#endif
