#include "cli/options/word_list.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"

static void add(struct word_list *list, const char *word, size_t length)
{
    mem_grow(&list->words, list->count, &list->capacity, sizeof *list->words);
    list->words[list->count++] = mem_strndup(word, length);
}

void word_list_add(struct word_list *list, const char *word)
{
    add(list, word, strlen(word));
}

void word_list_split(struct word_list *list, const char *text)
{
    while (*text) {
        size_t length = 0;
        int depth = 0;
        for (; text[length] && (depth > 0 || text[length] != ','); length++)
            depth += (strchr("({[", text[length]) != NULL) - (strchr(")}]", text[length]) != NULL);
        if (length)
            add(list, text, length);
        text += length + (text[length] == ',');
    }
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
}
