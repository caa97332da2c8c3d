#include "report/base/step_sort.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

/* The length of a run that insertion sorts, and the elements of a step. */
enum { SHORT_RUN = 8, STEP = 256 };

void step_sort_begin(struct step_sort *sort, void *items, size_t count, size_t size,
                     int (*compare)(const void *a, const void *b))
{
    step_sort_free(sort);
    *sort = (struct step_sort){.from = items, .count = count, .size = size, .compare = compare};
    sort->to = sort->spare = mem_alloc((count + 1) * size);
}

void step_sort_free(struct step_sort *sort)
{
    free(sort->spare);
    *sort = (struct step_sort){0};
}

static size_t end_of(const struct step_sort *sort, size_t first, size_t length)
{
    return length < sort->count - first ? first + length : sort->count;
}

/* Returns the length of the first runs. Each pass moves all elements to the other side; this length
 * gives an even number of passes, so that they end where they began. */
static size_t first_run(const struct step_sort *sort)
{
    bool even = true;
    for (size_t run = SHORT_RUN; run < sort->count; run *= 2)
        even = !even;
    return even ? SHORT_RUN : 2 * SHORT_RUN;
}

/* Sorts one run by insertion. The spare's first element holds the one that moves. */
static void make_run(struct step_sort *sort, size_t first, size_t end)
{
    char *items = sort->from;
    size_t size = sort->size;
    for (size_t i = first + 1; i < end; i++) {
        size_t at = i;
        while (at > first && sort->compare(items + (at - 1) * size, items + i * size) > 0)
            at--;
        memcpy(sort->spare, items + i * size, size);
        memmove(items + (at + 1) * size, items + at * size, (i - at) * size);
        memcpy(items + at * size, sort->spare, size);
    }
}

static void make_runs(struct step_sort *sort)
{
    size_t length = first_run(sort), stop = end_of(sort, sort->out, STEP);
    while (sort->out < stop) {
        size_t end = end_of(sort, sort->out, length);
        make_run(sort, sort->out, end);
        sort->out = end;
    }
    if (sort->out < sort->count)
        return;
    sort->run = length;
    sort->out = 0;
}

/* Merges the next elements of two adjacent runs. */
static void merge(struct step_sort *sort)
{
    size_t first = sort->out - sort->out % (2 * sort->run), size = sort->size;
    size_t middle = end_of(sort, first, sort->run), end = end_of(sort, middle, sort->run);
    if (sort->out == first) {
        sort->left = first;
        sort->right = middle;
    }
    for (size_t i = 0; i < STEP && sort->out < end; i++) {
        const char *left = sort->from + sort->left * size, *right = sort->from + sort->right * size;
        bool is_right =
            sort->left == middle || (sort->right < end && sort->compare(left, right) > 0);
        memcpy(sort->to + sort->out++ * size, is_right ? right : left, size);
        sort->right += is_right;
        sort->left += !is_right;
    }
}

static void merge_runs(struct step_sort *sort)
{
    size_t begun = sort->out;
    while (sort->out < sort->count && sort->out - begun < STEP)
        merge(sort);
    if (sort->out < sort->count)
        return;
    char *merged = sort->to;
    sort->to = sort->from;
    sort->from = merged;
    sort->run *= 2;
    sort->out = 0;
}

static bool is_done(const struct step_sort *sort)
{
    return sort->run && sort->run >= sort->count;
}

bool step_sort_step(struct step_sort *sort)
{
    if (!sort->run)
        make_runs(sort);
    else if (!is_done(sort))
        merge_runs(sort);
    return is_done(sort);
}
