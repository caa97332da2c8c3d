#include "cli/options/word_list.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/base/name_list.h"
#include "report/base/strbuf.h"

/* Takes over the word. */
static void take(struct word_list *list, char *word)
{
    mem_grow(&list->words, list->count, &list->capacity, sizeof *list->words);
    list->words[list->count++] = word;
}

void word_list_add(struct word_list *list, const char *word)
{
    take(list, mem_strdup(word));
}

void word_list_split(struct word_list *list, const char *text)
{
    char *word;
    while ((word = name_list_next_word(&text)))
        take(list, word);
}

char *word_list_join(const struct word_list *list)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < list->count; i++)
        strbuf_addf(&text, "%s%s", i ? "," : "", list->words[i]);
    return text.data;
}

void word_list_free(struct word_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->words[i]);
    free(list->words);
    *list = (struct word_list){0};
}
