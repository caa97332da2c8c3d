#include "collect/plan/schedule_names.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/metric/metric_name.h"

struct entry {
    struct metric_name name;
    size_t index;
};

/* Compares two names without their rollups. 0: they are siblings, or the same name. */
static int compare_siblings(const struct entry *x, const struct entry *y)
{
    const char *a = x->name.base, *b = y->name.base;
    size_t n = x->name.base_length, m = y->name.base_length;
    int order = strncmp(a, b, n < m ? n : m);
    if (order || n != m)
        return order ? order : n < m ? -1 : 1;
    const char *s = x->name.submetric, *t = y->name.submetric;
    return strcmp(s ? s : "", t ? t : "");
}

static int compare(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int order = compare_siblings(x, y);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

/* From the wavefronts on the names are in reverse order. */
enum rank { BEFORE_L1, L1, WAVEFRONTS, AFTER_L1 };

static enum rank rank(const char *name)
{
    int order = strncmp(name, "l1tex__", strlen("l1tex__"));
    if (order)
        return order < 0 ? BEFORE_L1 : AFTER_L1;
    return strncmp(name, "l1tex__t_output_", strlen("l1tex__t_output_")) == 0 ? WAVEFRONTS : L1;
}

static int compare_places(const void *a, const void *b)
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    enum rank r = rank(x), s = rank(y);
    return r != s ? (int)r - (int)s : r < WAVEFRONTS ? strcmp(x, y) : strcmp(y, x);
}

const char **schedule_names(char *const *names, size_t count, size_t *kept)
{
    struct entry *entries = mem_alloc((count + 1) * sizeof *entries);
    const char **chosen = mem_alloc((count + 1) * sizeof *chosen);
    bool *dropped = mem_alloc(count + 1);
    size_t rollups = 0;
    for (size_t i = 0; i < count; i++) {
        struct metric_name name = metric_name_parse(names[i]);
        if (metric_name_has_rollup(&name))
            entries[rollups++] = (struct entry){name, i};
    }
    qsort(entries, rollups, sizeof *entries, compare);
    for (size_t i = 1; i < rollups; i++)
        dropped[entries[i].index] = compare_siblings(&entries[i - 1], &entries[i]) == 0;
    *kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!dropped[i])
            chosen[(*kept)++] = names[i];
    for (size_t i = 0; i < *kept; i++)
        if (rank(chosen[i]) == WAVEFRONTS) {
            qsort(chosen, *kept, sizeof *chosen, compare_places);
            break;
        }
    free(dropped);
    free(entries);
    return chosen;
}
