/* Expands names that stand for other names: groups, old metrics, and metrics that sections define.
 */
#include <stdlib.h>
#include <string.h>

#include "collect/metrics/computed_names.h"
#include "collect/plan/plan_internal.h"
#include "collect/plan/query_tables.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/expr/expr.h"
#include "report/section/section_metrics.h"

struct members {
    struct expansion *e;
    struct strbuf list;
    bool show;
};

static void add_member(void *context, const char *name)
{
    struct members *members = context;
    struct expansion *e = members->e;
    const enum section_metric_kind kind = section_metric_kind(name);
    if (kind == SECTION_METRIC_WARP_SAMPLING || kind == SECTION_METRIC_INSTRUCTION) {
        strbuf_addf(&members->list, "%s%s", members->list.length ? "," : "", name);
        expansion_add_inside(e, name, kind);
        if (members->show)
            expansion_show(e, name);
        return;
    }
    if (kind != SECTION_METRIC_COUNTER || !expansion_has(e, name))
        return;
    strbuf_addf(&members->list, "%s%s", members->list.length ? "," : "", name);
    if (plan_family(name))
        return;
    expansion_collect_optional(e, name);
    if (members->show)
        expansion_show(e, name);
}

bool expansion_add_group(struct expansion *e, const char *name, bool show)
{
    struct members members = {.e = e, .show = show};
    if (!metric_group_each(name + strlen(METRIC_GROUP_PREFIX), e->scope->arch, add_member,
                           &members) &&
        !show)
        chip_plan_refuse(e->plan, mem_strdup(name));
    bool any = members.list.length > 0;
    if (any)
        chip_plan_add_text(e->plan, name, members.list.data);
    strbuf_free(&members.list);
    return any;
}

struct operands {
    struct expansion *e;
    bool known;
};

static void check_operand(void *context, const char *name)
{
    struct operands *operands = context;
    operands->known = operands->known && cupti_chip_knows(operands->e->chip, name);
}

static bool can_collect(struct expansion *e, const char *expression)
{
    struct operands operands = {e, true};
    return expr_metrics(expression, check_operand, &operands, NULL) && operands.known;
}

static void add_operand(void *context, const char *name)
{
    expansion_add_name(context, name, false);
    expansion_show(context, name);
}

static void note(struct chip_plan *plan, const struct legacy_metric *old, const char *expression)
{
    struct strbuf text = {0};
    strbuf_addf(&text, "%s is a name of older chips: collected as %s", old->name, expression);
    if (expression == old->suggestion)
        strbuf_addf(&text, " (%s)", old->remark);
    else if (*old->suggestion)
        strbuf_addf(&text, "; %s: %s", old->remark, old->suggestion);
    mem_grow(&plan->notes, plan->note_count, &plan->note_capacity, sizeof *plan->notes);
    plan->notes[plan->note_count++] = strbuf_detach(&text);
}

static bool no_successor(const struct legacy_metric *old, struct error *error)
{
    if (*old->successor)
        return error_set(
            error,
            "--metrics: %s is a name of older chips; its successor is %s, which this chip lacks",
            old->name, old->successor);
    if (!*old->suggestion)
        return error_set(error, "--metrics: %s is a name of older chips and has no successor",
                         old->name);
    return error_set(
        error, "--metrics: %s is a name of older chips and has no successor; take %s%s%s%s",
        old->name, old->suggestion, *old->remark ? " (" : "", old->remark, *old->remark ? ")" : "");
}

static void add_definition(struct chip_plan *plan, const char *name, const char *expression)
{
    for (size_t i = 0; i < plan->definition_count; i++)
        if (strcmp(plan->definitions[i].name, name) == 0)
            return;
    mem_grow(&plan->definitions, plan->definition_count, &plan->definition_capacity,
             sizeof *plan->definitions);
    plan->definitions[plan->definition_count++] =
        (struct plan_text){mem_strdup(name), mem_strdup(expression)};
}

bool expansion_add_legacy(struct expansion *e, const struct legacy_metric *old, struct error *error)
{
    struct chip_plan *plan = e->plan;
    const char *expression = old->successor;
    if (e->scope->arch && e->scope->arch < LEGACY_METRICS_END)
        return error_set(error,
                         "--metrics: %s: metrics of chips before compute capability 7.0 cannot be "
                         "collected",
                         old->name);
    if (*expression && !can_collect(e, expression) && *old->suggestion)
        expression = old->suggestion;
    if (!*expression || !can_collect(e, expression))
        return no_successor(old, error);
    for (size_t i = 0; i < plan->definition_count; i++)
        if (strcmp(plan->definitions[i].name, old->name) == 0)
            return true;
    expansion_show(e, old->name);
    expr_metrics(expression, add_operand, e, NULL);
    add_definition(plan, old->name, expression);
    note(plan, old, expression);
    return true;
}

/* The expression that defines the name in a section that applies to the chip, or NULL. */
static const char *defined_as(const struct expansion *e, const char *name)
{
    for (size_t i = 0; e->library && i < e->library->count; i++) {
        const Rep__ProfilerSection *section = e->library->sections[i].message;
        const Rep__ProfilerSectionMetricDefinitions *all =
            section ? section->metricdefinitions : NULL;
        for (size_t j = 0; all && j < all->n_metricdefinitions; j++)
            if (strcmp(all->metricdefinitions[j]->name, name) == 0 &&
                section_filter_passes(all->metricdefinitions[j]->filter, e->scope))
                return all->metricdefinitions[j]->expression;
    }
    return NULL;
}

bool expansion_is_defined(const struct expansion *e, const char *name)
{
    return defined_as(e, name);
}

struct defining {
    struct expansion *e;
    unsigned depth; /* a definition may use others; one that uses itself has no value */
};

static bool define(struct expansion *e, const char *name, unsigned depth);

static void define_operand(void *context, const char *name)
{
    const struct defining *d = context;
    if (!define(d->e, name, d->depth + 1))
        expansion_add_name(d->e, name, false);
}

/* Adds a definition behind the definitions that it uses. */
static bool define(struct expansion *e, const char *name, unsigned depth)
{
    enum { DEEPEST = 16 };
    const char *expression = depth < DEEPEST ? defined_as(e, name) : NULL;
    struct defining d = {e, depth};
    if (!expression)
        return false;
    expr_metrics(expression, define_operand, &d, NULL);
    add_definition(e->plan, name, expression);
    return true;
}

bool expansion_add_defined(struct expansion *e, const char *name)
{
    if (!define(e, name, 0))
        return false;
    expansion_show(e, name);
    return true;
}

bool expansion_is_computed(const struct expansion *e, const char *name)
{
    static const char sampled[] = "pmsampling:";
    for (size_t i = 0; i < query_metric_count; i++)
        if (strcmp(query_metrics[i].name, name) == 0)
            return true;
    return strncmp(name, sampled, strlen(sampled)) == 0 || defined_as(e, name) ||
           computed_name_exists(name);
}
