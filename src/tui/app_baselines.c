/* What results are compared with: chosen, paired, shown and let go of. */
#include <stdlib.h>
#include <string.h>

#include "app_metric.h"
#include "app_rooflines.h"
#include "metric_format.h"
#include "milliseconds.h"
#include "page_diff.h"
#include "safe_text.h"
#include "screen.h"

enum { EXPORT_COLUMNS = 100, WORK_MS = 100 };

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
        strbuf_adds(&text, "that the others are compared with; b: no more");
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
static void apply_rules(struct app *app, struct baseline *baseline, struct result *result)
{
    struct rule_choice choice = app->rule_choice;
    if (!app->options->apply_rules)
        return;
    if (baseline->path) {
        if (!baseline->source)
            baseline->source = rule_source_new(baseline->report);
        choice.source = baseline->source;
    }
    rule_choice_apply(&choice, result);
}

static void compare_with(struct app *app, const struct result *baseline, const char *name)
{
    details_view_compare(&app->details, baseline, name);
    timeline_view_compare(&app->timeline, baseline);
    code_view_compare(&app->code, baseline, name);
}

void app_let_go_baseline(struct app *app)
{
    compare_with(app, NULL, NULL);
}

/* What shows changes does so, or not. */
static void show_changes(struct app *app)
{
    const bool off = app->baselines.off;
    app->details.changes_off = app->timeline.changes_off = app->code.before.off = off;
}

void app_compare(struct app *app)
{
    struct error error;
    const struct result *shown = app->details.result;
    app_let_go_baseline(app);
    baselines_let_go(&app->baselines);
    show_changes(app);
    if (!shown || !app->baselines.count)
        return;
    struct baseline_partner partner = baselines_partner(&app->baselines, shown->index);
    struct result *result = baselines_hold(&app->baselines, &partner, &error);
    if (result) {
        section_choice_define(&app->choice, result);
        apply_rules(app, partner.baseline, result);
    } else if (*error.text) {
        app_safe_status(app, error.text);
    }
    char *heading = heading_of(&partner, result);
    compare_with(app, result, heading);
    free(heading);
}

/* Before baselines go: nothing shows them any more. */
static void let_go(struct app *app)
{
    app->says_partners = false;
    app_let_go_baseline(app);
    baselines_let_go(&app->baselines);
}

void app_drop_baselines(struct app *app)
{
    let_go(app);
    baselines_clear(&app->baselines);
}

static void toggle(struct app *app)
{
    struct error line;
    size_t index = app->view == VIEW_DETAILS && app->details.result ? app->details.result->index
                                                                    : list_view_current(&app->list);
    if (index >= report_count(app->report)) {
        app_status(app, true, "there is no result that could be the baseline");
        return;
    }
    struct strbuf name = {0};
    baselines_add_result(app->report, index, &name);
    let_go(app);
    bool on = baselines_toggle(&app->baselines, index);
    size_t count = app->baselines.count;
    if (!on)
        error_set(&line, "%s is no baseline any more%s", name.data,
                  count ? "" : ": no changes are shown");
    else if (count == 1)
        error_set(&line, "%s is the baseline: open another to compare; b removes it", name.data);
    else
        error_set(&line, "%s is baseline %zu and compared with now; :baseline next takes another",
                  name.data, count);
    app_status(app, false, line.text);
    strbuf_free(&name);
    app_compare(app);
}

static void drop_all(struct app *app)
{
    struct error line;
    size_t count = app->baselines.count;
    error_set(&line, "%zu baseline%s dropped", count, count > 1 ? "s" : "");
    app_drop_baselines(app);
    app_status(app, false, count ? line.text : "there is no baseline; b makes a result one");
}

static void switch_changes(struct app *app)
{
    if (!app->baselines.count) {
        app_status(app, false, "there is nothing to compare with; b makes a result the baseline");
        return;
    }
    app->baselines.off = !app->baselines.off;
    show_changes(app);
    if (app->details.result)
        app_metric_show(app, app->details.result);
    app_status(app, false,
               app->baselines.off ? "changes are hidden; c shows them again" : "changes are shown");
}

bool app_act_baselines(struct app *app, enum action_id action)
{
    if (action == DO_BASELINE)
        toggle(app);
    else if (action == DO_DROP_BASELINES)
        drop_all(app);
    else if (action == DO_CHANGES)
        switch_changes(app);
    else
        return false;
    return true;
}

/* Which one is the current one, and how many results it is about. */
static void say_current(struct app *app)
{
    struct error line;
    struct strbuf text = {0};
    struct baselines *all = &app->baselines;
    struct baseline *baseline = &all->items[all->current];
    const struct baseline_partner partner = {baseline, all->current + 1, baseline->result, false};
    strbuf_adds(&text, "");
    baselines_name(&partner, &text);
    app->says_partners = baselines_pending(all);
    if (baseline->opens)
        error_set(&line, "baseline %zu of %zu: %s; opening it: %d %%", all->current + 1, all->count,
                  text.data, baselines_percent(all));
    else if (!report_count(app->report))
        error_set(&line, "baseline %zu of %zu: %s; results are compared as they come",
                  all->current + 1, all->count, text.data);
    else if (app->says_partners)
        error_set(&line, "baseline %zu of %zu: %s; looking for partners of %zu results: %d %%",
                  all->current + 1, all->count, text.data, report_count(app->report),
                  baselines_percent(all));
    else if (baseline->result == NO_LAUNCH)
        error_set(&line, "baseline %zu of %zu: %s; %zu of %zu results have a partner there",
                  all->current + 1, all->count, baseline->path ? text.data : "the run before",
                  baselines_paired(all, baseline), report_count(app->report));
    else
        error_set(&line, "baseline %zu of %zu: %s", all->current + 1, all->count, text.data);
    app_status(app, false, line.text);
    strbuf_free(&text);
}

static void step(struct app *app, int direction)
{
    if (!app->baselines.count) {
        app_status(app, true,
                   "there is no baseline; b makes a result one, :baseline FILE a report");
        return;
    }
    let_go(app);
    baselines_step(&app->baselines, direction);
    say_current(app);
    app_compare(app);
}

bool app_open_baseline(struct app *app, const char *path, struct error *error)
{
    let_go(app);
    bool good = baselines_open(&app->baselines, path, error);
    if (good)
        say_current(app);
    app_compare(app);
    return good;
}

/* After steps. */
static void show_partners(struct app *app)
{
    struct error error;
    struct baselines *all = &app->baselines;
    const bool says = app->says_partners || baselines_pending(all);
    if (baselines_has_empty(all)) {
        let_go(app);
        baselines_drop_empty(all, &error);
        app_say(app, LOG_ERROR, error.text);
    } else if (says && !app->status_is_error) {
        say_current(app);
    }
    if (!baselines_pending(all))
        app_compare(app);
}

bool app_pair(struct app *app)
{
    struct baselines *all = &app->baselines;
    int64_t start = milliseconds();
    const bool pending = baselines_pending(all);
    if (!baselines_works(all))
        return false;
    while (baselines_works(all) && !app_is_waited_for(app) && milliseconds() - start < WORK_MS)
        baselines_work(all);
    if (pending || baselines_has_empty(all))
        show_partners(app);
    return true;
}

void app_wait_for_partners(struct app *app)
{
    if (!baselines_pending(&app->baselines))
        return;
    baselines_finish(&app->baselines);
    show_partners(app);
}

void app_baseline_by(struct app *app, const char *word)
{
    struct error error;
    if (strcmp(word, "next") == 0)
        step(app, 1);
    else if (strcmp(word, "previous") == 0)
        step(app, -1);
    else if (!app_open_baseline(app, word, &error))
        app_safe_status(app, error.text);
}

void app_offer_baselines(const struct app *app, struct choices *list)
{
    (void)app;
    choices_add(list, "next");
    choices_add(list, "previous");
}

bool app_print_changes(struct app *app, enum page_format format, FILE *out, struct error *error)
{
    struct diff_outcome outcome;
    const struct baseline_partner partner =
        baselines_partner(&app->baselines, app->details.result->index);
    const size_t only[DIFF_SIDES] = {partner.index, app->details.result->index};
    const struct diff_options wanted = {
        .only = only,
        .scope = DIFF_BODIES,
        .sections = &app->choice,
        .rules = app->options->apply_rules ? app->rules : NULL,
        .behind = app_points_behind,
        .behind_context = app,
        .base_units = format == FORMAT_CSV || format == FORMAT_JSON,
    };
    const struct page_diff_options page = {.format = format,
                                           .naming = app->details.metric_names ? METRIC_NAME
                                                                               : METRIC_LABEL,
                                           .columns = EXPORT_COLUMNS};
    app_read_all_points(app);
    /* What is compared is dropped, also where somebody else holds it. */
    app_drop_results(app);
    struct report_diff *diff =
        report_diff_new(partner.baseline->report, app->report, &wanted, error);
    bool good = diff && page_diff_print(diff, &page, out, &outcome, error);
    if (diff)
        report_diff_free(diff);
    app_show_again(app);
    return good;
}

void app_set_baselines(struct app *app, size_t results)
{
    let_go(app);
    baselines_begin_run(&app->baselines, results);
    app_compare(app);
}
