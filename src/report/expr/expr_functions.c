#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/base/strbuf.h"
#include "report/expr/expr_tree.h"

static bool has_ids(const struct expr_value *value)
{
    return value->count && value->ids;
}

/* Makes the value a number without instances. */
static bool become(struct expr_value *value, double number, bool whole)
{
    expr_value_free(value);
    value->value = number;
    value->whole = whole;
    return true;
}

static bool become_text(struct expr_value *value, char *text)
{
    expr_value_free(value);
    value->text = text;
    return true;
}

static bool apply_simplify(struct expr_value *operands, size_t count)
{
    (void)count;
    expr_value_drop_instances(operands);
    return true;
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

/* Defines a function that maps the regular value and each instance. */
#define APPLY_MAP(name, function, whole)                                                           \
    static bool name(struct expr_value *operands, size_t count)                                    \
    {                                                                                              \
        (void)count;                                                                               \
        expr_value_map(operands, function, whole);                                                 \
        return true;                                                                               \
    }

APPLY_MAP(apply_nan_as_zero, nan_as_zero, true)
APPLY_MAP(apply_abs, fabs, true)
APPLY_MAP(apply_floor, floor, true)
APPLY_MAP(apply_ceil, ceil, true)
APPLY_MAP(apply_round, round, true)
APPLY_MAP(apply_sqrt, root, false)
APPLY_MAP(apply_log2, logarithm, false)

static bool combine(enum expr_operation operation, struct expr_value *operands, size_t count)
{
    for (size_t i = 1; i < count; i++)
        expr_value_combine(operation, operands, &operands[i]);
    return true;
}

static bool apply_mod(struct expr_value *operands, size_t count)
{
    return combine(EXPR_MODULO, operands, count);
}

static bool apply_min(struct expr_value *operands, size_t count)
{
    return combine(EXPR_MIN, operands, count);
}

static bool apply_max(struct expr_value *operands, size_t count)
{
    return combine(EXPR_MAX, operands, count);
}

/* Facts about the instances, or about the regular value if there are none; NAN does not count. */
struct measure {
    size_t numbers;
    double sum, smallest, largest;
    bool any, whole;
};

static struct measure measure(const struct expr_value *value)
{
    double regular = expr_value_number(value);
    const double *elements = value->count ? value->elements : &regular;
    size_t count = value->count ? value->count : 1;
    struct measure m = {.whole = value->count ? value->whole_elements : value->whole,
                        .smallest = NAN,
                        .largest = NAN};
    for (size_t i = 0; i < count; i++) {
        if (isnan(elements[i]))
            continue;
        m.sum += elements[i];
        m.smallest = fmin(m.smallest, elements[i]);
        m.largest = fmax(m.largest, elements[i]);
        m.any = m.any || elements[i] != 0;
        m.numbers++;
    }
    return m;
}

static bool apply_sum(struct expr_value *operands, size_t count)
{
    (void)count;
    struct measure m = measure(operands);
    return become(operands, m.numbers ? m.sum : NAN, m.whole && m.numbers);
}

static bool apply_mean(struct expr_value *operands, size_t count)
{
    (void)count;
    struct measure m = measure(operands);
    return become(operands, m.numbers ? m.sum / (double)m.numbers : NAN, false);
}

static bool apply_smallest(struct expr_value *operands, size_t count)
{
    (void)count;
    struct measure m = measure(operands);
    return become(operands, m.smallest, m.whole && m.numbers);
}

static bool apply_largest(struct expr_value *operands, size_t count)
{
    (void)count;
    struct measure m = measure(operands);
    return become(operands, m.largest, m.whole && m.numbers);
}

static bool apply_any(struct expr_value *operands, size_t count)
{
    (void)count;
    return become(operands, measure(operands).any, true);
}

static bool apply_count(struct expr_value *operands, size_t count)
{
    (void)count;
    return become(operands, operands->count ? (double)operands->count : 1, true);
}

static bool apply_same_count(struct expr_value *operands, size_t count)
{
    (void)count;
    return become(operands, operands[0].count == operands[1].count, true);
}

static bool apply_steps(struct expr_value *operands, size_t count)
{
    (void)count;
    struct expr_value *x = operands;
    if (!has_ids(x))
        return false;
    double distance = expr_value_number(&operands[1]), last = x->elements[0], sum = 0;
    uint64_t last_id = x->ids[0];
    size_t kept = 1;
    x->elements[0] = 0;
    for (size_t i = 1; i < x->count; i++) {
        uint64_t id = x->ids[i], apart = id > last_id ? id - last_id : last_id - id;
        double element = x->elements[i], step = fabs(element - last);
        last = element, last_id = id;
        if ((double)apart != distance)
            continue;
        x->ids[kept] = id;
        x->elements[kept++] = step;
        sum += step;
    }
    free(x->text);
    x->text = NULL;
    x->count = kept;
    x->value = sum, x->whole = x->whole_elements;
    return true;
}

struct rank {
    double element;
    size_t at;
};

static int compare_ranks(const void *a, const void *b)
{
    const struct rank *x = a, *y = b;
    if (x->element != y->element)
        return x->element > y->element ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

static bool apply_top_ids(struct expr_value *operands, size_t count)
{
    (void)count;
    const struct expr_value *x = operands;
    if (!has_ids(x))
        return false;
    uint64_t wanted = expr_whole(expr_value_number(&operands[1]));
    struct rank *ranks = mem_alloc(x->count * sizeof *ranks);
    struct strbuf text = {0};
    size_t ranked = 0;
    for (size_t i = 0; i < x->count; i++)
        if (!isnan(x->elements[i]))
            ranks[ranked++] = (struct rank){x->elements[i], i};
    qsort(ranks, ranked, sizeof *ranks, compare_ranks);
    strbuf_adds(&text, "");
    for (size_t i = 0; i < ranked && i < wanted; i++)
        strbuf_addf(&text, "%s%" PRIu64, i ? ", " : "", x->ids[ranks[i].at]);
    free(ranks);
    return become_text(operands, strbuf_detach(&text));
}

static bool apply_unit_of(struct expr_value *operands, size_t count)
{
    (void)count;
    if (!operands->text)
        return false;
    const char *end = strstr(operands->text, "__");
    return become_text(operands, end ? mem_strndup(operands->text, (size_t)(end - operands->text))
                                     : mem_strdup(operands->text));
}

#define ONE(name) name, 1, 1, name " takes one operand"
#define TWO(name, operands) name, 2, 2, name " takes two operands: " name "(" operands ")"
#define MANY(name) name, 2, EXPR_MOST_ARGUMENTS, name " takes two to eight operands"
#define NEEDS_IDS(name) .needs = name " needs instances with ids,"

static const struct expr_function functions[] = {
    {ONE("simplify"), .apply = apply_simplify, .alone = true},
    {ONE("nan_as_zero"), .apply = apply_nan_as_zero},
    {ONE("abs"), .apply = apply_abs},
    {ONE("sqrt"), .apply = apply_sqrt},
    {ONE("log2"), .apply = apply_log2},
    {ONE("floor"), .apply = apply_floor},
    {ONE("ceil"), .apply = apply_ceil},
    {ONE("round"), .apply = apply_round},
    {TWO("mod", "x, y"), .apply = apply_mod},
    {MANY("min"), .apply = apply_min},
    {MANY("max"), .apply = apply_max},
    {"if", 3, 3, "if takes three operands: if(condition, then, else)", .run = expr_run_if},
    {ONE("has"), .run = expr_run_has, .alone = true},
    {TWO("or_else", "x, y"), .run = expr_run_or_else},
    {ONE("sum"), .apply = apply_sum},
    {ONE("mean"), .apply = apply_mean},
    {ONE("largest"), .apply = apply_largest},
    {ONE("smallest"), .apply = apply_smallest},
    {ONE("count"), .apply = apply_count},
    {ONE("any"), .apply = apply_any},
    {TWO("same_count", "x, y"), .apply = apply_same_count},
    {TWO("steps", "x, distance"), .apply = apply_steps, NEEDS_IDS("steps")},
    {TWO("top_ids", "x, count"), .apply = apply_top_ids, NEEDS_IDS("top_ids")},
    {ONE("unit_of"), .apply = apply_unit_of, .needs = "unit_of needs a text,"},
    {ONE("largest_of"), .run = expr_run_largest_of, .lists_names = true},
    {ONE("name_of_largest"), .run = expr_run_name_of_largest, .lists_names = true},
};

const struct expr_function *expr_function_find(const char *name, const char **nearest)
{
    struct nearest offered = {.wanted = name};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
        nearest_offer(&offered, functions[i].name);
    }
    *nearest = offered.best;
    return NULL;
}
