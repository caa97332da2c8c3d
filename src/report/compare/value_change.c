#include "report/compare/value_change.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "report/metric/metric_traits.h"

static const char duration_metric[] = "gpu__time_duration.sum";

static void say(struct value_change *change, const char *text)
{
    snprintf(change->text, sizeof change->text, "%s", text);
}

static const char *times_sign(void)
{
    return safe_text_utf8() ? "\xc3\x97" : "x";
}

/* Writes a ratio with three digits: "2.13", "12.3", "123". For larger ones "1.2e+04" is exact
 * enough. */
static void put_ratio(struct value_change *change, const char *sign, double ratio)
{
    int digits = ratio < 10 ? 2 : ratio < 100 ? 1 : 0;
    if (ratio < 9999.5)
        snprintf(change->text, sizeof change->text, "%s%.*f", sign, digits, ratio);
    else
        snprintf(change->text, sizeof change->text, "%s%.1e", sign, ratio);
}

static void put_change(struct value_change *change, double before, double now)
{
    double ratio = now / before;
    if (before == 0)
        say(change, "from 0");
    else if (now == 0)
        say(change, "to 0");
    else if (!isfinite(before) || !isfinite(now))
        say(change, "changed");
    else if (ratio >= 2)
        put_ratio(change, times_sign(), ratio);
    else if (ratio > 0 && ratio < 0.1)
        put_ratio(change, safe_text_utf8() ? "\xc3\xb7" : "/", 1 / ratio);
    else if (fabs(change->percent) < 0.05)
        snprintf(change->text, sizeof change->text, "%c<0.1 %%", change->percent < 0 ? '-' : '+');
    else
        snprintf(change->text, sizeof change->text, "%+.1f %%", change->percent);
}

struct value_change value_change_judge(const char *metric, double before, double now,
                                       double duration)
{
    struct metric_change judged = {.verdict = CHANGE_ABSENT};
    if (metric_noise_of(metric) != METRIC_NONE)
        judged = metric_change_judge(metric, &before, 1, &now, 1, duration);
    struct value_change change = {judged.verdict, before, change_percent(before, now), ""};
    switch (change.verdict) {
    case CHANGE_EQUAL:
        say(&change, "=");
        break;
    case CHANGE_NOISE:
        say(&change, "~");
        break;
    case CHANGE_ONLY_A:
        snprintf(change.text, sizeof change.text, "was %.6g", before);
        break;
    case CHANGE_ONLY_B:
        say(&change, "n/a before");
        break;
    case CHANGE_ABSENT:
        break;
    default:
        put_change(&change, before, now);
    }
    return change;
}

double value_change_duration(const struct result *result, const struct result *baseline)
{
    double now = NAN, before = NAN;
    result_number(result, duration_metric, &now);
    result_number(baseline, duration_metric, &before);
    return fmax(now, before);
}

static double threads_of(const struct result *result)
{
    uint64_t grid[3], block[3];
    double threads = 1;
    if (!result_dimensions(result, grid, block))
        return NAN;
    for (size_t i = 0; i < 3; i++)
        threads *= (double)grid[i] * (double)block[i];
    return threads;
}

double value_change_threads(const struct result *result, const struct result *baseline)
{
    return change_threads(threads_of(baseline), threads_of(result));
}

void value_change_of_work(struct value_change *change, const char *metric, double threads)
{
    if (threads != 1 && change_is_real(change->verdict) && metric_is_of_work(metric))
        change->verdict = CHANGE_OTHER;
}

void value_change_add_threads(struct strbuf *out, double threads)
{
    if (threads > 1)
        strbuf_addf(out, ", but with %.3g times the threads", threads);
    else if (threads < 1)
        strbuf_addf(out, ", but with 1/%.3g of the threads", 1 / threads);
}

/* Says the baseline's value with its unit. */
static void say_was(struct value_change *change, const struct result *baseline, const char *metric)
{
    struct view_cell cell;
    view_cell_fill(&cell, baseline, metric, "", (struct view_style){.usual_units = true});
    char *value = safe_text(cell.value);
    snprintf(change->text, sizeof change->text, "was %s%s%s", value, *cell.unit ? " " : "",
             cell.unit);
    /* It would be cut, perhaps within a character. */
    if (strlen(change->text) == sizeof change->text - 1)
        say(change, "changed");
    free(value);
    view_cell_free(&cell);
}

static struct value_change compare_texts(const struct result *baseline, const char *metric,
                                         const char *before, const char *now)
{
    struct value_change change = {.before = NAN, .percent = NAN};
    if (before && now && strcmp(before, now) == 0) {
        change.verdict = CHANGE_EQUAL;
        say(&change, "=");
        return change;
    }
    change.verdict = before && now ? CHANGE_OTHER : before ? CHANGE_ONLY_A : CHANGE_ONLY_B;
    if (before)
        say_was(&change, baseline, metric);
    else
        say(&change, "n/a before");
    return change;
}

struct value_change value_change_of(const struct result *result, const struct result *baseline,
                                    const char *metric)
{
    double before = NAN, now = NAN;
    if (!baseline || !metric || metric_noise_of(metric) == METRIC_NONE)
        return (struct value_change){.before = NAN, .percent = NAN};
    const char *old = result_text(baseline, metric), *new = result_text(result, metric);
    result_number(result, metric, &now);
    result_number(baseline, metric, &before);
    if ((old || new) && (isnan(before) || isnan(now)))
        return compare_texts(baseline, metric, old, new);
    struct value_change change =
        value_change_judge(metric, before, now, value_change_duration(result, baseline));
    if (change.verdict == CHANGE_ONLY_A)
        say_was(&change, baseline, metric);
    value_change_of_work(&change, metric, value_change_threads(result, baseline));
    return change;
}

struct value_change value_change_speed(double before, double now)
{
    struct value_change change =
        value_change_judge(duration_metric, before, now, fmax(before, now));
    if (isnan(before) || isnan(now))
        snprintf(change.text, sizeof change.text, "duration %s",
                 isnan(before) ? isnan(now) ? "not measured" : "not measured before"
                               : "not measured here");
    else if (change_is_real(change.verdict) && before > 0 && now > 0)
        snprintf(change.text, sizeof change.text, "%.2f%s %s",
                 now < before ? before / now : now / before, times_sign(),
                 now < before ? "faster" : "slower");
    else
        say(&change, change.verdict == CHANGE_NOISE ? "as fast (within noise)" : "as fast");
    return change;
}
