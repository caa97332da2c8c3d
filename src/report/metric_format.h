/* metric_format: numbers and units as the pages print them.
 *
 * Units scale in powers of 1000: byte (Kbyte, Mbyte, ...), hz (Khz, ...), ns (us, ms, s) and rates
 * (X/s to X/ms, X/us, X/ns). Numbers are in page style: thousands separators, two decimals unless
 * the number is whole. The plain numbers of the raw page's columns: raw_cell.h. */
#ifndef ROOFTOP_METRIC_FORMAT_H
#define ROOFTOP_METRIC_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

#include "report.pb-c.h"
#include "strbuf.h"

struct unit_scale {
    double factor; /* how many of the base unit make one shown */
    char unit[48];
    int steps; /* of 1000 each, if it is of bytes */
};

/* Scale that fits a value of this size; factor 1 where the unit does not scale. */
struct unit_scale unit_scale_for(const char *unit, double value);

/* The number in the scale's unit. */
double unit_scale_apply(const struct unit_scale *scale, double number);

/* The same, as summaries have it where the scale is that of their average. */
double unit_scale_multiply(const struct unit_scale *scale, double number);

/* "1,234,567" */
void format_thousands(struct strbuf *out, unsigned long long number);

/* One number in page style: whole numbers without decimals, else two. */
void format_number(struct strbuf *out, double number);

/* The same with two decimals in any case: "5.00". */
void format_real(struct strbuf *out, double number);

/* A value in page style: number (real: as format_real() has it) or text. false: there is no value,
 * nothing is appended. */
bool format_value(struct strbuf *out, const Rep__ProfileMetricValue *value,
                  const struct unit_scale *scale, bool real);

/* Appends one CSV field in quotes, with a comma before it unless it is the first. */
void format_csv_field(struct strbuf *out, const char *text, bool first);

#endif
