#include "report/compare/report_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/step_sort.h"
#include "report/names/kernel_renames.h"

/* The place of a launch, and the key that needs the number of this place. */
struct placed {
    size_t file;
    uint32_t process, context;
    size_t key;
};

struct key_list {
    struct result_range of;
    struct launch_key *keys; /* own their names */
    struct placed *places;
    size_t count, key_capacity, place_capacity;
    struct step_sort sort; /* of the places */
};

struct report_pairing {
    struct key_list before, after;
    bool sorts;                       /* the places of both are being sorted */
    struct launch_matching *matching; /* of both; NULL: not begun */
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

static void add_key(struct key_list *list)
{
    struct report *report = list->of.report;
    size_t i = list->of.from + list->count;
    const struct result_summary *summary = report_summary(report, i);
    const Rep__ProcessInfo *process = report_result_process(report, i);
    struct result_launch launch;
    report_launch(report, i, &launch);
    mem_grow(&list->keys, list->count, &list->key_capacity, sizeof *list->keys);
    mem_grow(&list->places, list->count, &list->place_capacity, sizeof *list->places);
    struct launch_key *key = &list->keys[list->count];
    *key = (struct launch_key){0};
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
    list->places[list->count] = (struct placed){summary->file, process ? process->processid : 0,
                                                launch.context, list->count};
    list->count++;
    result_launch_free(&launch);
}

static void sort_places(struct key_list *list)
{
    step_sort_begin(&list->sort, list->places, list->count, sizeof *list->places, compare_places);
}

/* Numbers the processes and contexts by their order. Their ids differ between runs. */
static void number_places(struct key_list *list)
{
    unsigned place = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (i && compare_places(&list->places[i - 1], &list->places[i]) != 0)
            place++;
        list->keys[list->places[i].key].place = place;
    }
}

static void keys_free(struct key_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free((char *)list->keys[i].name);
        free((char *)list->keys[i].function);
    }
    free(list->keys);
    free(list->places);
    step_sort_free(&list->sort);
}

struct report_pairing *report_pairing_new(const struct result_range *before,
                                          const struct result_range *after)
{
    struct report_pairing *pairing = mem_alloc(sizeof *pairing);
    pairing->before.of = *before;
    pairing->after.of = *after;
    return pairing;
}

void report_pairing_free(struct report_pairing *pairing)
{
    if (!pairing)
        return;
    launch_matching_free(pairing->matching);
    keys_free(&pairing->before);
    keys_free(&pairing->after);
    free(pairing);
}

static bool sort(struct report_pairing *pairing)
{
    return step_sort_step(&pairing->before.sort) && step_sort_step(&pairing->after.sort);
}

/* A further result may change all pairs, so everything that was made from the keys is dropped. */
void report_pairing_widen(struct report_pairing *pairing, size_t to)
{
    if (pairing->after.of.to == to)
        return;
    while (pairing->sorts && !sort(pairing))
        continue;
    launch_matching_free(pairing->matching);
    pairing->matching = NULL;
    pairing->sorts = false;
    pairing->after.of.to = to;
}

static size_t size_of(const struct key_list *list)
{
    return list->of.to - list->of.from;
}

size_t report_pairing_size(const struct report_pairing *pairing)
{
    return size_of(&pairing->before) + size_of(&pairing->after);
}

size_t report_pairing_left(const struct report_pairing *pairing)
{
    return report_pairing_size(pairing) - pairing->before.count - pairing->after.count;
}

static void begin_matching(struct report_pairing *pairing)
{
    struct key_list *before = &pairing->before, *after = &pairing->after;
    number_places(before);
    number_places(after);
    pairing->matching = launch_matching_new(before->keys, before->count, after->keys, after->count);
}

bool report_pairing_step(struct report_pairing *pairing)
{
    struct key_list *before = &pairing->before, *after = &pairing->after;
    if (before->count < size_of(before)) {
        add_key(before);
    } else if (after->count < size_of(after)) {
        add_key(after);
    } else if (!pairing->sorts) {
        sort_places(before);
        sort_places(after);
        pairing->sorts = true;
    } else if (pairing->matching) {
        return launch_matching_step(pairing->matching);
    } else if (sort(pairing)) {
        begin_matching(pairing);
    }
    return false;
}

int report_pairing_percent(const struct report_pairing *pairing)
{
    size_t all = report_pairing_size(pairing);
    return all ? (int)(100 * (all - report_pairing_left(pairing)) / all) : 100;
}

size_t *report_pairing_partners(const struct report_pairing *pairing)
{
    const struct key_list *a = &pairing->before, *b = &pairing->after;
    size_t count, *partners = mem_alloc((b->count + 1) * sizeof *partners);
    struct launch_pair *pairs = launch_matching_pairs(pairing->matching, &count);
    for (size_t i = 0; i < count; i++)
        if (pairs[i].b != NO_LAUNCH)
            partners[pairs[i].b] = pairs[i].a == NO_LAUNCH ? NO_LAUNCH : a->of.from + pairs[i].a;
    free(pairs);
    return partners;
}
