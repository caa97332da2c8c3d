/* raw_unit: the units of the raw page and its summaries: those of metric_unit.h but for a few
 * metrics, whose unit follows from the other metrics of the report. */
#ifndef ROOFTOP_RAW_UNIT_H
#define ROOFTOP_RAW_UNIT_H

#include <stdbool.h>
#include <stddef.h>

#include "report.h"

enum { RAW_UNIT_RULES = 3 };

/* What is known of the report; all zero at first. */
struct raw_units {
    bool met[RAW_UNIT_RULES];
};

/* A metric that some result of the report has. */
void raw_units_add(struct raw_units *units, const char *name);

/* All metrics of the report. */
void raw_units_add_report(struct raw_units *units, const struct report *report);

/* The unit that is not the one of metric_unit.h; NULL: it is. */
const char *raw_unit_other(const struct raw_units *units, const char *name);

/* Writes the unit and returns it. */
const char *raw_unit(const struct raw_units *units, const char *name, char *unit, size_t size);

#endif
