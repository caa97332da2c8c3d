/* How it works: the library holds parents before their children, so one pass over it suffices.
 * `sent` keeps what each rule sent, which its children find by the parent's name. A rule whose
 * requirements are missing yields a result without a body. Metrics that a rule adds are visible to
 * the rules after it. */
#include "report/rules/rule_run.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/expr/expr_metric.h"
#include "report/rules/rule_eval.h"
#include "report/rules/rule_scripts.h"
#include "report/section/result_define.h"

static bool metric_of(void *context, const struct expr_name *name, struct expr_value *value)
{
    const Rep__ProfileMetricResult *metric = name->alone
                                                 ? result_metric(context, name->text)
                                                 : result_metric_instances(context, name->text);
    return name->key ? expr_metric_instance(metric, name->key, value)
                     : expr_metric_value(metric, value);
}

static bool has_section(const struct result *result, const char *identifier)
{
    for (size_t i = 0; i < result->section_count; i++)
        if (strcmp(result->sections[i]->identifier, identifier) == 0)
            return true;
    return false;
}

static bool fits(const struct rule_entry *entry, const struct result *result)
{
    const struct rule *rule = entry->rule;
    return rule && !entry->off && rule->over == RULE_OVER_RESULT &&
           (rule->scope == RULE_SCOPE_ALL ||
            (rule->scope == RULE_SCOPE_KERNEL) == (result->kind == ENTRY_KERNEL)) &&
           (has_section(result, rule->section) || (rule->script && !*rule->section));
}

static const struct rule_dictionary *sent_by(const struct rule_library *library,
                                             const struct rule_dictionary *sent, const char *parent)
{
    for (size_t i = 0; parent && i < library->count; i++)
        if (library->entries[i].rule && strcmp(library->entries[i].rule->identifier, parent) == 0)
            return &sent[i];
    return NULL;
}

/* Collects what the rule sends, and what it received if it forwards that. */
static void send(struct rule_eval *eval, struct rule_dictionary *sent)
{
    const struct rule *rule = eval->rule;
    const struct rule_dictionary *received = rule->forward ? eval->received : NULL;
    size_t most = (received ? received->count : 0) + rule->sent_count;
    sent->list = mem_alloc((most + 1) * sizeof *sent->list);
    /* Lookups take the first of a name, so own values come first. */
    for (size_t i = 0; i < rule->sent_count; i++) {
        double value;
        if (rule_eval_number(eval, rule->sent[i].value, &value))
            sent->list[sent->count++] = (struct rule_said){rule->sent[i].name, value};
    }
    for (size_t i = 0; received && i < received->count; i++)
        sent->list[sent->count++] = received->list[i];
}

static void add_metrics(struct rule_eval *eval, struct result *result)
{
    for (size_t i = 0; i < eval->rule->added_count; i++) {
        struct expr_value value;
        if (!rule_eval_value(eval, eval->rule->added[i].value, &value))
            continue;
        result_define_value(result, eval->rule->added[i].name, &value);
        expr_value_free(&value);
    }
}

static Rep__RuleResult *run_one(const struct rule *rule, const struct rule_subject *subject,
                                struct result *result, const struct rule_dictionary *received,
                                struct rule_dictionary *sent, struct arena *arena)
{
    struct rule_eval eval;
    rule_eval_open(&eval, rule, subject, received);
    bool can = rule_eval_can(&eval);
    if (can) {
        send(&eval, sent);
        add_metrics(&eval, result);
    }
    Rep__RuleResult *made = rule_eval_result(&eval, can, arena);
    rule_eval_close(&eval);
    return made;
}

/* Returns whether all rules that a rule in Python requires are there. */
static bool has_rules(const struct rule_library *library, const struct rule_script *script)
{
    for (size_t i = 0; i < script->rule_count; i++)
        if (!rule_find(library, script->rules[i]))
            return false;
    return true;
}

static Rep__RuleResult *run_script(const struct rule_library *library, const struct rule *rule,
                                   struct result *result, const struct rule_dictionary *all,
                                   struct rule_dictionary *sent, struct arena *arena)
{
    struct rule_received *received = mem_alloc((rule->parent_count + 1) * sizeof *received);
    size_t count = 0;
    for (size_t i = 0; i < rule->parent_count; i++) {
        const struct rule_dictionary *one = sent_by(library, all, rule->parents[i]);
        if (one && one->list)
            received[count++] = (struct rule_received){rule->parents[i], one};
    }
    Rep__RuleResult *made =
        rule_scripts_run(library->scripts, rule, result, received, count, sent, arena);
    free(received);
    return made;
}

void rule_run(const struct rule_library *library, struct result *result, struct rule_source *source,
              struct rule_findings *findings)
{
    const struct rule_subject subject = {
        metric_of, result, result_arch(result) / 10.0, result->kind != ENTRY_KERNEL,
        result,    source};
    struct rule_dictionary *sent = mem_alloc((library->count + 1) * sizeof *sent);
    *findings = (struct rule_findings){0};
    findings->results = mem_alloc((library->count + 1) * sizeof(void *));
    for (size_t i = 0; i < library->count; i++) {
        const struct rule_entry *entry = &library->entries[i];
        if (!fits(entry, result))
            continue;
        if (entry->rule->script && library->scripts && has_rules(library, entry->rule->script))
            findings->results[findings->count++] =
                run_script(library, entry->rule, result, sent, &sent[i], &findings->arena);
        else if (!entry->rule->script)
            findings->results[findings->count++] =
                run_one(entry->rule, &subject, result, sent_by(library, sent, entry->rule->parent),
                        &sent[i], &findings->arena);
    }
    for (size_t i = 0; i < library->count; i++)
        free(sent[i].list);
    free(sent);
}
