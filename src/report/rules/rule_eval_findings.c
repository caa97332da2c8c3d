/* Findings: makes what a rule says in the form that a report stores. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/rules/rule_eval.h"

static Rep__RuleResultBodyItem *add_item(struct rule_found *found, struct arena *arena)
{
    mem_grow(&found->items, found->item_count, &found->item_capacity, sizeof(void *));
    Rep__RuleResultBodyItem *item = arena_alloc(arena, sizeof *item);
    rep__rule_result_body_item__init(item);
    found->items[found->item_count++] = item;
    return item;
}

static void add_chart(const struct rule_case *what, struct arena *arena, struct rule_found *found)
{
    Rep__ProfilerSourceMetricTable *table = arena_alloc(arena, sizeof *table);
    rep__profiler_source_metric_table__init(table);
    table->label = arena_strdup(arena, what->chart_label);
    table->metrics = arena_alloc(arena, sizeof(void *));
    table->metrics[0] = arena_alloc(arena, sizeof **table->metrics);
    rep__profiler_section_metric__init(table->metrics[0]);
    table->metrics[0]->name = arena_strdup(arena, what->chart_metric);
    table->metrics[0]->label = arena_strdup(arena, what->chart_label);
    table->n_metrics = 1;
    add_item(found, arena)->sourcemetrictable = table;
}

static void add_speedup(struct rule_eval *eval, const struct rule_case *what, struct arena *arena,
                        Rep__RuleResultBodyItem *item)
{
    double value;
    if (!what->speedup || !rule_eval_number(eval, what->speedup, &value) || !isfinite(value))
        return;
    Rep__RuleResultSpeedup *speedup = arena_alloc(arena, sizeof *speedup);
    rep__rule_result_speedup__init(speedup);
    speedup->has_speeduptype = speedup->has_value = true;
    speedup->speeduptype = rule_eval_is_true(eval, what->global)
                               ? REP__RULE_RESULT_SPEEDUP_TYPE__Global
                               : REP__RULE_RESULT_SPEEDUP_TYPE__Local;
    speedup->value = value;
    item->speedup = speedup;
}

static bool focus_value(struct rule_eval *eval, const struct rule_focus *focus, double *value)
{
    if (focus->value)
        return rule_eval_number(eval, focus->value, value);
    const struct expr_name name = {focus->metric, NULL, -1};
    struct expr_value metric = {0};
    if (!rule_eval_lookup(eval, &name, &metric))
        return false;
    *value = metric.value;
    expr_value_free(&metric);
    return true;
}

static void add_focus(struct rule_eval *eval, const struct rule_case *what, struct arena *arena,
                      Rep__RuleResultBodyItem *item)
{
    item->focusmetrics = arena_alloc(arena, (what->focus_count + 1) * sizeof(void *));
    for (size_t i = 0; i < what->focus_count; i++) {
        const struct rule_focus *focus = &what->focus[i];
        double value;
        if (!rule_eval_is_true(eval, focus->when) || !focus_value(eval, focus, &value))
            continue;
        Rep__RuleResultFocusMetric *metric = arena_alloc(arena, sizeof *metric);
        rep__rule_result_focus_metric__init(metric);
        metric->has_messageid = metric->has_metricvalue = metric->has_severity = true;
        metric->messageid = item->message->id;
        metric->metricname = arena_strdup(arena, focus->metric);
        metric->metricvalue = value;
        metric->severity = focus->severity;
        metric->info = focus->info ? rule_eval_text(eval, focus->info, arena)
                                   : arena_strdup(arena, focus->direction ? focus->direction : "");
        item->focusmetrics[item->n_focusmetrics++] = metric;
    }
}

static void add_table(struct rule_eval *eval, const struct rule_case *what, struct arena *arena,
                      Rep__RuleResultBodyItem *item, struct rule_found *found)
{
    if (!what->table)
        return;
    Rep__RuleResultTable *table =
        rule_code_table(eval, what->table, arena, found, item->message->message);
    if (!table)
        return;
    item->ruletables = arena_alloc(arena, sizeof(void *));
    item->ruletables[item->n_ruletables++] = table;
}

static int messages(const struct rule_found *found)
{
    int count = 0;
    for (size_t i = 0; i < found->item_count; i++)
        count += found->items[i]->message != NULL;
    return count;
}

static void say(struct rule_eval *eval, const struct rule_finding *finding,
                const struct rule_case *what, struct arena *arena, struct rule_found *found)
{
    if (finding->is_chart) {
        add_chart(what, arena, found);
        return;
    }
    Rep__RuleResultMessage *message = arena_alloc(arena, sizeof *message);
    rep__rule_result_message__init(message);
    message->message = rule_eval_text(eval, what->text, arena);
    message->type = finding->type;
    message->has_id = true;
    message->id = messages(found) + 1;
    if (what->title)
        message->name = rule_eval_text(eval, what->title, arena);
    Rep__RuleResultBodyItem *item = add_item(found, arena);
    item->message = message;
    add_speedup(eval, what, arena, item);
    add_focus(eval, what, arena, item);
    add_table(eval, what, arena, item, found);
}

/* A case to say, with its key for sorting. */
struct due {
    size_t at;
    double order;
};

static int compare_due(const void *a, const void *b)
{
    const struct due *x = a, *y = b;
    if (x->order != y->order)
        return x->order > y->order ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* Says all cases that apply. Returns whether there are any. */
static bool say_all(struct rule_eval *eval, const struct rule_finding *finding, struct arena *arena,
                    struct rule_found *found)
{
    struct due *due = mem_alloc(finding->case_count * sizeof *due);
    size_t count = 0;
    for (size_t i = 0; i < finding->case_count; i++) {
        const struct rule_case *what = &finding->cases[i];
        due[count] = (struct due){.at = i};
        rule_eval_enter(eval, &what->lets);
        if (rule_eval_is_true(eval, what->when) &&
            (!what->order || rule_eval_number(eval, what->order, &due[count].order)))
            count++;
        rule_eval_leave(eval);
    }
    if (count && finding->ordered)
        qsort(due, count, sizeof *due, compare_due);
    if (finding->limit && count > finding->limit)
        count = finding->limit;
    for (size_t i = 0; i < count; i++) {
        const struct rule_case *what = &finding->cases[due[i].at];
        rule_eval_enter(eval, &what->lets);
        say(eval, finding, what, arena, found);
        rule_eval_leave(eval);
    }
    free(due);
    return count;
}

void rule_eval_findings(struct rule_eval *eval, struct arena *arena, struct rule_found *found)
{
    if (!rule_eval_is_true(eval, eval->rule->when))
        return;
    for (size_t i = 0; i < eval->rule->group_count; i++) {
        const struct rule_group *group = &eval->rule->groups[i];
        bool said = false;
        for (size_t j = 0; j < group->count && !(said && group->first); j++)
            said = say_all(eval, &group->findings[j], arena, found) || said;
    }
    rule_code_marks(eval, arena, found);
}

void rule_found_free(struct rule_found *found)
{
    free(found->items);
    free(found->markers);
    *found = (struct rule_found){0};
}

static void *copy_list(struct arena *arena, const void *list, size_t count)
{
    void *copy = arena_alloc(arena, (count + 1) * sizeof(void *));
    if (count)
        memcpy(copy, list, count * sizeof(void *));
    return copy;
}

Rep__RuleResult *rule_eval_result(struct rule_eval *eval, bool can, struct arena *arena)
{
    struct rule_found found = {0};
    Rep__RuleResult *made = arena_alloc(arena, sizeof *made);
    rep__rule_result__init(made);
    made->identifier = arena_strdup(arena, eval->rule->identifier);
    made->displayname = arena_strdup(arena, eval->rule->name);
    made->sectionidentifier = arena_strdup(arena, eval->rule->section);
    if (can)
        rule_eval_findings(eval, arena, &found);
    made->sourcemarkers = copy_list(arena, found.markers, found.marker_count);
    made->n_sourcemarkers = found.marker_count;
    if (found.item_count) {
        made->body = arena_alloc(arena, sizeof *made->body);
        rep__rule_result_body__init(made->body);
        made->body->items = copy_list(arena, found.items, found.item_count);
        made->body->n_items = found.item_count;
    }
    rule_found_free(&found);
    return made;
}
