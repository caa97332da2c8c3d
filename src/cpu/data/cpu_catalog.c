#include "cpu/data/cpu_catalog.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/data/cpu_catalog_read.h"
#include "report/base/embedded.h"
#include "report/base/folder_files.h"
#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/base/user_path.h"

const char *const cpu_chip_words[] = {"any", "superchip", "hopper", NULL};

enum { LONGEST_NAME = 64 };

void cpu_catalog_free(struct cpu_catalog *catalog)
{
    for (size_t i = 0; i < catalog->metric_count; i++)
        expr_free(catalog->metrics[i]->expr);
    for (size_t i = 0; i < catalog->unit_count; i++)
        free(catalog->units[i]->events);
    free(catalog->units);
    free(catalog->metrics);
    free(catalog->groups);
    arena_free(&catalog->arena);
    *catalog = (struct cpu_catalog){0};
}

const struct cpu_unit *cpu_catalog_unit(const struct cpu_catalog *catalog, const char *name)
{
    for (size_t i = 0; i < catalog->unit_count; i++)
        if (strcmp(catalog->units[i]->name, name) == 0)
            return catalog->units[i];
    return NULL;
}

const struct cpu_metric *cpu_catalog_metric(const struct cpu_catalog *catalog, const char *id)
{
    for (size_t i = 0; i < catalog->metric_count; i++)
        if (strcmp(catalog->metrics[i]->id, id) == 0)
            return catalog->metrics[i];
    return NULL;
}

const struct cpu_group *cpu_catalog_group(const struct cpu_catalog *catalog, const char *id)
{
    for (size_t i = 0; i < catalog->group_count; i++)
        if (strcmp(catalog->groups[i]->id, id) == 0)
            return catalog->groups[i];
    return NULL;
}

const struct cpu_event *cpu_unit_event(const struct cpu_unit *unit, const char *name)
{
    for (size_t i = 0; i < unit->event_count; i++)
        if (strcasecmp(unit->events[i]->name, name) == 0)
            return unit->events[i];
    return NULL;
}

const struct cpu_event *cpu_unit_event_by_id(const struct cpu_unit *unit, uint64_t id)
{
    for (size_t i = 0; i < unit->event_count; i++)
        if (unit->events[i]->id == id)
            return unit->events[i];
    return NULL;
}

static bool has_word(const struct cpu_words *list, const char *word)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->words[i], word) == 0)
            return true;
    return false;
}

const struct cpu_event *cpu_unit_event_by_perf(const struct cpu_unit *unit, const char *name)
{
    for (size_t i = 0; i < unit->event_count; i++)
        if (has_word(&unit->events[i]->perf, name))
            return unit->events[i];
    return NULL;
}

/* Whether the name is the pattern with digits for its star. */
static bool matches(const char *pattern, const char *name, int *socket)
{
    const char *star = strchr(pattern, '*');
    if (!star)
        return strcmp(pattern, name) == 0;
    const size_t before = (size_t)(star - pattern);
    if (strncmp(pattern, name, before) != 0 || !isdigit((unsigned char)name[before]))
        return false;
    char *end;
    const unsigned long number = strtoul(name + before, &end, 10);
    if (number > 1023 || strcmp(end, star + 1) != 0)
        return false;
    *socket = (int)number;
    return true;
}

/* A device of cores may have any word for its star, and its number is no socket. */
static bool matches_cores(const char *pattern, const char *name)
{
    const size_t before = strcspn(pattern, "*");
    return strncmp(pattern, name, before) == 0 && (pattern[before] || !name[before]);
}

bool cpu_unit_is_device(const struct cpu_unit *unit, const char *device, int *socket)
{
    *socket = CPU_ANY_SOCKET;
    if (!unit->device)
        return false;
    if (unit->of_machine)
        return matches(unit->device, device, socket);
    bool found = matches_cores(unit->device, device);
    for (size_t i = 0; i < unit->also.count && !found; i++)
        found = matches_cores(unit->also.words[i], device);
    return found;
}

bool cpu_group_has(const struct cpu_group *group, const struct cpu_metric *metric)
{
    return strcmp(metric->group, group->id) == 0 || has_word(&group->metrics, metric->id);
}

bool cpu_is_quantity(const char *name)
{
    return strcmp(name, "DURATION_TIME") == 0 || strcmp(name, "DURATION") == 0 ||
           strcmp(name, "TIME") == 0 || strcmp(name, "PORTS") == 0;
}

const struct cpu_event *cpu_catalog_name(const struct cpu_catalog *catalog,
                                         const struct cpu_unit *unit, const char *name,
                                         const struct cpu_unit **its)
{
    const char *dot = strchr(name, '.');
    char before[LONGEST_NAME];
    *its = unit;
    if (!dot)
        return cpu_unit_event(unit, name);
    const size_t length = (size_t)(dot - name);
    if (length >= sizeof before)
        return NULL;
    memcpy(before, name, length);
    before[length] = '\0';
    *its = cpu_catalog_unit(catalog, before);
    return *its ? cpu_unit_event(*its, dot + 1) : NULL;
}

struct checking {
    const struct cpu_catalog *catalog;
    const struct cpu_metric *metric;
    struct error *error;
    bool wrong;
};

static void check_name(void *context, const char *name)
{
    struct checking *c = context;
    const struct cpu_unit *its;
    struct nearest nearest = {.wanted = name};
    if (c->wrong || cpu_is_quantity(name) ||
        cpu_catalog_name(c->catalog, c->metric->its, name, &its))
        return;
    for (size_t i = 0; i < c->metric->its->event_count; i++)
        nearest_offer(&nearest, c->metric->its->events[i]->name);
    c->wrong = true;
    error_set(c->error, "%s: metric %s: unit %s has no event \"%s\"%s%s", c->metric->file,
              c->metric->id, c->metric->its->name, name, nearest.best ? "; nearest is " : "",
              nearest.best ? nearest.best : "");
}

static bool check_metric(const struct cpu_catalog *catalog, const struct cpu_metric *metric,
                         struct error *error)
{
    struct checking checking = {catalog, metric, error, false};
    if (!cpu_catalog_group(catalog, metric->group))
        return error_set(error, "%s: metric %s: there is no group \"%s\"", metric->file, metric->id,
                         metric->group);
    expr_names(metric->expr, check_name, &checking);
    return !checking.wrong;
}

/* What a group names must be there: it would be missing from the tables without a word. */
static bool check_group(const struct cpu_catalog *catalog, const struct cpu_group *group,
                        struct error *error)
{
    if (group->beside && !cpu_catalog_group(catalog, group->beside))
        return error_set(error, "group %s is beside \"%s\", which is no group", group->id,
                         group->beside);
    for (size_t i = 0; i < group->metrics.count; i++) {
        const char *id = group->metrics.words[i];
        struct nearest nearest = {.wanted = id};
        if (cpu_catalog_metric(catalog, id))
            continue;
        for (size_t j = 0; j < catalog->metric_count; j++)
            nearest_offer(&nearest, catalog->metrics[j]->id);
        return error_set(error, "group %s: there is no metric \"%s\"%s%s", group->id, id,
                         nearest.best ? "; nearest is " : "", nearest.best ? nearest.best : "");
    }
    return true;
}

static bool share_events(struct cpu_catalog *catalog, struct cpu_unit *unit, struct error *error)
{
    const struct cpu_unit *other = cpu_catalog_unit(catalog, unit->events_of);
    if (!other || other->events_of)
        return error_set(error, "unit %s: events_of names \"%s\", which is no unit with events",
                         unit->name, unit->events_of);
    for (size_t i = 0; i < other->event_count; i++) {
        if (cpu_unit_event(unit, other->events[i]->name))
            continue;
        mem_grow(&unit->events, unit->event_count, &unit->event_capacity, sizeof *unit->events);
        unit->events[unit->event_count++] = other->events[i];
    }
    return true;
}

bool cpu_catalog_check(struct cpu_catalog *catalog, struct error *error)
{
    bool good = true;
    for (size_t i = 0; i < catalog->unit_count && good; i++)
        good = !catalog->units[i]->events_of || share_events(catalog, catalog->units[i], error);
    for (size_t i = 0; i < catalog->metric_count && good; i++)
        good = check_metric(catalog, catalog->metrics[i], error);
    for (size_t i = 0; i < catalog->group_count && good; i++)
        good = check_group(catalog, catalog->groups[i], error);
    return good;
}

bool cpu_catalog_add_built_in(struct cpu_catalog *catalog, struct error *error)
{
    static const char folder[] = "cpu/";
    bool good = true;
    for (size_t i = 0; i < embedded_count && good; i++) {
        const struct embedded_file *file = &embedded_files[i];
        if (strncmp(file->name, folder, strlen(folder)) == 0)
            good = cpu_catalog_add_text(catalog, file->name, file->data, file->size, error);
    }
    return good;
}

struct adding {
    struct cpu_catalog *catalog;
    struct error *error;
    bool wrong;
};

static void add_file(void *context, const char *path, const char *text, size_t length,
                     const struct error *problem)
{
    struct adding *adding = context;
    if (adding->wrong)
        return;
    if (text)
        adding->wrong = !cpu_catalog_add_text(adding->catalog, path, text, length, adding->error);
    else
        adding->wrong = !error_set(adding->error, "%s", problem->text);
}

static bool add_user(struct cpu_catalog *catalog, struct error *error)
{
    char *folder = user_folder("cpu");
    struct adding adding = {catalog, error, false};
    const bool read = !folder || folder_files(folder, ".yaml", add_file, &adding, error);
    free(folder);
    return read && !adding.wrong;
}

bool cpu_catalog_open(struct cpu_catalog *catalog, struct error *error)
{
    *catalog = (struct cpu_catalog){0};
    return cpu_catalog_add_built_in(catalog, error) && add_user(catalog, error) &&
           cpu_catalog_check(catalog, error);
}
