#include "report/names/short_path.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

struct end {
    const char *path;
    size_t index, shared; /* shared: parts at the end that another path has, too */
};

/* Returns the last part of the path before *end and its length, and moves *end before that part. */
static const char *last_part(const char *path, size_t *end, size_t *length)
{
    size_t to = *end;
    while (to && path[to - 1] == '/')
        to--;
    size_t from = to;
    while (from && path[from - 1] != '/')
        from--;
    *length = to - from;
    *end = from;
    return path + from;
}

/* Returns how many parts at the end are the same in both. *order: how the first differing parts
 * compare. */
static size_t shared_parts(const char *a, const char *b, int *order)
{
    size_t i = strlen(a), j = strlen(b), count = 0;
    for (;; count++) {
        size_t m, n;
        const char *x = last_part(a, &i, &m), *y = last_part(b, &j, &n);
        *order = strncmp(x, y, m < n ? m : n);
        if (!*order)
            *order = (m > n) - (m < n);
        if (*order || !m)
            return count;
    }
}

static int compare_ends(const void *a, const void *b)
{
    const struct end *x = a, *y = b;
    int order;
    shared_parts(x->path, y->path, &order);
    return order;
}

/* Returns the end of the path that has `parts` parts. */
static const char *end_of(const char *path, size_t parts)
{
    size_t at = strlen(path), length;
    const char *end = path + at;
    for (size_t i = 0; i < parts; i++) {
        const char *part = last_part(path, &at, &length);
        if (!length)
            return path;
        end = part;
    }
    return end;
}

void short_path_find(const char *const *paths, const char **ends, size_t count)
{
    struct end *sorted = mem_alloc(count * sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = (struct end){paths[i], i, 0};
    if (count)
        qsort(sorted, count, sizeof *sorted, compare_ends);
    /* In the order of their ends, paths share most with their neighbours. */
    for (size_t i = 1; i < count; i++) {
        int order;
        size_t shared = shared_parts(sorted[i - 1].path, sorted[i].path, &order);
        if (shared > sorted[i - 1].shared)
            sorted[i - 1].shared = shared;
        sorted[i].shared = shared;
    }
    for (size_t i = 0; i < count; i++)
        ends[sorted[i].index] = end_of(sorted[i].path, sorted[i].shared + 1);
    free(sorted);
}
