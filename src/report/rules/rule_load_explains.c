/* Reads `explains`: which findings are symptoms of those of the rule. */
#include <string.h>

#include "report/rules/rule_load_internal.h"

enum { LONGEST_CALLED = 18 };

static bool take_called(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    return rule_take_words(reader, node, target) &&
           (strlen(*(char **)target) <= LONGEST_CALLED ||
            yaml_fail(reader, node, "the name of a cause has at most %d bytes", LONGEST_CALLED));
}

static bool take_symptoms(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    struct rule_explains *explains = target;
    size_t count = yaml_count(node);
    if (!rule_is_list(reader, node))
        return false;
    explains->symptoms = rule_keep(reader, (count + 1) * sizeof *explains->symptoms);
    for (; explains->symptom_count < count; explains->symptom_count++)
        if (!rule_take_words(reader, yaml_element(reader, node, explains->symptom_count),
                             &explains->symptoms[explains->symptom_count]))
            return false;
    return true;
}

static const struct yaml_field fields[] = {
    {"finding", rule_take_words, offsetof(struct rule_explains, finding), false},
    {"called", take_called, offsetof(struct rule_explains, called), false},
    {"symptoms", take_symptoms, 0, false},
    {"unranked", rule_take_flag, offsetof(struct rule_explains, unranked), false},
    {"waits", rule_take_flag, offsetof(struct rule_explains, waits), false},
    {NULL}};

bool rule_take_explains(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    struct rule *rule = target;
    size_t count = yaml_count(node);
    if (!rule_is_list(reader, node))
        return false;
    rule->explains = rule_keep(reader, (count + 1) * sizeof *rule->explains);
    for (; rule->explains_count < count; rule->explains_count++)
        if (!yaml_take(reader, yaml_element(reader, node, rule->explains_count), fields,
                       "an entry of explains", &rule->explains[rule->explains_count]))
            return false;
    return true;
}
