#include "collect/cupti/base_names.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int compare_base(const void *name, const void *base)
{
    const char *b = *(const char *const *)base;
    size_t length = strcspn(name, ".");
    int order = strncmp(name, b, length);
    return order ? order : -(b[length] != '\0');
}

void base_names_add(struct base_names *bases, const char *name)
{
    mem_grow(&bases->names, bases->count, &bases->capacity, sizeof *bases->names);
    bases->names[bases->count++] = mem_strdup(name);
}

void base_names_sort(struct base_names *bases)
{
    if (bases->count)
        qsort(bases->names, bases->count, sizeof *bases->names, compare_names);
}

bool base_names_have(const struct base_names *bases, const char *name)
{
    return bases->count &&
           bsearch(name, bases->names, bases->count, sizeof *bases->names, compare_base);
}

void base_names_free(struct base_names *bases)
{
    for (size_t i = 0; i < bases->count; i++)
        free(bases->names[i]);
    free(bases->names);
    *bases = (struct base_names){0};
}
