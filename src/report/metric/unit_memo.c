#include "report/metric/unit_memo.h"

#include <stdio.h>
#include <stdlib.h>

#include "report/base/mem.h"
#include "report/metric/metric_unit.h"

enum { MOST_NAMES = 1 << 14, LONGEST_UNIT = 48 };

static size_t add(struct unit_memo *memo, const char *name)
{
    char unit[LONGEST_UNIT];
    size_t count = memo->names.count;
    size_t at = name_index_add(&memo->names, name);
    if (at < count)
        return at;
    memo->names.names[at] = mem_strdup(name);
    mem_grow(&memo->units, at, &memo->capacity, sizeof *memo->units);
    memo->units[at] = mem_strdup(metric_unit(name, unit, sizeof unit));
    return at;
}

const char *unit_memo_of(struct unit_memo *memo, const char *name, char *unit, size_t size)
{
    if (memo->names.count >= MOST_NAMES)
        return metric_unit(name, unit, size);
    size_t at = add(memo, name);
    snprintf(unit, size, "%s", memo->units[at]);
    return unit;
}

void unit_memo_free(struct unit_memo *memo)
{
    for (size_t i = 0; i < memo->names.count; i++) {
        free((char *)memo->names.names[i]);
        free(memo->units[i]);
    }
    free(memo->units);
    name_index_free(&memo->names);
    *memo = (struct unit_memo){0};
}
