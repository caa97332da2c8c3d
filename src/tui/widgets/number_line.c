#include "tui/widgets/number_line.h"
#include "report/metric/metric_format.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/metric/metric_name.h"
#include "report/metric/metric_unit.h"
#include "report/metric/unit_spelling.h"

void number_add_exact(struct strbuf *out, double value)
{
    char text[64];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    if (fabs(value) < 1e15 && floor(value) == value)
        snprintf(text, sizeof text, "%.0f", value);
    strbuf_adds(out, text);
}

bool number_is_metric(const char *source)
{
    if (!source || !*source)
        return false;
    for (const char *c = source; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("_.:,-<>[]", *c))
            return false;
    return true;
}

double number_peak(const struct result *result, const char *metric)
{
    static const char *const shares[] = {".pct_of_peak_sustained_elapsed",
                                         ".pct_of_peak_sustained_active",
                                         ".pct_of_peak_burst_elapsed", ".pct_of_peak_burst_active"};
    struct metric_name name = metric_name_parse(metric);
    double share = NAN;
    if (!metric_name_has_rollup(&name) || (name.submetric && strstr(name.submetric, "pct_of_peak")))
        return NAN;
    for (size_t i = 0; i < sizeof shares / sizeof *shares && isnan(share); i++) {
        int length = (int)(name.rollup + name.rollup_length - metric);
        char *other = mem_printf("%.*s%s", length, metric, shares[i]);
        if (!result_number(result, other, &share))
            share = NAN;
        free(other);
    }
    return share;
}

static void add_value(struct strbuf *out, const struct number *number)
{
    char unit[48] = "";
    if (number->unit)
        snprintf(unit, sizeof unit, "%s", number->unit);
    else if (number->source)
        metric_unit(number->source, unit, sizeof unit);
    unit_spell(unit, sizeof unit);
    unit_count(unit, sizeof unit, number->value);
    if (isnan(number->value)) {
        strbuf_addf(out, "  %s", number->text ? number->text : "n/a");
        return;
    }
    strbuf_adds(out, "  ");
    number_add_exact(out, number->value);
    if (*unit)
        strbuf_addf(out, " %s", unit);
}

void number_line(struct strbuf *out, const struct number *number, const struct result *result)
{
    const char *dot = safe_text_utf8() ? " \xc2\xb7 " : " | ";
    bool metric = number_is_metric(number->source);
    const char *label = number->label ? number->label : "";
    double peak = number->peak == 0 && metric ? number_peak(result, number->source) : number->peak;
    struct strbuf line = {0};
    bool absent = isnan(number->value) && !number->text && number->note && *number->note;
    /* Why there is none first, since names are long. */
    if (absent)
        strbuf_addf(&line, "%s%s", number->note, dot);
    strbuf_adds(&line, metric ? number->source : label);
    if (!absent)
        add_value(&line, number);
    if (isfinite(peak) && (peak > 0 || metric)) {
        strbuf_adds(&line, dot);
        format_share(&line, peak);
        strbuf_adds(&line, " of the peak");
    }
    if (!absent && number->note && *number->note)
        strbuf_addf(&line, "%s%s", dot, number->note);
    if (metric && *label && strcmp(label, number->source) != 0)
        strbuf_addf(&line, "%s%s", dot, label);
    else if (!metric && number->source && *number->source)
        strbuf_addf(&line, "%s%s", dot, number->source);
    char *safe = safe_text(line.data);
    strbuf_adds(out, safe);
    free(safe);
    strbuf_free(&line);
}

struct view_metric number_metric(const struct number *number)
{
    if (!number)
        return view_metric_of(
            NULL, "no number stands here: Enter unfolds a section, :explain takes a word");
    struct view_metric found =
        view_metric_of(number->source, "it is not known which metrics this number is made of");
    if (number->source && !number_is_metric(number->source))
        found.label = number->label;
    return found;
}
