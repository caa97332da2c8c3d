/* Reads what a rule says: findings and marks. */
#include <string.h>

#include "report/rules/rule_load_internal.h"

struct taken {
    struct rule_case what;
    int type;
    size_t limit;
};

enum { TYPE_CHART = 5 };

static bool take_type(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const char *const words[] = {"optimization", "information",          "warning", "error",
                                        "ok",           [TYPE_CHART] = "chart", NULL};
    return (*(int *)target = yaml_choice(reader, node, words)) >= 0;
}

static bool take_severity(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const char *const words[] = {"default", "low", "high", NULL};
    int choice = yaml_choice(reader, node, words);
    *(Rep__RuleResultFocusSeverity *)target = (Rep__RuleResultFocusSeverity)choice;
    return choice >= 0;
}

static bool take_direction(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const char *const words[] = {"raise", "lower", NULL}, *const said[] = {"raise it",
                                                                                  "lower it"};
    int choice = yaml_choice(reader, node, words);
    if (choice >= 0)
        *(const char **)target = said[choice];
    return choice >= 0;
}

static bool take_focus(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const struct yaml_field fields[] = {
        {"metric", rule_take_words, offsetof(struct rule_focus, metric), true},
        {"value", rule_take_expr, offsetof(struct rule_focus, value), false},
        {"when", rule_take_expr, offsetof(struct rule_focus, when), false},
        {"direction", take_direction, offsetof(struct rule_focus, direction), false},
        {"severity", take_severity, offsetof(struct rule_focus, severity), false},
        {"info", rule_take_template, offsetof(struct rule_focus, info), false},
        {NULL}};
    struct rule_case *what = target;
    size_t count = yaml_count(node);
    if (!rule_is_list(reader, node))
        return false;
    what->focus = rule_keep(reader, (count + 1) * sizeof *what->focus);
    for (; what->focus_count < count; what->focus_count++)
        if (!yaml_take(reader, yaml_element(reader, node, what->focus_count), fields,
                       "a focus metric", &what->focus[what->focus_count]))
            return false;
    return true;
}

/* Takes opcodes, which must be ones that rule_source knows. */
static bool take_opcodes(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const char *const words[] = {"FADD", "FMUL", "FFMA", "DADD", "DMUL", "DFMA", NULL};
    struct rule_source_table *table = target;
    size_t count = yaml_count(node);
    table->opcodes = rule_keep(reader, (count + 1) * sizeof(void *));
    for (; table->opcode_count < count; table->opcode_count++) {
        const yaml_node_t *element = yaml_element(reader, node, table->opcode_count);
        char *word = NULL;
        if (!rule_take_words(reader, element, &word))
            return false;
        size_t known = 0;
        while (words[known] && strcmp(words[known], word) != 0)
            known++;
        if (!words[known])
            return yaml_fail(reader, element,
                             "\"%s\" is not one of: FADD, FMUL, FFMA, DADD, DMUL, DFMA", word);
        table->opcodes[table->opcode_count] = word;
    }
    return rule_is_list(reader, node);
}

static bool take_source_table(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const struct yaml_field fields[] = {
        {"title", rule_take_words, offsetof(struct rule_source_table, title), true},
        {"opcodes", take_opcodes, 0, true},
        {"mark", rule_take_template, offsetof(struct rule_source_table, mark), false},
        {"metric", rule_take_words, offsetof(struct rule_source_table, metric), true},
        {"top", rule_take_number, offsetof(struct rule_source_table, top), true},
        {NULL}};
    struct rule_source_table **table = target;
    *table = rule_keep(reader, sizeof **table);
    return yaml_take(reader, node, fields, "a source table", *table);
}

static bool take_speedup(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const struct yaml_field fields[] = {
        {"value", rule_take_expr, offsetof(struct rule_case, speedup), true},
        {"global", rule_take_expr, offsetof(struct rule_case, global), false},
        {NULL}};
    return yaml_take(reader, node, fields, "a speedup", target);
}

static bool take_chart(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const struct yaml_field fields[] = {
        {"label", rule_take_words, offsetof(struct rule_case, chart_label), true},
        {"metric", rule_take_words, offsetof(struct rule_case, chart_metric), true},
        {NULL}};
    return yaml_take(reader, node, fields, "a table of source metrics", target);
}

#define CASE(member) (offsetof(struct taken, what) + offsetof(struct rule_case, member))
static const struct yaml_field finding_fields[] = {
    {"each", rule_take_nothing, 0, false},
    {"let", rule_take_lets, CASE(lets), false},
    {"when", rule_take_expr, CASE(when), false},
    {"order", rule_take_expr, CASE(order), false},
    {"limit", rule_take_number, offsetof(struct taken, limit), false},
    {"type", take_type, offsetof(struct taken, type), true},
    {"title", rule_take_template, CASE(title), false},
    {"text", rule_take_template, CASE(text), false},
    {"speedup", take_speedup, CASE(lets), false},
    {"focus", take_focus, CASE(lets), false},
    {"source_table", take_source_table, CASE(table), false},
    {"source_metrics", take_chart, CASE(lets), false},
    {NULL}};

static bool check_finding(struct yaml_reader *reader, const yaml_node_t *node,
                          const struct taken *taken)
{
    bool chart = taken->type == TYPE_CHART;
    if (chart && !taken->what.chart_metric)
        return yaml_fail(reader, node, "a finding of type chart needs \"source_metrics\"");
    if (!chart && !taken->what.text)
        return yaml_fail(reader, node, "a finding needs \"text\"");
    return true;
}

static bool take_finding(struct yaml_reader *reader, const yaml_node_t *node,
                         struct rule_finding *finding)
{
    static const Rep__RuleResultMessageType types[] = {
        REP__RULE_RESULT_MESSAGE_TYPE__Optimization,
        REP__RULE_RESULT_MESSAGE_TYPE__Ok,
        REP__RULE_RESULT_MESSAGE_TYPE__Warning,
        REP__RULE_RESULT_MESSAGE_TYPE__Error,
        REP__RULE_RESULT_MESSAGE_TYPE__Ok,
        [TYPE_CHART] = REP__RULE_RESULT_MESSAGE_TYPE__None};
    const struct rule_table *table = rule_rows_of(reader, node);
    if (!table)
        return false;
    finding->cases = rule_keep(reader, table->count * sizeof *finding->cases);
    for (size_t i = 0; i < table->count; i++) {
        struct rule_case *what = &finding->cases[finding->case_count++];
        struct taken taken = {.type = 0};
        rule_enter_row(reader, &table->rows[i], &what->lets);
        bool good = yaml_take(reader, node, finding_fields, "a finding", &taken) &&
                    check_finding(reader, node, &taken);
        rule_leave_row(reader);
        if (!good)
            return false;
        *what = taken.what;
        finding->is_chart = taken.type == TYPE_CHART;
        finding->type = types[taken.type];
        finding->limit = taken.limit;
        finding->ordered = taken.what.order;
    }
    return true;
}

static bool take_first(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    struct rule_group *group = target;
    size_t count = yaml_count(node);
    if (!rule_is_list(reader, node))
        return false;
    group->first = true;
    group->findings = rule_keep(reader, (count + 1) * sizeof *group->findings);
    while (group->count < count) {
        const yaml_node_t *element = yaml_element(reader, node, group->count);
        if (!take_finding(reader, element, &group->findings[group->count++]))
            return false;
    }
    return true;
}

bool rule_take_groups(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const struct yaml_field first_fields[] = {{"first", take_first, 0, true}, {NULL}};
    struct rule *rule = target;
    size_t count = yaml_count(node);
    if (!rule_is_list(reader, node))
        return false;
    rule->groups = rule_keep(reader, (count + 1) * sizeof *rule->groups);
    while (rule->group_count < count) {
        const yaml_node_t *element = yaml_element(reader, node, rule->group_count);
        struct rule_group *group = &rule->groups[rule->group_count++];
        if (yaml_find(reader, element, "first")) {
            if (!yaml_take(reader, element, first_fields, "a choice of findings", group))
                return false;
            continue;
        }
        group->findings = rule_keep(reader, sizeof *group->findings);
        group->count = 1;
        if (!take_finding(reader, element, group->findings))
            return false;
    }
    return true;
}

static const struct yaml_field marker_fields[] = {
    {"each", rule_take_nothing, 0, false},
    {"let", rule_take_lets, offsetof(struct rule_marker, lets), false},
    {"when", rule_take_expr, offsetof(struct rule_marker, when), false},
    {"where", rule_take_expr, offsetof(struct rule_marker, where), true},
    {"text", rule_take_template, offsetof(struct rule_marker, text), true},
    {"line_text", rule_take_template, offsetof(struct rule_marker, line_text), false},
    {"lines", rule_take_flag, offsetof(struct rule_marker, lines), false},
    {NULL}};

bool rule_take_markers(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    struct rule *rule = target;
    size_t count = yaml_count(node), all = 0;
    if (!rule_is_list(reader, node))
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct rule_table *table = rule_rows_of(reader, yaml_element(reader, node, i));
        if (!table)
            return false;
        all += table->count;
    }
    rule->markers = rule_keep(reader, (all + 1) * sizeof *rule->markers);
    for (size_t i = 0; i < count; i++) {
        const yaml_node_t *element = yaml_element(reader, node, i);
        const struct rule_table *table = rule_rows_of(reader, element);
        for (size_t j = 0; j < table->count; j++) {
            struct rule_marker *marker = &rule->markers[rule->marker_count++];
            rule_enter_row(reader, &table->rows[j], &marker->lets);
            bool good = yaml_take(reader, element, marker_fields, "a marker", marker);
            rule_leave_row(reader);
            if (!good)
                return false;
        }
    }
    return true;
}
