#include "report/metric/metric_format.h"

#include <math.h>
#include <string.h>

#include "build_report.h"

static void units_scale_at_powers_of_1000(void **state)
{
    (void)state;
    static const struct {
        const char *unit;
        double value;
        const char *shown;
        double factor;
    } cases[] = {
        {"byte", 0, "byte", 1},
        {"byte", 999, "byte", 1},
        {"byte", 1000, "Kbyte", 1e3},
        {"byte", -1000, "Kbyte", 1e3},
        {"byte", 999999, "Kbyte", 1e3},
        {"byte", 1e6, "Mbyte", 1e6},
        {"byte", 1e9, "Gbyte", 1e9},
        {"byte", 1e12, "Tbyte", 1e12},
        {"byte", 1e15, "Pbyte", 1e15},
        {"byte", 1e18, "Pbyte", 1e15},
        {"byte", 1e30, "Pbyte", 1e15},
        {"byte/s", 1e9, "Gbyte/s", 1e9},
        {"byte/block", 1024, "Kbyte/block", 1e3},
        {"hz", 999, "hz", 1},
        {"hz", 1.5e9, "Ghz", 1e9},
        {"hz", 1e12, "Ghz", 1e9},
        {"ns", 999, "ns", 1},
        {"ns", 1000, "us", 1e3},
        {"ns", 1e6, "ms", 1e6},
        {"ns", 1e9, "s", 1e9},
        {"ns", 1e15, "s", 1e9},
        {"inst/s", 999, "inst/s", 1},
        {"inst/s", 1000, "inst/ms", 1e3},
        {"inst/s", 1e6, "inst/us", 1e6},
        {"inst/s", 1e12, "inst/ns", 1e9},
        {"%", 5000, "%", 1},
        {"cycle", 5e6, "cycle", 1},
        {"inst/cycle", 5e6, "inst/cycle", 1},
        {"", 5e6, "", 1},
        {"/s", 5e6, "/s", 1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct unit_scale scale = unit_scale_for(cases[i].unit, cases[i].value);
        assert_string_equal(scale.unit, cases[i].shown);
        assert_true(scale.factor == cases[i].factor);
    }
}

/* 1e9 has no exact reciprocal. */
static void whole_numbers_stay_whole(void **state)
{
    (void)state;
    for (int i = 1; i < 1000; i++) {
        Rep__ProfileMetricValue value = REP__PROFILE_METRIC_VALUE__INIT;
        value.has_doublevalue = true;
        value.doublevalue = i * 1e9;
        struct unit_scale scale = unit_scale_for("byte/s", value.doublevalue);
        struct strbuf text = {0};
        char expected[16];
        snprintf(expected, sizeof expected, "%d", i);
        assert_true(format_value(&text, &value, &scale, false));
        assert_string_equal(text.data, expected);
        strbuf_free(&text);
    }
}

static void odd_values_do_not_disturb_the_scale(void **state)
{
    (void)state;
    assert_true(unit_scale_for("byte", NAN).factor == 1);
    assert_string_equal(unit_scale_for("byte", INFINITY).unit, "Pbyte");
    char unit[200];
    memset(unit, 'x', sizeof unit);
    strcpy(unit + sizeof unit - 5, "byte");
    assert_true(strlen(unit_scale_for(unit, 1e6).unit) < 48);
}

static void thousands_are_separated(void **state)
{
    (void)state;
    static const struct {
        unsigned long long number;
        const char *text;
    } cases[] = {{0, "0"},
                 {999, "999"},
                 {1000, "1,000"},
                 {1234567, "1,234,567"},
                 {UINT64_MAX, "18,446,744,073,709,551,615"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct strbuf out = {0};
        format_thousands(&out, cases[i].number);
        assert_string_equal(out.data, cases[i].text);
        strbuf_free(&out);
    }
}

static void page_numbers(void **state)
{
    (void)state;
    static const struct {
        double number;
        const char *text;
    } cases[] = {
        {0, "0"},
        {999, "999"},
        {1000, "1,000"},
        {-1000, "-1,000"},
        {1.5, "1.50"},
        {1234.567, "1,234.57"},
        {5, "5"},
        {-0.25, "-0.25"},
        {999.999, "1,000.00"},
        {NAN, "nan"},
        {INFINITY, "inf"},
        {-INFINITY, "-inf"},
        {1e15, "1,000,000,000,000,000"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct strbuf out = {0};
        format_number(&out, cases[i].number);
        assert_string_equal(out.data, cases[i].text);
        strbuf_free(&out);
    }
}

static void real_numbers_keep_their_decimals(void **state)
{
    (void)state;
    static const struct {
        double number;
        const char *text;
    } cases[] = {{0, "0.00"},           {5, "5.00"},  {-1234, "-1,234.00"}, {0.125, "0.12"},
                 {1e6, "1,000,000.00"}, {NAN, "nan"}, {INFINITY, "inf"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct strbuf out = {0};
        format_real(&out, cases[i].number);
        assert_string_equal(out.data, cases[i].text);
        strbuf_free(&out);
    }
}

/* The number lies between two last digits: the quotient is a little below, the product above. */
static void values_are_multiplied_by_the_reciprocal(void **state)
{
    (void)state;
    struct unit_scale scale = unit_scale_for("byte", 1e9);
    char text[32];
    snprintf(text, sizeof text, "%.6f", unit_scale_multiply(&scale, 3500));
    assert_string_equal(text, "0.000004");
}

static void the_largest_double_is_survived(void **state)
{
    (void)state;
    struct strbuf out = {0};
    format_number(&out, -1.7976931348623157e308);
    format_number(&out, 1.7976931348623157e308);
    assert_true(out.length > 800);
    strbuf_free(&out);
}

static Rep__ProfileMetricValue value_of(double number)
{
    Rep__ProfileMetricValue value = REP__PROFILE_METRIC_VALUE__INIT;
    value.has_doublevalue = 1;
    value.doublevalue = number;
    return value;
}

static void no_value_is_not_zero(void **state)
{
    (void)state;
    struct unit_scale scale = unit_scale_for("", 0);
    Rep__ProfileMetricValue value = REP__PROFILE_METRIC_VALUE__INIT;
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    assert_false(format_value(&out, NULL, &scale, false));
    assert_false(format_value(&out, &value, &scale, false));
    assert_string_equal(out.data, "");
    value = value_of(0);
    assert_true(format_value(&out, &value, &scale, false));
    assert_string_equal(out.data, "0");
    strbuf_free(&out);
}

static void texts_stay_as_they_are(void **state)
{
    (void)state;
    struct unit_scale scale = unit_scale_for("byte", 5000);
    Rep__ProfileMetricValue value = value_of(5000);
    value.stringvalue = "1000";
    struct strbuf out = {0};
    assert_true(format_value(&out, &value, &scale, false));
    assert_string_equal(out.data, "1000");
    strbuf_free(&out);
}

static void csv_fields_are_quoted(void **state)
{
    (void)state;
    struct strbuf out = {0};
    format_csv_field(&out, "plain", true);
    format_csv_field(&out, "a \"b\", c", false);
    format_csv_field(&out, "", false);
    format_csv_field(&out, "two\nlines", false);
    assert_string_equal(out.data, "\"plain\",\"a \"\"b\"\", c\",\"\",\"two\nlines\"");
    strbuf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_scale_at_powers_of_1000),
        cmocka_unit_test(whole_numbers_stay_whole),
        cmocka_unit_test(odd_values_do_not_disturb_the_scale),
        cmocka_unit_test(thousands_are_separated),
        cmocka_unit_test(page_numbers),
        cmocka_unit_test(the_largest_double_is_survived),
        cmocka_unit_test(no_value_is_not_zero),
        cmocka_unit_test(texts_stay_as_they_are),
        cmocka_unit_test(real_numbers_keep_their_decimals),
        cmocka_unit_test(values_are_multiplied_by_the_reciprocal),
        cmocka_unit_test(csv_fields_are_quoted),
    };
    return cmocka_run_group_tests_name("metric_format", tests, NULL, NULL);
}
