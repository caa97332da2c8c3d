/* An expression over metrics with and without instances: compiled in both kinds, bound and run. */
#include <stdlib.h>
#include <string.h>

#include "report/expr/expr.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static int tag_of(const char *name)
{
    return (int)strlen(name);
}

struct calls {
    size_t bound, used;
    bool expects_tags;
};

/* Names that begin with i have as many instances as the name is long, with l such without ids, with
 * m none; t is a text; others are missing. A key gives its length. */
static bool lookup(void *context, const struct expr_name *name, struct expr_value *value)
{
    const struct calls *calls = context;
    const char *text = name->text;
    if (name->tag != -1 && (!calls->expects_tags || name->tag != tag_of(text)))
        abort();
    value->value = (double)strlen(name->key ? name->key : text) - 2;
    value->whole = strlen(text) % 3 == 0;
    if (*text == 't')
        value->text = strdup(text + 1);
    if (name->key || (*text != 'i' && *text != 'l'))
        return *text == 'm' || *text == 't' || *text == 'i';
    value->count = strlen(text);
    value->whole_elements = value->count % 2;
    value->ids = *text == 'i' ? calloc(value->count, sizeof *value->ids) : NULL;
    value->elements = calloc(value->count, sizeof *value->elements);
    for (size_t i = 0; i < value->count; i++) {
        if (value->ids)
            value->ids[i] = (unsigned char)text[i] % 7;
        value->elements[i] = (double)i;
    }
    return true;
}

static void use(void *context, const char *name)
{
    if (!*name)
        abort();
    ((struct calls *)context)->used++;
}

static int bind(void *context, const char *name)
{
    ((struct calls *)context)->bound++;
    return tag_of(name);
}

static bool same(double a, double b)
{
    return a == b || (a != a && b != b);
}

static bool same_values(const struct expr_value *a, const struct expr_value *b)
{
    bool equal = same(a->value, b->value) && a->whole == b->whole && a->count == b->count &&
                 !a->text == !b->text && (!a->text || strcmp(a->text, b->text) == 0);
    for (size_t i = 0; equal && i < a->count; i++)
        equal = same(a->elements[i], b->elements[i]) && (!a->ids || a->ids[i] == b->ids[i]);
    return equal;
}

/* Tags and messages change nothing about the value. */
static void compile_and_run(const char *text, unsigned flags, size_t names)
{
    struct error error;
    struct calls calls = {0};
    struct expr_value value, again;
    struct expr *expr = expr_compile(text, flags, &error);
    if (!expr)
        return;
    bool good = expr_run(expr, lookup, &calls, &value, &error);
    if (good && (flags & EXPR_REAL) && (value.whole || value.whole_elements))
        abort();
    calls.expects_tags = true;
    expr_bind(expr, bind, &calls);
    expr_names(expr, use, &calls);
    if (calls.used != names || calls.bound > names ||
        expr_run(expr, lookup, &calls, &again, NULL) != good)
        abort();
    if (good && !same_values(&value, &again))
        abort();
    if (good) {
        expr_value_free(&value);
        expr_value_free(&again);
    } else if (value.text || value.elements || value.ids || again.text || again.elements) {
        abort();
    }
    expr_free(expr);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    char *text = malloc(length + 1);
    memcpy(text, bytes, length);
    text[length] = '\0';
    struct expr_value value;
    struct error error;
    struct calls calls = {0};
    bool good = expr_evaluate(text, lookup, &calls, &value, &error);
    if (good)
        expr_value_free(&value);
    /* What can be evaluated can be asked for its metrics. */
    if (!expr_metrics(text, use, &calls, &error) && good)
        abort();
    compile_and_run(text, 0, calls.used);
    compile_and_run(text, EXPR_REAL, calls.used);
    free(text);
    return 0;
}
