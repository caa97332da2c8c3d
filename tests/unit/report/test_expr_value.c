/* Properties that hold for whatever values meet, tried on many made up from a counter. */
#include "report/expr/expr_value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"

enum { TRIES = 4000, MOST = 9 };

static uint32_t draw(uint32_t *seed, uint32_t below)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 12) % below;
}

/* Small whole numbers, in doubles too: what is computed of them is exact. Ids are distinct. */
static struct expr_value make(uint32_t *seed, bool ids)
{
    struct expr_value value = {.value = draw(seed, 50), .whole = draw(seed, 2)};
    value.count = ids ? 1 + draw(seed, MOST) : draw(seed, MOST);
    value.whole_elements = draw(seed, 2);
    value.elements = calloc(value.count + 1, sizeof *value.elements);
    value.ids = ids ? calloc(value.count + 1, sizeof *value.ids) : NULL;
    for (size_t i = 0; i < value.count; i++) {
        value.elements[i] = draw(seed, 50);
        if (ids)
            value.ids[i] = (i ? value.ids[i - 1] : 0) + 1 + draw(seed, 3);
    }
    return value;
}

static struct expr_value copy(const struct expr_value *of)
{
    struct expr_value value = *of;
    size_t count = of->count + 1;
    value.elements = malloc(count * sizeof *value.elements);
    memcpy(value.elements, of->elements, of->count * sizeof *value.elements);
    value.ids = of->ids ? malloc(count * sizeof *value.ids) : NULL;
    if (of->ids)
        memcpy(value.ids, of->ids, of->count * sizeof *value.ids);
    return value;
}

/* The operation on two numbers, by the words of the header. */
static double expected(enum expr_operation operation, bool whole, double a, double b)
{
    switch (operation) {
    case EXPR_ADD:
        return a + b;
    case EXPR_SUBTRACT:
        return whole && a < b ? 0x1p64 : a - b; /* wraps; the nearest double */
    case EXPR_MULTIPLY:
        return a * b;
    case EXPR_DIVIDE:
        return whole ? (b == 0 ? a : floor(a / b)) : b == 0 ? NAN : a / b;
    case EXPR_MIN:
        return fmin(a, b);
    case EXPR_MAX:
        return fmax(a, b);
    default:
        return operation == EXPR_LESS ? a < b : a == b;
    }
}

static const enum expr_operation operations[] = {
    EXPR_ADD, EXPR_SUBTRACT, EXPR_MULTIPLY, EXPR_DIVIDE, EXPR_MIN, EXPR_MAX, EXPR_LESS, EXPR_EQUAL};

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static const double *element_of(const struct expr_value *value, uint64_t id)
{
    for (size_t i = 0; i < value->count; i++)
        if (value->ids[i] == id)
            return &value->elements[i];
    return NULL;
}

typedef void check(enum expr_operation operation, const struct expr_value *left,
                   const struct expr_value *right, const struct expr_value *result);

static void try_all(bool left_ids, bool right_ids, check *holds)
{
    uint32_t seed = 7;
    for (size_t i = 0; i < TRIES; i++) {
        enum expr_operation operation = operations[i % COUNT(operations)];
        struct expr_value left = make(&seed, left_ids), right = make(&seed, right_ids);
        struct expr_value result = copy(&left), spent = copy(&right);
        expr_value_combine(operation, &result, &spent);
        assert_null(spent.elements);
        /* A quotient of regular values is whole only if both are. */
        const bool whole =
            left.whole && (operation != EXPR_DIVIDE || right.whole || left.count || right.count);
        assert_true(same(result.value, expected(operation, whole, left.value, right.value)));
        if (operation <= EXPR_DIVIDE)
            assert_int_equal(result.whole, whole);
        holds(operation, &left, &right, &result);
        expr_value_free(&left);
        expr_value_free(&right);
        expr_value_free(&result);
    }
}

static void check_neither(enum expr_operation operation, const struct expr_value *left,
                          const struct expr_value *right, const struct expr_value *result)
{
    assert_null(result->ids);
    assert_int_equal(result->count, left->count);
    for (size_t i = 0; i < left->count; i++)
        assert_true(same(result->elements[i],
                         i >= right->count ? left->elements[i]
                                           : expected(operation, left->whole_elements,
                                                      left->elements[i], right->elements[i])));
}

static void check_both(enum expr_operation operation, const struct expr_value *left,
                       const struct expr_value *right, const struct expr_value *result)
{
    size_t met = 0;
    for (size_t i = 0; i < result->count; i++) {
        const double *a = element_of(left, result->ids[i]), *b = element_of(right, result->ids[i]);
        assert_true(a || b);
        met += a && b;
        double wanted = !b ? *a : !a ? *b : expected(operation, left->whole_elements, *a, *b);
        assert_true(same(result->elements[i], wanted));
        assert_true(a || operation != EXPR_DIVIDE);
    }
    size_t all = operation == EXPR_DIVIDE ? left->count : left->count + right->count - met;
    assert_int_equal(result->count, all);
}

static void check_left(enum expr_operation operation, const struct expr_value *left,
                       const struct expr_value *right, const struct expr_value *result)
{
    assert_int_equal(result->count, left->count);
    for (size_t i = 0; i < left->count; i++) {
        assert_int_equal(result->ids[i], left->ids[i]);
        assert_true(same(result->elements[i], expected(operation, left->whole_elements,
                                                       left->elements[i], right->value)));
    }
}

static void check_right(enum expr_operation operation, const struct expr_value *left,
                        const struct expr_value *right, const struct expr_value *result)
{
    assert_int_equal(result->count, right->count);
    for (size_t i = 0; i < right->count; i++) {
        assert_int_equal(result->ids[i], right->ids[i]);
        assert_true(same(result->elements[i],
                         expected(operation, left->whole, left->value, right->elements[i])));
    }
}

static void instances_without_ids_meet_in_order(void **state)
{
    (void)state;
    try_all(false, false, check_neither);
}

static void ids_of_both_sides_are_joined(void **state)
{
    (void)state;
    try_all(true, true, check_both);
}

static void ids_on_the_left_alone(void **state)
{
    (void)state;
    try_all(true, false, check_left);
}

static void ids_on_the_right_alone(void **state)
{
    (void)state;
    try_all(false, true, check_right);
}

static void adding_is_the_same_both_ways(void **state)
{
    (void)state;
    uint32_t seed = 3;
    for (size_t i = 0; i < TRIES; i++) {
        struct expr_value a = make(&seed, true), b = make(&seed, true);
        struct expr_value x = copy(&a), y = copy(&b);
        expr_value_combine(EXPR_ADD, &x, &b);
        expr_value_combine(EXPR_ADD, &y, &a);
        assert_int_equal(x.count, y.count);
        assert_true(expr_value_total(&x) == expr_value_total(&y));
        for (size_t j = 0; j < x.count; j++)
            assert_true(*element_of(&y, x.ids[j]) == x.elements[j]);
        expr_value_free(&x);
        expr_value_free(&y);
    }
}

static void an_id_twice_is_survived(void **state)
{
    (void)state;
    uint64_t ids[] = {4, 4, 5};
    double elements[] = {1, 2, 3};
    struct expr_value left = {.count = 2, .ids = ids, .elements = elements},
                      right = {.count = 3, .ids = ids, .elements = elements};
    struct expr_value a = copy(&left), b = copy(&right);
    expr_value_combine(EXPR_ADD, &a, &b);
    assert_int_equal(a.count, 3);
    assert_true(a.elements[0] == 2 && a.elements[1] == 3 && a.elements[2] == 3);
    expr_value_free(&a);
}

static void whole_numbers_have_limits(void **state)
{
    (void)state;
    assert_true(expr_whole(-1) == 0 && expr_whole(NAN) == 0 && expr_whole(2.9) == 2);
    assert_true(expr_whole(INFINITY) == UINT64_MAX && expr_whole(0x1p64) == UINT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instances_without_ids_meet_in_order),
        cmocka_unit_test(ids_of_both_sides_are_joined),
        cmocka_unit_test(ids_on_the_left_alone),
        cmocka_unit_test(ids_on_the_right_alone),
        cmocka_unit_test(adding_is_the_same_both_ways),
        cmocka_unit_test(an_id_twice_is_survived),
        cmocka_unit_test(whole_numbers_have_limits),
    };
    return cmocka_run_group_tests_name("expr_value", tests, NULL, NULL);
}
