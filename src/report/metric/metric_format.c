#include "report/metric/metric_format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/metric/metric_value.h"
#include "report/metric/number_style.h"

static const char *const decimal_prefixes[] = {"", "K", "M", "G", "T", "P"};
enum { LAST_PREFIX = sizeof decimal_prefixes / sizeof *decimal_prefixes - 1 };

/* Returns the exponent of 1000 that leaves 1 to 999 before the point. */
static int magnitude(double value, int most)
{
    double size = fabs(value);
    int exponent = 0;
    while (exponent < most && size >= 1000) {
        size /= 1000;
        exponent++;
    }
    return exponent;
}

struct unit_scale unit_scale_for(const char *unit, double value)
{
    struct unit_scale scale = {.factor = 1};
    snprintf(scale.unit, sizeof scale.unit, "%s", unit);
    size_t length = strlen(unit);
    const char *byte = strstr(unit, "byte");
    if (byte || strcmp(unit, "hz") == 0) {
        int exponent = magnitude(value, byte ? LAST_PREFIX : 3);
        size_t before = byte ? (size_t)(byte - unit) : 0;
        snprintf(scale.unit, sizeof scale.unit, "%.*s%s%s", (int)before, unit,
                 decimal_prefixes[exponent], unit + before);
        scale.factor = pow(1000, exponent);
        scale.steps = byte ? exponent : 0;
    } else if (strcmp(unit, "ns") == 0) {
        static const char *const times[] = {"ns", "us", "ms", "s"};
        int exponent = magnitude(value, 3);
        snprintf(scale.unit, sizeof scale.unit, "%s", times[exponent]);
        scale.factor = pow(1000, exponent);
    } else if (length > 2 && strcmp(unit + length - 2, "/s") == 0) {
        static const char *const times[] = {"s", "ms", "us", "ns"};
        int exponent = magnitude(value, 3);
        snprintf(scale.unit, sizeof scale.unit, "%.*s/%s", (int)(length - 2), unit,
                 times[exponent]);
        scale.factor = pow(1000, exponent);
    }
    return scale;
}

void format_thousands(struct strbuf *out, unsigned long long number)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%llu", number);
    number_style_add(out, digits);
}

double unit_scale_multiply(const struct unit_scale *scale, double number)
{
    return number * (1 / scale->factor);
}

/* ncu divides bytes step by step. Other ways sometimes give a different double, which may then not
 * be whole, or may be rounded the other way. */
double unit_scale_apply(const struct unit_scale *scale, double number)
{
    if (!scale->steps)
        return unit_scale_multiply(scale, number);
    for (int i = 0; i < scale->steps; i++)
        number /= 1000;
    return number;
}

static void add_grouped(struct strbuf *out, double number, int decimals)
{
    if (!isfinite(number)) {
        strbuf_adds(out, isnan(number) ? "nan" : number < 0 ? "-inf" : "inf");
        return;
    }
    char text[400];
    snprintf(text, sizeof text, "%.*f", decimals, fabs(number));
    if (number < 0)
        strbuf_addc(out, '-');
    number_style_add(out, text);
}

void format_number(struct strbuf *out, double number)
{
    add_grouped(out, number, number == floor(number) ? 0 : 2);
}

void format_real(struct strbuf *out, double number)
{
    add_grouped(out, number, 2);
}

void format_share(struct strbuf *out, double percent)
{
    if (fabs(percent) < 999.5)
        strbuf_addf(out, "%.3g %%", percent);
    else {
        add_grouped(out, percent, 0);
        strbuf_adds(out, " %");
    }
}

char *format_time(double ns, bool base_units)
{
    struct unit_scale scale = unit_scale_for("ns", base_units ? 1 : ns);
    struct strbuf text = {0};
    format_real(&text, unit_scale_apply(&scale, ns));
    strbuf_addf(&text, " %s", scale.unit);
    return strbuf_detach(&text);
}

bool format_value(struct strbuf *out, const Rep__ProfileMetricValue *value,
                  const struct unit_scale *scale, bool real)
{
    if (value && value->stringvalue) {
        strbuf_adds(out, value->stringvalue);
        return true;
    }
    double number;
    if (!metric_value_number(value, &number))
        return false;
    if (real)
        format_real(out, unit_scale_apply(scale, number));
    else
        format_number(out, unit_scale_apply(scale, number));
    return true;
}

void format_csv_field(struct strbuf *out, const char *text, bool first)
{
    if (!first)
        strbuf_addc(out, ',');
    strbuf_addc(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            strbuf_addc(out, '"');
        strbuf_addc(out, *text);
    }
    strbuf_addc(out, '"');
}
