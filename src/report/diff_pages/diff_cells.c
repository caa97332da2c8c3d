#include "report/diff_pages/diff_cells.h"

#include <math.h>
#include <stdlib.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/diff_pages/diff_lines.h"
#include "report/metric/metric_format.h"
#include "report/metric/metric_unit.h"
#include "report/page_parts/page_words.h"

enum { TEXT_MOST = 24 };

/* Two decimals, unless all numbers of the row are whole; three digits if two decimals would show
 * nothing. */
static void add_number(struct strbuf *out, double number, bool whole)
{
    if (fabs(number) < 0.1 && number != 0)
        strbuf_addf(out, "%.3g", number);
    else if (whole)
        format_number(out, number);
    else
        format_real(out, number);
}

/* How the values of a row are printed: all in one unit and form. */
struct form {
    struct unit_scale scale;
    bool whole;
};

/* A missing value does not count. */
static struct form form_of(const char *unit, double a, double b, bool base_units)
{
    double largest = fmax(fabs(a), fabs(b));
    struct form form = {.scale =
                            unit_scale_for(unit, base_units || !isfinite(largest) ? 0 : largest)};
    double x = unit_scale_apply(&form.scale, a), y = unit_scale_apply(&form.scale, b);
    form.whole = (isnan(x) || x == floor(x)) && (isnan(y) || y == floor(y));
    return form;
}

static char *number_text(double number, const struct form *form)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (!isnan(number))
        add_number(&text, unit_scale_apply(&form->scale, number), form->whole);
    return strbuf_detach(&text);
}

static char *change_text(double change, const struct form *form)
{
    struct strbuf text = {0};
    strbuf_adds(&text, change > 0 ? "+" : "");
    if (isfinite(change) && change != 0)
        add_number(&text, unit_scale_apply(&form->scale, change), form->whole);
    return strbuf_detach(&text);
}

/* "+12.3 %", or how many times the value is if that says more. */
static char *percent_text(double a, double b)
{
    double percent = change_percent(a, b);
    if (isnan(percent) || a == b)
        return mem_strdup("");
    if (percent >= 1000 && a > 0)
        return mem_printf("x%.3g", b / a);
    return mem_printf("%+.1f %%", percent);
}

const char *const diff_kernel_columns[KERNEL_COLUMNS] = {"Total A", "Total B", "Mean A", "Mean B",
                                                         "Change",  "%",       "Share",  "Verdict"};

static char *with_unit(char *number, const struct form *form)
{
    char *text = *number ? mem_printf("%s %s", number, form->scale.unit) : mem_strdup("");
    free(number);
    return text;
}

static double known(double number)
{
    return isnan(number) ? 0 : number;
}

static void fill_times(struct diff_kernel_row *row, const double total[DIFF_SIDES],
                       const double mean[DIFF_SIDES], bool base_units)
{
    double change = known(total[DIFF_B]) - known(total[DIFF_A]);
    struct form t = form_of("ns", total[DIFF_A], total[DIFF_B], base_units);
    struct form m = form_of("ns", mean[DIFF_A], mean[DIFF_B], base_units);
    struct form c = form_of("ns", change, NAN, base_units);
    for (int side = 0; side < DIFF_SIDES; side++) {
        row->cells[COLUMN_TOTAL_A + side] = with_unit(number_text(total[side], &t), &t);
        row->cells[COLUMN_MEAN_A + side] = with_unit(number_text(mean[side], &m), &m);
    }
    row->cells[COLUMN_CHANGE] = with_unit(change_text(change, &c), &c);
    row->cells[COLUMN_PERCENT] = percent_text(total[DIFF_A], total[DIFF_B]);
}

struct diff_kernel_row diff_group_row(const struct diff_group *group, bool base_units)
{
    struct diff_kernel_row row;
    fill_times(&row, group->total, group->mean, base_units);
    row.cells[COLUMN_SHARE] =
        group->share > 0 ? mem_printf("%.0f %%", group->share * 100) : mem_strdup("");
    row.cells[COLUMN_VERDICT] =
        mem_strdup(diff_verdict(group->duration.verdict, group->threads != 1));
    return row;
}

struct diff_kernel_row diff_total_row(const struct report_diff *diff, bool base_units)
{
    struct diff_kernel_row row;
    double none[DIFF_SIDES] = {NAN, NAN};
    fill_times(&row, diff->total, none, base_units);
    row.cells[COLUMN_SHARE] = mem_strdup("");
    row.cells[COLUMN_VERDICT] = mem_strdup("");
    return row;
}

static char *value_text(const struct diff_metric *metric, enum diff_side side,
                        const struct form *form, bool limited)
{
    if (!metric->texts[side])
        return number_text(side == DIFF_A ? metric->change.a : metric->change.b, form);
    struct strbuf text = {0};
    char *safe = safe_text(metric->texts[side]);
    safe_text_fit(&text, safe, limited ? TEXT_MOST : SIZE_MAX);
    free(safe);
    return strbuf_detach(&text);
}

struct diff_metric_row diff_metric_row(const struct diff_metric *metric,
                                       const struct page_diff_options *options)
{
    struct diff_metric_row row;
    char unit[48];
    struct strbuf name = {0};
    const struct metric_change *change = &metric->change;
    struct form form = form_of(metric_unit(metric->metric, unit, sizeof unit), change->a, change->b,
                               options->base_units);
    bool texts = metric->texts[DIFF_A] || metric->texts[DIFF_B];
    page_add_metric(&name, metric->label ? metric->label : metric->metric, metric->metric,
                    metric->label ? options->naming : METRIC_NAME);
    row.cells[METRIC_COLUMN_NAME] = safe_text(name.data);
    row.cells[METRIC_COLUMN_UNIT] = mem_strdup(form.scale.unit);
    row.cells[METRIC_COLUMN_A] = value_text(metric, DIFF_A, &form, options->columns);
    row.cells[METRIC_COLUMN_B] = value_text(metric, DIFF_B, &form, options->columns);
    row.cells[METRIC_COLUMN_CHANGE] =
        texts ? mem_strdup("") : change_text(change->b - change->a, &form);
    row.cells[METRIC_COLUMN_PERCENT] = texts ? mem_strdup("") : percent_text(change->a, change->b);
    row.cells[METRIC_COLUMN_VERDICT] =
        mem_strdup(diff_verdict(change->verdict, metric->other_work));
    strbuf_free(&name);
    return row;
}

const char *const diff_metric_columns[METRIC_COLUMNS] = {
    "Metric Name", "Metric Unit", "A", "B", "Change", "%", "Verdict"};
