/* Reads the values in a rule's file, and the rows of its tables. */
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/rules/rule_load_internal.h"

/* More than any rule needs. With aliases, a file of a few lines could ask for more. */
enum { MOST_PARTS = 20000 };

struct rule_loader *rule_loader_of(struct yaml_reader *reader)
{
    return (struct rule_loader *)reader;
}

void *rule_keep(struct yaml_reader *reader, size_t size)
{
    return arena_alloc(&rule_loader_of(reader)->rule->arena, size);
}

char *rule_keep_text(struct yaml_reader *reader, const char *text)
{
    return arena_strdup(&rule_loader_of(reader)->rule->arena, text);
}

bool rule_take_nothing(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    (void)reader, (void)node, (void)target;
    return true;
}

bool rule_take_words(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    char *words = yaml_words(reader, node);
    if (!words)
        return false;
    *(char **)target = rule_keep_text(reader, words);
    free(words);
    return true;
}

static bool add_part(struct yaml_reader *reader, const yaml_node_t *node, struct rule_part part)
{
    struct rule *rule = rule_loader_of(reader)->rule;
    part.locals = rule_loader_of(reader)->locals;
    part.line = node->start_mark.line + 1;
    part.column = node->start_mark.column + 1;
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

bool rule_take_expr(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    char *words = yaml_words(reader, node);
    bool good = words && compile(reader, node, words, target);
    free(words);
    return good;
}

bool rule_take_template(struct yaml_reader *reader, const yaml_node_t *node, void *target)
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

bool rule_take_flag(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const char *const words[] = {"no", "yes", "false", "true", NULL};
    int choice = yaml_choice(reader, node, words);
    *(bool *)target = choice == 1 || choice == 3;
    return choice >= 0;
}

bool rule_take_number(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    return (*(size_t *)target = yaml_number(reader, node));
}

bool rule_is_list(struct yaml_reader *reader, const yaml_node_t *node)
{
    return node->type == YAML_SEQUENCE_NODE || yaml_fail(reader, node, "a list is expected");
}

static bool add_row(struct yaml_reader *reader, struct rule_table *table, const yaml_node_t *node)
{
    struct arena *arena = &rule_loader_of(reader)->scratch;
    struct yaml_row *row = &table->rows[table->count++];
    if (node->type != YAML_MAPPING_NODE)
        return yaml_fail(reader, node, "a row of a table must be a map");
    const yaml_node_pair_t *pairs = node->data.mapping.pairs.start;
    size_t count = (size_t)(node->data.mapping.pairs.top - pairs);
    struct yaml_word *words = arena_alloc(arena, (count + 1) * sizeof *words);
    for (row->words = words; row->count < count; row->count++) {
        const yaml_node_t *key = yaml_document_get_node(&reader->document, pairs[row->count].key);
        const yaml_node_t *word =
            yaml_document_get_node(&reader->document, pairs[row->count].value);
        words[row->count] = (struct yaml_word){yaml_text_scalar(key), yaml_text_scalar(word)};
        if (!words[row->count].column || !words[row->count].word)
            return yaml_fail(reader, node, "a row of a table can have only words");
    }
    /* All rows must have the columns of the first. */
    for (size_t i = 0; i < table->rows[0].count; i++)
        if (!yaml_find(reader, node, table->rows[0].words[i].column))
            return yaml_fail(reader, node, "the row lacks the column \"%s\"",
                             table->rows[0].words[i].column);
    return count == table->rows[0].count ||
           yaml_fail(reader, node, "the row has columns that the first row lacks");
}

bool rule_read_tables(struct yaml_reader *reader, const yaml_node_t *node)
{
    struct rule_loader *loader = rule_loader_of(reader);
    if (!node)
        return true;
    if (node->type != YAML_MAPPING_NODE)
        return yaml_fail(reader, node, "tables must be a map of names");
    const yaml_node_pair_t *pairs = node->data.mapping.pairs.start;
    size_t count = (size_t)(node->data.mapping.pairs.top - pairs);
    loader->tables = arena_alloc(&loader->scratch, (count + 1) * sizeof *loader->tables);
    for (size_t i = 0; i < count; i++) {
        const yaml_node_t *key = yaml_document_get_node(&reader->document, pairs[i].key);
        const yaml_node_t *rows = yaml_document_get_node(&reader->document, pairs[i].value);
        struct rule_table *table = &loader->tables[loader->table_count++];
        table->name = yaml_text_scalar(key);
        if (!table->name || !yaml_count(rows))
            return yaml_fail(reader, key, "a table must be a name with a list of rows");
        table->rows = arena_alloc(&loader->scratch, yaml_count(rows) * sizeof *table->rows);
        for (size_t j = 0; j < yaml_count(rows); j++)
            if (!add_row(reader, table, yaml_element(reader, rows, j)))
                return false;
    }
    return true;
}

const struct rule_table *rule_find_table(struct yaml_reader *reader, const yaml_node_t *node)
{
    const struct rule_loader *loader = rule_loader_of(reader);
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

const struct rule_table *rule_rows_of(struct yaml_reader *reader, const yaml_node_t *map)
{
    static const struct yaml_row none;
    static const struct rule_table one = {.rows = (struct yaml_row *)&none, .count = 1};
    const yaml_node_t *each = yaml_find(reader, map, "each");
    return each ? rule_find_table(reader, each) : &one;
}

void rule_enter_row(struct yaml_reader *reader, const struct yaml_row *row,
                    const struct rule_lets *locals)
{
    reader->rows[reader->row_count++] = row;
    if (locals)
        rule_loader_of(reader)->locals = locals;
}

void rule_leave_row(struct yaml_reader *reader)
{
    if (--reader->row_count == 0)
        rule_loader_of(reader)->locals = NULL;
}
