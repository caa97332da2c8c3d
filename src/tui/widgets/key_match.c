#include "tui/widgets/key_match.h"

#include <ctype.h>
#include <string.h>

/* How well a text fits; 0: not at all. */
enum { NOT, IN_HELP, LETTERS, WITHIN, AT_WORD, AT_START = KEY_MATCH_BEST, FITS };

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static bool starts(const char *text, const char *with)
{
    while (*with && same_letter(*text, *with)) {
        text++;
        with++;
    }
    return !*with;
}

/* From two letters on: one letter is in every name. */
static bool has_letters(const char *name, const char *text)
{
    if (!text[0] || !text[1] || !same_letter(*name, *text))
        return false;
    for (; *text; text++, name++) {
        while (*name && !same_letter(*name, *text))
            name++;
        if (!*name)
            return false;
    }
    return true;
}

/* A word of the sentence starts with the text, which is long enough to mean it. */
static bool has_word(const char *sentence, const char *text)
{
    if (strlen(text) < 3)
        return false;
    for (const char *at = sentence; *at; at++)
        if ((at == sentence || at[-1] == ' ') && starts(at, text))
            return true;
    return false;
}

static int fit(const char *name, const char *help, const char *text)
{
    if (starts(name, text))
        return AT_START;
    for (const char *at = name; *at; at++)
        if ((at[0] == '-' || at[0] == ' ') && starts(at + 1, text))
            return AT_WORD;
    for (const char *at = name; *at; at++)
        if (text[1] && text[2] && starts(at, text))
            return WITHIN;
    if (has_letters(name, text))
        return LETTERS;
    return has_word(help, text) ? IN_HELP : NOT;
}

int key_match_name(const char *name, const char *text)
{
    return fit(name, "", text);
}

size_t key_match_find(const char *text, int views, const struct key_row **rows, size_t most)
{
    size_t count = 0;
    for (int wanted = FITS - 1; *text && wanted > NOT; wanted--)
        for (int here = 1; here >= 0; here--)
            for (size_t i = 0; i < key_row_count && count < most; i++) {
                const struct key_row *row = &key_rows[i];
                struct strbuf name = {0};
                keys_name(&name, row);
                if (!!(row->views & views) == here && fit(name.data, row->help, text) == wanted)
                    rows[count++] = row;
                strbuf_free(&name);
            }
    return count;
}
