#include "report/compare/source_change.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"

static const struct value_change nothing = {.before = NAN, .percent = NAN};

/* Returns the metric that stands for all kinds of samples, because groups and totals of samples
 * vary as their members do. */
static const char *judged_as(const char *metric)
{
    static const char samples[] = "smsp__pcsamp_warps_issue_stalled_";
    return strncmp(metric, "group:", 6) == 0 || strcmp(metric, "smsp__pcsamp_sample_count") == 0
               ? samples
               : metric;
}

struct value_change source_change_judge(const char *metric, double before, double now,
                                        double duration)
{
    return before == 0 && now == 0 ? nothing
                                   : value_change_judge(judged_as(metric), before, now, duration);
}

struct value_change source_change_text(const char *before, const char *now)
{
    struct value_change change = nothing;
    if (strcmp(before, now) == 0)
        return change;
    struct strbuf text = {0};
    char *safe = safe_text(before);
    change.verdict = CHANGE_OTHER;
    safe_text_fit(&text, safe, 14);
    snprintf(change.text, sizeof change.text, "was %.50s", text.data);
    strbuf_free(&text);
    free(safe);
    return change;
}

struct value_change source_change_of(const struct code_column *column, const size_t *now,
                                     size_t now_count, const struct source_metrics *before,
                                     const size_t *partners, size_t partner_count, double duration)
{
    const struct code_column *other = source_metrics_find(before, column->metric);
    double number = NAN, was = NAN;
    if (!other)
        return nothing;
    if (column->codes) {
        struct strbuf a = {0}, b = {0};
        source_metrics_add(&a, column, now, now_count);
        source_metrics_add(&b, other, partners, partner_count);
        struct value_change change = source_change_text(b.data, a.data);
        strbuf_free(&a);
        strbuf_free(&b);
        return change;
    }
    source_metrics_sum(column, now, now_count, &number);
    source_metrics_sum(other, partners, partner_count, &was);
    return source_change_judge(column->metric, was, number, duration);
}
