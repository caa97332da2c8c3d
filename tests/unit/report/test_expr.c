#include "report/expr/expr.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"

/* Metrics of the tests: plain ones have no instances. */
static const struct metric {
    const char *name, *key, *text;
    double value;
    size_t count;
    uint64_t ids[3];
    double elements[3];
    bool whole, whole_elements, no_ids;
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
    {.name = "text", .text = "12 of 13"},
    {.name = "word", .text = "none"},
    {.name = "row", .value = 6, .count = 3, .elements = {1, 2, 3}, .no_ids = true},
    {.name = "short_row", .value = 30, .count = 2, .elements = {10, 20}, .no_ids = true},
    {.name = "holes", .value = 1, .count = 2, .ids = {1, 2}, .elements = {0, 4}},
    {.name = "gaps", .value = 3, .count = 3, .ids = {1, 2, 3}, .elements = {NAN, 4, 1}},
    {.name = "no_numbers", .value = 3, .count = 2, .ids = {1, 2}, .elements = {NAN, NAN}},
    {.name = "noughts", .value = 3, .count = 2, .ids = {1, 2}, .elements = {0, NAN}},
    {.name = "code", .value = 9, .count = 3, .ids = {16, 32, 64}, .elements = {5, 2, 90}},
    {.name = "back", .value = 9, .count = 3, .ids = {48, 32, 16}, .elements = {5, 2, 9}},
    {.name = "steep",
     .value = 1,
     .count = 3,
     .ids = {7, 3, 9},
     .elements = {8, 8, 20},
     .whole_elements = true},
    {.name = "listed", .text = "two, absent,ten__x.sum , nan_metric, word"},
    {.name = "two", .key = "FADD", .value = 5},
    {.name = "two", .key = "it's", .value = 6},
};

static bool lookup(void *context, const struct expr_name *name, struct expr_value *value)
{
    (void)context;
    for (size_t i = 0; i < COUNT(known); i++) {
        const struct metric *m = &known[i];
        if (strcmp(m->name, name->text) != 0 || !m->key != !name->key ||
            (m->key && strcmp(m->key, name->key) != 0))
            continue;
        value->value = m->value;
        value->whole = m->whole;
        value->whole_elements = m->whole_elements;
        value->count = m->count;
        value->text = m->text ? strdup(m->text) : NULL;
        if (m->count) {
            value->elements = malloc(m->count * sizeof *value->elements);
            if (!m->no_ids) {
                value->ids = malloc(m->count * sizeof *value->ids);
                memcpy(value->ids, m->ids, m->count * sizeof *value->ids);
            }
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

struct expected {
    const char *text;
    double value;
};

static void expect_numbers(const struct expected *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double value = number(cases[i].text);
        if (value != cases[i].value && !(isnan(value) && isnan(cases[i].value)))
            fail_msg("%s gives %g, not %g", cases[i].text, value, cases[i].value);
    }
}

static void expect_text(const char *text, const char *expected)
{
    struct expr_value value;
    assert_true(expr_evaluate(text, lookup, NULL, &value, NULL));
    assert_string_equal(value.text, expected);
    assert_int_equal(value.count, 0);
    expr_value_free(&value);
}

static void expect_absent(const char *text, const char *message)
{
    struct expr_value value;
    struct error error = {""};
    if (expr_evaluate(text, lookup, NULL, &value, &error))
        fail_msg("%s gives %g", text, value.value);
    assert_string_equal(error.text, message);
    assert_true(!value.text && !value.elements && !value.ids);
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
    assert_true(number("7 / 2.") == 3.5);
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
        assert_int_equal(ids ? result.ids[i] : !result.ids, ids ? ids[i] : 1);
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
    /* Where only the right has elements, the value of the left is divided by each. */
    expect_list("12. / list", 2, 3, ids, (double[]){12, 6, 4});
    expect_list("two / list", 2. / 6, 3, ids, (double[]){2, 1, 2. / 3});
    expect_list("7 / list", 1, 3, ids, (double[]){7, 3, 2});
    /* By zero: a whole number stays, another one becomes NaN. */
    expect_list("7 / (list - 1)", 1, 3, ids, (double[]){7, 7, 3});
    expect_list("nan_as_zero(two / (list - 1))", 0.4, 3, ids, (double[]){0, 2, 1});
}

static void instances_meet_by_their_number(void **state)
{
    (void)state;
    expect_list("list + other", 66, 4, (uint64_t[]){1, 2, 3, 5}, (double[]){11, 2, 33, 50});
    expect_list("other - list", 54, 4, (uint64_t[]){3, 5, 1, 2}, (double[]){27, 50, 9, 2});
    expect_list("list - list", 0, 3, (uint64_t[]){1, 2, 3}, (double[]){0, 0, 0});
    expect_list("list + apart", 7, 4, (uint64_t[]){1, 2, 3, 99}, (double[]){1, 2, 3, 1});
    expect_list("other / list", 10, 3, (uint64_t[]){3, 5, 1}, (double[]){10, 50, 10});
}

static void instances_without_numbers_meet_in_order(void **state)
{
    (void)state;
    expect_list("row * short_row", 180, 3, NULL, (double[]){10, 40, 3});
    expect_list("short_row - row", 24, 2, NULL, (double[]){9, 18});
    expect_list("row + 1", 7, 3, NULL, (double[]){1, 2, 3});
    expect_list("1 + row", 7, 0, NULL, NULL);
}

static void who_has_numbers_decides(void **state)
{
    (void)state;
    static const uint64_t ids[] = {1, 2, 3};
    expect_list("list * row", 36, 3, ids, (double[]){6, 12, 18});
    expect_list("short_row - list", 24, 3, ids, (double[]){29, 28, 27});
}

static void a_text_on_the_left_stays(void **state)
{
    (void)state;
    static const char *const texts[] = {"text",      "text * list",  "(text + 1) / 0",
                                        "abs(text)", "max(text, 3)", "if(1, text, 2)"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct expr_value value;
        assert_true(expr_evaluate(texts[i], lookup, NULL, &value, NULL));
        assert_string_equal(value.text, "12 of 13");
        expr_value_free(&value);
    }
    assert_true(number("1. + text") == 13);
    assert_true(isnan(number("1. + word")));
    assert_true(number("1 + word") == 1);
    expect_list("list * text", 72, 3, (uint64_t[]){1, 2, 3}, (double[]){12, 24, 36});
}

static void functions_of_numbers(void **state)
{
    (void)state;
    assert_true(number("min(3, 2, 5)") == 2);
    assert_true(number("max(3, 2.5)") == 3);
    assert_true(number("max(3, 3.5)") == 3.5);
    assert_true(number("7 / min(2, 3)") == 3);
    assert_true(number("min(2, 3.5) / 4") == 0.5);
    assert_true(number("abs(two - ten__x.sum)") == 8);
    assert_true(number("abs(whole) / 2") == 3);
    assert_true(number("sqrt(9) / 2") == 1.5);
    assert_true(isnan(number("sqrt(-1)")));
    assert_true(number("log2(8)") == 3);
    assert_true(isnan(number("log2(zero)")));
    assert_true(isnan(number("max(nan_metric, 1)")) && isnan(number("max(1, nan_metric)")));
    expect_list("max(list, 2)", 6, 3, (uint64_t[]){1, 2, 3}, (double[]){2, 2, 3});
    expect_list("sqrt(holes)", 1, 2, (uint64_t[]){1, 2}, (double[]){0, 2});
}

static void comparisons_and_conditions(void **state)
{
    (void)state;
    static const struct expected cases[] = {
        {"1 < 2", 1},
        {"2 < 1", 0},
        {"0 < 0.5", 1},
        {"2 <= two", 1},
        {"3 >= 4", 0},
        {"4 >= 4", 1},
        {"two == 2", 1},
        {"two != 2", 0},
        {"1 + 1 > 1", 1},
        {"3 > 2 > 1", 0},
        {"nan_metric == 1", 0},
        {"nan_metric != 1", 1},
        {"if(1, 2, 3)", 2},
        {"if(0, 2, 3)", 3},
        {"if(nan_metric, 2, 3)", 3},
        {"if(zero > 0, two / zero, 100)", 100},
        {"if(two > 1, if(two > 3, 1, 2), 3) + 1", 3},
    };
    expect_numbers(cases, COUNT(cases));
    expect_list("list >= 2", 1, 3, (uint64_t[]){1, 2, 3}, (double[]){0, 1, 1});
    expect_list("if(two, list, other)", 6, 3, (uint64_t[]){1, 2, 3}, (double[]){1, 2, 3});
}

static void functions_work_on_instances(void **state)
{
    (void)state;
    expect_list("nan_as_zero(list / holes)", 6, 3, (uint64_t[]){1, 2, 3}, (double[]){0, 0.5, 3});
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
        {"1 + sqr(two)", "unknown function sqr, nearest is sqrt, at column 5 of \"1 + sqr(two)\""},
        {"sqrt(1, 2)", "sqrt takes one operand at column 1 of \"sqrt(1, 2)\""},
        {"2 * max(1)", "max takes two to eight operands at column 5 of \"2 * max(1)\""},
        {"min(1,2,3,4,5,6,7,8,9)",
         "min takes two to eight operands at column 1 of \"min(1,2,3,4,5,6,7,8,9)\""},
        {"if(1, 2)",
         "if takes three operands: if(condition, then, else) at column 1 of \"if(1, 2)\""},
        {"if(1, 2,)", "unexpected character at column 9 of \"if(1, 2,)\""},
        {"1 = 2", "unexpected character at column 3 of \"1 = 2\""},
        {"simplify(two", "expected ')' at column 13 of \"simplify(two\""},
        {"* two", "unexpected character at column 1 of \"* two\""},
        {"two * list + nothing",
         "metric nothing is missing, at column 14 of \"two * list + nothing\""},
        {"()", "unexpected character at column 2 of \"()\""},
        {"two & two", "unexpected character at column 5 of \"two & two\""},
        {"two &&", "an operand is missing at column 7 of \"two &&\""},
        {"1 ||| 2", "unexpected character at column 5 of \"1 ||| 2\""},
        {"two !", "unexpected character at column 5 of \"two !\""},
        {"1 + 'open", "a text is not closed at column 5 of \"1 + 'open\""},
        {"two[1]", "expected a text at column 5 of \"two[1]\""},
        {"two['a' + 1", "expected ']' at column 9 of \"two['a' + 1\""},
        {"two['a", "a text is not closed at column 5 of \"two['a\""},
        {"'a'['b']", "unexpected character at column 4 of \"'a'['b']\""},
        {"1 + two['a']", "metric two[\"a\"] is missing, at column 5 of \"1 + two['a']\""},
        {"mod(1)", "mod takes two operands: mod(x, y) at column 1 of \"mod(1)\""},
        {"1 + steps(row, 1)",
         "steps needs instances with ids, at column 5 of \"1 + steps(row, 1)\""},
        {"top_ids(two, 1)", "top_ids needs instances with ids, at column 1 of \"top_ids(two, 1)\""},
        {"unit_of(two)", "unit_of needs a text, at column 1 of \"unit_of(two)\""},
        {"largest_of('a, word')",
         "none of the metrics is in the result, at column 1 of \"largest_of('a, word')\""},
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
    text = repeated("abs(", 100000, "1");
    assert_false(expr_evaluate(text, lookup, NULL, &value, &error));
    assert_non_null(strstr(error.text, "too deep"));
    free(text);
    text = repeated("-(!(", 100000, "1");
    assert_false(expr_evaluate(text, lookup, NULL, &value, &error));
    assert_non_null(strstr(error.text, "too deep"));
    free(text);
}

static void evaluate_a_long_chain(void)
{
    char *text = repeated("two + 1 * two && ", 200000, "1");
    if (number(text) != 1)
        abort();
    free(text);
}

static void long_chains_are_evaluated(void **state)
{
    (void)state;
    assert_true(survives(evaluate_a_long_chain));
}

static void evaluate_many_signs(void)
{
    char *text = repeated("-", 2000000, "1");
    if (number(text) != 1)
        abort();
    free(text);
}

static void many_signs_are_evaluated(void **state)
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
    assert_true(
        expr_metrics("nan_as_zero(a__b.sum / (c:d + 2)) - max(a__b.sum, 1)", note, &names, NULL));
    assert_string_equal(names.data, "a__b.sum c:d a__b.sum ");
    static const struct {
        const char *text, *names;
    } broken[] = {
        {"a + b['k'] +", "a b "},         {"max(a, if(b, c) + d", "a b c "}, {"a && has(b", "a b "},
        {"largest_of('a, b') c", "a b "}, {"'a' + largest_of(", ""},
    };
    for (size_t i = 0; i < COUNT(broken); i++) {
        struct error error;
        strbuf_clear(&names);
        strbuf_adds(&names, "");
        assert_false(expr_metrics(broken[i].text, note, &names, &error));
        assert_string_equal(names.data, broken[i].names);
    }
    strbuf_clear(&names);
    assert_true(expr_metrics("has(a) && name_of_largest(' b,c ,, d') == 'e' || f['g'] > 0 || "
                             "largest_of(h) || unit_of('i__j') == largest_of('k' + 1)",
                             note, &names, NULL));
    assert_string_equal(names.data, "a b c d f h ");
    strbuf_free(&names);
}

static void logic_binds_less_than_comparisons(void **state)
{
    (void)state;
    static const struct expected cases[] = {
        {"1 || 0 && 0", 1},
        {"(1 || 0) && 0", 0},
        {"1 < 2 && 3 > 2", 1},
        {"1 && 2 == 2", 1},
        {"0 || 0 || 3", 1},
        {"!0 && !0", 1},
        {"!2 == 0", 1},
        {"!(2 == 0)", 1},
        {"!0 + 1", 2},
        {"!!7", 1},
        {"!!!7", 0},
        {"-!0", -1},
        {"!-3", 0},
        {"-!-!-7", -1},
        {"2 - !0", 1},
        {"nan_metric && 1", 0},
        {"nan_metric || 0", 0},
        {"!nan_metric", 1},
        {"text && 1", 1},
        {"word || 0", 0},
        {"!word", 1},
        {"1&&1||0", 1},
    };
    expect_numbers(cases, COUNT(cases));
}

static void what_is_not_needed_may_be_absent(void **state)
{
    (void)state;
    static const struct expected cases[] = {
        {"has(two)", 1},
        {"has(gone)", 0},
        {"has(1 + gone * 2)", 0},
        {"has(two['FADD']) - has(two['gone'])", 1},
        {"has(unit_of(two))", 0},
        {"or_else(two, gone)", 2},
        {"or_else(gone, ten__x.sum)", 10},
        {"or_else(gone, or_else(gone + 1, 3))", 3},
        {"0 && gone", 0},
        {"1 || gone", 1},
        {"has(gone) && gone > 1 || two == 2", 1},
        {"1 && 0 && gone", 0},
        {"if(1, two, gone)", 2},
        {"if(0, gone, two)", 2},
        {"if(has(gone), gone, 0) + 4", 4},
    };
    expect_numbers(cases, COUNT(cases));
    expect_absent("1 && gone", "metric gone is missing, at column 6 of \"1 && gone\"");
    expect_absent("0 || gone", "metric gone is missing, at column 6 of \"0 || gone\"");
    expect_absent("gone && 0", "metric gone is missing, at column 1 of \"gone && 0\"");
    expect_absent("if(gone, 1, 1)", "metric gone is missing, at column 4 of \"if(gone, 1, 1)\"");
    expect_absent("if(1, gone, 1)", "metric gone is missing, at column 7 of \"if(1, gone, 1)\"");
    expect_absent("or_else(gone, lost)",
                  "metric lost is missing, at column 15 of \"or_else(gone, lost)\"");
}

static void logic_of_instances(void **state)
{
    (void)state;
    static const uint64_t ids[] = {1, 2, 3};
    expect_list("list > 1 && list < 3", 0, 3, ids, (double[]){0, 1, 0});
    expect_list("list < 2 || list == 3", 0, 3, ids, (double[]){1, 0, 1});
    expect_list("has(two) && list > 1", 1, 3, ids, (double[]){0, 1, 1});
    expect_list("!(list > 1)", 0, 3, ids, (double[]){1, 0, 0});
    expect_list("two > 3 && list", 0, 0, NULL, NULL);
    expect_list("gaps && 1", 1, 3, ids, (double[]){0, 1, 1});
    /* The regular value is settled, an instance is not. */
    expect_list("list < 2 && gone", 0, 0, NULL, NULL);
    expect_list("list > 2 || gone", 1, 0, NULL, NULL);
    expect_list("list > 9 && gone", 0, 3, ids, (double[]){0, 0, 0});
}

static void texts(void **state)
{
    (void)state;
    expect_text("'a \"b\"'", "a \"b\"");
    expect_text("\"it's\"", "it's");
    expect_text("''", "");
    expect_text("if('a' == \"a\", 'same', 'other')", "same");
    static const struct expected cases[] = {
        {"'a' == 'a'", 1},       {"'a' != 'a'", 0},     {"'a' == 'ab'", 0},
        {"'a' != 'A'", 1},       {"word == 'none'", 1}, {"word == 'none' && word != 'some'", 1},
        {"('a' == 'a') + 1", 2}, {"1. + '2'", 3},
    };
    expect_numbers(cases, COUNT(cases));
    expect_text("word == 2", "none"); /* a text on the left stays */
    expect_text("word < 'z'", "none");
}

static void keys(void **state)
{
    (void)state;
    assert_true(number("two[\"FADD\"]") == 5);
    assert_true(number("two [ 'FADD' ] + two") == 7);
    assert_true(number("two[\"it's\"] * 2") == 12);
}

static void rounding(void **state)
{
    (void)state;
    static const struct expected cases[] = {
        {"floor(2.7)", 2},          {"floor(-2.2)", -3},  {"ceil(2.1)", 3},
        {"round(2.5)", 3},          {"round(-2.5)", -3},  {"floor(2.5) / 4", 0.5},
        {"floor(whole) / 2", 3},    {"mod(7, 4)", 3},     {"mod(7.5, 2)", 1.5},
        {"mod(-7.5, 2)", -1.5},     {"mod(7.5, 0)", NAN}, {"mod(7, 0)", 7},
        {"mod(7.5, 2) / 4", 0.375},
    };
    expect_numbers(cases, COUNT(cases));
    expect_list("mod(list, 2)", 0, 3, (uint64_t[]){1, 2, 3}, (double[]){1, 0, 1});
    expect_list("ceil(list / 2)", 3, 3, (uint64_t[]){1, 2, 3}, (double[]){1, 1, 2});
    expect_list("mod(holes, list)", 1, 2, (uint64_t[]){1, 2}, (double[]){0, 0});
}

static void measures_of_instances(void **state)
{
    (void)state;
    static const struct expected cases[] = {
        {"sum(other)", 90},
        {"mean(other)", 30},
        {"largest(other)", 50},
        {"smallest(other)", 10},
        {"count(other)", 3},
        {"any(other)", 1},
        {"sum(gaps)", 5},
        {"mean(gaps)", 2.5},
        {"largest(gaps)", 4},
        {"smallest(gaps)", 1},
        {"count(gaps)", 3},
        {"any(gaps)", 1},
        {"sum(two)", 2},
        {"mean(two)", 2},
        {"largest(two)", 2},
        {"smallest(two)", 2},
        {"count(two)", 1},
        {"any(two)", 1},
        {"sum(row)", 6},
        {"largest(-row)", -1},
        {"sum(no_numbers)", NAN},
        {"any(noughts)", 0},
        {"any(zero)", 0},
        {"any(nan_metric)", 0},
        {"sum(noughts)", 0},
        {"any(no_numbers)", 0},
        {"mean(no_numbers)", NAN},
        {"largest(no_numbers)", NAN},
        {"smallest(nan_metric)", NAN},
        {"count(no_numbers)", 2},
        {"sum(curve) / 2", 59},
        {"largest(curve) / 2", 31},
        {"mean(steep)", 12},
        {"mean(curve) / 2", (32 + 63 + 24) / 6.},
        {"any(list > 2)", 1},
        {"any(list > 3)", 0},
        {"sum(text)", 12},
        {"same_count(list, other)", 1},
        {"same_count(list, holes)", 0},
        {"same_count(two, zero)", 1},
    };
    expect_numbers(cases, COUNT(cases));
    expect_list("sum(list)", 6, 0, NULL, NULL);
    expect_list("list - largest(list)", 3, 3, (uint64_t[]){1, 2, 3}, (double[]){-2, -1, 0});
}

static void steps_between_neighbours(void **state)
{
    (void)state;
    expect_list("steps(code, 16)", 3, 2, (uint64_t[]){16, 32}, (double[]){0, 3});
    expect_list("steps(code, 32)", 88, 2, (uint64_t[]){16, 64}, (double[]){0, 88});
    expect_list("steps(back, 8 * 2)", 10, 3, (uint64_t[]){48, 32, 16}, (double[]){0, 3, 7});
    expect_list("steps(code, 5)", 0, 1, (uint64_t[]){16}, (double[]){0});
    expect_list("steps(code, nan_metric)", 0, 1, (uint64_t[]){16}, (double[]){0});
    assert_true(number("steps(steep, 4) / 5") == 0);
}

static void ids_of_the_largest(void **state)
{
    (void)state;
    expect_text("top_ids(other, 2)", "5, 3");
    expect_text("top_ids(steep, 9)", "9, 7, 3");
    expect_text("top_ids(gaps, 3)", "2, 3");
    expect_text("top_ids(list, 0)", "");
    expect_text("top_ids(list, -1)", "");
    expect_text("top_ids(no_numbers, 1)", "");
}

static void names_in_texts(void **state)
{
    (void)state;
    assert_true(number("largest_of('two')") == 2);
    assert_true(number("largest_of(listed)") == 10);
    assert_true(number("largest_of('list,two') / 4") == 1.5);
    assert_true(number("largest_of('whole') / 2") == 3);
    expect_text("name_of_largest(listed)", "ten__x.sum");
    expect_text("name_of_largest('two , list,whole')", "whole");
    expect_text("unit_of(name_of_largest(listed))", "ten");
    expect_text("unit_of('a_b__c__d')", "a_b");
    expect_text("unit_of('plain')", "plain");
    expect_absent("largest_of(two)",
                  "none of the metrics is in the result, at column 1 of \"largest_of(two)\"");
    char *name = repeated("n", 400, ""), *text = mem_printf("name_of_largest('%s,two')", name);
    expect_text(text, "two");
    free(name);
    free(text);
}

static void real_numbers(void **state)
{
    (void)state;
    static const struct expected cases[] = {
        {"9 / 2", 4.5},
        {"1 / 0", NAN},
        {"whole / 2", 3.5},
        {"1 + 0.9", 1.9},
        {"0 - 3", -3},
        {"(2 > 1) / 2", 0.5},
        {"count(list) / 2", 1.5},
        {"has(two) / 2", 0.5},
        {"!0 / 2", 0.5},
        {"(1 && 1) / 2", 0.5},
        {"largest(curve) / 2", 31.5},
        {"sum(whole * 10 / 4)", 17.5},
        {"mod(7, 0)", NAN},
        {"largest_of('whole') / 2", 3.5},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct expr *expr = expr_compile(cases[i].text, EXPR_REAL, NULL);
        struct expr_value value;
        assert_true(expr_run(expr, lookup, NULL, &value, NULL));
        if (value.value != cases[i].value && !(isnan(value.value) && isnan(cases[i].value)))
            fail_msg("%s gives %g", cases[i].text, value.value);
        assert_false(value.whole);
        expr_value_free(&value);
        expr_free(expr);
    }
    struct expr *expr = expr_compile("curve / 64", EXPR_REAL, NULL);
    struct expr_value value;
    assert_true(expr_run(expr, lookup, NULL, &value, NULL));
    assert_true(value.elements[0] == 0.5 && !value.whole_elements);
    expr_value_free(&value);
    expr_free(expr);
}

static int first_letter(void *context, const char *name)
{
    (*(size_t *)context)++;
    return *name;
}

static bool by_tag(void *context, const struct expr_name *name, struct expr_value *value)
{
    strbuf_addf(context, "%s:%d:%s ", name->text, name->tag, name->key ? name->key : "-");
    value->value = 1;
    return true;
}

static void names_are_bound_to_tags(void **state)
{
    (void)state;
    struct expr *expr = expr_compile("a + max(b['k'], largest_of('c'))", 0, NULL);
    struct strbuf seen = {0};
    struct expr_value value;
    size_t bound = 0;
    assert_true(expr_run(expr, by_tag, &seen, &value, NULL));
    assert_string_equal(seen.data, "a:-1:- b:-1:k c:-1:- ");
    strbuf_clear(&seen);
    expr_bind(expr, first_letter, &bound);
    assert_int_equal(bound, 2);
    assert_true(expr_run(expr, by_tag, &seen, &value, NULL));
    assert_true(value.value == 2);
    assert_string_equal(seen.data, "a:97:- b:98:k c:-1:- ");
    strbuf_free(&seen);
    expr_free(expr);
}

static void one_expression_is_run_often(void **state)
{
    (void)state;
    struct error error;
    struct expr *expr = expr_compile("if(two, list, gone) * -two", 0, &error);
    for (size_t i = 0; i < 3; i++) {
        struct expr_value value;
        assert_true(expr_run(expr, lookup, NULL, &value, &error));
        assert_true(value.value == -12 && value.elements[2] == -6);
        expr_value_free(&value);
    }
    expr_free(expr);
    assert_null(expr_compile("two +", 0, &error));
    assert_string_equal(error.text, "an operand is missing at column 6 of \"two +\"");
    expr_free(NULL);
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
        cmocka_unit_test(instances_without_numbers_meet_in_order),
        cmocka_unit_test(who_has_numbers_decides),
        cmocka_unit_test(a_text_on_the_left_stays),
        cmocka_unit_test(functions_of_numbers),
        cmocka_unit_test(comparisons_and_conditions),
        cmocka_unit_test(functions_work_on_instances),
        cmocka_unit_test(the_left_operand_decides_on_whole_numbers),
        cmocka_unit_test(whole_instances_stay_whole),
        cmocka_unit_test(errors_name_the_place),
        cmocka_unit_test(deep_parentheses_are_refused),
        cmocka_unit_test(many_signs_are_evaluated),
        cmocka_unit_test(long_chains_are_evaluated),
        cmocka_unit_test(a_long_name_is_refused),
        cmocka_unit_test(the_metrics_of_an_expression),
        cmocka_unit_test(logic_binds_less_than_comparisons),
        cmocka_unit_test(what_is_not_needed_may_be_absent),
        cmocka_unit_test(logic_of_instances),
        cmocka_unit_test(texts),
        cmocka_unit_test(keys),
        cmocka_unit_test(rounding),
        cmocka_unit_test(measures_of_instances),
        cmocka_unit_test(steps_between_neighbours),
        cmocka_unit_test(ids_of_the_largest),
        cmocka_unit_test(names_in_texts),
        cmocka_unit_test(real_numbers),
        cmocka_unit_test(names_are_bound_to_tags),
        cmocka_unit_test(one_expression_is_run_often),
    };
    return cmocka_run_group_tests_name("expr", tests, NULL, NULL);
}
