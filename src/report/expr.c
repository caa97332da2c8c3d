#include "expr.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"

enum { DEEPEST = 100, LONGEST_NAME = 256 };

struct parser {
    const char *text, *at;
    unsigned depth;
    expr_lookup *lookup;
    void (*use)(void *, const char *);
    void *context;
    struct error *error;
};

void expr_value_free(struct expr_value *value)
{
    free(value->ids);
    free(value->elements);
    *value = (struct expr_value){0};
}

static bool fail(struct parser *p, const char *what)
{
    return error_set(p->error, "%s at column %zu of \"%s\"", what, (size_t)(p->at - p->text) + 1,
                     p->text);
}

static void skip_space(struct parser *p)
{
    while (isspace((unsigned char)*p->at))
        p->at++;
}

static uint64_t to_whole(double value)
{
    if (!(value > 0))
        return 0;
    return value < 0x1p64 ? (uint64_t)value : UINT64_MAX;
}

static double apply_whole(char operation, uint64_t a, uint64_t b)
{
    switch (operation) {
    case '+':
        return (double)(a + b);
    case '-':
        return (double)(a - b);
    case '*':
        return (double)(a * b);
    default:
        return (double)(b == 0 ? a : a / b);
    }
}

static double apply(char operation, bool whole, double a, double b)
{
    if (whole)
        return apply_whole(operation, to_whole(a), to_whole(b));
    switch (operation) {
    case '+':
        return a + b;
    case '-':
        return a - b;
    case '*':
        return a * b;
    default:
        return b == 0 ? NAN : a / b;
    }
}

/* Elements of both sides, where their correlation numbers are equal. */
static void combine_elements(char operation, struct expr_value *left,
                             const struct expr_value *right)
{
    size_t kept = 0;
    for (size_t i = 0; i < left->count; i++) {
        for (size_t j = 0; j < right->count; j++) {
            /* The two lists mostly run in step: look at the same place first. */
            size_t k = (i + j) % right->count;
            if (left->ids[i] != right->ids[k])
                continue;
            left->ids[kept] = left->ids[i];
            left->elements[kept++] =
                apply(operation, left->whole_elements, left->elements[i], right->elements[k]);
            break;
        }
    }
    left->count = kept;
}

static void combine(char operation, struct expr_value *left, struct expr_value *right)
{
    double plain_left = left->value, plain_right = right->value;
    left->value = apply(operation, left->whole, plain_left, plain_right);
    if (left->count && right->count) {
        combine_elements(operation, left, right);
    } else if (left->count) {
        for (size_t i = 0; i < left->count; i++)
            left->elements[i] =
                apply(operation, left->whole_elements, left->elements[i], plain_right);
    } else if (right->count) {
        for (size_t i = 0; i < right->count; i++)
            right->elements[i] = apply(operation, left->whole, plain_left, right->elements[i]);
        left->count = right->count;
        left->whole_elements = left->whole;
        left->ids = right->ids, right->ids = NULL;
        left->elements = right->elements, right->elements = NULL;
    }
    expr_value_free(right);
}

static bool sum(struct parser *p, struct expr_value *value);

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == ':';
}

static bool metric(struct parser *p, const char *name, struct expr_value *value)
{
    if (p->use)
        p->use(p->context, name);
    if (!p->lookup)
        return true;
    if (p->lookup(p->context, name, value))
        return true;
    return error_set(p->error, "metric %s is missing", name);
}

/* At a "(". */
static bool in_brackets(struct parser *p, struct expr_value *value)
{
    p->at++;
    if (!sum(p, value))
        return false;
    skip_space(p);
    if (*p->at != ')')
        return fail(p, "expected ')'");
    p->at++;
    return true;
}

static bool function(struct parser *p, const char *name, struct expr_value *value)
{
    bool as_zero = strcmp(name, "nan_as_zero") == 0;
    if (!as_zero && strcmp(name, "simplify") != 0)
        return fail(p, "unknown function");
    if (!in_brackets(p, value))
        return false;
    if (as_zero) {
        value->value = isnan(value->value) ? 0 : value->value;
        for (size_t i = 0; i < value->count; i++)
            value->elements[i] = isnan(value->elements[i]) ? 0 : value->elements[i];
    } else {
        free(value->ids);
        free(value->elements);
        value->ids = NULL, value->elements = NULL, value->count = 0;
    }
    return true;
}

static bool unsigned_operand(struct parser *p, struct expr_value *value)
{
    if (*p->at == '(')
        return in_brackets(p, value);
    if (isdigit((unsigned char)*p->at)) {
        char *end;
        value->value = strtod(p->at, &end);
        value->whole = strspn(p->at, "0123456789") == (size_t)(end - p->at);
        p->at = end;
        return true;
    }
    char name[LONGEST_NAME];
    size_t length = 0;
    while (is_name(p->at[length]))
        length++;
    if (!length)
        return fail(p, *p->at ? "unexpected character" : "an operand is missing");
    if (length >= sizeof name)
        return fail(p, "a name is too long");
    memcpy(name, p->at, length);
    name[length] = '\0';
    p->at += length;
    skip_space(p);
    return *p->at == '(' ? function(p, name, value) : metric(p, name, value);
}

static bool operand(struct parser *p, struct expr_value *value)
{
    bool negative = false;
    for (skip_space(p); *p->at == '-'; skip_space(p)) {
        negative = !negative;
        p->at++;
    }
    if (!unsigned_operand(p, value))
        return false;
    if (!negative)
        return true;
    value->value = -value->value;
    for (size_t i = 0; i < value->count; i++)
        value->elements[i] = -value->elements[i];
    value->whole = value->whole_elements = false;
    return true;
}

static bool chain(struct parser *p, struct expr_value *value, const char *operations,
                  bool (*next)(struct parser *, struct expr_value *))
{
    if (!next(p, value))
        return false;
    for (skip_space(p); *p->at && strchr(operations, *p->at); skip_space(p)) {
        char operation = *p->at++;
        struct expr_value right = {0};
        if (!next(p, &right)) {
            expr_value_free(&right);
            return false;
        }
        combine(operation, value, &right);
    }
    return true;
}

static bool product(struct parser *p, struct expr_value *value)
{
    return chain(p, value, "*/", operand);
}

static bool sum(struct parser *p, struct expr_value *value)
{
    if (++p->depth > DEEPEST)
        return fail(p, "parentheses are nested too deep");
    bool good = chain(p, value, "+-", product);
    p->depth--;
    return good;
}

static bool run(struct parser *p, struct expr_value *value)
{
    if (sum(p, value)) {
        skip_space(p);
        if (!*p->at)
            return true;
        fail(p, "unexpected character");
    }
    expr_value_free(value);
    return false;
}

bool expr_evaluate(const char *text, expr_lookup *lookup, void *context, struct expr_value *value,
                   struct error *error)
{
    struct parser parser = {
        .text = text, .at = text, .lookup = lookup, .context = context, .error = error};
    *value = (struct expr_value){0};
    return run(&parser, value);
}

bool expr_metrics(const char *text, void (*use)(void *, const char *), void *context,
                  struct error *error)
{
    struct parser parser = {
        .text = text, .at = text, .use = use, .context = context, .error = error};
    struct expr_value value = {0};
    bool good = run(&parser, &value);
    expr_value_free(&value);
    return good;
}
