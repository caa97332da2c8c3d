#include "app_metric.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "metric_name.h"
#include "milliseconds.h"
#include "nearest.h"
#include "number_line.h"
#include "screen.h"
#include "view_table.h"

enum { STEP_MS = 20 };

static unsigned arch_of(const struct app *app)
{
    return app->details.result ? result_arch(app->details.result) : 0;
}

/* CUPTI is asked once it is open: the first answer would be waited for. */
static void make(struct app *app)
{
    const struct metric_step *shown = metric_view_shown(&app->metric);
    struct metric_question question = {
        .details = &app->details, .rules = app->rules, .report = app->report};
    if (shown && number_is_metric(shown->name) && app->metric_source &&
        metric_source_is_open(app->metric_source, arch_of(app)))
        question.description =
            metric_source_describe(app->metric_source, arch_of(app), shown->name);
    metric_view_make(&app->metric, question);
}

static void begin(struct app *app)
{
    const char *name = metric_view_shown(&app->metric)->name;
    metric_spread_begin(&app->metric.spread, app->report, number_is_metric(name) ? name : NULL);
    make(app);
}

static void open_help(struct app *app, const struct view_metric *metric)
{
    /* Facts may be of several: "launch__grid_dim_x, _y, _z". */
    char *name = metric->label ? mem_strdup(metric->name)
                               : mem_strndup(metric->name, strcspn(metric->name, ","));
    if (metric->result != SIZE_MAX || !app->details.result)
        app_show_result(app, metric->result != SIZE_MAX ? metric->result
                                                        : list_view_current(&app->list));
    metric_view_open(&app->metric, name, metric->label);
    free(name);
    begin(app);
    app_go(app, VIEW_METRIC);
}

void app_act_metric(struct app *app)
{
    const struct view_row *row = view_row(app->view);
    if (app->view == VIEW_METRIC) {
        app_back(app);
        return;
    }
    struct view_metric metric = {.result = SIZE_MAX};
    if (row->metric)
        metric = row->metric(app);
    if (metric.name && *metric.name)
        open_help(app, &metric);
    else
        app_status(app, false,
                   metric.none ? metric.none
                               : "no metric is behind this; :metric takes the name of any");
}

void app_offer_metrics(const struct app *app, struct choices *list)
{
    for (uint32_t i = 0; i < report_string_count(app->report); i++) {
        const char *name = report_string(app->report, i);
        if (!metric_name_is_list(name))
            choices_add(list, name);
    }
}

/* Says so where no result has it. */
static void say_unknown(struct app *app, const char *name)
{
    struct error line;
    struct nearest nearest = {.wanted = name};
    for (uint32_t i = 0; i < report_string_count(app->report); i++) {
        if (strcmp(report_string(app->report, i), name) == 0)
            return;
        nearest_offer(&nearest, report_string(app->report, i));
    }
    if (nearest.best)
        error_set(&line, "no result has \"%s\"; nearest is \"%s\"", name, nearest.best);
    else
        error_set(&line, "no result has \"%s\"", name);
    app_safe_status(app, line.text);
}

void app_metric_named(struct app *app, const char *name)
{
    if (!number_is_metric(name)) {
        app_status(app, true, "that is no name of a metric");
        return;
    }
    open_help(app,
              &(struct view_metric){.name = name,
                                    .result = app->view == VIEW_LIST ? list_view_current(&app->list)
                                                                     : SIZE_MAX});
    say_unknown(app, name);
}

static void go_to_section(struct app *app, const char *section)
{
    app_go(app, VIEW_DETAILS);
    app_arrange(app);
    details_view_go(&app->details, section, app_enter(app, VIEW_DETAILS));
    app_leave();
}

void app_follow_metric(struct app *app)
{
    const struct help_line *line = metric_view_line(&app->metric);
    switch (line ? line->target : HELP_NOWHERE) {
    case HELP_METRIC:
        metric_view_follow(&app->metric, line->to);
        begin(app);
        return;
    case HELP_SECTION:
        go_to_section(app, line->to);
        return;
    case HELP_RESULT:
        if (app_show_result(app, line->index))
            list_view_go(&app->list, app->details.result->index);
        return;
    default:
        app_status(app, false, "this line leads nowhere; those with a mark do");
    }
}

bool app_metric_back(struct app *app)
{
    if (!metric_view_back(&app->metric))
        return false;
    begin(app);
    return true;
}

void app_metric_show(struct app *app, struct result *result)
{
    if (result && metric_view_shown(&app->metric))
        make(app);
    else
        metric_help_free(&app->metric.help);
}

/* Whether CUPTI is being opened. */
static bool opens(struct app *app)
{
    unsigned arch = arch_of(app);
    if (!app->metric_source)
        app->metric_source = metric_source_new();
    metric_source_open(app->metric_source, arch);
    return !metric_source_is_open(app->metric_source, arch);
}

/* Looks at the other results, and draws anew when CUPTI is there. */
bool app_metric_step(struct app *app)
{
    struct metric_spread *spread = &app->metric.spread;
    int64_t start = milliseconds();
    if (!metric_view_shown(&app->metric) || app->view != VIEW_METRIC)
        return false;
    bool opened = app->metric_opens, pending = metric_spread_pending(spread);
    app->metric_opens = opens(app);
    if (!opened && !app->metric_opens && !pending)
        return false;
    while (metric_spread_pending(spread) && !loop_ready(app->loop) &&
           milliseconds() - start < STEP_MS)
        metric_spread_step(spread);
    make(app);
    app_draw(app);
    if (!pending && app->metric_opens)
        loop_step(app->loop, STEP_MS);
    return metric_spread_pending(spread) || app->metric_opens;
}
