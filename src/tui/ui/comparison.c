#include "tui/ui/comparison.h"

#include <stdlib.h>
#include <string.h>

#include "cli/options/options.h"
#include "report/base/clock.h"
#include "report/base/mem.h"
#include "report/metric/metric_format.h"
#include "tui/details/definitions.h"
#include "tui/details/details_view.h"
#include "tui/term/screen.h"
#include "tui/widgets/messages.h"

enum { WORK_MS = 100 };

void comparison_open(struct comparison *comparison, struct view_host *host, struct views *views)
{
    comparison->host = host;
    comparison->views = views;
    baselines_init(&comparison->baselines, host->report, host->decoded);
    host->baselines = &comparison->baselines;
}

/* "❷ ", or "[2] " where that would be a number among others. */
static void add_number(struct strbuf *out, size_t number)
{
    const struct glyphs *g = screen_glyphs();
    if (g->level == GLYPHS_FULL && number <= g->number_count)
        strbuf_addf(out, "%s ", g->numbers[number - 1]);
    else
        strbuf_addf(out, "[%zu] ", number);
}

/* "❶ 3 transpose_naive  12.10 us", or what the heading says instead. free() it. */
static char *heading_of(const struct baseline_partner *partner, const struct result *result)
{
    struct strbuf text = {0}, name = {0};
    double duration;
    strbuf_adds(&name, "");
    baselines_name(partner, &name);
    if (partner->itself) {
        strbuf_adds(&text, "this is baseline ");
        add_number(&text, partner->number);
        strbuf_adds(&text, "for the other results; b removes it");
    } else if (partner->pending) {
        add_number(&text, partner->number);
        strbuf_addf(&text, "%s: looking for the launch that is like this one", name.data);
    } else if (partner->index == NO_LAUNCH) {
        add_number(&text, partner->number);
        strbuf_adds(&name, partner->baseline->path ? " has no" : "");
        strbuf_addf(&text, "%s launch like this one: nothing to compare with",
                    partner->baseline->path ? name.data : "no run before has a");
    } else if (!result) {
        strbuf_addf(&text, "%s cannot be decoded: nothing to compare with", name.data);
    } else {
        add_number(&text, partner->number);
        strbuf_adds(&text, name.data);
        if (result_number(result, "gpu__time_duration.sum", &duration)) {
            struct unit_scale scale = unit_scale_for("ns", duration);
            strbuf_addf(&text, "  %.2f %s", duration / scale.factor, scale.unit);
        }
    }
    strbuf_free(&name);
    return strbuf_detach(&text);
}

/* What rules find in the baseline, as in the result: those of another report look into its code. */
static void apply_rules(const struct view_host *host, struct baseline *baseline,
                        struct result *result)
{
    struct rule_choice choice = host->definitions->rule_choice;
    if (!host->options->apply_rules)
        return;
    if (baseline->path) {
        if (!baseline->source)
            baseline->source = rule_source_new(baseline->report);
        choice.source = baseline->source;
    }
    rule_choice_apply(&choice, result);
}

void comparison_show(struct comparison *comparison)
{
    struct error error;
    const struct result *shown = comparison->host->details->result;
    views_compare(comparison->views, NULL, NULL);
    baselines_let_go(&comparison->baselines);
    views_hide_changes(comparison->views, comparison->baselines.off);
    if (!shown || !comparison->baselines.count)
        return;
    struct baseline_partner partner = baselines_partner(&comparison->baselines, shown->index);
    struct result *result = baselines_hold(&comparison->baselines, &partner, &error);
    if (result) {
        section_choice_define(&comparison->host->definitions->choice, result);
        apply_rules(comparison->host, partner.baseline, result);
    } else if (*error.text) {
        messages_fail(comparison->host->messages, error.text);
    }
    char *heading = heading_of(&partner, result);
    views_compare(comparison->views, result, heading);
    free(heading);
}

void comparison_release(struct comparison *comparison)
{
    views_compare(comparison->views, NULL, NULL);
    baselines_release(&comparison->baselines);
}

/* Before baselines go: nothing shows them any more. */
static void let_go(struct comparison *comparison)
{
    comparison->says_partners = false;
    views_compare(comparison->views, NULL, NULL);
    baselines_let_go(&comparison->baselines);
}

void comparison_drop(struct comparison *comparison)
{
    let_go(comparison);
    baselines_clear(&comparison->baselines);
}

void comparison_toggle(struct comparison *comparison, size_t index)
{
    struct error line;
    if (index >= report_count(comparison->host->report)) {
        messages_status(comparison->host->messages, true,
                        "there is no result that could be the baseline");
        return;
    }
    struct strbuf name = {0};
    baselines_add_result(comparison->host->report, index, &name);
    let_go(comparison);
    bool on = baselines_toggle(&comparison->baselines, index);
    size_t count = comparison->baselines.count;
    if (!on)
        error_set(&line, "%s is no longer a baseline%s", name.data,
                  count ? "" : ": no changes are shown");
    else if (count == 1)
        error_set(&line, "%s is the baseline: open another to compare; b removes it", name.data);
    else
        error_set(&line, "%s is baseline %zu and now in use; :baseline next takes another",
                  name.data, count);
    messages_status(comparison->host->messages, false, line.text);
    strbuf_free(&name);
    comparison_show(comparison);
}

void comparison_use(struct comparison *comparison, size_t result)
{
    let_go(comparison);
    baselines_use(&comparison->baselines, result);
    comparison_show(comparison);
}

void comparison_drop_all(struct comparison *comparison)
{
    struct error line;
    size_t count = comparison->baselines.count;
    error_set(&line, "%zu baseline%s dropped", count, count > 1 ? "s" : "");
    comparison_drop(comparison);
    messages_status(comparison->host->messages, false,
                    count ? line.text : "there is no baseline; b makes a result the baseline");
}

void comparison_switch(struct comparison *comparison)
{
    if (!comparison->baselines.count) {
        messages_status(comparison->host->messages, false,
                        "there is nothing to compare with; b makes a result the baseline");
        return;
    }
    comparison->baselines.off = !comparison->baselines.off;
    views_hide_changes(comparison->views, comparison->baselines.off);
    messages_status(comparison->host->messages, false,
                    comparison->baselines.off ? "changes are hidden; c shows them again"
                                              : "changes are shown");
}

/* Which one is the current one, and how many results it is about. */
static void say_current(struct comparison *comparison)
{
    struct error line;
    struct strbuf text = {0};
    struct baselines *all = &comparison->baselines;
    struct baseline *baseline = &all->items[all->current];
    const struct baseline_partner partner = {baseline, all->current + 1, baseline->result, false};
    strbuf_adds(&text, "");
    baselines_name(&partner, &text);
    comparison->says_partners = baselines_pending(all);
    if (baseline->opens)
        error_set(&line, "baseline %zu of %zu: %s; opening it: %d %%", all->current + 1, all->count,
                  text.data, baselines_percent(all));
    else if (!report_count(comparison->host->report))
        error_set(&line, "baseline %zu of %zu: %s; results are compared as they come",
                  all->current + 1, all->count, text.data);
    else if (comparison->says_partners)
        error_set(&line, "baseline %zu of %zu: %s; looking for partners of %zu results: %d %%",
                  all->current + 1, all->count, text.data, report_count(comparison->host->report),
                  baselines_percent(all));
    else if (baseline->result == NO_LAUNCH)
        error_set(&line, "baseline %zu of %zu: %s; %zu of %zu results have a partner there",
                  all->current + 1, all->count, baseline->path ? text.data : "the run before",
                  baselines_paired(all, baseline), report_count(comparison->host->report));
    else
        error_set(&line, "baseline %zu of %zu: %s", all->current + 1, all->count, text.data);
    messages_status(comparison->host->messages, false, line.text);
    strbuf_free(&text);
}

static void step(struct comparison *comparison, int direction)
{
    if (!comparison->baselines.count) {
        messages_status(
            comparison->host->messages, true,
            "there is no baseline; b makes a result the baseline, :baseline FILE a report");
        return;
    }
    let_go(comparison);
    baselines_step(&comparison->baselines, direction);
    say_current(comparison);
    comparison_show(comparison);
}

bool comparison_add_report(struct comparison *comparison, const char *path, struct error *error)
{
    let_go(comparison);
    bool good = baselines_open(&comparison->baselines, path, error);
    if (good)
        say_current(comparison);
    comparison_show(comparison);
    return good;
}

/* After steps. */
static void show_partners(struct comparison *comparison)
{
    struct error error;
    struct baselines *all = &comparison->baselines;
    const bool says = comparison->says_partners || baselines_pending(all);
    if (baselines_has_empty(all)) {
        let_go(comparison);
        baselines_drop_empty(all, &error);
        messages_say(comparison->host->messages, LOG_ERROR, error.text);
    } else if (says && !comparison->host->messages->is_error) {
        say_current(comparison);
    }
    if (!baselines_pending(all))
        comparison_show(comparison);
}

bool comparison_work(struct comparison *comparison)
{
    struct baselines *all = &comparison->baselines;
    int64_t start = milliseconds();
    const bool pending = baselines_pending(all);
    if (!baselines_works(all))
        return false;
    while (baselines_works(all) && !view_host_is_waited_for(comparison->host) &&
           milliseconds() - start < WORK_MS)
        baselines_work(all);
    if (pending || baselines_has_empty(all))
        show_partners(comparison);
    return true;
}

void comparison_finish(struct comparison *comparison)
{
    if (!baselines_pending(&comparison->baselines))
        return;
    baselines_finish(&comparison->baselines);
    show_partners(comparison);
}

void comparison_by(struct comparison *comparison, const char *word)
{
    struct error error;
    if (strcmp(word, "next") == 0)
        step(comparison, 1);
    else if (strcmp(word, "previous") == 0)
        step(comparison, -1);
    else if (!comparison_add_report(comparison, word, &error))
        messages_fail(comparison->host->messages, error.text);
}

void comparison_offer(struct completions *list)
{
    completions_add(list, "next");
    completions_add(list, "previous");
}

void comparison_begin_run(struct comparison *comparison, size_t results)
{
    let_go(comparison);
    baselines_begin_run(&comparison->baselines, results);
    comparison_show(comparison);
}
