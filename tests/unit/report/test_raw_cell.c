#include "report/content/raw_cell.h"

#include <math.h>

#include "build_report.h"

/* What the cell of a metric in text form is in this style. */
static void cell_is(const char *metric, const struct raw_style *style, const char *expected)
{
    struct strbuf bytes = {0}, text = {0};
    strbuf_adds(&text, "NameId: 0 ");
    strbuf_adds(&text, metric);
    build_message(&bytes, &rep__profile_metric_result__descriptor, text.data);
    Rep__ProfileMetricResult *message =
        rep__profile_metric_result__unpack(NULL, bytes.length, (const uint8_t *)bytes.data);
    assert_non_null(message);
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    raw_cell_add(&out, message, style);
    assert_string_equal(out.data, expected);
    rep__profile_metric_result__free_unpacked(message, NULL);
    strbuf_free(&out);
    strbuf_free(&text);
    strbuf_free(&bytes);
}

#define REAL(number) "MetricValue { DoubleValue: " number " } "
#define WHOLE(number) "MetricValue { Uint64Value: " number " } "
#define INSTANCE(id, value)                                                                        \
    "MetricValueList { CorrelationId { " id " } ElementValue { " value " } } "

static struct raw_style style_of(const char *unit, double largest)
{
    return (struct raw_style){.scale = unit_scale_for(unit, largest), .all_zero = largest == 0};
}

static void columns_with_a_unit_hold_plain_numbers(void **state)
{
    (void)state;
    struct raw_style plain = style_of("cycle", 5000), kilo = style_of("byte", 5000);
    cell_is(REAL("5000"), &plain, "5000.000000");
    cell_is(WHOLE("5000"), &plain, "5000");
    cell_is(REAL("0"), &plain, "0.000000");
    cell_is(WHOLE("5000"), &kilo, "5.000000");
    cell_is(REAL("nan"), &kilo, "nan");
}

static void columns_without_a_value_over_zero_hold_zeros(void **state)
{
    (void)state;
    struct raw_style zero = style_of("cycle", 0);
    cell_is(REAL("0"), &zero, "0");
    cell_is(REAL("-0.25"), &zero, "0");
    cell_is(WHOLE("0"), &zero, "0");
}

static void other_columns_have_the_page_style(void **state)
{
    (void)state;
    struct raw_style unitless = style_of("", 5000), base = style_of("byte", 0);
    base.base_units = true;
    cell_is(WHOLE("5000"), &unitless, "5,000");
    cell_is(REAL("1234.5"), &unitless, "1,234.50");
    cell_is(WHOLE("5000"), &base, "5,000");
    cell_is(REAL("0.5"), &base, "0.50");
}

static void real_changes_only_the_page_style(void **state)
{
    (void)state;
    struct raw_style unitless = style_of("", 5000), plain = style_of("cycle", 5000);
    unitless.real = plain.real = true;
    cell_is(WHOLE("5000"), &unitless, "5,000.00");
    cell_is(WHOLE("5000"), &plain, "5000");
    plain.base_units = true;
    cell_is(WHOLE("5000"), &plain, "5,000.00");
}

static void instances_follow_the_value(void **state)
{
    (void)state;
    struct raw_style style = style_of("byte", 5000);
    const char *metric = WHOLE("5000") INSTANCE("Uint64Value: 140521053487216", "Uint64Value: 2000")
        INSTANCE("StringValue: 'LDG.E'", "DoubleValue: 250");
    cell_is(metric, &style, "5.000000");
    style.instances = INSTANCES_VALUES;
    cell_is(metric, &style, "5 (2; 0.25)");
    style.instances = INSTANCES_DETAILS;
    cell_is(metric, &style, "5 (140521053487216: 2; LDG.E: 0.25)");
    style.real = true;
    style.instances = INSTANCES_VALUES;
    cell_is(metric, &style, "5.00 (2.00; 0.25)");
}

static void a_metric_without_instances_does_not_change_with_them(void **state)
{
    (void)state;
    struct raw_style style = style_of("byte", 5000);
    style.instances = INSTANCES_VALUES;
    cell_is(WHOLE("5000"), &style, "5.000000");
}

static void instances_may_be_texts_or_lack_ids(void **state)
{
    (void)state;
    struct raw_style style = style_of("", 0);
    style.instances = INSTANCES_DETAILS;
    cell_is(WHOLE("1") "MetricValueList { ElementValue { StringValue: '0-15' } } ", &style,
            "1 (0-15)");
    cell_is(WHOLE("1") INSTANCE("DoubleValue: 7", "StringValue: 'x'"), &style, "1 (7: x)");
    cell_is(WHOLE("1") INSTANCE("Uint64Value: 7", ""), &style, "1 (7: )");
}

static void cells_without_a_value(void **state)
{
    (void)state;
    struct raw_style style = style_of("byte", 5000);
    const char *instances = INSTANCE("Uint64Value: 0", "Uint64Value: 1000");
    cell_is("", &style, "no data");
    cell_is("MetricValue {} ", &style, "no data");
    cell_is("MetricValue { StringValue: '' } ", &style, "");
    cell_is(instances, &style, "");
    style.instances = INSTANCES_VALUES;
    cell_is(instances, &style, "(1)");
    cell_is("MetricValue { StringValue: '' } MetricValueList { ElementValue { StringValue: 'f' } }",
            &style, "(f)");
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    raw_cell_add(&out, NULL, &style);
    assert_string_equal(out.data, "");
    strbuf_free(&out);
}

/* The name tells what ids are; a sampler's are times in any case. */
static void ids_are_addresses_or_times(void **state)
{
    (void)state;
    struct raw_style style = style_of("inst", 5);
    style.instances = INSTANCES_DETAILS;
#define TWO                                                                                        \
    INSTANCE("Uint64Value: 4096", "Uint64Value: 3")                                                \
    INSTANCE("Uint64Value: 4112", "Uint64Value: "                                                  \
                                  "2")
    static const struct {
        const char *name, *expected;
    } cases[] = {{NULL, "5 (4096: 3; 4112: 2)"},
                 {"inst_executed", "5 (0x1000: 3; 0x1010: 2)"},
                 {"derived__memory_l1_conflicts", "5 (4096: 3; 4112: 2)"},
                 {"smsp__pcsamp_sample_count", "5 (4096: 3; 4112: 2)"},
                 {"pmsampling:x.avg", "5 (4096 (+0): 3; 4112 (+16): 2)"},
                 {"launch__grid_size", "5 (4096: 3; 4112: 2)"}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        style.name = cases[i].name;
        cell_is(WHOLE("5") TWO, &style, cases[i].expected);
    }
    style.name = "inst_executed";
    cell_is(WHOLE("5") INSTANCE("StringValue: 'a'", "Uint64Value: 5"), &style, "5 (a: 5)");
    style.instances = INSTANCES_VALUES;
    cell_is(WHOLE("5") TWO, &style, "5 (3; 2)");
#undef TWO
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_with_a_unit_hold_plain_numbers),
        cmocka_unit_test(columns_without_a_value_over_zero_hold_zeros),
        cmocka_unit_test(other_columns_have_the_page_style),
        cmocka_unit_test(real_changes_only_the_page_style),
        cmocka_unit_test(instances_follow_the_value),
        cmocka_unit_test(a_metric_without_instances_does_not_change_with_them),
        cmocka_unit_test(instances_may_be_texts_or_lack_ids),
        cmocka_unit_test(cells_without_a_value),
        cmocka_unit_test(ids_are_addresses_or_times),
    };
    return cmocka_run_group_tests_name("raw_cell", tests, NULL, NULL);
}
