#include "report/rules/rule_load.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/rules/rule_bind.h"
#include "report/rules/rule_load_internal.h"

enum { LONGEST_FILE = 1 << 20 };

static bool take_scope(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const char *const words[] = {"all", "kernel", "range", NULL};
    int choice = yaml_choice(reader, node, words);
    *(enum rule_scope *)target = (enum rule_scope)choice;
    return choice >= 0;
}

static bool take_over(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const char *const words[] = {"result", "kernel", "report", "pair", NULL};
    int choice = yaml_choice(reader, node, words);
    *(enum rule_over *)target = (enum rule_over)choice;
    return choice >= 0;
}

/* Takes a map of names to expressions. */
static bool take_given(struct yaml_reader *reader, const yaml_node_t *node,
                       struct rule_given **list, size_t *count)
{
    if (node->type != YAML_MAPPING_NODE)
        return yaml_fail(reader, node, "a map of names is expected");
    const yaml_node_pair_t *first = node->data.mapping.pairs.start;
    size_t pairs = (size_t)(node->data.mapping.pairs.top - first);
    *list = rule_keep(reader, (pairs + 1) * sizeof **list);
    for (; *count < pairs; (*count)++) {
        const yaml_node_t *key = yaml_document_get_node(&reader->document, first[*count].key);
        const yaml_node_t *value = yaml_document_get_node(&reader->document, first[*count].value);
        if (!rule_take_words(reader, key, &(*list)[*count].name) ||
            !rule_take_expr(reader, value, &(*list)[*count].value))
            return false;
    }
    return true;
}

static bool take_sent(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    struct rule *rule = target;
    return take_given(reader, node, &rule->sent, &rule->sent_count);
}

static bool take_added(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    struct rule *rule = target;
    return take_given(reader, node, &rule->added, &rule->added_count);
}

static bool take_needed(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    struct rule *rule = target;
    size_t count = yaml_count(node);
    rule->needed = rule_keep(reader, (count + 1) * sizeof(void *));
    for (; rule->needed_count < count; rule->needed_count++)
        if (!rule_take_expr(reader, yaml_element(reader, node, rule->needed_count),
                            &rule->needed[rule->needed_count]))
            return false;
    return rule_is_list(reader, node);
}

static const struct yaml_field rule_fields[] = {
    {"identifier", rule_take_words, offsetof(struct rule, identifier), true},
    {"name", rule_take_words, offsetof(struct rule, name), true},
    {"section", rule_take_words, offsetof(struct rule, section), false},
    {"description", rule_take_words, offsetof(struct rule, description), false},
    {"parent", rule_take_words, offsetof(struct rule, parent), false},
    {"scope", take_scope, offsetof(struct rule, scope), false},
    {"over", take_over, offsetof(struct rule, over), false},
    {"requires", take_needed, 0, false},
    {"tables", rule_take_nothing, 0, false},
    {"let", rule_take_lets, offsetof(struct rule, lets), false},
    {"when", rule_take_expr, offsetof(struct rule, when), false},
    {"forward", rule_take_flag, offsetof(struct rule, forward), false},
    {"send", take_sent, 0, false},
    {"add", take_added, 0, false},
    {"findings", rule_take_groups, 0, false},
    {"markers", rule_take_markers, 0, false},
    {"explains", rule_take_explains, 0, false},
    {NULL}};

/* Checks that what refers to sections, other rules or code is only in rules over single results. */
static bool check_over(struct yaml_reader *reader, const yaml_node_t *root)
{
    static const char *const single[] = {"parent", "forward", "send", "add", "markers", "explains"};
    const struct rule *rule = rule_loader_of(reader)->rule;
    if (rule->over == RULE_OVER_RESULT)
        return *rule->section || yaml_fail(reader, root, "a rule needs \"section\"");
    for (size_t i = 0; i < sizeof single / sizeof *single; i++)
        if (yaml_find(reader, root, single[i]))
            return yaml_fail(reader, root, "\"%s\" is for rules over single results", single[i]);
    return true;
}

static bool read_rule(struct rule_loader *loader)
{
    struct yaml_reader *reader = &loader->yaml;
    struct error problem;
    const struct rule_part *where;
    const yaml_node_t *root = yaml_document_get_root_node(&reader->document);
    if (!root)
        return error_set(reader->error, "%s: the file is empty", reader->file);
    if (!rule_read_tables(reader, yaml_find(reader, root, "tables")) ||
        !yaml_take(reader, root, rule_fields, "a rule", loader->rule) || !check_over(reader, root))
        return false;
    if (rule_bind(loader->rule, &where, &problem))
        return true;
    return where ? error_set(reader->error, "%s:%zu:%zu: %s", reader->file, where->line,
                             where->column, problem.text)
                 : yaml_fail(reader, root, "%s", problem.text);
}

struct rule *rule_load(const char *file, const char *text, size_t length, struct error *error)
{
    struct rule *rule = mem_alloc(sizeof *rule);
    struct rule_loader loader = {.yaml = {.file = file, .error = error}, .rule = rule};
    rule->section = rule->description = "";
    bool good = length <= LONGEST_FILE ||
                error_set(error, "%s: a rule can have at most %d bytes", file, LONGEST_FILE);
    good = good && yaml_text_load(&loader.yaml.document, file, text, length, error);
    if (good) {
        good = read_rule(&loader);
        yaml_document_delete(&loader.yaml.document);
    }
    arena_free(&loader.scratch);
    if (good) {
        rule->parents = &rule->parent;
        rule->parent_count = rule->parent != NULL;
        return rule;
    }
    rule_free(rule);
    return NULL;
}
