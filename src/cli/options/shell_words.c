#include "cli/options/shell_words.h"

#include <string.h>

/* Adds the text between the quotes that begin at *at and moves *at behind them. */
static bool take_quoted(struct strbuf *word, const char **at, struct error *error)
{
    const char quote = *(*at)++;
    for (; **at && **at != quote; ++*at) {
        if (quote == '"' && **at == '\\' && (*at)[1] && strchr("$`\"\\", (*at)[1]))
            ++*at;
        strbuf_addc(word, **at);
    }
    if (!**at)
        return error_set(error, "a quote (%c) is not closed", quote);
    ++*at;
    return true;
}

static bool take_word(struct strbuf *word, const char **at, struct error *error)
{
    bool good = true;
    while (good && **at && !strchr(" \t\n", **at)) {
        if (**at == '"' || **at == '\'') {
            good = take_quoted(word, at, error);
            continue;
        }
        if (**at == '\\' && !*++*at)
            return error_set(error, "a backslash is the last character");
        strbuf_addc(word, *(*at)++);
    }
    return good;
}

bool shell_words_split(struct word_list *words, const char *text, struct error *error)
{
    struct word_list found = {0};
    bool good = true;
    for (text += strspn(text, " \t\n"); good && *text; text += strspn(text, " \t\n")) {
        struct strbuf word = {0};
        strbuf_adds(&word, "");
        good = take_word(&word, &text, error);
        word_list_add(&found, word.data);
        strbuf_free(&word);
    }
    for (size_t i = 0; good && i < found.count; i++)
        word_list_add(words, found.words[i]);
    word_list_free(&found);
    return good;
}
