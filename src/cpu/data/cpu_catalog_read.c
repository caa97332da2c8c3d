/* A file is a map: what a unit is, its events, its metrics; or groups of metrics. */
#include "cpu/data/cpu_catalog_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/yaml_map.h"

struct loader {
    struct yaml_reader yaml; /* first, so that it is found by the reader */
    struct cpu_catalog *catalog;
    struct cpu_unit *unit; /* of the file; NULL: it has none */
    const char *file;      /* in the arena */
};

static struct loader *loader_of(struct yaml_reader *reader)
{
    return (struct loader *)reader;
}

static void *keep(struct yaml_reader *reader, size_t size)
{
    return arena_alloc(&loader_of(reader)->catalog->arena, size);
}

static bool take_text(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    const char *text = yaml_text_scalar(node);
    if (!text)
        return yaml_fail(reader, node, "a text is expected, not a list or a map");
    *(const char **)target = arena_strdup(&loader_of(reader)->catalog->arena, text);
    return true;
}

static bool is_name(const char *text)
{
    return *text &&
           strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_") ==
               strlen(text);
}

static bool take_name(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    const char *text = yaml_text_scalar(node);
    if (!text || !is_name(text))
        return yaml_fail(reader, node, "a name of letters, digits and _ is expected");
    return take_text(reader, node, target);
}

static bool take_flag(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const char *const words[] = {"false", "true", NULL};
    const int choice = yaml_choice(reader, node, words);
    *(bool *)target = choice == 1;
    return choice >= 0;
}

static bool take_id(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    const char *text = yaml_text_scalar(node);
    char *end = NULL;
    errno = 0;
    const unsigned long long number = text ? strtoull(text, &end, 0) : 0;
    if (!text || !*text || *end || errno || *text == '-')
        return yaml_fail(reader, node, "a number is expected: 0x1a5");
    *(uint64_t *)target = number;
    return true;
}

static bool take_small(struct yaml_reader *reader, const yaml_node_t *node, unsigned most,
                       unsigned long *number)
{
    uint64_t id = 0;
    if (!take_id(reader, node, &id))
        return false;
    if (id > most)
        return yaml_fail(reader, node, "the number is at most %u", most);
    *number = (unsigned long)id;
    return true;
}

static bool take_size(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    unsigned long number = 0;
    if (!take_small(reader, node, 1024, &number))
        return false;
    *(size_t *)target = number;
    return true;
}

static bool take_number(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    unsigned long number = 0;
    if (!take_small(reader, node, 1 << 20, &number))
        return false;
    *(int *)target = (int)number;
    return true;
}

static bool take_counters(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    unsigned long number = 0;
    if (!take_small(reader, node, 64, &number))
        return false;
    *(unsigned *)target = (unsigned)(number ? number : 1);
    return true;
}

static bool is_list(struct yaml_reader *reader, const yaml_node_t *node)
{
    if (node->type != YAML_SEQUENCE_NODE)
        return yaml_fail(reader, node, "a list is expected");
    return yaml_count(node) <= CPU_LONGEST_LIST ||
           yaml_fail(reader, node, "the list is longer than %d", CPU_LONGEST_LIST);
}

static bool take_words(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    struct cpu_words *list = target;
    if (!is_list(reader, node))
        return false;
    list->words = keep(reader, (yaml_count(node) + 1) * sizeof *list->words);
    for (list->count = 0; list->count < yaml_count(node); list->count++)
        if (!take_text(reader, yaml_element(reader, node, list->count), &list->words[list->count]))
            return false;
    return true;
}

static bool take_chip(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    const int choice = yaml_choice(reader, node, cpu_chip_words);
    *(enum cpu_chip *)target = choice > 0 ? (enum cpu_chip)choice : CPU_CHIP_ANY;
    return choice >= 0;
}

static bool take_scope(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const char *const words[] = {"program", "machine", NULL};
    const int choice = yaml_choice(reader, node, words);
    *(bool *)target = choice == 1;
    return choice >= 0;
}

static bool take_filter(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    static const struct yaml_field fields[] = {
        {"term", take_name, offsetof(struct cpu_filter, term), true},
        {"bits", take_counters, offsetof(struct cpu_filter, bits), true},
        {"always", take_flag, offsetof(struct cpu_filter, always), false},
        {NULL}};
    return yaml_take(reader, node, fields, "a filter", target);
}

static bool take_formula(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    struct cpu_metric *metric = target;
    struct error problem;
    if (!take_text(reader, node, &metric->formula))
        return false;
    expr_free(metric->expr);
    metric->expr = expr_compile(metric->formula, EXPR_REAL, &problem);
    return metric->expr || yaml_fail(reader, node, "%s", problem.text);
}

static bool take_nothing(struct yaml_reader *reader, const yaml_node_t *node, void *target)
{
    (void)reader;
    (void)node;
    (void)target;
    return true;
}

static void put_event(struct cpu_unit *unit, const struct cpu_event *event)
{
    for (size_t i = 0; i < unit->event_count; i++)
        if (strcasecmp(unit->events[i]->name, event->name) == 0) {
            unit->events[i] = event;
            return;
        }
    mem_grow(&unit->events, unit->event_count, &unit->event_capacity, sizeof *unit->events);
    unit->events[unit->event_count++] = event;
}

static bool take_event(struct yaml_reader *reader, const yaml_node_t *node)
{
    static const struct yaml_field fields[] = {
        {"name", take_name, offsetof(struct cpu_event, name), true},
        {"id", take_id, offsetof(struct cpu_event, id), true},
        {"unit", take_text, offsetof(struct cpu_event, unit), false},
        {"text", take_text, offsetof(struct cpu_event, text), false},
        {"perf", take_words, offsetof(struct cpu_event, perf), false},
        {NULL}};
    struct cpu_event *event = keep(reader, sizeof *event);
    event->unit = event->text = "";
    if (!yaml_take(reader, node, fields, "an event", event))
        return false;
    put_event(loader_of(reader)->unit, event);
    return true;
}

/* false: the file has two metrics of that id. */
static bool put_metric(struct cpu_catalog *catalog, struct cpu_metric *metric)
{
    for (size_t i = 0; i < catalog->metric_count; i++)
        if (strcmp(catalog->metrics[i]->id, metric->id) == 0) {
            if (catalog->metrics[i]->file == metric->file)
                return false;
            expr_free(catalog->metrics[i]->expr);
            catalog->metrics[i] = metric;
            return true;
        }
    mem_grow(&catalog->metrics, catalog->metric_count, &catalog->metric_capacity,
             sizeof *catalog->metrics);
    catalog->metrics[catalog->metric_count++] = metric;
    return true;
}

static bool take_metric(struct yaml_reader *reader, const yaml_node_t *node)
{
    static const struct yaml_field fields[] = {
        {"id", take_name, offsetof(struct cpu_metric, id), true},
        {"label", take_text, offsetof(struct cpu_metric, label), true},
        {"group", take_name, offsetof(struct cpu_metric, group), true},
        {"formula", take_formula, 0, true},
        {"unit", take_text, offsetof(struct cpu_metric, unit), false},
        {"text", take_text, offsetof(struct cpu_metric, text), false},
        {"socket", take_number, offsetof(struct cpu_metric, socket), false},
        {"least_sockets", take_size, offsetof(struct cpu_metric, least_sockets), false},
        {"most_sockets", take_size, offsetof(struct cpu_metric, most_sockets), false},
        {"machine", take_chip, offsetof(struct cpu_metric, chip), false},
        {"own", take_flag, offsetof(struct cpu_metric, own), false},
        {"whole_machine", take_flag, offsetof(struct cpu_metric, whole_machine), false},
        {NULL}};
    struct cpu_metric *metric = keep(reader, sizeof *metric);
    metric->unit = metric->text = "";
    metric->socket = CPU_ANY_SOCKET;
    metric->its = loader_of(reader)->unit;
    metric->file = loader_of(reader)->file;
    const bool good = yaml_take(reader, node, fields, "a metric", metric) &&
                      (put_metric(loader_of(reader)->catalog, metric) ||
                       yaml_fail(reader, node, "there are two metrics \"%s\"", metric->id));
    if (!good)
        expr_free(metric->expr);
    return good;
}

static bool take_group(struct yaml_reader *reader, const yaml_node_t *node)
{
    static const struct yaml_field fields[] = {
        {"id", take_name, offsetof(struct cpu_group, id), true},
        {"title", take_text, offsetof(struct cpu_group, title), true},
        {"text", take_text, offsetof(struct cpu_group, text), false},
        {"metrics", take_words, offsetof(struct cpu_group, metrics), false},
        {"beside", take_name, offsetof(struct cpu_group, beside), false},
        {NULL}};
    struct cpu_catalog *catalog = loader_of(reader)->catalog;
    struct cpu_group *group = keep(reader, sizeof *group);
    group->text = "";
    if (!yaml_take(reader, node, fields, "a group", group))
        return false;
    for (size_t i = 0; i < catalog->group_count; i++)
        if (strcmp(catalog->groups[i]->id, group->id) == 0) {
            catalog->groups[i] = group;
            return true;
        }
    mem_grow(&catalog->groups, catalog->group_count, &catalog->group_capacity,
             sizeof *catalog->groups);
    catalog->groups[catalog->group_count++] = group;
    return true;
}

static bool take_list(struct yaml_reader *reader, const yaml_node_t *root, const char *key,
                      bool (*take)(struct yaml_reader *, const yaml_node_t *))
{
    const yaml_node_t *list = yaml_find(reader, root, key);
    if (!list)
        return true;
    if (!is_list(reader, list))
        return false;
    for (size_t i = 0; i < yaml_count(list); i++)
        if (!take(reader, yaml_element(reader, list, i)))
            return false;
    return true;
}

static struct cpu_unit *unit_of(struct cpu_catalog *catalog, const char *name)
{
    for (size_t i = 0; i < catalog->unit_count; i++)
        if (strcmp(catalog->units[i]->name, name) == 0)
            return catalog->units[i];
    struct cpu_unit *unit = arena_alloc(&catalog->arena, sizeof *unit);
    *unit = (struct cpu_unit){.name = arena_strdup(&catalog->arena, name),
                              .title = arena_strdup(&catalog->arena, name),
                              .text = "",
                              .type = CPU_NO_TYPE,
                              .counters = 1};
    mem_grow(&catalog->units, catalog->unit_count, &catalog->unit_capacity, sizeof *catalog->units);
    return catalog->units[catalog->unit_count++] = unit;
}

static bool read_unit(struct loader *loader, const yaml_node_t *root)
{
    static const struct yaml_field fields[] = {
        {"unit", take_name, offsetof(struct cpu_unit, name), true},
        {"title", take_text, offsetof(struct cpu_unit, title), false},
        {"text", take_text, offsetof(struct cpu_unit, text), false},
        {"device", take_text, offsetof(struct cpu_unit, device), false},
        {"also", take_words, offsetof(struct cpu_unit, also), false},
        {"type", take_number, offsetof(struct cpu_unit, type), false},
        {"scope", take_scope, offsetof(struct cpu_unit, of_machine), false},
        {"listed", take_flag, offsetof(struct cpu_unit, listed), false},
        {"cycles", take_name, offsetof(struct cpu_unit, cycles), false},
        {"same_as_cycles", take_name, offsetof(struct cpu_unit, same_as_cycles), false},
        {"counters", take_counters, offsetof(struct cpu_unit, counters), false},
        {"filter", take_filter, offsetof(struct cpu_unit, filter), false},
        {"events_of", take_name, offsetof(struct cpu_unit, events_of), false},
        {"events", take_nothing, 0, false},
        {"metrics", take_nothing, 0, false},
        {"groups", take_nothing, 0, false},
        {NULL}};
    struct yaml_reader *reader = &loader->yaml;
    const yaml_node_t *name = yaml_find(reader, root, "unit");
    const char *word = name ? yaml_text_scalar(name) : NULL;
    if (!word || !is_name(word))
        return yaml_fail(reader, name ? name : root,
                         "\"unit\" is expected, a name of letters, digits and _");
    loader->unit = unit_of(loader->catalog, word);
    if (!yaml_take(reader, root, fields, "a unit", loader->unit))
        return false;
    if (!loader->unit->device && loader->unit->type == CPU_NO_TYPE)
        return yaml_fail(reader, root, "a unit needs \"device\" or \"type\"");
    return take_list(reader, root, "events", take_event) &&
           take_list(reader, root, "metrics", take_metric);
}

static bool read_file(struct loader *loader)
{
    static const struct yaml_field only_groups[] = {{"groups", take_nothing, 0, true}, {NULL}};
    struct yaml_reader *reader = &loader->yaml;
    const yaml_node_t *root = yaml_document_get_root_node(&reader->document);
    if (!root)
        return error_set(reader->error, "%s: the file is empty", reader->file);
    const bool has_unit = yaml_find(reader, root, "unit") != NULL;
    if (!has_unit && !yaml_find(reader, root, "groups"))
        return yaml_fail(reader, root, "the file has neither \"unit\" nor \"groups\"");
    const bool good = has_unit ? read_unit(loader, root)
                               : yaml_take(reader, root, only_groups, "a file of groups", loader);
    return good && take_list(reader, root, "groups", take_group);
}

bool cpu_catalog_add_text(struct cpu_catalog *catalog, const char *file, const char *text,
                          size_t length, struct error *error)
{
    struct loader loader = {.yaml = {.file = file, .error = error}, .catalog = catalog};
    if (length > CPU_LARGEST_FILE)
        return error_set(error, "%s: a file of counters can have at most %d bytes", file,
                         CPU_LARGEST_FILE);
    if (!yaml_text_load(&loader.yaml.document, file, text, length, error))
        return false;
    loader.file = arena_strdup(&catalog->arena, file);
    const bool good = read_file(&loader);
    yaml_document_delete(&loader.yaml.document);
    return good;
}
