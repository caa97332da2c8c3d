#include "collect/program/name_counts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"

enum { MOST_NAMES = 12 };

uint64_t name_counts_add(struct name_counts *counts, const char *name)
{
    for (size_t i = 0; i < counts->count; i++)
        if (strcmp(counts->names[i].name, name) == 0)
            return ++counts->names[i].times;
    mem_grow(&counts->names, counts->count, &counts->capacity, sizeof *counts->names);
    counts->names[counts->count++] = (struct name_count){mem_strdup(name), 1};
    return 1;
}

bool name_counts_any(const struct name_counts *counts)
{
    return counts->count > 0;
}

static int compare(const void *a, const void *b)
{
    const struct name_count *x = a, *y = b;
    if (x->times != y->times)
        return x->times > y->times ? -1 : 1;
    return strcmp(x->name, y->name);
}

static void add_names(struct strbuf *text, struct name_counts *counts)
{
    strbuf_adds(text, "");
    if (counts->count)
        qsort(counts->names, counts->count, sizeof *counts->names, compare);
    for (size_t i = 0; i < counts->count && i < MOST_NAMES; i++)
        strbuf_addf(text, "%s%s", i ? ", " : "", counts->names[i].name);
    if (counts->count > MOST_NAMES)
        strbuf_addf(text, " and %zu more", counts->count - MOST_NAMES);
}

char *name_counts_names(struct name_counts *counts)
{
    struct strbuf text = {0};
    add_names(&text, counts);
    return strbuf_detach(&text);
}

char *name_counts_text(struct name_counts *counts)
{
    struct strbuf text = {0};
    add_names(&text, counts);
    uint64_t launches = counts->unnamed;
    for (size_t i = 0; i < counts->count; i++)
        launches += counts->names[i].times;
    strbuf_addf(&text, " (%" PRIu64 " launch%s in all)", launches, launches == 1 ? "" : "es");
    return strbuf_detach(&text);
}

void name_counts_free(struct name_counts *counts)
{
    for (size_t i = 0; i < counts->count; i++)
        free(counts->names[i].name);
    free(counts->names);
    *counts = (struct name_counts){0};
}
