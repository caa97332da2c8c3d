#include "tui/edit/editor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/shell_words.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"

static const char *const variables[] = {"VISUAL", "EDITOR"};
enum { VARIABLES = sizeof variables / sizeof *variables };

/* How editors take a line. %f: the file, %l: the line. Those with windows are told to wait, since
 * they return at once otherwise. The last row is for all others: vi, vim, nvim, nano, emacs,
 * emacsclient, micro, kak, less and most others. */
static const struct {
    const char *names, *words;
} kinds[] = {
    {" code code-insiders codium vscodium cursor ", "--wait --goto %f:%l"},
    {" subl sublime_text zed zeditor ", "--wait %f:%l"},
    {" hx helix ", "%f:%l"},
    {" kate ", "--block --line %l %f"},
    {" clion idea ", "--wait --line %l %f"},
    {NULL, "+%l %f"},
};

static const char *named(void)
{
    for (int i = 0; i < VARIABLES; i++) {
        const char *text = getenv(variables[i]);
        if (text && text[strspn(text, " \t")])
            return text;
    }
    return NULL;
}

bool editor_is_named(void)
{
    return named();
}

static const char *words_of(const char *program)
{
    const char *slash = strrchr(program, '/');
    char *name = mem_printf(" %s ", slash ? slash + 1 : program);
    size_t i = 0;
    while (kinds[i].names && !strstr(kinds[i].names, name))
        i++;
    free(name);
    return kinds[i].words;
}

/* A file whose name looks like an option is still a file. */
static void add_file(struct strbuf *out, const char *file)
{
    strbuf_addf(out, "%s%s", *file == '-' || *file == '+' ? "./" : "", file);
}

static void add_word(struct word_list *words, const char *form, size_t length, const char *file,
                     size_t line)
{
    struct strbuf word = {0};
    for (size_t i = 0; i < length; i++) {
        if (form[i] != '%')
            strbuf_addc(&word, form[i]);
        else if (form[++i] == 'f')
            add_file(&word, file);
        else
            strbuf_addf(&word, "%zu", line);
    }
    word_list_add(words, strbuf_text(&word));
    strbuf_free(&word);
}

bool editor_words(struct word_list *words, const char *file, size_t line, struct error *error)
{
    const char *text = named();
    const size_t first = words->count;
    if (!shell_words_split(words, text ? text : "vi", error))
        return error_prefix(error, "the editor in VISUAL or EDITOR");
    for (const char *form = words_of(words->words[first]); *form; form += strspn(form, " ")) {
        const size_t length = strcspn(form, " ");
        add_word(words, form, length, file, line);
        form += length;
    }
    return true;
}
