#include "choices.h"

#include <stdbool.h>

#include <stdlib.h>
#include <string.h>

#include "mem.h"

void choices_add(struct choices *list, const char *word)
{
    mem_grow(&list->words, list->count, &list->capacity, sizeof *list->words);
    list->words[list->count++] = mem_strdup(word);
}

void choices_free(struct choices *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->words[i]);
    free(list->words);
    *list = (struct choices){0};
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Among the first ones, which have an order and are few. */
static bool is_ordered(const struct choices *list, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list->words[i], word) == 0)
            return true;
    return false;
}

void choices_narrow(struct choices *list, const char *start)
{
    size_t kept = 0, ordered = 0;
    if (list->count > list->ordered)
        qsort(list->words + list->ordered, list->count - list->ordered, sizeof *list->words,
              compare);
    for (size_t i = 0; i < list->count; i++) {
        char *word = list->words[i];
        bool doubled = is_ordered(list, ordered, word) ||
                       (kept > ordered && strcmp(list->words[kept - 1], word) == 0);
        if (strncmp(word, start, strlen(start)) == 0 && !doubled)
            list->words[kept++] = word;
        else
            free(word);
        if (i < list->ordered)
            ordered = kept;
    }
    list->count = kept;
    list->ordered = ordered;
}

char *choices_common(const struct choices *list)
{
    if (!list->count)
        return mem_strdup("");
    size_t length = strlen(list->words[0]);
    for (size_t i = 1; i < list->count; i++) {
        size_t same = 0;
        while (same < length && list->words[i][same] == list->words[0][same])
            same++;
        length = same;
    }
    return mem_strndup(list->words[0], length);
}
