#include "seen_kernels.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "strbuf.h"

enum { MOST_NAMES = 12 };

void seen_kernels_add(struct seen_kernels *seen, const char *name)
{
    for (size_t i = 0; i < seen->count; i++)
        if (strcmp(seen->kernels[i].name, name) == 0) {
            seen->kernels[i].launches++;
            return;
        }
    mem_grow(&seen->kernels, seen->count, &seen->capacity, sizeof *seen->kernels);
    seen->kernels[seen->count++] = (struct seen_kernel){mem_strdup(name), 1};
}

bool seen_kernels_any(const struct seen_kernels *seen)
{
    return seen->count > 0;
}

static int compare(const void *a, const void *b)
{
    const struct seen_kernel *x = a, *y = b;
    if (x->launches != y->launches)
        return x->launches > y->launches ? -1 : 1;
    return strcmp(x->name, y->name);
}

static void add_names(struct strbuf *text, struct seen_kernels *seen)
{
    strbuf_adds(text, "");
    if (seen->count)
        qsort(seen->kernels, seen->count, sizeof *seen->kernels, compare);
    for (size_t i = 0; i < seen->count && i < MOST_NAMES; i++)
        strbuf_addf(text, "%s%s", i ? ", " : "", seen->kernels[i].name);
    if (seen->count > MOST_NAMES)
        strbuf_addf(text, " and %zu more", seen->count - MOST_NAMES);
}

char *seen_kernels_names(struct seen_kernels *seen)
{
    struct strbuf text = {0};
    add_names(&text, seen);
    return strbuf_detach(&text);
}

char *seen_kernels_text(struct seen_kernels *seen)
{
    struct strbuf text = {0};
    add_names(&text, seen);
    uint64_t launches = seen->unnamed;
    for (size_t i = 0; i < seen->count; i++)
        launches += seen->kernels[i].launches;
    strbuf_addf(&text, " (%" PRIu64 " launch%s in all)", launches, launches == 1 ? "" : "es");
    return strbuf_detach(&text);
}

void seen_kernels_free(struct seen_kernels *seen)
{
    for (size_t i = 0; i < seen->count; i++)
        free(seen->kernels[i].name);
    free(seen->kernels);
    *seen = (struct seen_kernels){0};
}
