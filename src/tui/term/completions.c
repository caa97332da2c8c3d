#include "tui/term/completions.h"

#include <stdbool.h>

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

void completions_add(struct completions *list, const char *word)
{
    mem_grow(&list->words, list->count, &list->capacity, sizeof *list->words);
    list->words[list->count++] = mem_strdup(word);
}

void completions_free(struct completions *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->words[i]);
    free(list->words);
    *list = (struct completions){0};
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Returns whether the word is among the first `count`, which are few. */
static bool is_ordered(const struct completions *list, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list->words[i], word) == 0)
            return true;
    return false;
}

void completions_narrow(struct completions *list, const char *start)
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

char *completions_common(const struct completions *list)
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
