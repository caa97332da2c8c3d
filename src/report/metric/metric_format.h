/* metric_format: formats numbers and units for the pages.
 *
 * Units scale in powers of 1000: byte (Kbyte, Mbyte, ...), hz (Khz, ...), ns (us, ms, s) and rates
 * (X/s to X/ms, X/us, X/ns). Numbers in page style have two decimals, or none if the number is
 * whole, and separators as number_style.h says. raw_cell.h formats the plain numbers in columns of
 * the raw page. */
#ifndef ROOFTOP_REPORT_METRIC_METRIC_FORMAT_H
#define ROOFTOP_REPORT_METRIC_METRIC_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

#include "report.pb-c.h"
#include "report/base/strbuf.h"

struct unit_scale {
    double factor; /* base units in one shown unit */
    char unit[48];
    int steps; /* steps of 1000, for bytes only */
};

/* Returns the scale that fits a value of this size. The factor is 1 if the unit does not scale. */
struct unit_scale unit_scale_for(const char *unit, double value);

/* Returns the number in the scale's unit. */
double unit_scale_apply(const struct unit_scale *scale, double number);

/* Returns the number in the unit of a scale as summaries print it, where the scale is that of the
 * average. The last digit may differ from that of unit_scale_apply(). */
double unit_scale_multiply(const struct unit_scale *scale, double number);

/* Appends "1,234,567", with the separators that are chosen. */
void format_thousands(struct strbuf *out, unsigned long long number);

/* Appends a number in page style: two decimals, or none if the number is whole. */
void format_number(struct strbuf *out, double number);

/* Appends a number in page style that always has two decimals: "5.00". */
void format_real(struct strbuf *out, double number);

/* Appends a percentage with three digits, and all digits before the point: "4.05 %", "401,000 %".
 */
void format_share(struct strbuf *out, double percent);

/* Returns a time with its unit as a new string: "843.17 us", or "843170.00 ns" in base units. */
char *format_time(double ns, bool base_units);

/* Appends a value in page style, a number or a text. Numbers have two decimals if `real` is set.
 * Returns false, and appends nothing, if there is no value. */
bool format_value(struct strbuf *out, const Rep__ProfileMetricValue *value,
                  const struct unit_scale *scale, bool real);

/* Appends one quoted CSV field, with a comma before it unless it is the first. */
void format_csv_field(struct strbuf *out, const char *text, bool first);

#endif
