/* How it works: the values of the sort column are collected once per result, then sorted with the
 * report's order as the last criterion, which makes the sort stable. Groups are ranked by a single
 * number (list_tree.h sorts them); it is negated for a descending order. */
#include "tui/list/list_sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "tui/list/list_value.h"

struct sort_key {
    struct list_value value;
    size_t result;
};

bool list_sort_is_descending(const struct list_view *view)
{
    return list_fields[view->sort.field].descending != view->reverse;
}

static bool is_missing(const struct list_value *value)
{
    return !value->text && isnan(value->number);
}

static int compare(const void *a, const void *b, void *descending)
{
    const struct sort_key *x = a, *y = b;
    int order = 0, later = (x->result > y->result) - (x->result < y->result);
    if (is_missing(&x->value) || is_missing(&y->value)) {
        order = is_missing(&x->value) - is_missing(&y->value);
        return order ? order : later;
    }
    if (x->value.text && y->value.text)
        order = x->value.text == y->value.text ? 0 : strcmp(x->value.text, y->value.text);
    else if (x->value.text || y->value.text)
        return x->value.text ? 1 : -1;
    else
        order = (x->value.number > y->value.number) - (x->value.number < y->value.number);
    if (*(const bool *)descending)
        order = -order;
    return order ? order : later;
}

void list_sort(struct list_view *view)
{
    struct sort_key *keys = mem_alloc((view->known + 1) * sizeof *keys);
    bool descending = list_sort_is_descending(view);
    for (size_t i = 0; i < view->known; i++)
        keys[i] = (struct sort_key){list_value(view, &view->sort, i), i};
    if (view->known)
        qsort_r(keys, view->known, sizeof *keys, compare, &descending);
    for (size_t i = 0; i < view->known; i++)
        view->sorted[i] = keys[i].result;
    free(keys);
}

/* Texts and numbers of results do not rank groups: the place of the first result would say
 * nothing. */
double list_sort_rank(struct list_view *view, const struct list_group *group)
{
    struct list_stats stats;
    if (view->sort.field == LIST_NUMBER ||
        !list_value_keep_stats(view, &view->sort, group, &stats) || !stats.count)
        return NAN;
    bool sums = view->sort.field == LIST_DURATION || list_field_adds_up(view->sort.field);
    double value = view->sort.field == LIST_SPREAD ? list_stats_spread(&stats)
                   : sums                          ? stats.sum
                                                   : stats.median;
    return list_sort_is_descending(view) ? -value : value;
}
