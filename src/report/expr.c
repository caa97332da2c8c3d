#include "expr.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nearest.h"

enum { DEEPEST = 100, LONGEST_NAME = 256 };

struct parser {
    const char *text, *at;
    unsigned depth;
    expr_lookup *lookup;
    void (*use)(void *, const char *);
    void *context;
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

static bool expression(struct parser *p, struct expr_value *value);

static bool is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == ':';
}

static bool metric(struct parser *p, const char *name, const char *place, struct expr_value *value)
{
    if (p->use)
        p->use(p->context, name);
    if (!p->lookup || p->lookup(p->context, name, value))
        return true;
    return error_set(p->error, "metric %s is missing, at column %zu of \"%s\"", name,
                     (size_t)(place - p->text) + 1, p->text);
}

static double nan_as_zero(double x)
{
    return isnan(x) ? 0 : x;
}

static double root(double x)
{
    return x >= 0 ? sqrt(x) : NAN;
}

static double logarithm(double x)
{
    return x > 0 ? log2(x) : NAN;
}

/* What is done with the arguments once they are there; the first becomes the result. */
typedef void apply_function(struct expr_value *arguments, size_t count);

static void apply_simplify(struct expr_value *arguments, size_t count)
{
    (void)count;
    expr_value_drop_instances(arguments);
}

static void apply_nan_as_zero(struct expr_value *arguments, size_t count)
{
    (void)count;
    expr_value_map(arguments, nan_as_zero, true);
}

static void apply_abs(struct expr_value *arguments, size_t count)
{
    (void)count;
    expr_value_map(arguments, fabs, true);
}

static void apply_sqrt(struct expr_value *arguments, size_t count)
{
    (void)count;
    expr_value_map(arguments, root, false);
}

static void apply_log2(struct expr_value *arguments, size_t count)
{
    (void)count;
    expr_value_map(arguments, logarithm, false);
}

static void apply_min(struct expr_value *arguments, size_t count)
{
    for (size_t i = 1; i < count; i++)
        expr_value_combine(EXPR_MIN, arguments, &arguments[i]);
}

static void apply_max(struct expr_value *arguments, size_t count)
{
    for (size_t i = 1; i < count; i++)
        expr_value_combine(EXPR_MAX, arguments, &arguments[i]);
}

static void apply_if(struct expr_value *arguments, size_t count)
{
    (void)count;
    size_t chosen = expr_value_is_true(&arguments[0]) ? 1 : 2;
    expr_value_free(&arguments[0]);
    arguments[0] = arguments[chosen];
    arguments[chosen] = (struct expr_value){0};
}

enum { MOST_ARGUMENTS = 8 };

static const struct function {
    const char *name;
    size_t least, most; /* arguments */
    apply_function *apply;
    const char *takes;
} functions[] = {
    {"simplify", 1, 1, apply_simplify, "simplify takes one operand"},
    {"nan_as_zero", 1, 1, apply_nan_as_zero, "nan_as_zero takes one operand"},
    {"abs", 1, 1, apply_abs, "abs takes one operand"},
    {"sqrt", 1, 1, apply_sqrt, "sqrt takes one operand"},
    {"log2", 1, 1, apply_log2, "log2 takes one operand"},
    {"min", 2, MOST_ARGUMENTS, apply_min, "min takes two to eight operands"},
    {"max", 2, MOST_ARGUMENTS, apply_max, "max takes two to eight operands"},
    {"if", 3, 3, apply_if, "if takes three operands: if(condition, then, else)"},
};

static const struct function *find_function(struct parser *p, const char *name, const char *place)
{
    struct nearest nearest = {.wanted = name};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
        nearest_offer(&nearest, functions[i].name);
    }
    error_set(p->error, "unknown function %s%s%s, at column %zu of \"%s\"", name,
              nearest.best ? ", nearest is " : "", nearest.best ? nearest.best : "",
              (size_t)(place - p->text) + 1, p->text);
    return NULL;
}

/* Up to the ")"; *count tells how many there are, also after a failure. */
static bool take_arguments(struct parser *p, const struct function *function, const char *place,
                           struct expr_value *arguments, size_t *count)
{
    do {
        if (*count == function->most)
            return fail_at(p, place, function->takes);
        if (!expression(p, &arguments[(*count)++]))
            return false;
    } while (accept(p, ','));
    if (!accept(p, ')'))
        return fail(p, "expected ')'");
    return *count >= function->least || fail_at(p, place, function->takes);
}

/* Behind the "(". */
static bool call(struct parser *p, const char *name, const char *place, struct expr_value *value)
{
    const struct function *function = find_function(p, name, place);
    struct expr_value arguments[MOST_ARGUMENTS] = {{0}};
    size_t count = 0;
    if (!function)
        return false;
    bool good = take_arguments(p, function, place, arguments, &count);
    if (good) {
        function->apply(arguments, count);
        *value = arguments[0];
    }
    for (size_t i = good ? 1 : 0; i < count; i++)
        expr_value_free(&arguments[i]);
    return good;
}

static bool unsigned_operand(struct parser *p, struct expr_value *value)
{
    const char *place = p->at;
    if (accept(p, '('))
        return expression(p, value) && (accept(p, ')') || fail(p, "expected ')'"));
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
    return accept(p, '(') ? call(p, name, place, value) : metric(p, name, place, value);
}

static double negative(double x)
{
    return -x;
}

static bool operand(struct parser *p, struct expr_value *value)
{
    bool minus = false;
    while (accept(p, '-'))
        minus = !minus;
    if (!unsigned_operand(p, value))
        return false;
    if (minus)
        expr_value_map(value, negative, false);
    return true;
}

/* Operators by how tightly they bind; of two with the same start the longer stands first. */
static const struct sign {
    const char *text;
    enum expr_operation operation;
} products[] = {{"*", EXPR_MULTIPLY}, {"/", EXPR_DIVIDE}, {NULL}},
  sums[] = {{"+", EXPR_ADD}, {"-", EXPR_SUBTRACT}, {NULL}},
  comparisons[] = {{"<=", EXPR_LESS_EQUAL},
                   {">=", EXPR_GREATER_EQUAL},
                   {"==", EXPR_EQUAL},
                   {"!=", EXPR_NOT_EQUAL},
                   {"<", EXPR_LESS},
                   {">", EXPR_GREATER},
                   {NULL}};

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

static bool chain(struct parser *p, struct expr_value *value, const struct sign *signs,
                  bool (*next)(struct parser *, struct expr_value *))
{
    const struct sign *sign;
    if (!next(p, value))
        return false;
    while ((sign = accept_sign(p, signs))) {
        struct expr_value right = {0};
        if (!next(p, &right)) {
            expr_value_free(&right);
            return false;
        }
        expr_value_combine(sign->operation, value, &right);
    }
    return true;
}

static bool product(struct parser *p, struct expr_value *value)
{
    return chain(p, value, products, operand);
}

static bool sum(struct parser *p, struct expr_value *value)
{
    return chain(p, value, sums, product);
}

static bool expression(struct parser *p, struct expr_value *value)
{
    if (++p->depth > DEEPEST)
        return fail(p, "parentheses are nested too deep");
    bool good = chain(p, value, comparisons, sum);
    p->depth--;
    return good;
}

static bool run(struct parser *p, struct expr_value *value)
{
    if (expression(p, value)) {
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
