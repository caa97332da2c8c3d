#include "expr.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"

/* Metrics of the tests: plain ones have no instances. */
static const struct metric {
    const char *name;
    double value;
    size_t count;
    uint64_t ids[3];
    double elements[3];
    bool whole, whole_elements;
} known[] = {
    {.name = "two", .value = 2},
    {.name = "ten__x.sum", .value = 10},
    {.name = "zero", .value = 0},
    {.name = "nan_metric", .value = NAN},
    {.name = "list", .value = 6, .count = 3, .ids = {1, 2, 3}, .elements = {1, 2, 3}},
    {.name = "other", .value = 60, .count = 3, .ids = {3, 5, 1}, .elements = {30, 50, 10}},
    {.name = "apart", .value = 1, .count = 1, .ids = {99}, .elements = {1}},
    {.name = "whole", .value = 7, .whole = true},
    {.name = "curve",
     .value = 367,
     .count = 3,
     .ids = {1, 2, 3},
     .elements = {32, 63, 24},
     .whole_elements = true},
    {.name = "holes", .value = 1, .count = 2, .ids = {1, 2}, .elements = {0, 4}},
};

static bool lookup(void *context, const char *name, struct expr_value *value)
{
    (void)context;
    for (size_t i = 0; i < COUNT(known); i++) {
        const struct metric *m = &known[i];
        if (strcmp(m->name, name) != 0)
            continue;
        value->value = m->value;
        value->whole = m->whole;
        value->whole_elements = m->whole_elements;
        value->count = m->count;
        if (m->count) {
            value->ids = malloc(m->count * sizeof *value->ids);
            value->elements = malloc(m->count * sizeof *value->elements);
            memcpy(value->ids, m->ids, m->count * sizeof *value->ids);
            memcpy(value->elements, m->elements, m->count * sizeof *value->elements);
        }
        return true;
    }
    return false;
}

static double number(const char *text)
{
    struct expr_value value;
    struct error error = {""};
    if (!expr_evaluate(text, lookup, NULL, &value, &error))
        fail_msg("%s", error.text);
    double result = value.value;
    expr_value_free(&value);
    return result;
}

static void operators_have_their_usual_precedence(void **state)
{
    (void)state;
    assert_true(number("1 + 2 * 3") == 7);
    assert_true(number("(1 + 2) * 3") == 9);
    assert_true(number("10 - 2 - 3") == 5);
    assert_true(number("100 / 10 / 2") == 5);
    assert_true(number("2.*-3") == -6);
    assert_true(number("--2") == 2);
    assert_true(number("-(1+1)") == -2);
}

static void numbers_and_blanks(void **state)
{
    (void)state;
    assert_true(number(" 100.0 ") == 100);
    assert_true(number("0.5") == 0.5);
    assert_true(number("1e3") == 1000);
    assert_true(number("\t2\n*\n3 ") == 6);
}

/* All forms that the known section files use. */
static void forms_of_metric_definitions(void **state)
{
    (void)state;
    assert_true(number("ten__x.sum * 128") == 1280);
    assert_true(number("( two * 100 ) / ten__x.sum") == 20);
    assert_true(number("ten__x.sum / two") == 5);
    assert_true(number("ten__x.sum - two") == 8);
    assert_true(number("32 - two") == 30);
    assert_true(number("simplify(two) + simplify(ten__x.sum)") == 12);
    assert_true(number("simplify(two)") == 2);
    assert_true(number("100.0 * nan_as_zero(simplify(two) / (simplify(two) + simplify(two)))") ==
                50);
    assert_true(number("nan_as_zero ( two )") == 2);
}

static void dividing_by_zero_gives_nan(void **state)
{
    (void)state;
    assert_true(isnan(number("two / zero")));
    assert_true(isnan(number("0. / 0")));
    assert_true(isnan(number("nan_metric + 1")));
    assert_true(number("nan_as_zero(two / zero)") == 0);
    assert_true(number("nan_as_zero(nan_metric) + 1") == 1);
}

static void the_left_operand_decides_on_whole_numbers(void **state)
{
    (void)state;
    assert_true(number("7 / 2") == 3);
    assert_true(number("7. / 2") == 3.5);
    assert_true(number("whole / 2") == 3);
    assert_true(number("two / 4") == 0.5);
    assert_true(number("1 + 0.9") == 1);
    assert_true(number("0.9 + 1") == 1.9);
    assert_true(number("(7 / 2) * 2.5") == 6);
    assert_true(number("-7 / 2") == -3.5);
    assert_true(number("whole / 0") == 7);
    assert_true(number("0 / 0") == 0);
}

static void expect_list(const char *text, double value, size_t count, const uint64_t *ids,
                        const double *elements)
{
    struct expr_value result;
    assert_true(expr_evaluate(text, lookup, NULL, &result, NULL));
    assert_true(result.value == value);
    assert_int_equal(result.count, count);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(result.ids[i], ids[i]);
        assert_true(result.elements[i] == elements[i]);
    }
    expr_value_free(&result);
    assert_null(result.ids);
}

static void a_plain_operand_meets_every_element(void **state)
{
    (void)state;
    static const uint64_t ids[] = {1, 2, 3};
    expect_list("list * two", 12, 3, ids, (double[]){2, 4, 6});
    expect_list("10 - list", 4, 3, ids, (double[]){9, 8, 7});
    expect_list("-list", -6, 3, ids, (double[]){-1, -2, -3});
}

static void instances_meet_by_their_number(void **state)
{
    (void)state;
    expect_list("list + other", 66, 2, (uint64_t[]){1, 3}, (double[]){11, 33});
    expect_list("list - list", 0, 3, (uint64_t[]){1, 2, 3}, (double[]){0, 0, 0});
    expect_list("list + apart", 7, 0, NULL, NULL);
}

static void functions_work_on_instances(void **state)
{
    (void)state;
    expect_list("nan_as_zero(list / holes)", 6, 2, (uint64_t[]){1, 2}, (double[]){0, 0.5});
    expect_list("simplify(list)", 6, 0, NULL, NULL);
}

static void whole_instances_stay_whole(void **state)
{
    (void)state;
    static const uint64_t ids[] = {1, 2, 3};
    expect_list("( curve * 100 ) / 64", 367. * 100 / 64, 3, ids, (double[]){50, 98, 37});
    expect_list("curve / list", 367. / 6, 3, ids, (double[]){32, 31, 8});
    expect_list("whole / list", 1, 3, ids, (double[]){7, 3, 2});
    struct expr_value result;
    assert_true(expr_evaluate("curve * two", lookup, NULL, &result, NULL));
    assert_true(result.whole_elements && !result.whole);
    expr_value_free(&result);
    assert_true(expr_evaluate("two * curve", lookup, NULL, &result, NULL));
    assert_false(result.whole_elements);
    expr_value_free(&result);
}

static void errors_name_the_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "an operand is missing at column 1 of \"\""},
        {"two +", "an operand is missing at column 6 of \"two +\""},
        {"two two", "unexpected character at column 5 of \"two two\""},
        {"(two", "expected ')' at column 5 of \"(two\""},
        {"two)", "unexpected character at column 4 of \"two)\""},
        {"two & 1", "unexpected character at column 5 of \"two & 1\""},
        {"sqrt(two)", "unknown function at column 5 of \"sqrt(two)\""},
        {"simplify(two", "expected ')' at column 13 of \"simplify(two\""},
        {"* two", "unexpected character at column 1 of \"* two\""},
        {"two * list + nothing", "metric nothing is missing"},
        {"()", "unexpected character at column 2 of \"()\""},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct expr_value value;
        struct error error;
        assert_false(expr_evaluate(cases[i].text, lookup, NULL, &value, &error));
        assert_string_equal(error.text, cases[i].message);
        assert_null(value.ids);
    }
}

static char *repeated(const char *piece, size_t count, const char *end)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < count; i++)
        strbuf_adds(&text, piece);
    strbuf_adds(&text, end);
    return strbuf_detach(&text);
}

static void deep_parentheses_are_refused(void **state)
{
    (void)state;
    char *text = repeated("(", 100000, "1");
    struct expr_value value;
    struct error error;
    assert_false(expr_evaluate(text, lookup, NULL, &value, &error));
    assert_non_null(strstr(error.text, "too deep"));
    free(text);
}

static void evaluate_many_signs(void)
{
    char *text = repeated("-", 2000000, "1");
    struct expr_value value;
    expr_evaluate(text, lookup, NULL, &value, NULL);
    expr_value_free(&value);
    free(text);
}

static void many_signs_are_survived(void **state)
{
    (void)state;
    assert_true(survives(evaluate_many_signs));
}

static void a_long_name_is_refused(void **state)
{
    (void)state;
    char *text = repeated("a", 300, "");
    struct expr_value value;
    struct error error;
    assert_false(expr_evaluate(text, lookup, NULL, &value, &error));
    assert_non_null(strstr(error.text, "too long"));
    free(text);
}

static void note(void *context, const char *name)
{
    strbuf_addf(context, "%s ", name);
}

static void the_metrics_of_an_expression(void **state)
{
    (void)state;
    struct strbuf names = {0};
    assert_true(expr_metrics("nan_as_zero(a__b.sum / (c:d + 2)) - a__b.sum", note, &names, NULL));
    assert_string_equal(names.data, "a__b.sum c:d a__b.sum ");
    struct error error;
    assert_false(expr_metrics("a +", note, &names, &error));
    strbuf_free(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_have_their_usual_precedence),
        cmocka_unit_test(numbers_and_blanks),
        cmocka_unit_test(forms_of_metric_definitions),
        cmocka_unit_test(dividing_by_zero_gives_nan),
        cmocka_unit_test(a_plain_operand_meets_every_element),
        cmocka_unit_test(instances_meet_by_their_number),
        cmocka_unit_test(functions_work_on_instances),
        cmocka_unit_test(the_left_operand_decides_on_whole_numbers),
        cmocka_unit_test(whole_instances_stay_whole),
        cmocka_unit_test(errors_name_the_place),
        cmocka_unit_test(deep_parentheses_are_refused),
        cmocka_unit_test(many_signs_are_survived),
        cmocka_unit_test(a_long_name_is_refused),
        cmocka_unit_test(the_metrics_of_an_expression),
    };
    return cmocka_run_group_tests_name("expr", tests, NULL, NULL);
}
