#include "report/base/shell_word.h"

#include <stdbool.h>
#include <string.h>

/* A tilde is special only as the first character. */
static bool is_plain(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-+=./:,@%^";
    return *word && strspn(word, plain) == strlen(word);
}

void shell_word_add(struct strbuf *text, const char *word)
{
    if (text->length)
        strbuf_addc(text, ' ');
    if (is_plain(word)) {
        strbuf_adds(text, word);
        return;
    }
    strbuf_addc(text, '\'');
    for (; *word; word++)
        if (*word == '\'')
            strbuf_adds(text, "'\\''");
        else
            strbuf_addc(text, *word);
    strbuf_addc(text, '\'');
}
