/* Reads what a rule defines. */
#include <string.h>

#include "report/code/sass_wait.h"
#include "report/rules/rule_load_internal.h"

static const struct yaml_field row_fields[] = {
    {"largest", rule_take_nothing, 0, false},
    {"smallest", rule_take_nothing, 0, false},
    {"join", rule_take_nothing, 0, false},
    {"value", rule_take_expr, offsetof(struct rule_row, value), false},
    {"where", rule_take_expr, offsetof(struct rule_row, where), false},
    {"text", rule_take_template, offsetof(struct rule_row, text), false},
    {"with", rule_take_nothing, 0, false},
    {"last", rule_take_nothing, 0, false},
    {NULL}};

static const char *const pick_words[] = {
    [RULE_LET_LARGEST] = "largest", [RULE_LET_SMALLEST] = "smallest", [RULE_LET_JOIN] = "join"};

static bool take_rows(struct yaml_reader *reader, const yaml_node_t *node, struct rule_let *let,
                      const struct rule_table *table)
{
    const struct yaml_row *first = &table->rows[0];
    let->columns = rule_keep(reader, (first->count + 1) * sizeof(void *));
    for (; let->column_count < first->count; let->column_count++)
        let->columns[let->column_count] =
            rule_keep_text(reader, first->words[let->column_count].column);
    let->rows = rule_keep(reader, table->count * sizeof *let->rows);
    for (; let->row_count < table->count; let->row_count++) {
        const struct yaml_row *row = &table->rows[let->row_count];
        struct rule_row *taken = &let->rows[let->row_count];
        taken->words = rule_keep(reader, (let->column_count + 1) * sizeof(void *));
        for (size_t i = 0; i < let->column_count; i++)
            for (size_t j = 0; j < row->count; j++)
                if (strcmp(row->words[j].column, let->columns[i]) == 0)
                    taken->words[i] = rule_keep_text(reader, row->words[j].word);
        rule_enter_row(reader, row, NULL);
        bool good = yaml_take(reader, node, row_fields, "a choice of rows", taken);
        rule_leave_row(reader);
        if (!good)
            return false;
    }
    return true;
}

/* Takes a word that may contain columns, which yaml_choice() does not replace. */
static bool take_awaits(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const char *const ways[] = {
        [RULE_AWAITS_OWN] = "own", [RULE_AWAITS_LONG] = "long", [RULE_AWAITS_SHORT] = "short"};
    char *word;
    if (!rule_take_words(reader, node, &word))
        return false;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        if (strcmp(ways[i], word) == 0) {
            *(enum rule_awaits *)target = (enum rule_awaits)i;
            return true;
        }
    return yaml_fail(reader, node, "\"%s\" is not one of: own, long, short", word);
}

static bool take_only(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    struct rule_let *let = target;
    size_t count = yaml_count(node);
    let->only = rule_keep(reader, (count + 1) * sizeof(void *));
    for (; let->only_count < count; let->only_count++) {
        const yaml_node_t *element = yaml_element(reader, node, let->only_count);
        if (!rule_take_words(reader, element, &let->only[let->only_count]))
            return false;
        if (!sass_is_access(let->only[let->only_count]))
            return yaml_fail(reader, element, "\"%s\" is no kind of memory access",
                             let->only[let->only_count]);
    }
    return rule_is_list(reader, node);
}

static bool take_spot(struct yaml_reader *reader, const yaml_node_t *node, struct rule_let *let)
{
    static const struct yaml_field fields[] = {
        {"instructions", rule_take_expr, offsetof(struct rule_let, value), true},
        {"awaits", take_awaits, offsetof(struct rule_let, awaits), false},
        {"only", take_only, 0, false},
        {"value", rule_take_expr, offsetof(struct rule_let, there), false},
        {NULL}};
    static char *columns[] = {[RULE_SPOT_PLACE] = "place", [RULE_SPOT_ACCESS] = "access"};
    let->kind = RULE_LET_SPOT;
    let->columns = columns;
    let->column_count = RULE_SPOT_COLUMNS;
    return yaml_take(reader, node, fields, "a choice of instructions", let);
}

static bool take_pick(struct yaml_reader *reader, const yaml_node_t *node, struct rule_let *let)
{
    const yaml_node_t *name = NULL;
    if (yaml_find(reader, node, "instructions"))
        return take_spot(reader, node, let);
    for (int kind = RULE_LET_LARGEST; kind <= RULE_LET_JOIN; kind++) {
        const yaml_node_t *found = yaml_find(reader, node, pick_words[kind]);
        if (found && name)
            return yaml_fail(reader, node, "largest, smallest and join exclude each other");
        if (found)
            let->kind = (enum rule_let_kind)kind;
        name = found ? found : name;
    }
    if (!name)
        return yaml_fail(reader, node,
                         "an expression is expected, or a map with largest, smallest, join or "
                         "instructions");
    bool join = let->kind == RULE_LET_JOIN;
    const char *wanted = join ? "text" : "value";
    if (!yaml_find(reader, node, wanted))
        return yaml_fail(reader, node, "%s needs \"%s\"", pick_words[let->kind], wanted);
    const yaml_node_t *with = yaml_find(reader, node, "with");
    const yaml_node_t *last = yaml_find(reader, node, "last");
    let->with = ", ";
    if (with && !rule_take_words(reader, with, &let->with))
        return false;
    let->last = let->with;
    if (last && !rule_take_words(reader, last, &let->last))
        return false;
    const struct rule_table *table = rule_find_table(reader, name);
    return table && take_rows(reader, node, let, table);
}

static bool is_word(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return length && !name[length] && (*name < '0' || *name > '9') && !strstr(name, "__");
}

bool rule_take_lets(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    struct rule_lets *lets = target;
    if (node->type != YAML_MAPPING_NODE)
        return yaml_fail(reader, node, "\"let\" must be a map of names");
    const yaml_node_pair_t *pairs = node->data.mapping.pairs.start;
    size_t count = (size_t)(node->data.mapping.pairs.top - pairs);
    lets->list = rule_keep(reader, (count + 1) * sizeof *lets->list);
    for (; lets->count < count; lets->count++) {
        const yaml_node_t *key = yaml_document_get_node(&reader->document, pairs[lets->count].key);
        const yaml_node_t *value =
            yaml_document_get_node(&reader->document, pairs[lets->count].value);
        struct rule_let *let = &lets->list[lets->count];
        if (!rule_take_words(reader, key, &let->name))
            return false;
        if (!is_word(let->name) || strcmp(let->name, "capability") == 0 ||
            strcmp(let->name, "is_range") == 0 || strcmp(let->name, "received") == 0)
            return yaml_fail(reader, key,
                             "\"%s\" cannot be defined: a name has letters, digits and single "
                             "underscores, and must not be defined already",
                             let->name);
        for (size_t i = 0; i < lets->count; i++)
            if (strcmp(lets->list[i].name, let->name) == 0)
                return yaml_fail(reader, key, "\"%s\" is given twice", let->name);
        if (yaml_text_scalar(value) ? !rule_take_expr(reader, value, &let->value)
                                    : !take_pick(reader, value, let))
            return false;
    }
    return true;
}
