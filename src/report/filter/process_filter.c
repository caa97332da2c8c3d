#include "report/filter/process_filter.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

static const struct {
    const char *prefix;
    enum process_verdict verdict;
} prefixes[] = {
    {"exclude:", PROCESS_LEAVE}, {"exclude-tree:", PROCESS_LEAVE_TREE}, {"", PROCESS_MEASURE}};

static bool add_item(struct process_filter *filter, const char *text, struct error *error)
{
    struct process_item item = {0};
    size_t i = 0, length;
    while (strncmp(text, prefixes[i].prefix, length = strlen(prefixes[i].prefix)) != 0)
        i++;
    item.verdict = prefixes[i].verdict;
    if (!text[length])
        return error_set(error, "\"%s\" lacks the name of a process", text);
    if (!name_pattern_set(&item.name, text + length, error))
        return false;
    mem_grow(&filter->items, filter->count, &filter->capacity, sizeof *filter->items);
    filter->items[filter->count++] = item;
    return true;
}

bool process_filter_add(struct process_filter *filter, const char *list, struct error *error)
{
    for (;;) {
        size_t length = strcspn(list, ",");
        char *text = mem_strndup(list, length);
        bool good = add_item(filter, text, error);
        free(text);
        if (!good || !list[length])
            return good;
        list += length + 1;
    }
}

enum process_verdict process_filter_judge(const struct process_filter *filter, const char *path,
                                          const char *name)
{
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    enum process_verdict others = PROCESS_MEASURE;
    for (size_t i = 0; i < filter->count; i++) {
        if (name_pattern_matches(&filter->items[i].name, file) ||
            (name && name_pattern_matches(&filter->items[i].name, name)))
            return filter->items[i].verdict;
        if (filter->items[i].verdict == PROCESS_MEASURE)
            others = PROCESS_LEAVE;
    }
    return others;
}

void process_filter_free(struct process_filter *filter)
{
    for (size_t i = 0; i < filter->count; i++)
        name_pattern_free(&filter->items[i].name);
    free(filter->items);
    *filter = (struct process_filter){0};
}
