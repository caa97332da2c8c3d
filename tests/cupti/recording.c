#include "recording.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/result/counter_compress.h"
#include "report/base/file_bytes.h"
#include "report/base/mem.h"

static uint8_t *read_compressed(const char *path, size_t *length, struct error *error)
{
    size_t compressed_length;
    char *compressed = file_bytes(path, &compressed_length, error);
    if (!compressed)
        return NULL;
    uint8_t *bytes = counter_expand((uint8_t *)compressed, compressed_length, length, error);
    free(compressed);
    if (!bytes)
        error_prefix(error, "%s", path);
    return bytes;
}

static Wire__Device *read_device(const char *path, struct error *error)
{
    size_t length;
    uint8_t *bytes = read_compressed(path, &length, error);
    Wire__Device *device = bytes ? wire__device__unpack(NULL, length, bytes) : NULL;
    if (bytes && (!device || !device->chip || !device->name))
        error_set(error, "%s: no device message", path);
    free(bytes);
    return device;
}

static uint64_t last_range(const Wire__Window *window)
{
    uint64_t last = 0;
    for (size_t i = 0; i < window->n_results; i++)
        if (window->results[i]->range > last)
            last = window->results[i]->range;
    return last;
}

Wire__Window *recorded_window(const char *path, struct error *error)
{
    size_t length;
    uint8_t *bytes = read_compressed(path, &length, error);
    Wire__Window *window = bytes ? wire__window__unpack(NULL, length, bytes) : NULL;
    if (bytes && !window)
        error_set(error, "%s: no window message", path);
    /* Older recordings do not say how many ranges their images hold: one for each result. */
    for (size_t i = 0; window && i < window->n_groups; i++)
        if (!window->groups[i]->has_ranges) {
            window->groups[i]->has_ranges = true;
            window->groups[i]->ranges = last_range(window) + 1;
        }
    free(bytes);
    return window;
}

enum recorded_line recorded_line(char **rest, size_t *line, char **word, char **value)
{
    if (!**rest)
        return RECORDED_END;
    char *text = *rest, *end = strchrnul(text, '\n');
    *rest = *end ? end + 1 : end;
    *end = '\0';
    ++*line;
    char *space = strchr(text, ' ');
    if (!space || space == text)
        return RECORDED_OTHER;
    *space = '\0';
    *word = text;
    *value = space + 1;
    return RECORDED_PAIR;
}

static bool add_word(const char **words, size_t *count, size_t room, const char *word)
{
    if (*count >= room)
        return false;
    words[(*count)++] = word;
    return true;
}

#define ROOM(array) (sizeof(array) / sizeof *(array))

static bool take(struct recorded_chip *chip, const char *word, char *value)
{
    struct plan_request *r = &chip->request;
    struct plan_group *group = chip->group_count ? &chip->groups[chip->group_count - 1] : NULL;
    if (strcmp(word, "driver") == 0)
        chip->driver = strtof(value, NULL);
    else if (strcmp(word, "set") == 0)
        return add_word(chip->sets, &r->set_count, ROOM(chip->sets), value);
    else if (strcmp(word, "section") == 0)
        return add_word(chip->sections, &r->section_count, ROOM(chip->sections), value);
    else if (strcmp(word, "requested") == 0)
        return add_word(chip->metrics, &r->metric_count, ROOM(chip->metrics), value);
    else if (strcmp(word, "suffixes") == 0)
        r->extra_suffixes = true;
    else if (strcmp(word, "passes") == 0 && chip->group_count < ROOM(chip->groups))
        chip->groups[chip->group_count++].passes = (unsigned)strtoul(value, NULL, 10);
    else if (strcmp(word, "config") == 0 && group)
        group->image_size = strtoul(value, NULL, 10);
    else if (strcmp(word, "metric") == 0 && group) {
        mem_grow(&group->metrics, group->count, &group->capacity, sizeof *group->metrics);
        group->metrics[group->count++] = value;
    } else
        return false;
    return true;
}

static bool read_plan(struct recorded_chip *chip, const char *path, struct error *error)
{
    size_t length, line = 0;
    char *word, *value;
    chip->text = file_bytes(path, &length, error);
    if (!chip->text)
        return false;
    char *rest = chip->text;
    enum recorded_line kind;
    while ((kind = recorded_line(&rest, &line, &word, &value)) != RECORDED_END)
        if (kind == RECORDED_OTHER || !take(chip, word, value))
            return error_set(error, "%s:%zu: this line is not expected here", path, line);
    return chip->group_count || error_set(error, "%s: no metrics", path);
}

bool recorded_chip_read(struct recorded_chip *chip, const char *folder, const char *name,
                        struct error *error)
{
    *chip = (struct recorded_chip){0};
    char *plan = mem_printf("%s/%s.plan", folder, name);
    char *device = mem_printf("%s/%s.device", folder, name);
    bool good = read_plan(chip, plan, error) && (chip->device = read_device(device, error));
    chip->request.sets = chip->sets;
    chip->request.sections = chip->sections;
    chip->request.metrics = chip->metrics;
    free(plan);
    free(device);
    if (!good)
        recorded_chip_free(chip);
    return good;
}

void recorded_chip_free(struct recorded_chip *chip)
{
    for (size_t i = 0; i < chip->group_count; i++)
        free(chip->groups[i].metrics);
    if (chip->device)
        wire__device__free_unpacked(chip->device, NULL);
    free(chip->text);
    *chip = (struct recorded_chip){0};
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **recorded_names(const char *folder, const char *suffix, size_t *count, struct error *error)
{
    char **names = mem_alloc(sizeof *names);
    size_t capacity = 0;
    *count = 0;
    DIR *directory = opendir(folder);
    if (!directory) {
        error_set(error, "%s cannot be read: %s", folder, strerror(errno));
        free(names);
        return NULL;
    }
    for (const struct dirent *entry; (entry = readdir(directory));) {
        size_t length = strlen(entry->d_name), end = strlen(suffix);
        if (length <= end || strcmp(entry->d_name + length - end, suffix) != 0)
            continue;
        mem_grow(&names, *count, &capacity, sizeof *names);
        names[(*count)++] = mem_strndup(entry->d_name, length - end);
    }
    closedir(directory);
    if (*count)
        qsort(names, *count, sizeof *names, compare);
    return names;
}
