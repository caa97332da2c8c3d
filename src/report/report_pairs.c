#include "report_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "kernel_renames.h"
#include "mem.h"

/* Where a launch was, and the key that gets the number of that place. */
struct placed {
    size_t file;
    uint32_t process, context;
    struct launch_key *key;
};

struct key_list {
    struct launch_key *keys; /* own their names */
    struct placed *places;
    size_t count;
};

static int compare_places(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->process != y->process)
        return x->process < y->process ? -1 : 1;
    return (x->context > y->context) - (x->context < y->context);
}

static void fill_key(struct report *report, size_t i, struct launch_key *key, struct placed *place)
{
    const struct result_summary *summary = report_summary(report, i);
    const Rep__ProcessInfo *process = report_result_process(report, i);
    struct result_launch launch;
    report_launch(report, i, &launch);
    bool is_kernel = summary->kind == ENTRY_KERNEL;
    const char *full = is_kernel ? launch.demangled : summary->name;
    const char *renamed =
        kernel_renames_find(report_renames(report), full, report_short_name(report, i, full));
    key->name = mem_strdup(renamed ? renamed : full);
    key->function = mem_strdup(renamed ? renamed : is_kernel ? launch.function : full);
    if (summary->kind != ENTRY_RANGE) {
        memcpy(key->shape, summary->grid, sizeof summary->grid);
        memcpy(key->shape + 3, summary->block, sizeof summary->block);
    }
    *place = (struct placed){summary->file, process ? process->processid : 0, launch.context, key};
    result_launch_free(&launch);
}

/* Processes and contexts have other numbers in another run: their order counts. */
static void number_places(struct key_list *list)
{
    unsigned place = 0;
    if (list->count)
        qsort(list->places, list->count, sizeof *list->places, compare_places);
    for (size_t i = 0; i < list->count; i++) {
        if (i && compare_places(&list->places[i - 1], &list->places[i]) != 0)
            place++;
        list->places[i].key->place = place;
    }
}

static struct key_list keys_of(const struct result_range *range)
{
    size_t count = range->to - range->from;
    struct key_list list = {mem_alloc((count + 1) * sizeof *list.keys),
                            mem_alloc((count + 1) * sizeof *list.places), count};
    for (size_t i = 0; i < count; i++)
        fill_key(range->report, range->from + i, &list.keys[i], &list.places[i]);
    number_places(&list);
    return list;
}

static void keys_free(struct key_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free((char *)list->keys[i].name);
        free((char *)list->keys[i].function);
    }
    free(list->keys);
    free(list->places);
}

size_t *report_pairs(const struct result_range *before, const struct result_range *after)
{
    struct key_list a = keys_of(before), b = keys_of(after);
    size_t count, *partners = mem_alloc((b.count + 1) * sizeof *partners);
    struct launch_pair *pairs = launch_match(a.keys, a.count, b.keys, b.count, &count);
    for (size_t i = 0; i < count; i++)
        if (pairs[i].b != NO_LAUNCH)
            partners[pairs[i].b] = pairs[i].a == NO_LAUNCH ? NO_LAUNCH : before->from + pairs[i].a;
    free(pairs);
    keys_free(&a);
    keys_free(&b);
    return partners;
}
