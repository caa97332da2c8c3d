#include "report/rules/rule.h"

#include <stdlib.h>

#include "report/rules/rule_bind.h"

void rule_free(struct rule *rule)
{
    if (!rule)
        return;
    for (size_t i = 0; i < rule->part_count; i++) {
        expr_free(rule->parts[i].expr);
        rule_template_free(rule->parts[i].text);
    }
    free(rule->parts);
    free(rule->names);
    arena_free(&rule->arena);
    free(rule);
}

struct user {
    const struct rule *rule;
    const struct rule_lets *locals;
    void (*use)(void *, const char *);
    void *context;
};

static void pass_on(void *context, const char *name)
{
    const struct user *user = context;
    if (rule_is_metric(user->rule, user->locals, name))
        user->use(user->context, name);
}

static void pass_case(const struct rule_case *c, struct user *user)
{
    for (size_t i = 0; i < c->focus_count; i++)
        if (!c->focus[i].value)
            pass_on(user, c->focus[i].metric);
    if (c->table)
        pass_on(user, c->table->metric);
    if (c->chart_metric)
        pass_on(user, c->chart_metric);
}

void rule_metrics(const struct rule *rule, void (*use)(void *, const char *), void *context)
{
    struct user user = {rule, NULL, use, context};
    for (size_t i = 0; rule->script && i < rule->script->metric_count; i++)
        use(context, rule->script->metrics[i]);
    for (size_t i = 0; i < rule->part_count; i++) {
        user.locals = rule->parts[i].locals;
        if (rule->parts[i].expr)
            expr_names(rule->parts[i].expr, pass_on, &user);
        rule_template_names(rule->parts[i].text, pass_on, &user);
    }
    user.locals = NULL;
    for (size_t i = 0; i < rule->group_count; i++)
        for (size_t j = 0; j < rule->groups[i].count; j++) {
            const struct rule_finding *finding = &rule->groups[i].findings[j];
            for (size_t k = 0; k < finding->case_count; k++)
                pass_case(&finding->cases[k], &user);
        }
}
