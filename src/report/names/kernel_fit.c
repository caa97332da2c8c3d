#include "report/names/kernel_fit.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/fit_apart.h"
#include "report/base/mem.h"
#include "report/base/safe_text.h"

enum { ARGUMENTS_FROM = 5, SPLIT_FROM = 12 };

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Returns the place behind the bracket that opens at `at`, or the end of the text. "->" is no
 * bracket. */
static size_t skip_group(const char *text, size_t at)
{
    int depth = 0;
    for (; text[at]; at++) {
        if (strchr("<([", text[at]))
            depth++;
        else if (strchr(">)]", text[at]) && !(text[at] == '>' && at && text[at - 1] == '-'))
            depth--;
        if (depth <= 0)
            return at + 1;
    }
    return at;
}

/* Returns the place of the bracket of this kind that ends the text and is not inside of another, or
 * `length` if there is none. The signs of an operator are no brackets. */
static size_t last_group(const char *text, size_t length, char open)
{
    static const char operator_word[] = "operator";
    size_t found = length, word = sizeof operator_word - 1;
    for (size_t at = 0; at < length;) {
        if (strncmp(text + at, operator_word, word) == 0 && (!at || !is_word(text[at - 1]))) {
            at += word + strspn(text + at + word, " ");
            size_t signs = strncmp(text + at, "()", 2) == 0 ? 2 : strspn(text + at, "<>=-+*/&|^!");
            at += signs;
        } else if (strchr("<([", text[at])) {
            size_t end = skip_group(text, at);
            if (text[at] == open && end >= length)
                found = at;
            at = end;
        } else {
            at++;
        }
    }
    return found;
}

size_t kernel_bare(const char *name)
{
    return last_group(name, strlen(name), '(');
}

/* Words that say little about what a kernel does. */
static const char *const little[] = {"void",
                                     "bool",
                                     "char",
                                     "short",
                                     "int",
                                     "long",
                                     "float",
                                     "double",
                                     "unsigned",
                                     "signed",
                                     "const",
                                     "size_t",
                                     "int8_t",
                                     "int16_t",
                                     "int32_t",
                                     "int64_t",
                                     "uint8_t",
                                     "uint16_t",
                                     "uint32_t",
                                     "uint64_t",
                                     "__half",
                                     "half",
                                     "Half",
                                     "BFloat16",
                                     "__nv_bfloat16",
                                     "array",
                                     "Array",
                                     "tuple",
                                     "pair",
                                     "std",
                                     "at",
                                     "native",
                                     "c10",
                                     "cuda",
                                     "detail",
                                     "LoadWithoutCast",
                                     "StoreWithoutCast",
                                     "TrivialOffsetCalculator",
                                     "OffsetCalculator"};

/* Ends of words that say much. The last such word is the innermost and names the operation. */
static const char *const much[] = {"unctor", "Op", "_op", "kernel", "Kernel"};

enum { LITTLE, SOME, MUCH };

static int worth(const char *word, size_t length)
{
    if (!length || isdigit((unsigned char)*word) || length < 2 ||
        (length <= 3 && *word == 'T' && isdigit((unsigned char)word[1])))
        return LITTLE;
    for (size_t i = 0; i < sizeof little / sizeof *little; i++)
        if (strlen(little[i]) == length && strncmp(little[i], word, length) == 0)
            return LITTLE;
    for (size_t i = 0; i < sizeof much / sizeof *much; i++) {
        const char *at = strstr(word, much[i]);
        if (at && at < word + length)
            return MUCH;
    }
    return SOME;
}

struct part {
    size_t at, length;
};

/* Returns whether the word is in all others that have the same name before their template
 * arguments. */
static bool is_common(const char *text, size_t open, struct part word, const char *const *others,
                      size_t count)
{
    char *part = mem_strndup(text + word.at, word.length);
    bool common = true;
    for (size_t i = 0; i < count && common; i++)
        common = strncmp(others[i], text, open + 1) != 0 || strstr(others[i], part);
    free(part);
    return common;
}

/* Returns the word in the template arguments that says most. A word that some others lack is better
 * than one that all have. Lists of arguments and lambdas are skipped. Length 0: there is no such
 * word. */
static struct part telling(const char *text, size_t open, size_t end, const char *const *others,
                           size_t count)
{
    struct part best = {0, 0};
    int most = LITTLE;
    for (size_t at = open; at < end;) {
        struct part word = {at, 0};
        if (text[at] == '(' || text[at] == '[') {
            at = skip_group(text, at);
            continue;
        }
        while (at + word.length < end && is_word(text[at + word.length]))
            word.length++;
        at += word.length ? word.length : 1;
        /* What stands before "::" only says where to look for a name. */
        int value = worth(text + word.at, word.length);
        if (value == LITTLE || strncmp(text + at, "::", 2) == 0)
            continue;
        bool innermost = value == MUCH;
        value += is_common(text, open, word, others, count) ? 0 : MUCH;
        if (value > most || (value == most && innermost)) {
            best = word;
            most = value;
        }
    }
    return best;
}

/* Appends the name without what functions and lambdas in the template arguments take. */
static void add_without_lists(struct strbuf *out, const char *text, size_t from, size_t end)
{
    strbuf_add(out, text, from);
    for (size_t at = from; at < end;) {
        size_t words = 0;
        while (at + words < end && text[at + words] != '(')
            words++;
        strbuf_add(out, text + at, words);
        at += words;
        if (at >= end)
            break;
        /* The number in "[lambda(float) (instance 1)]" goes, too. */
        at = skip_group(text, at);
        if (at < end && strncmp(text + at, " (", 2) == 0)
            at++;
    }
}

/* Appends the name with just that word of its template arguments, each cut if needed. */
static void add_telling(struct strbuf *out, const char *bare, size_t open, struct part word,
                        size_t columns)
{
    const char *ellipsis = safe_text_utf8() ? "\xe2\x80\xa6" : "~";
    char *head = mem_strndup(bare, open), *part = mem_strndup(bare + word.at, word.length);
    size_t wide = safe_text_width(head), inner = safe_text_width(part);
    if (wide + inner + 4 <= columns) {
        strbuf_addf(out, "%s<%s%s%s>", head, ellipsis, part, ellipsis);
    } else {
        /* The name gets the columns that the word leaves, but at least a third. */
        size_t name = columns > inner + 1 ? columns - inner - 1 : 0;
        name = name > columns / 3 ? name : columns / 3;
        name = name < wide ? name : wide;
        strbuf_add(out, head, safe_text_cut(head, name));
        strbuf_adds(out, ellipsis);
        safe_text_fit_middle(out, part, columns - name - 1);
    }
    free(head);
    free(part);
}

/* Returns the place behind the scopes of a name, or 0 if the name says nothing without them
 * (operators). */
static size_t skip_scopes(const char *bare, size_t length)
{
    size_t from = 0;
    for (size_t at = 0; at < length;) {
        if (strncmp(bare + at, "operator", 8) == 0)
            return 0;
        if (strchr("<([", bare[at])) {
            at = skip_group(bare, at);
        } else if (strncmp(bare + at, "::", 2) == 0) {
            from = at += 2;
        } else {
            at++;
        }
    }
    return from;
}

/* Appends a name so that it differs from the others, which are compared without arguments and
 * scopes. */
static void add_apart(struct strbuf *out, const char *bare, size_t columns,
                      const char *const *others, size_t count)
{
    const char **theirs = mem_alloc((count + 1) * sizeof *theirs);
    char **bares = mem_alloc((count + 1) * sizeof *bares);
    for (size_t i = 0; i < count; i++) {
        bares[i] = mem_strndup(others[i], kernel_bare(others[i]));
        theirs[i] = bares[i] + skip_scopes(bares[i], strlen(bares[i]));
    }
    fit_apart(out, bare, columns, theirs, count);
    for (size_t i = 0; i < count; i++)
        free(bares[i]);
    free(bares);
    free(theirs);
}

static void add_head(struct strbuf *out, const char *bare, size_t open, size_t columns)
{
    char *head = mem_strndup(bare, open);
    safe_text_fit(out, head, columns);
    free(head);
}

/* Appends the name before its template arguments, so that it differs from those of the others. */
static void add_head_apart(struct strbuf *out, const char *bare, size_t open, size_t columns,
                           const char *const *others, size_t count)
{
    char *head = mem_strndup(bare, open);
    char **heads = mem_alloc((count + 1) * sizeof *heads);
    for (size_t i = 0; i < count; i++) {
        const char *other = others[i];
        size_t length = kernel_bare(other), from;
        char *text = mem_strndup(other, length);
        from = skip_scopes(text, length);
        heads[i] = mem_strndup(text + from, last_group(text + from, length - from, '<'));
        free(text);
    }
    fit_apart(out, head, columns, (const char *const *)heads, count);
    for (size_t i = 0; i < count; i++)
        free(heads[i]);
    free(heads);
    free(head);
}

/* Whether another name begins like this one in so many columns, and goes on in another way before
 * its template arguments. */
static bool is_like_another(const char *bare, size_t open, size_t columns,
                            const char *const *others, size_t count)
{
    size_t same = safe_text_cut(bare, columns);
    if (same >= open)
        return false;
    for (size_t i = 0; i < count; i++) {
        size_t length = kernel_bare(others[i]);
        char *text = mem_strndup(others[i], length);
        const char *name = text + skip_scopes(text, length);
        size_t end = last_group(name, strlen(name), '<');
        bool like =
            strncmp(name, bare, same) == 0 && (end != open || strncmp(name, bare, open) != 0);
        free(text);
        if (like)
            return true;
    }
    return false;
}

/* Appends a name without arguments that is too long. */
static void add_short(struct strbuf *out, const char *bare, size_t columns,
                      const char *const *others, size_t count)
{
    size_t length = strlen(bare), open = last_group(bare, length, '<');
    struct strbuf shorter = {0};
    strbuf_adds(&shorter, "");
    add_without_lists(&shorter, bare, open, length);
    struct part word = telling(bare, open, length, others, count);
    if (safe_text_width(shorter.data) <= columns)
        strbuf_adds(out, shorter.data);
    else if (word.length && is_like_another(bare, open, columns / 3, others, count))
        add_head_apart(out, bare, open, columns, others, count);
    else if (word.length && columns >= SPLIT_FROM)
        add_telling(out, bare, open, word, columns);
    else if (word.length)
        add_head(out, bare, open, columns);
    else
        add_apart(out, bare, columns, others, count);
    strbuf_free(&shorter);
}

void kernel_fit(struct strbuf *out, const char *name, size_t columns, const char *const *others,
                size_t count)
{
    strbuf_adds(out, "");
    char *bare = mem_strndup(name, kernel_bare(name));
    size_t wide = safe_text_width(bare);
    strbuf_adds(out, "");
    if (safe_text_width(name) <= columns || wide + ARGUMENTS_FROM <= columns)
        safe_text_fit(out, name, columns);
    else if (wide <= columns)
        strbuf_adds(out, bare);
    else
        add_short(out, bare + skip_scopes(bare, strlen(bare)), columns, others, count);
    free(bare);
}
