#include "tui/edit/again_verdict.h"

#include <math.h>
#include <stdlib.h>

#include "report/base/strbuf.h"
#include "report/compare/report_diff.h"
#include "report/compare/value_change.h"
#include "report/metric/metric_format.h"

static void add_time(struct strbuf *out, double ns)
{
    char *text = format_time(ns, false);
    strbuf_adds(out, text);
    free(text);
}

/* "2.00x faster, 12.30 us after 24.60 us, beyond the noise". */
static void add_duration(struct strbuf *out, const struct diff_group *group)
{
    const struct metric_change *time = &group->duration;
    strbuf_adds(out, value_change_speed(time->a, time->b).text);
    if (!isnan(time->a) && !isnan(time->b)) {
        strbuf_adds(out, ", ");
        add_time(out, time->b);
        strbuf_adds(out, " after ");
        add_time(out, time->a);
    }
    /* The time of another amount of work is neither better nor worse. */
    value_change_add_threads(out, group->threads);
    if (group->threads == 1 && change_is_real(time->verdict))
        strbuf_adds(out, ", beyond the noise");
}

static void add_metrics(struct strbuf *out, const struct diff_detail *detail)
{
    const size_t better = detail->verdicts[CHANGE_BETTER], worse = detail->verdicts[CHANGE_WORSE];
    if (better || worse)
        strbuf_addf(out, "; %zu metric%s better, %zu worse", better, better == 1 ? "" : "s", worse);
}

static char *compare(struct report *report, const size_t *results, struct section_choice *sections,
                     struct error *error)
{
    const struct diff_options options = {
        .only = results, .scope = DIFF_HEADERS, .sections = sections, .are_held = true};
    struct report_diff *diff = report_diff_new(report, report, &options, error);
    struct strbuf text = {0};
    if (!diff)
        return NULL;
    const struct diff_group *group = &diff->groups[0];
    struct diff_detail *detail = report_diff_detail(diff, group, error);
    if (detail) {
        add_duration(&text, group);
        if (group->threads == 1)
            add_metrics(&text, detail);
        diff_detail_free(detail);
    }
    report_diff_free(diff);
    return detail ? strbuf_detach(&text) : NULL;
}

char *again_verdict(struct report *report, struct result_cache *cache, const size_t results[2],
                    struct section_choice *sections, struct error *error)
{
    char *text = NULL;
    if (!result_cache_hold(cache, results[0], error))
        return NULL;
    if (result_cache_hold(cache, results[1], error)) {
        text = compare(report, results, sections, error);
        result_cache_release(cache, results[1]);
    }
    result_cache_release(cache, results[0]);
    return text;
}
