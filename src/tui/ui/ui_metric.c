#include "tui/ui/ui_metric.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/clock.h"
#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/metric/glossary.h"
#include "report/metric/metric_name.h"
#include "tui/details/details_view.h"
#include "tui/list/list_view.h"
#include "tui/ui/ui_view.h"
#include "tui/views/metric_ops.h"
#include "tui/widgets/key_match.h"
#include "tui/widgets/number_line.h"

static void open_help(struct ui *ui, const struct view_metric *metric)
{
    /* Facts may be of several: "launch__grid_dim_x, _y, _z". */
    char *name = metric->label ? mem_strdup(metric->name)
                               : mem_strndup(metric->name, strcspn(metric->name, ","));
    if (metric->result != SIZE_MAX || !ui->host.details->result)
        shown_show(&ui->shown,
                   metric->result != SIZE_MAX ? metric->result : list_view_current(ui->host.list));
    metric_view_ask(views_of(&ui->views, VIEW_METRIC), name, metric->label);
    free(name);
    panes_go(&ui->panes, VIEW_METRIC);
}

static bool point(struct ui *ui, struct view *view)
{
    const int rows = ui_enter(ui, view);
    const bool found = view->ops->point(view, rows);
    panes_leave();
    return found;
}

void ui_metric_act(struct ui *ui)
{
    struct view *view = ui_focused(ui);
    if (ui->panes.focus == VIEW_METRIC) {
        panes_back(&ui->panes);
        return;
    }
    struct view_metric metric = {.result = SIZE_MAX};
    if (view->ops->metric)
        metric = view->ops->metric(ui_settled(ui, view));
    if (!metric.name && view->ops->point && point(ui, view))
        metric = view->ops->metric(ui_settled(ui, view));
    if (metric.name && *metric.name)
        open_help(ui, &metric);
    else
        messages_status(&ui->messages, false,
                        metric.none ? metric.none
                                    : "this shows no metric; :metric takes any metric's name");
}

static void offer_term(void *list, const struct glossary_term *term)
{
    completions_add(list, term->name);
}

void ui_offer_metrics(const struct ui *ui, struct completions *list)
{
    for (uint32_t i = 0; i < report_string_count(ui->host.report); i++) {
        const char *name = report_string(ui->host.report, i);
        if (!metric_name_is_list(name))
            completions_add(list, name);
    }
    glossary_each(offer_term, list);
}

/* Says so where no result has it. */
static void say_unknown(struct ui *ui, const char *name)
{
    struct error line;
    struct nearest nearest = {.wanted = name};
    for (uint32_t i = 0; i < report_string_count(ui->host.report); i++) {
        if (strcmp(report_string(ui->host.report, i), name) == 0)
            return;
        nearest_offer(&nearest, report_string(ui->host.report, i));
    }
    if (nearest.best)
        error_set(&line, "no result has \"%s\"; nearest is \"%s\"", name, nearest.best);
    else
        error_set(&line, "no result has \"%s\"", name);
    messages_fail(&ui->messages, line.text);
}

static void ignore_term(void *context, const struct glossary_term *term)
{
    (void)context, (void)term;
}

struct term_offers {
    const char *letters;
    int wanted;
    size_t most;
    struct completions *list;
};

static void offer_meant(void *context, const struct glossary_term *term)
{
    struct term_offers *offers = context;
    if (offers->list->count < offers->most &&
        key_match_name(term->name, offers->letters) == offers->wanted)
        completions_add(offers->list, term->name);
}

void ui_offer_terms(const char *letters, struct completions *list, size_t most)
{
    struct term_offers offers = {letters, KEY_MATCH_BEST, most, list};
    for (; offers.wanted > 0 && *letters; offers.wanted--)
        glossary_each(offer_meant, &offers);
}

/* The metric of a number that is called so on the screen; NULL: there is none. */
static const char *labelled(const struct details_view *details, const char *word)
{
    for (size_t i = 0; i < details->total; i++) {
        const struct section_view *view = details->sections[i].view;
        for (size_t j = 0; view && j < view->header_count; j++)
            if (view->header[j].metric &&
                key_match_name(view->header[j].label, word) == KEY_MATCH_BEST)
                return view->header[j].metric;
    }
    return NULL;
}

static void ignore_label(void *context, const struct label_meaning *meaning)
{
    (void)context, (void)meaning;
}

/* Whether sections, rules or the list write this word. */
static bool is_label(struct ui *ui, const char *word)
{
    return label_find(definitions_labels(&ui->definitions), word, ignore_label, NULL) ||
           list_field_called(word);
}

/* A term by its name, a stall as the source view calls it, a number by its label, what else has
 * such a label, and else what the letters mean. */
void ui_explain(struct ui *ui, const char *word)
{
    struct completions list = {0};
    char *stall = mem_printf("stall_%s", word);
    const char *meant = word;
    if (ui->panes.focus == VIEW_LIST)
        shown_show(&ui->shown, list_view_current(ui->host.list));
    const char *number = labelled(ui->host.details, word);
    if (glossary_find(word, ignore_term, NULL) || strstr(word, "__"))
        meant = word;
    else if (glossary_find(stall, ignore_term, NULL))
        meant = stall;
    else if (number)
        meant = number;
    else if (!is_label(ui, word))
        ui_offer_terms(word, &list, 1);
    ui_metric_named(ui, list.count ? list.words[0] : meant);
    completions_free(&list);
    free(stall);
}

void ui_metric_named(struct ui *ui, const char *name)
{
    bool term =
        glossary_find(name, ignore_term, NULL) || (!strstr(name, "__") && is_label(ui, name));
    if (!term && !number_is_metric(name)) {
        messages_status(&ui->messages, true,
                        "no term and no metric is called so; Tab after ; shows terms");
        return;
    }
    open_help(ui, &(struct view_metric){.name = name,
                                        .result = ui->panes.focus == VIEW_LIST
                                                      ? list_view_current(ui->host.list)
                                                      : SIZE_MAX});
    if (!term)
        say_unknown(ui, name);
}
