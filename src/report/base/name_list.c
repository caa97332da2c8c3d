#include "report/base/name_list.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

char *name_list_next(const char **list)
{
    if (!*list || !**list)
        return NULL;
    size_t length = strcspn(*list, ",");
    char *part = mem_strndup(*list, length);
    *list += length + ((*list)[length] == ',');
    return part;
}

static size_t word_length(const char *text)
{
    size_t length = 0;
    int depth = 0;
    for (; text[length] && (depth > 0 || text[length] != ','); length++)
        depth += (strchr("({[", text[length]) != NULL) - (strchr(")}]", text[length]) != NULL);
    return length;
}

char *name_list_next_word(const char **list)
{
    if (!*list)
        return NULL;
    *list += strspn(*list, ",");
    const size_t length = word_length(*list);
    char *word = length ? mem_strndup(*list, length) : NULL;
    *list += length;
    return word;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

size_t name_list_sort(char **names, size_t count)
{
    size_t kept = 0;
    if (count)
        qsort(names, count, sizeof *names, compare);
    for (size_t i = 0; i < count; i++)
        if (kept && strcmp(names[kept - 1], names[i]) == 0)
            free(names[i]);
        else
            names[kept++] = names[i];
    return kept;
}
