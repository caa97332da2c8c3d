#include "tui/list/list_tree.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

void list_tree_free(struct list_tree *tree)
{
    free(tree->order);
    free(tree->groups);
    free(tree->rows);
    free(tree->places);
    *tree = (struct list_tree){0};
}

static void make_room(struct list_tree *tree, size_t count)
{
    if (tree->order_capacity >= count)
        return;
    tree->order = mem_realloc(tree->order, count * sizeof *tree->order);
    tree->order_capacity = count;
}

static void add_row(struct list_tree *tree, enum list_row_kind kind, size_t result, size_t group)
{
    mem_grow(&tree->rows, tree->row_count, &tree->row_capacity, sizeof *tree->rows);
    tree->rows[tree->row_count++] = (struct list_row){kind, result, group};
}

void list_tree_plain(struct list_tree *tree, const size_t *results, size_t count)
{
    make_room(tree, count);
    tree->count = count;
    tree->group_count = tree->row_count = 0;
    for (size_t i = 0; i < count; i++) {
        tree->order[i] = results[i];
        add_row(tree, LIST_ROW_RESULT, results[i], SIZE_MAX);
    }
}

/* Returns the group of a key, which is made at its first use. */
static struct list_group *group_of(struct list_tree *tree, size_t key)
{
    if (!tree->places[key]) {
        mem_grow(&tree->groups, tree->group_count, &tree->group_capacity, sizeof *tree->groups);
        tree->groups[tree->group_count++] = (struct list_group){.key = key};
        tree->places[key] = tree->group_count;
    }
    return &tree->groups[tree->places[key] - 1];
}

void list_tree_group(struct list_tree *tree, const size_t *results, size_t count,
                     const size_t *keys, size_t key_count)
{
    size_t first = 0;
    make_room(tree, count);
    if (tree->place_capacity < key_count) {
        free(tree->places);
        tree->places = mem_alloc(key_count * sizeof *tree->places);
        tree->place_capacity = key_count;
    } else if (key_count) {
        memset(tree->places, 0, key_count * sizeof *tree->places);
    }
    tree->count = count;
    tree->group_count = tree->row_count = 0;
    for (size_t i = 0; i < count; i++)
        group_of(tree, keys[results[i]])->count++;
    for (size_t i = 0; i < tree->group_count; i++) {
        tree->groups[i].first = first;
        first += tree->groups[i].count;
        tree->groups[i].count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        struct list_group *group = group_of(tree, keys[results[i]]);
        tree->order[group->first + group->count++] = results[i];
    }
}

static int compare(const void *a, const void *b)
{
    const struct list_group *x = a, *y = b;
    if (isnan(x->rank) != isnan(y->rank))
        return isnan(x->rank) ? 1 : -1;
    int order = isnan(x->rank) ? 0 : (x->rank > y->rank) - (x->rank < y->rank);
    return order ? order : (x->first > y->first) - (x->first < y->first);
}

/* Puts the results of groups in the order of the groups. */
static void place_groups(struct list_tree *tree)
{
    size_t *order = mem_alloc((tree->count + 1) * sizeof *order), at = 0;
    for (size_t i = 0; i < tree->group_count; i++) {
        struct list_group *group = &tree->groups[i];
        memcpy(order + at, tree->order + group->first, group->count * sizeof *order);
        group->first = at;
        at += group->count;
    }
    free(tree->order);
    tree->order = order;
    tree->order_capacity = tree->count + 1;
}

void list_tree_rows(struct list_tree *tree)
{
    if (tree->group_count)
        qsort(tree->groups, tree->group_count, sizeof *tree->groups, compare);
    place_groups(tree);
    for (size_t i = 0; i < tree->group_count; i++) {
        const struct list_group *group = &tree->groups[i];
        const size_t *members = tree->order + group->first;
        add_row(tree, group->count > 1 ? LIST_ROW_GROUP : LIST_ROW_RESULT, members[0], i);
        for (size_t j = 0; group->count > 1 && group->open && j < group->count; j++)
            add_row(tree, LIST_ROW_MEMBER, members[j], i);
    }
}

size_t list_tree_find(const struct list_tree *tree, size_t result)
{
    size_t place = 0;
    while (place < tree->count && tree->order[place] != result)
        place++;
    for (size_t i = 0; i < tree->row_count && place < tree->count; i++) {
        const struct list_row *row = &tree->rows[i];
        const struct list_group *group =
            row->kind == LIST_ROW_GROUP ? &tree->groups[row->group] : NULL;
        if (group ? !group->open && place >= group->first && place < group->first + group->count
                  : row->result == result)
            return i;
    }
    return tree->row_count;
}
