/* The rows of the raw view. */
#include "tui/views/raw_rows.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/metric/metric_name.h"

struct sample {
    struct build build;
    struct report *report;
    const struct result *result;
};

#define LIST(id) "MetricValueList { CorrelationId { Uint64Value: " id " } ElementValue { "

static int begin(void **state)
{
    static struct sample sample;
    use_locale("C.UTF-8");
    build_begin(&sample.build, 7);
    build_entry(
        &sample.build, &rep__profile_result__descriptor,
        KERNEL("f") METRIC("0", "DoubleValue: 8390000") METRIC("1", "Uint64Value: 7")
            METRIC("2", "StringValue: 'text'") METRIC("3", "DoubleValue: nan") METRIC(
                "4", "DoubleValue: inf") "MetricResults { NameId: 5 Category: 0 } "
                                         "MetricResults { NameId: 6 Category: "
                                         "0 " LIST("3") "DoubleValue: 1.5 } "
                                                        "} " LIST("12") "DoubleValue: "
                                                                        "2000 } } "
                                                                        "} " METRIC("7", "Stri"
                                                                                         "ngVa"
                                                                                         "lue:"
                                                                                         " 'a,"
                                                                                         "b'")
                                                                            METRIC("8", "Uint64Va"
                                                                                        "lue: "
                                                                                        "1"));
    build_block(&sample.build,
                "NumResults: 1 StringTable { Strings: 'dram__bytes_read.sum' Strings: 'b__count' "
                "Strings: 'c__text' Strings: 'd__share.pct' Strings: 'e__rate.ratio' Strings: "
                "'A.Set.f__empty' Strings: 'a__many' Strings: 'group:g' Strings: 'b__count' }");
    sample.report = build_open(&sample.build);
    sample.result = report_result(sample.report, 0, NULL);
    assert_non_null(sample.result);
    *state = &sample;
    return 0;
}

static int end(void **state)
{
    struct sample *sample = *state;
    report_close(sample->report);
    build_free(&sample->build);
    return 0;
}

/* "name=value unit" of every row. */
static char *all_of(const struct raw_rows *rows, bool base)
{
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    for (size_t i = 0; i < raw_rows_count(rows); i++) {
        struct raw_text text = {0};
        raw_rows_text(rows, raw_rows_at(rows, i), base, &text);
        strbuf_addf(&out, "%s=%s %s%s\n", text.name.data, text.value.data, text.unit.data,
                    text.missing ? "!" : "");
        raw_text_free(&text);
    }
    return strbuf_detach(&out);
}

static void rows_are(const struct raw_rows *rows, bool base, const char *expected)
{
    char *text = all_of(rows, base);
    assert_string_equal(text, expected);
    free(text);
}

/* What is sampled over time comes last. */
static void all_metrics_by_name(void **state)
{
    struct sample *sample = *state;
    struct raw_rows rows = {0};
    raw_rows_show(&rows, sample->result);
    rows_are(&rows, false,
             "a__many=instances !\nb__count=1 \nc__text=text \nd__share.pct=nan %!\n"
             "dram__bytes_read.sum=8.39 Mbyte\ne__rate.ratio=inf !\nA.Set.f__empty=no data !\n");
    rows_are(
        &rows, true,
        "a__many=instances !\nb__count=1 \nc__text=text \nd__share.pct=nan %!\n"
        "dram__bytes_read.sum=8,390,000 byte\ne__rate.ratio=inf !\nA.Set.f__empty=no data !\n");
    raw_rows_free(&rows);
}

static void instances_unfold(void **state)
{
    struct sample *sample = *state;
    struct raw_rows rows = {0};
    raw_rows_show(&rows, sample->result);
    assert_false(raw_rows_toggle(&rows, 1));
    assert_true(raw_rows_toggle(&rows, 0));
    assert_int_equal(raw_rows_count(&rows), 9);
    assert_int_equal(raw_rows_at(&rows, 2).instance, 2);
    assert_int_equal(raw_rows_at(&rows, 3).instance, 0);
    assert_int_equal(raw_rows_find(&rows, "b__count"), 3);
    struct raw_text text = {0};
    raw_rows_text(&rows, raw_rows_at(&rows, 2), false, &text);
    assert_string_equal(text.name.data, "12");
    assert_string_equal(text.value.data, "2,000");
    raw_text_free(&text);
    /* They stay for the next result, and go again. */
    raw_rows_show(&rows, NULL);
    assert_int_equal(raw_rows_count(&rows), 0);
    raw_rows_show(&rows, sample->result);
    assert_int_equal(raw_rows_count(&rows), 9);
    assert_true(raw_rows_toggle(&rows, 2));
    assert_int_equal(raw_rows_count(&rows), 7);
    raw_rows_free(&rows);
}

static void the_filter_chooses(void **state)
{
    struct sample *sample = *state;
    struct raw_rows rows = {0};
    struct error error;
    raw_rows_show(&rows, sample->result);
    assert_true(raw_rows_filter(&rows, "COUNT", &error));
    rows_are(&rows, false, "b__count=1 \n");
    assert_true(raw_rows_filter(&rows, "regex:[cf]__", &error));
    rows_are(&rows, false, "c__text=text \nA.Set.f__empty=no data !\n");
    assert_false(raw_rows_filter(&rows, "regex:(", &error));
    assert_int_equal(rows.count, 2);
    assert_true(raw_rows_filter(&rows, "nothing", &error));
    assert_int_equal(raw_rows_count(&rows), 0);
    assert_true(raw_rows_filter(&rows, "", &error));
    assert_int_equal(raw_rows_count(&rows), 7);
    raw_rows_free(&rows);
}

static void no_value_has_a_reason(void **state)
{
    struct sample *sample = *state;
    static const char *const reasons[] = {
        NULL,
        NULL,
        NULL,
        "not a number: it was divided by 0, or by a value not counted",
        "not a finite number: it was divided by 0",
        "collected, but no counter gave it a value",
        "only its instances have values"};
    for (size_t i = 0; i < COUNT(reasons); i++) {
        const char *reason = raw_rows_absence(sample->result, i);
        if (reasons[i])
            assert_string_equal(reason, reasons[i]);
        else
            assert_null(reason);
    }
}

/* Of a real report: every row is where it is looked for, with all instances unfolded too. */
static void every_row_is_found(void **state)
{
    (void)state;
    struct error error;
    struct report *report = report_open("tests/data/samples.ncu-rep", &error);
    assert_non_null(report);
    struct raw_rows rows = {0};
    raw_rows_show(&rows, report_result(report, 0, NULL));
    size_t instances = 0, folded = raw_rows_count(&rows);
    assert_int_equal(folded, rows.metric_count);
    for (size_t i = 0; i < raw_rows_count(&rows); i++) {
        struct raw_row row = raw_rows_at(&rows, i);
        const char *name = result_metric_name(rows.result, row.metric);
        if (row.instance)
            continue;
        assert_false(metric_name_is_list(name));
        assert_int_equal(raw_rows_find(&rows, name), i);
        if (raw_rows_toggle(&rows, i))
            instances += result_instances(rows.result, row.metric)->n_metricvaluelist;
    }
    assert_true(instances > 100);
    assert_int_equal(raw_rows_count(&rows), folded + instances);
    char *text = all_of(&rows, false);
    assert_true(strlen(text) > folded + instances);
    free(text);
    raw_rows_free(&rows);
    report_close(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_metrics_by_name), cmocka_unit_test(instances_unfold),
        cmocka_unit_test(the_filter_chooses),  cmocka_unit_test(no_value_has_a_reason),
        cmocka_unit_test(every_row_is_found),
    };
    return cmocka_run_group_tests_name("raw_rows", tests, begin, end);
}
