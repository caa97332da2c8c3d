#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/expr/expr_tree.h"

enum { DEEPEST = 100 };

struct parser {
    struct expr *expr;
    const char *text, *at;
    char *strings; /* where the next string goes */
    unsigned depth;
    struct error *error;
};

static bool fail_at(struct parser *p, const char *place, const char *what)
{
    return error_set(p->error, "%s at column %zu of \"%s\"", what, (size_t)(place - p->text) + 1,
                     p->text);
}

static bool fail(struct parser *p, const char *what)
{
    return fail_at(p, p->at, what);
}

static void skip_space(struct parser *p)
{
    while (isspace((unsigned char)*p->at))
        p->at++;
}

static bool accept(struct parser *p, char c)
{
    skip_space(p);
    if (*p->at != c)
        return false;
    p->at++;
    return true;
}

static bool expression(struct parser *p, size_t *node);

static struct expr_node *add(struct parser *p, enum expr_kind kind, const char *place, size_t *node)
{
    struct expr *expr = p->expr;
    mem_grow(&expr->nodes, expr->count, &expr->capacity, sizeof *expr->nodes);
    *node = expr->count++;
    expr->nodes[*node] = (struct expr_node){.kind = kind, .place = (size_t)(place - p->text)};
    return &expr->nodes[*node];
}

static const char *keep(struct parser *p, const char *begin, size_t length)
{
    char *string = p->strings;
    memcpy(string, begin, length);
    string[length] = '\0';
    p->strings += length + 1;
    return string;
}

/* Takes a text up to the next quote of the same kind. */
static bool quoted(struct parser *p, const char **string)
{
    const char *end = strchr(p->at + 1, *p->at);
    if (!end)
        return fail(p, "a text is not closed");
    *string = keep(p, p->at + 1, (size_t)(end - p->at) - 1);
    p->at = end + 1;
    return true;
}

static bool is_quote(char c)
{
    return c == '\'' || c == '"';
}

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == ':';
}

static const struct expr_function *find_function(struct parser *p, const char *name,
                                                 const char *place)
{
    const char *nearest;
    const struct expr_function *function = expr_function_find(name, &nearest);
    if (!function)
        error_set(p->error, "unknown function %s%s%s, at column %zu of \"%s\"", name,
                  nearest ? ", nearest is " : "", nearest ? nearest : "",
                  (size_t)(place - p->text) + 1, p->text);
    return function;
}

/* Appends an operand to a node. *last is the operand before it, ignored for the first one. */
static void append(struct expr *expr, size_t parent, bool first, size_t *last, size_t operand)
{
    *(first ? &expr->nodes[parent].first : &expr->nodes[*last].next) = operand;
    *last = operand;
}

/* Parses a call behind its "(". */
static bool call(struct parser *p, const char *name, const char *place, size_t *node)
{
    const struct expr_function *function = find_function(p, name, place);
    size_t count = 0, last = 0, operand = 0;
    if (!function)
        return false;
    add(p, NODE_CALL, place, node)->function = function;
    do {
        if (count == function->most)
            return fail_at(p, place, function->takes);
        if (!expression(p, &operand))
            return false;
        append(p->expr, *node, count++ == 0, &last, operand);
        struct expr_node *made = &p->expr->nodes[operand];
        if (function->alone && made->kind == NODE_NAME)
            made->name.alone = true;
    } while (accept(p, ','));
    if (!accept(p, ')'))
        return fail(p, "expected ')'");
    return count >= function->least || fail_at(p, place, function->takes);
}

/* Parses a key behind its "[". */
static bool key(struct parser *p, const char **text)
{
    skip_space(p);
    if (!is_quote(*p->at))
        return fail(p, "expected a text");
    return quoted(p, text) && (accept(p, ']') || fail(p, "expected ']'"));
}

static bool name_or_call(struct parser *p, size_t *node)
{
    const char *place = p->at, *name;
    size_t length = 0;
    while (is_name(p->at[length]))
        length++;
    if (!length)
        return fail(p, *p->at ? "unexpected character" : "an operand is missing");
    if (length >= EXPR_LONGEST_NAME)
        return fail(p, "a name is too long");
    name = keep(p, p->at, length);
    p->at += length;
    if (accept(p, '('))
        return call(p, name, place, node);
    struct expr_node *made = add(p, NODE_NAME, place, node);
    made->name = (struct expr_name){.text = name, .tag = -1};
    return !accept(p, '[') || key(p, &made->name.key);
}

static bool unsigned_operand(struct parser *p, size_t *node)
{
    skip_space(p);
    if (accept(p, '('))
        return expression(p, node) && (accept(p, ')') || fail(p, "expected ')'"));
    if (is_quote(*p->at))
        return quoted(p, &add(p, NODE_TEXT, p->at, node)->name.text);
    if (!isdigit((unsigned char)*p->at))
        return name_or_call(p, node);
    struct expr_node *made = add(p, NODE_NUMBER, p->at, node);
    char *end;
    made->number = strtod(p->at, &end);
    made->whole = !p->expr->real && strspn(p->at, "0123456789") == (size_t)(end - p->at);
    p->at = end;
    return true;
}

/* Parses any number of signs and an operand. A minus under a ! has no effect. Two equal signs
 * cancel each other, but ! ! still gives 1 or 0. */
static bool operand(struct parser *p, size_t *node)
{
    bool minus = false, truth = false, inverse = false;
    skip_space(p);
    const char *place = p->at;
    for (;; p->at++, skip_space(p))
        if (*p->at == '!')
            truth = true, inverse = !inverse;
        else if (*p->at == '-')
            minus = truth ? minus : !minus;
        else
            break;
    size_t of = 0;
    if (!unsigned_operand(p, &of))
        return false;
    *node = of;
    if (!minus && !truth)
        return true;
    struct expr_node *signs = add(p, NODE_SIGNS, place, node);
    signs->first = of;
    signs->minus = minus, signs->truth = truth, signs->inverse = inverse;
    return true;
}

/* Operators by precedence, weakest first. Within a level, a longer operator precedes its prefix. */
static const struct level {
    enum expr_kind kind;
    struct sign {
        const char *text;
        enum expr_operation operation;
    } signs[7];
} levels[] = {
    {NODE_OR, {{.text = "||"}}},
    {NODE_AND, {{.text = "&&"}}},
    {NODE_CHAIN,
     {{"<=", EXPR_LESS_EQUAL},
      {">=", EXPR_GREATER_EQUAL},
      {"==", EXPR_EQUAL},
      {"!=", EXPR_NOT_EQUAL},
      {"<", EXPR_LESS},
      {">", EXPR_GREATER}}},
    {NODE_CHAIN, {{"+", EXPR_ADD}, {"-", EXPR_SUBTRACT}}},
    {NODE_CHAIN, {{"*", EXPR_MULTIPLY}, {"/", EXPR_DIVIDE}}},
};

static const struct sign *accept_sign(struct parser *p, const struct sign *signs)
{
    skip_space(p);
    for (; signs->text; signs++) {
        size_t length = strlen(signs->text);
        if (strncmp(p->at, signs->text, length) != 0)
            continue;
        p->at += length;
        return signs;
    }
    return NULL;
}

static bool binary(struct parser *p, size_t level, size_t *node)
{
    if (level == sizeof levels / sizeof *levels)
        return operand(p, node);
    skip_space(p);
    const char *place = p->at;
    size_t next, last;
    if (!binary(p, level + 1, &next))
        return false;
    *node = next;
    const struct sign *sign = accept_sign(p, levels[level].signs);
    if (!sign)
        return true;
    add(p, levels[level].kind, place, node);
    append(p->expr, *node, true, &last, next);
    for (; sign; sign = accept_sign(p, levels[level].signs)) {
        if (!binary(p, level + 1, &next))
            return false;
        append(p->expr, *node, false, &last, next);
        p->expr->nodes[next].operation = sign->operation;
    }
    return true;
}

static bool expression(struct parser *p, size_t *node)
{
    if (++p->depth > DEEPEST)
        return fail(p, "parentheses are nested too deep");
    bool good = binary(p, 0, node);
    p->depth--;
    return good;
}

bool expr_parse(struct expr *expr, const char *text, unsigned flags, struct error *error)
{
    /* The strings take at most twice the text: each has at least one character of the text, and a
     * NUL. */
    size_t size = strlen(text) + 1;
    *expr = (struct expr){.text = mem_alloc(3 * size), .real = flags & EXPR_REAL};
    memcpy(expr->text, text, size);
    struct parser p = {.expr = expr,
                       .text = expr->text,
                       .at = expr->text,
                       .strings = expr->text + size,
                       .error = error};
    if (!expression(&p, &expr->root))
        return false;
    skip_space(&p);
    return !*p.at || fail(&p, "unexpected character");
}
