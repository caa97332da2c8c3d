#include "rule_load.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "nearest.h"
#include "rule_bind.h"
#include "yaml_map.h"

/* More than any rule needs; a file of a few lines could ask for more by aliases. */
enum { MOST_PARTS = 20000, LONGEST_FILE = 1 << 20 };

struct table {
    const char *name;
    const char **columns;
    size_t column_count;
    struct yaml_row *rows;
    size_t count;
};

struct loader {
    struct yaml_reader yaml; /* first: what takes values gets it */
    struct rule *rule;
    struct arena scratch; /* of the tables */
    struct table *tables;
    size_t table_count;
    const struct rule_lets *locals; /* of what is being read */
};

static struct loader *loader_of(struct yaml_reader *reader)
{
    return (struct loader *)reader;
}

static void *keep(struct yaml_reader *reader, size_t size)
{
    return arena_alloc(&loader_of(reader)->rule->arena, size);
}

/* --- values ------------------------------------------------------------------------------------
 */

static bool take_nothing(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    (void)reader, (void)node, (void)target;
    return true;
}

static bool take_words(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    char *words = yaml_words(reader, node);
    if (words)
        *(char **)target = arena_strdup(&loader_of(reader)->rule->arena, words);
    free(words);
    return words;
}

static bool add_part(struct yaml_reader *reader, const yaml_node_t *node, struct rule_part part)
{
    struct rule *rule = loader_of(reader)->rule;
    part.locals = loader_of(reader)->locals;
    mem_grow(&rule->parts, rule->part_count, &rule->part_capacity, sizeof *rule->parts);
    rule->parts[rule->part_count++] = part;
    return rule->part_count < MOST_PARTS ||
           yaml_fail(reader, node, "the rule has more than %d expressions", MOST_PARTS);
}

static bool compile(struct yaml_reader *reader, const yaml_node_t *node, const char *words,
                    struct expr **target)
{
    struct error problem;
    *target = expr_compile(words, EXPR_REAL, &problem);
    return *target ? add_part(reader, node, (struct rule_part){.expr = *target})
                   : yaml_fail(reader, node, "%s", problem.text);
}

static bool take_expr(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    char *words = yaml_words(reader, node);
    bool good = words && compile(reader, node, words, target);
    free(words);
    return good;
}

static bool take_template(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    struct rule_template **text = target;
    struct error problem;
    char *words = yaml_words(reader, node);
    if (!words)
        return false;
    *text = rule_template_compile(words, &problem);
    free(words);
    return *text ? add_part(reader, node, (struct rule_part){.text = *text})
                 : yaml_fail(reader, node, "%s", problem.text);
}

static bool take_flag(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const char *const words[] = {"no", "yes", "false", "true", NULL};
    int choice = yaml_choice(reader, node, words);
    *(bool *)target = choice == 1 || choice == 3;
    return choice >= 0;
}

static bool take_number(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    return (*(size_t *)target = yaml_number(reader, node));
}

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

static bool is_list(struct yaml_reader *reader, const yaml_node_t *node)
{
    return node->type == YAML_SEQUENCE_NODE || yaml_fail(reader, node, "a list is expected");
}

/* A map of names to expressions. */
static bool take_given(struct yaml_reader *reader, const yaml_node_t *node,
                       struct rule_given **list, size_t *count)
{
    if (node->type != YAML_MAPPING_NODE)
        return yaml_fail(reader, node, "a map of names is expected");
    const yaml_node_pair_t *first = node->data.mapping.pairs.start;
    size_t pairs = (size_t)(node->data.mapping.pairs.top - first);
    *list = keep(reader, (pairs + 1) * sizeof **list);
    for (; *count < pairs; (*count)++) {
        const yaml_node_t *key = yaml_document_get_node(&reader->document, first[*count].key);
        const yaml_node_t *value = yaml_document_get_node(&reader->document, first[*count].value);
        if (!take_words(reader, key, &(*list)[*count].name) ||
            !take_expr(reader, value, &(*list)[*count].value))
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
    rule->needed = keep(reader, (count + 1) * sizeof(void *));
    for (bool good = is_list(reader, node); rule->needed_count < count; rule->needed_count++)
        if (!good || !take_expr(reader, yaml_element(reader, node, rule->needed_count),
                                &rule->needed[rule->needed_count]))
            return false;
    return is_list(reader, node);
}

/* --- tables ------------------------------------------------------------------------------------
 */

static bool add_row(struct yaml_reader *reader, struct table *table, const yaml_node_t *node)
{
    struct arena *arena = &loader_of(reader)->scratch;
    struct yaml_row *row = &table->rows[table->count++];
    if (node->type != YAML_MAPPING_NODE)
        return yaml_fail(reader, node, "a row of a table is a map");
    const yaml_node_pair_t *pairs = node->data.mapping.pairs.start;
    size_t count = (size_t)(node->data.mapping.pairs.top - pairs);
    struct yaml_word *words = arena_alloc(arena, (count + 1) * sizeof *words);
    for (row->words = words; row->count < count; row->count++) {
        const yaml_node_t *key = yaml_document_get_node(&reader->document, pairs[row->count].key);
        const yaml_node_t *word =
            yaml_document_get_node(&reader->document, pairs[row->count].value);
        words[row->count] = (struct yaml_word){yaml_text_scalar(key), yaml_text_scalar(word)};
        if (!words[row->count].column || !words[row->count].word)
            return yaml_fail(reader, node, "a row of a table has words only");
    }
    /* All rows have the columns of the first. */
    for (size_t i = 0; i < table->rows[0].count; i++)
        if (!yaml_find(reader, node, table->rows[0].words[i].column))
            return yaml_fail(reader, node, "the row lacks the column \"%s\"",
                             table->rows[0].words[i].column);
    return count == table->rows[0].count ||
           yaml_fail(reader, node, "the row has columns that the first row lacks");
}

static bool read_tables(struct yaml_reader *reader, const yaml_node_t *node)
{
    struct loader *loader = loader_of(reader);
    if (!node)
        return true;
    if (node->type != YAML_MAPPING_NODE)
        return yaml_fail(reader, node, "tables are a map of names");
    const yaml_node_pair_t *pairs = node->data.mapping.pairs.start;
    size_t count = (size_t)(node->data.mapping.pairs.top - pairs);
    loader->tables = arena_alloc(&loader->scratch, (count + 1) * sizeof *loader->tables);
    for (size_t i = 0; i < count; i++) {
        const yaml_node_t *key = yaml_document_get_node(&reader->document, pairs[i].key);
        const yaml_node_t *rows = yaml_document_get_node(&reader->document, pairs[i].value);
        struct table *table = &loader->tables[loader->table_count++];
        table->name = yaml_text_scalar(key);
        if (!table->name || !yaml_count(rows))
            return yaml_fail(reader, key, "a table is a name with a list of rows");
        table->rows = arena_alloc(&loader->scratch, yaml_count(rows) * sizeof *table->rows);
        for (size_t j = 0; j < yaml_count(rows); j++)
            if (!add_row(reader, table, yaml_element(reader, rows, j)))
                return false;
    }
    return true;
}

static const struct table *find_table(struct yaml_reader *reader, const yaml_node_t *node)
{
    const struct loader *loader = loader_of(reader);
    const char *name = yaml_text_scalar(node);
    struct nearest nearest = {.wanted = name ? name : ""};
    for (size_t i = 0; name && i < loader->table_count; i++) {
        if (strcmp(loader->tables[i].name, name) == 0)
            return &loader->tables[i];
        nearest_offer(&nearest, loader->tables[i].name);
    }
    yaml_fail(reader, node, "there is no table \"%s\"%s%s", name ? name : "",
              nearest.best ? ", nearest is " : "", nearest.best ? nearest.best : "");
    return NULL;
}

/* The rows of `each`; without one a single row that has no words. */
static const struct table *rows_of(struct yaml_reader *reader, const yaml_node_t *map)
{
    static const struct yaml_row none;
    static const struct table one = {.rows = (struct yaml_row *)&none, .count = 1};
    const yaml_node_t *each = yaml_find(reader, map, "each");
    return each ? find_table(reader, each) : &one;
}

static void enter_row(struct yaml_reader *reader, const struct yaml_row *row)
{
    reader->rows[reader->row_count++] = row;
}

static void leave_row(struct yaml_reader *reader)
{
    reader->row_count--;
}

/* --- let ---------------------------------------------------------------------------------------
 */

static const struct yaml_field row_fields[] = {
    {"largest", take_nothing, 0, false},
    {"smallest", take_nothing, 0, false},
    {"join", take_nothing, 0, false},
    {"value", take_expr, offsetof(struct rule_row, value), false},
    {"where", take_expr, offsetof(struct rule_row, where), false},
    {"text", take_template, offsetof(struct rule_row, text), false},
    {"with", take_nothing, 0, false},
    {"last", take_nothing, 0, false},
    {NULL}};

static const char *const pick_words[] = {
    [RULE_LET_LARGEST] = "largest", [RULE_LET_SMALLEST] = "smallest", [RULE_LET_JOIN] = "join"};

static bool take_rows(struct yaml_reader *reader, const yaml_node_t *node, struct rule_let *let,
                      const struct table *table)
{
    const struct yaml_row *first = &table->rows[0];
    let->columns = keep(reader, (first->count + 1) * sizeof(void *));
    for (; let->column_count < first->count; let->column_count++)
        let->columns[let->column_count] =
            arena_strdup(&loader_of(reader)->rule->arena, first->words[let->column_count].column);
    let->rows = keep(reader, table->count * sizeof *let->rows);
    for (; let->row_count < table->count; let->row_count++) {
        const struct yaml_row *row = &table->rows[let->row_count];
        struct rule_row *taken = &let->rows[let->row_count];
        taken->words = keep(reader, (let->column_count + 1) * sizeof(void *));
        for (size_t i = 0; i < let->column_count; i++)
            for (size_t j = 0; j < row->count; j++)
                if (strcmp(row->words[j].column, let->columns[i]) == 0)
                    taken->words[i] =
                        arena_strdup(&loader_of(reader)->rule->arena, row->words[j].word);
        enter_row(reader, row);
        bool good = yaml_take(reader, node, row_fields, "a choice of rows", taken);
        leave_row(reader);
        if (!good)
            return false;
    }
    return true;
}

static bool take_pick(struct yaml_reader *reader, const yaml_node_t *node, struct rule_let *let)
{
    const yaml_node_t *name = NULL;
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
                         "an expression is expected, or a map with largest, smallest or join");
    bool join = let->kind == RULE_LET_JOIN;
    const char *wanted = join ? "text" : "value";
    if (!yaml_find(reader, node, wanted))
        return yaml_fail(reader, node, "%s needs \"%s\"", pick_words[let->kind], wanted);
    const yaml_node_t *with = yaml_find(reader, node, "with");
    const yaml_node_t *last = yaml_find(reader, node, "last");
    let->with = ", ";
    if (with && !take_words(reader, with, &let->with))
        return false;
    let->last = let->with;
    if (last && !take_words(reader, last, &let->last))
        return false;
    const struct table *table = find_table(reader, name);
    return table && take_rows(reader, node, let, table);
}

static bool is_word(const char *name)
{
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return length && !name[length] && (*name < '0' || *name > '9') && !strstr(name, "__");
}

static bool take_lets(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    struct rule_lets *lets = target;
    if (node->type != YAML_MAPPING_NODE)
        return yaml_fail(reader, node, "\"let\" is a map of names");
    const yaml_node_pair_t *pairs = node->data.mapping.pairs.start;
    size_t count = (size_t)(node->data.mapping.pairs.top - pairs);
    lets->list = keep(reader, (count + 1) * sizeof *lets->list);
    for (; lets->count < count; lets->count++) {
        const yaml_node_t *key = yaml_document_get_node(&reader->document, pairs[lets->count].key);
        const yaml_node_t *value =
            yaml_document_get_node(&reader->document, pairs[lets->count].value);
        struct rule_let *let = &lets->list[lets->count];
        if (!take_words(reader, key, &let->name))
            return false;
        if (!is_word(let->name) || strcmp(let->name, "capability") == 0 ||
            strcmp(let->name, "is_range") == 0 || strcmp(let->name, "received") == 0)
            return yaml_fail(reader, key,
                             "\"%s\" cannot be defined: a name has letters, digits and single "
                             "underscores, and is not one that is there already",
                             let->name);
        for (size_t i = 0; i < lets->count; i++)
            if (strcmp(lets->list[i].name, let->name) == 0)
                return yaml_fail(reader, key, "\"%s\" stands twice", let->name);
        if (yaml_text_scalar(value) ? !take_expr(reader, value, &let->value)
                                    : !take_pick(reader, value, let))
            return false;
    }
    return true;
}

/* --- findings ----------------------------------------------------------------------------------
 */

struct taken {
    struct rule_case what;
    int type;
    size_t limit;
};

enum { TYPE_CHART = 4 };

static bool take_type(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const char *const words[] = {"optimization", "information",          "warning",
                                        "error",        [TYPE_CHART] = "chart", NULL};
    return (*(int *)target = yaml_choice(reader, node, words)) >= 0;
}

static bool take_severity(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const char *const words[] = {"default", "low", "high", NULL};
    int choice = yaml_choice(reader, node, words);
    *(Rep__RuleResultFocusSeverity *)target = (Rep__RuleResultFocusSeverity)choice;
    return choice >= 0;
}

static bool take_focus(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const struct yaml_field fields[] = {
        {"metric", take_words, offsetof(struct rule_focus, metric), true},
        {"value", take_expr, offsetof(struct rule_focus, value), false},
        {"when", take_expr, offsetof(struct rule_focus, when), false},
        {"severity", take_severity, offsetof(struct rule_focus, severity), false},
        {"info", take_template, offsetof(struct rule_focus, info), false},
        {NULL}};
    struct rule_case *what = target;
    size_t count = yaml_count(node);
    if (!is_list(reader, node))
        return false;
    what->focus = keep(reader, (count + 1) * sizeof *what->focus);
    for (; what->focus_count < count; what->focus_count++)
        if (!yaml_take(reader, yaml_element(reader, node, what->focus_count), fields,
                       "a focus metric", &what->focus[what->focus_count]))
            return false;
    return true;
}

static bool take_opcodes(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    struct rule_source_table *table = target;
    size_t count = yaml_count(node);
    table->opcodes = keep(reader, (count + 1) * sizeof(void *));
    for (; table->opcode_count < count; table->opcode_count++)
        if (!take_words(reader, yaml_element(reader, node, table->opcode_count),
                        &table->opcodes[table->opcode_count]))
            return false;
    return is_list(reader, node);
}

static bool take_source_table(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const struct yaml_field fields[] = {
        {"title", take_words, offsetof(struct rule_source_table, title), true},
        {"opcodes", take_opcodes, 0, true},
        {"mark", take_template, offsetof(struct rule_source_table, mark), false},
        {"metric", take_words, offsetof(struct rule_source_table, metric), true},
        {"top", take_number, offsetof(struct rule_source_table, top), true},
        {NULL}};
    struct rule_source_table **table = target;
    *table = keep(reader, sizeof **table);
    return yaml_take(reader, node, fields, "a source table", *table);
}

static bool take_speedup(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const struct yaml_field fields[] = {
        {"value", take_expr, offsetof(struct rule_case, speedup), true},
        {"global", take_expr, offsetof(struct rule_case, global), false},
        {NULL}};
    return yaml_take(reader, node, fields, "a speedup", target);
}

static bool take_chart(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const struct yaml_field fields[] = {
        {"label", take_words, offsetof(struct rule_case, chart_label), true},
        {"metric", take_words, offsetof(struct rule_case, chart_metric), true},
        {NULL}};
    return yaml_take(reader, node, fields, "a table of source metrics", target);
}

#define CASE(member) (offsetof(struct taken, what) + offsetof(struct rule_case, member))
static const struct yaml_field finding_fields[] = {
    {"each", take_nothing, 0, false},
    {"let", take_lets, CASE(lets), false},
    {"when", take_expr, CASE(when), false},
    {"order", take_expr, CASE(order), false},
    {"limit", take_number, offsetof(struct taken, limit), false},
    {"type", take_type, offsetof(struct taken, type), true},
    {"title", take_template, CASE(title), false},
    {"text", take_template, CASE(text), false},
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
        REP__RULE_RESULT_MESSAGE_TYPE__Optimization, REP__RULE_RESULT_MESSAGE_TYPE__Ok,
        REP__RULE_RESULT_MESSAGE_TYPE__Warning,
        REP__RULE_RESULT_MESSAGE_TYPE__Error, [TYPE_CHART] = REP__RULE_RESULT_MESSAGE_TYPE__None};
    struct loader *loader = loader_of(reader);
    const struct table *table = rows_of(reader, node);
    if (!table)
        return false;
    finding->cases = keep(reader, table->count * sizeof *finding->cases);
    for (size_t i = 0; i < table->count; i++) {
        struct rule_case *what = &finding->cases[finding->case_count++];
        struct taken taken = {.type = 0};
        loader->locals = &what->lets;
        enter_row(reader, &table->rows[i]);
        bool good = yaml_take(reader, node, finding_fields, "a finding", &taken) &&
                    check_finding(reader, node, &taken);
        leave_row(reader);
        loader->locals = NULL;
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
    if (!is_list(reader, node))
        return false;
    group->first = true;
    group->findings = keep(reader, (count + 1) * sizeof *group->findings);
    while (group->count < count) {
        const yaml_node_t *element = yaml_element(reader, node, group->count);
        if (!take_finding(reader, element, &group->findings[group->count++]))
            return false;
    }
    return true;
}

static bool take_groups(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const struct yaml_field first_fields[] = {{"first", take_first, 0, true}, {NULL}};
    struct rule *rule = target;
    size_t count = yaml_count(node);
    if (!is_list(reader, node))
        return false;
    rule->groups = keep(reader, (count + 1) * sizeof *rule->groups);
    while (rule->group_count < count) {
        const yaml_node_t *element = yaml_element(reader, node, rule->group_count);
        struct rule_group *group = &rule->groups[rule->group_count++];
        if (yaml_find(reader, element, "first")) {
            if (!yaml_take(reader, element, first_fields, "a choice of findings", group))
                return false;
            continue;
        }
        group->findings = keep(reader, sizeof *group->findings);
        group->count = 1;
        if (!take_finding(reader, element, group->findings))
            return false;
    }
    return true;
}

/* --- markers -----------------------------------------------------------------------------------
 */

static const struct yaml_field marker_fields[] = {
    {"each", take_nothing, 0, false},
    {"let", take_lets, offsetof(struct rule_marker, lets), false},
    {"when", take_expr, offsetof(struct rule_marker, when), false},
    {"where", take_expr, offsetof(struct rule_marker, where), true},
    {"text", take_template, offsetof(struct rule_marker, text), true},
    {"line_text", take_template, offsetof(struct rule_marker, line_text), false},
    {"lines", take_flag, offsetof(struct rule_marker, lines), false},
    {NULL}};

static bool take_markers(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    struct rule *rule = target;
    struct loader *loader = loader_of(reader);
    size_t count = yaml_count(node), all = 0;
    if (!is_list(reader, node))
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct table *table = rows_of(reader, yaml_element(reader, node, i));
        if (!table)
            return false;
        all += table->count;
    }
    rule->markers = keep(reader, (all + 1) * sizeof *rule->markers);
    for (size_t i = 0; i < count; i++) {
        const yaml_node_t *element = yaml_element(reader, node, i);
        const struct table *table = rows_of(reader, element);
        for (size_t j = 0; j < table->count; j++) {
            struct rule_marker *marker = &rule->markers[rule->marker_count++];
            loader->locals = &marker->lets;
            enter_row(reader, &table->rows[j]);
            bool good = yaml_take(reader, element, marker_fields, "a marker", marker);
            leave_row(reader);
            loader->locals = NULL;
            if (!good)
                return false;
        }
    }
    return true;
}

/* --- the rule ----------------------------------------------------------------------------------
 */

static const struct yaml_field rule_fields[] = {
    {"identifier", take_words, offsetof(struct rule, identifier), true},
    {"name", take_words, offsetof(struct rule, name), true},
    {"section", take_words, offsetof(struct rule, section), true},
    {"description", take_words, offsetof(struct rule, description), false},
    {"parent", take_words, offsetof(struct rule, parent), false},
    {"scope", take_scope, offsetof(struct rule, scope), false},
    {"over", take_over, offsetof(struct rule, over), false},
    {"requires", take_needed, 0, false},
    {"tables", take_nothing, 0, false},
    {"let", take_lets, offsetof(struct rule, lets), false},
    {"when", take_expr, offsetof(struct rule, when), false},
    {"forward", take_flag, offsetof(struct rule, forward), false},
    {"send", take_sent, 0, false},
    {"add", take_added, 0, false},
    {"findings", take_groups, 0, false},
    {"markers", take_markers, 0, false},
    {NULL}};

static bool read_rule(struct loader *loader)
{
    struct yaml_reader *reader = &loader->yaml;
    struct error problem;
    const yaml_node_t *root = yaml_document_get_root_node(&reader->document);
    if (!root)
        return error_set(reader->error, "%s: the file is empty", reader->file);
    if (!read_tables(reader, yaml_find(reader, root, "tables")) ||
        !yaml_take(reader, root, rule_fields, "a rule", loader->rule))
        return false;
    return rule_bind(loader->rule, &problem) || yaml_fail(reader, root, "%s", problem.text);
}

struct rule *rule_load(const char *file, const char *text, size_t length, struct error *error)
{
    struct rule *rule = mem_alloc(sizeof *rule);
    struct loader loader = {.yaml = {.file = file, .error = error}, .rule = rule};
    rule->description = "";
    bool good = length <= LONGEST_FILE ||
                error_set(error, "%s: a rule has at most %d bytes", file, LONGEST_FILE);
    good = good && yaml_text_load(&loader.yaml.document, file, text, length, error);
    if (good) {
        good = read_rule(&loader);
        yaml_document_delete(&loader.yaml.document);
    }
    arena_free(&loader.scratch);
    if (good)
        return rule;
    rule_free(rule);
    return NULL;
}
