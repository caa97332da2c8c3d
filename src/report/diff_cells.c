#include "diff_cells.h"

#include <math.h>

#include "mem.h"
#include "metric_change.h"

static void add_number(struct strbuf *out, double number, bool whole)
{
    if (fabs(number) < 0.1 && number != 0)
        strbuf_addf(out, "%.3g", number);
    else if (whole)
        format_number(out, number);
    else
        format_real(out, number);
}

struct diff_form diff_form_of(const char *unit, double a, double b, bool base_units)
{
    double largest = fmax(fabs(a), fabs(b));
    struct diff_form form = {
        .scale = unit_scale_for(unit, base_units || !isfinite(largest) ? 0 : largest)};
    double x = unit_scale_apply(&form.scale, a), y = unit_scale_apply(&form.scale, b);
    form.whole = (isnan(x) || x == floor(x)) && (isnan(y) || y == floor(y));
    return form;
}

char *diff_number_text(double number, const struct diff_form *form)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (!isnan(number))
        add_number(&text, unit_scale_apply(&form->scale, number), form->whole);
    return strbuf_detach(&text);
}

char *diff_change_text(double change, const struct diff_form *form)
{
    struct strbuf text = {0};
    strbuf_adds(&text, change > 0 ? "+" : "");
    if (isfinite(change) && change != 0)
        add_number(&text, unit_scale_apply(&form->scale, change), form->whole);
    return strbuf_detach(&text);
}

char *diff_percent_text(double a, double b)
{
    double percent = change_percent(a, b);
    if (isnan(percent) || a == b)
        return mem_strdup("");
    if (percent >= 1000 && a > 0)
        return mem_printf("x%.3g", b / a);
    return mem_printf("%+.1f %%", percent);
}
