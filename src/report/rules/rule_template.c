#include "report/rules/rule_template.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

enum { MOST_DECIMALS = 15 };

/* Words, or a value. */
struct piece {
    char *words;
    struct expr *expr;
    int decimals; /* -1: up to four significant digits */
    bool grouped;
};

struct rule_template {
    struct piece *pieces;
    size_t count, capacity;
};

static struct piece *add_piece(struct rule_template *text)
{
    mem_grow(&text->pieces, text->count, &text->capacity, sizeof *text->pieces);
    struct piece *piece = &text->pieces[text->count++];
    *piece = (struct piece){.decimals = -1};
    return piece;
}

/* Returns the "}" that ends a value and is not in quotes, or NULL. */
static const char *end_of(const char *at)
{
    char quote = 0;
    for (; *at; at++) {
        if (quote)
            quote = *at == quote ? 0 : quote;
        else if (*at == '\'' || *at == '"')
            quote = *at;
        else if (*at == '}')
            return at;
    }
    return NULL;
}

/* Returns the FORMAT behind the "|" at the end of a value, or NULL. A "||" belongs to the
 * expression. */
static const char *format_of(const char *at, const char *end)
{
    for (const char *bar = end - 1; bar > at; bar--) {
        if (*bar == '|' && bar[-1] != '|')
            return bar + 1;
        if (!isdigit((unsigned char)*bar) && *bar != ',')
            return NULL;
    }
    return NULL;
}

static bool take_format(struct piece *piece, const char *format, const char *end)
{
    piece->grouped = *format == ',';
    format += piece->grouped;
    char *rest;
    if (!isdigit((unsigned char)*format))
        return false;
    long decimals = strtol(format, &rest, 10);
    piece->decimals = (int)decimals;
    return rest == end && decimals <= MOST_DECIMALS;
}

static bool take_value(struct rule_template *text, const char *whole, const char *at,
                       const char *end, struct error *error)
{
    struct piece *piece = add_piece(text);
    const char *format = format_of(at, end);
    if (format && !take_format(piece, format, end))
        return error_set(error, "\"%.*s\" is not a format, at column %zu", (int)(end - format),
                         format, (size_t)(format - whole) + 1);
    char *expression = mem_strndup(at, (size_t)((format ? format - 1 : end) - at));
    piece->expr = expr_compile(expression, EXPR_REAL, error);
    free(expression);
    return piece->expr;
}

struct rule_template *rule_template_compile(const char *whole, struct error *error)
{
    struct rule_template *text = mem_alloc(sizeof *text);
    struct strbuf words = {0};
    bool good = true;
    for (const char *at = whole; *at && good; at++) {
        if (*at != '{' || at[1] == '{') {
            strbuf_addc(&words, *at);
            at += *at == '{';
            continue;
        }
        const char *end = end_of(at + 1);
        if (words.length)
            add_piece(text)->words = strbuf_detach(&words);
        good = end ? take_value(text, whole, at + 1, end, error)
                   : error_set(error, "the brace at column %zu is not closed",
                               (size_t)(at - whole) + 1);
        at = end ? end : at;
    }
    if (words.length)
        add_piece(text)->words = strbuf_detach(&words);
    strbuf_free(&words);
    if (good)
        return text;
    rule_template_free(text);
    return NULL;
}

void rule_template_free(struct rule_template *text)
{
    for (size_t i = 0; text && i < text->count; i++) {
        free(text->pieces[i].words);
        expr_free(text->pieces[i].expr);
    }
    if (text)
        free(text->pieces);
    free(text);
}

void rule_template_bind(struct rule_template *text, int (*bind)(void *, const char *),
                        void *context)
{
    for (size_t i = 0; text && i < text->count; i++)
        if (text->pieces[i].expr)
            expr_bind(text->pieces[i].expr, bind, context);
}

void rule_template_names(const struct rule_template *text, void (*use)(void *, const char *),
                         void *context)
{
    for (size_t i = 0; text && i < text->count; i++)
        if (text->pieces[i].expr)
            expr_names(text->pieces[i].expr, use, context);
}

/* Appends digits with commas between thousands. */
static void add_grouped(struct strbuf *out, const char *digits)
{
    size_t minus = *digits == '-', whole = minus + strspn(digits + minus, "0123456789");
    for (size_t i = 0; i < whole; i++) {
        if (i > minus && (whole - i) % 3 == 0)
            strbuf_addc(out, ',');
        strbuf_addc(out, digits[i]);
    }
    strbuf_adds(out, digits + whole);
}

static void add_number(struct strbuf *out, const struct piece *piece, double number)
{
    struct strbuf digits = {0};
    if (piece->decimals < 0)
        strbuf_addf(&digits, "%.4g", number);
    else
        strbuf_addf(&digits, "%.*f", piece->decimals, number);
    if (piece->grouped)
        add_grouped(out, digits.data);
    else
        strbuf_adds(out, digits.data);
    strbuf_free(&digits);
}

void rule_template_run(const struct rule_template *text, expr_lookup *lookup, void *context,
                       struct strbuf *out)
{
    for (size_t i = 0; i < text->count; i++) {
        const struct piece *piece = &text->pieces[i];
        struct expr_value value;
        if (piece->words) {
            strbuf_adds(out, piece->words);
        } else if (!expr_run(piece->expr, lookup, context, &value, NULL)) {
            strbuf_adds(out, "n/a");
        } else {
            if (value.text)
                strbuf_adds(out, value.text);
            else if (isnan(value.value))
                strbuf_adds(out, "n/a");
            else
                add_number(out, piece, value.value);
            expr_value_free(&value);
        }
    }
}
