#include "report/rules/rule_pair.h"

#include <math.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/rules/rule_eval.h"

/* Which part of a change a name asks for. */
enum part { PART_NOW, PART_BEFORE, PART_NOISE };

static enum part part_of(const char *name, const char **metric)
{
    static const char *const prefixes[] = {[PART_BEFORE] = "before.", [PART_NOISE] = "noise."};
    *metric = name;
    for (int part = PART_BEFORE; part <= PART_NOISE; part++) {
        size_t length = strlen(prefixes[part]);
        if (strncmp(name, prefixes[part], length) != 0)
            continue;
        *metric = name + length;
        return (enum part)part;
    }
    return PART_NOW;
}

static void add_metric(void *context, const char *name)
{
    const char *metric;
    part_of(name, &metric);
    name_index_add(context, metric);
}

static bool is_of_pairs(const struct rule_entry *entry)
{
    return entry->rule && !entry->off && entry->rule->over == RULE_OVER_PAIR;
}

void rule_pair_metrics(const struct rule_library *library, struct name_index *metrics)
{
    for (size_t i = 0; library && i < library->count; i++)
        if (is_of_pairs(&library->entries[i]))
            rule_metrics(library->entries[i].rule, add_metric, metrics);
}

static bool fact_of(const struct rule_pair *pair, const char *name, struct expr_value *value)
{
    if (strcmp(name, "launches") == 0)
        value->value = (double)pair->launches;
    else if (strcmp(name, "time_share") == 0 && !isnan(pair->time_share))
        value->value = pair->time_share;
    else if (strcmp(name, "kernel") == 0)
        value->text = mem_strdup(pair->kernel);
    else
        return false;
    return true;
}

/* Noise needs the metric on both sides. */
static double number_of(const struct metric_change *change, enum part part)
{
    if (part == PART_NOISE)
        return isnan(change->a) || isnan(change->b) ? NAN : change->noise;
    return part == PART_BEFORE ? change->a : change->b;
}

static bool metric_of(void *context, const struct expr_name *name, struct expr_value *value)
{
    const struct rule_pair *pair = context;
    const char *metric;
    enum part part = part_of(name->text, &metric);
    if (fact_of(pair, name->text, value))
        return true;
    for (size_t i = 0; i < pair->metrics->count; i++)
        if (strcmp(pair->metrics->names[i], metric) == 0) {
            value->value = number_of(&pair->changes[i], part);
            return !name->key && !isnan(value->value);
        }
    return false;
}

void rule_pair_run(const struct rule_library *library, const struct rule_pair *pair,
                   struct rule_findings *findings)
{
    const struct rule_subject subject = {.metric = metric_of,
                                         .context = (void *)pair,
                                         .capability = pair->arch / 10.0,
                                         .is_range = !pair->is_kernel};
    size_t count = library ? library->count : 0;
    *findings = (struct rule_findings){.results = mem_alloc((count + 1) * sizeof(void *))};
    for (size_t i = 0; i < count; i++) {
        const struct rule_entry *entry = &library->entries[i];
        struct rule_eval eval;
        if (!is_of_pairs(entry) || (entry->rule->scope != RULE_SCOPE_ALL &&
                                    (entry->rule->scope == RULE_SCOPE_KERNEL) != pair->is_kernel))
            continue;
        rule_eval_open(&eval, entry->rule, &subject, NULL);
        Rep__RuleResult *made = rule_eval_result(&eval, rule_eval_can(&eval), &findings->arena);
        rule_eval_close(&eval);
        if (made->body)
            findings->results[findings->count++] = made;
    }
}
