#include "report/content/section_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/section/section_scope.h"

/* One result and one section of it. */
struct fixture {
    struct build build;
    struct report *report;
    struct result *result;
    Rep__ProfilerSection *section;
    struct section_view *view;
};

static void open_view(struct fixture *f, const char *names, const char *metrics,
                      const char *section, bool base_units)
{
    *f = (struct fixture){.report = NULL};
    f->report = build_one(&f->build, names, metrics);
    f->result = report_result(f->report, 0, NULL);
    f->section = build_section(section);
    f->view =
        section_view_new(f->result, f->section, (struct view_style){.base_units = base_units});
}

static void close_view(struct fixture *f)
{
    section_view_free(f->view);
    rep__profiler_section__free_unpacked(f->section, NULL);
    report_close(f->report);
    build_free(&f->build);
}

#define HEAD "Identifier: 'S' DisplayName: 'S' "
#define HEADER(metrics) HEAD "Header { " metrics " } "
#define NAME(name) "Metrics { Name: '" name "' Label: 'L' } "

static void header_cells_have_unit_and_value(void **state)
{
    (void)state;
    struct fixture f;
    open_view(
        &f, "gpu__time_duration.sum x.pct text nan_metric.sum",
        METRIC("0", "DoubleValue: 1500") METRIC("1", "DoubleValue: 12.5")
            METRIC("2", "StringValue: 'word'") METRIC("3", "DoubleValue: nan"),
        HEADER(NAME("gpu__time_duration.sum") NAME("x.pct") NAME("text") NAME("nan_metric.sum")),
        false);
    static const struct {
        const char *unit, *value;
        bool percent, is_number;
    } expected[] = {{"us", "1.50", false, true},
                    {"%", "12.50", true, true},
                    {"", "word", false, false},
                    {"", "nan", false, false}};
    assert_int_equal(f.view->header_count, COUNT(expected));
    for (size_t i = 0; i < COUNT(expected); i++) {
        const struct view_cell *cell = &f.view->header[i];
        assert_string_equal(cell->label, "L");
        assert_string_equal(cell->unit, expected[i].unit);
        assert_string_equal(cell->value, expected[i].value);
        assert_int_equal(cell->percent, expected[i].percent);
        assert_int_equal(!isnan(cell->number), expected[i].is_number);
        assert_false(cell->missing);
    }
    close_view(&f);
}

static void base_units_are_not_scaled(void **state)
{
    (void)state;
    struct fixture f;
    open_view(&f, "gpu__time_duration.sum", METRIC("0", "DoubleValue: 1500"),
              HEADER(NAME("gpu__time_duration.sum")), true);
    assert_string_equal(f.view->header[0].unit, "ns");
    assert_string_equal(f.view->header[0].value, "1,500");
    close_view(&f);
}

static void missing_is_not_zero(void **state)
{
    (void)state;
    struct fixture f;
    open_view(&f, "zero no_value", METRIC("0", "Uint64Value: 0") "MetricResults { NameId: 1 }",
              HEADER(NAME("zero") NAME("no_value") NAME("not_there") NAME("")), false);
    assert_int_equal(f.view->header_count, 4);
    assert_string_equal(f.view->header[0].value, "0");
    assert_false(f.view->header[0].missing);
    for (int i = 1; i <= 2; i++) {
        assert_string_equal(f.view->header[i].value, i == 1 ? "no data" : "n/a");
        assert_int_equal(f.view->header[i].odd, i == 2);
        assert_true(f.view->header[i].missing);
        assert_true(isnan(f.view->header[i].number));
    }
    assert_null(f.view->header[3].metric); /* an empty cell */
    assert_string_equal(f.view->header[3].value, "");
    close_view(&f);
}

static void a_metric_for_other_chips_has_no_cell(void **state)
{
    (void)state;
    struct fixture f;
    open_view(&f,
              "device__attribute_compute_capability_major "
              "device__attribute_compute_capability_minor a",
              METRIC("0", "Uint64Value: 8") METRIC("1", "Uint64Value: 6")
                  METRIC("2", "Uint64Value: 5"),
              HEADER("Metrics { Name: 'a' Label: 'old' Filter { MaxArch: CC_86 } } "
                     "Metrics { Name: 'a' Label: 'new' Filter { MinArch: CC_90 } } "
                     "Metrics { Name: 'base' Options { Name: 'a' Filter { MinArch: CC_86 } } }"),
              false);
    assert_int_equal(f.view->header_count, 2);
    assert_string_equal(f.view->header[0].label, "old");
    assert_string_equal(f.view->header[1].metric, "a");
    close_view(&f);
}

static void bodies_become_blocks(void **state)
{
    (void)state;
    struct fixture f;
    open_view(
        &f, "a b", METRIC("0", "Uint64Value: 1") METRIC("1", "Uint64Value: 2"),
        HEAD "Body { Items { Table { Columns: 1 Label: 'T' " NAME("a") NAME(
            "b") " } } "
                 "Items { BarChart { Label: 'B' " NAME(
                     "b") " } } "
                          "Items { Filter { MinArch: CC_100 MaxArch: CC_100 } BarChart { Label: "
                          "'other' " NAME(
                              "a") " } } "
                                   "Items { HorizontalContainer { Items { BarChart { " NAME(
                                       "a") " } } "
                                            "Items { HorizontalContainer { Items { BarChart { "
                                            "Label: 'in' " NAME("b") " } } } } } } "
                                                                     "Items { Table { Columns: 1 "
                                                                     "Label: 'empty' } } "
                                                                     "Items { LineChart {} } }",
        false);
    static const struct {
        const char *label;
        size_t count;
    } expected[] = {{"T", 2}, {"B", 1}, {"other", 1}, {"", 1}, {"in", 1}};
    /* The chip is unknown here, so that no filter of chips excludes anything. */
    assert_int_equal(f.view->block_count, COUNT(expected));
    for (size_t i = 0; i < COUNT(expected); i++) {
        assert_string_equal(f.view->blocks[i].label, expected[i].label);
        assert_int_equal(f.view->blocks[i].count, expected[i].count);
    }
    close_view(&f);
}

/* Bars end where the axis says, not where a table or a chart without a range does. */
static void an_axis_of_values_has_an_end(void **state)
{
    (void)state;
    struct fixture f;
    open_view(&f, "a", METRIC("0", "Uint64Value: 1"),
              HEAD "Body { Items { BarChart { ValueAxis { Label: 'x' Range { Min: 0 Max: 16 } "
                   "} " NAME("a") " } } Items { BarChart { ValueAxis { Label: 'x' } " NAME(
                       "a") " } } Items { Table { Columns: 1 " NAME("a") " } } }",
              false);
    assert_int_equal(f.view->block_count, 3);
    assert_true(f.view->blocks[0].axis_end == 16);
    assert_true(f.view->blocks[1].axis_end == 0 && f.view->blocks[2].axis_end == 0);
    close_view(&f);
}

static void breakdowns_list_their_parts_by_size(void **state)
{
    (void)state;
    struct fixture f;
    open_view(&f,
              "breakdown:x.pct lts__t_sectors.avg.pct_of_peak l1tex__data_pipe.avg.pct_of_peak "
              "odd no_value__x.sum",
              METRIC("0", "StringValue: 'lts__t_sectors.avg.pct_of_peak,,odd,not_there,"
                          "no_value__x.sum,l1tex__data_pipe.avg.pct_of_peak'")
                  METRIC("1", "DoubleValue: 5") METRIC("2", "DoubleValue: 50")
                      METRIC("3", "DoubleValue: 7") "MetricResults { NameId: 4 }",
              HEAD "Body { Items { Table { Columns: 1 Metrics { Name: 'breakdown:x.pct' "
                   "Label: '{UNIT}: {COMPOUND_NAME}' } } } }",
              false);
    assert_int_equal(f.view->block_count, 1);
    const struct view_block *block = &f.view->blocks[0];
    static const char *const labels[] = {"L1: Data Pipe", "odd", "L2: T Sectors", "no_value: X"};
    assert_int_equal(block->count, COUNT(labels));
    for (size_t i = 0; i < COUNT(labels); i++)
        assert_string_equal(block->cells[i].label, labels[i]);
    assert_true(block->cells[0].percent);
    assert_true(block->cells[3].missing);
    close_view(&f);
}

static void expect_cells(const struct view_block *block, const char *const *metrics, size_t count)
{
    assert_int_equal(block->count, count);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(block->cells[i].metric, metrics[i]);
}

/* For charts of percents, of other units and of mixed ones. What is no number comes last. */
static void cells_have_the_order_that_the_item_asks_for(void **state)
{
    (void)state;
    static const char *const units[][4] = {{"a.pct", "b.pct", "c.pct", "n"},
                                           {"a__bytes.sum", "b__bytes.sum", "c__bytes.sum", "n"},
                                           {"a", "b.pct", "c__bytes.sum", "n"}};
    static const size_t orders[][4] = {
        {1, 2, 0, 3}, {0, 2, 1, 3}, {0, 2, 1, 3}, {0, 1, 2, 3}, {2, 1, 0, 3}};
    for (size_t u = 0; u < COUNT(units); u++) {
        struct strbuf names = {0}, section = {0};
        struct fixture f;
        const char *const *m = units[u];
        strbuf_addf(&names, "%s %s %s %s", m[0], m[1], m[2], m[3]);
        strbuf_adds(&section, HEAD "Body { ");
        static const char *const keys[] = {"SortKey: ByValue SortDirection: Descending",
                                           "SortKey: ByValue SortDirection: Ascending",
                                           "SortKey: ByValue", "",
                                           "SortKey: ByLabel SortDirection: Descending"};
        for (size_t i = 0; i < COUNT(keys); i++)
            strbuf_addf(&section,
                        "Items { BarChart { %s Metrics { Name: '%s' } Metrics { Name: '%s' } "
                        "Metrics { Name: '%s' } Metrics { Name: '%s' Label: 'A' } } }",
                        keys[i], m[0], m[1], m[2], m[3]);
        strbuf_adds(&section, " }");
        open_view(&f, names.data,
                  METRIC("0", "DoubleValue: 5") METRIC("1", "DoubleValue: 62")
                      METRIC("2", "DoubleValue: 17") "MetricResults { NameId: 3 }",
                  section.data, false);
        assert_int_equal(f.view->block_count, COUNT(orders));
        for (size_t i = 0; i < COUNT(orders); i++) {
            const char *expected[4];
            for (size_t j = 0; j < 4; j++)
                expected[j] = m[orders[i][j]];
            expect_cells(&f.view->blocks[i], expected, 4);
        }
        close_view(&f);
        strbuf_free(&names);
        strbuf_free(&section);
    }
}

static void multipliers_count_where_a_value_is_shown(void **state)
{
    (void)state;
    struct fixture f;
    open_view(&f, "sm__warps.avg dram__bytes.sum text",
              METRIC("0", "DoubleValue: 12.5") METRIC("1", "Uint64Value: 3000")
                  METRIC("2", "StringValue: 'word'"),
              HEAD "Header { Metrics { Name: 'sm__warps.avg' Multiplier: 0.5 } } "
                   "Body { Items { BarChart { SortKey: ByValue SortDirection: Descending "
                   "Metrics { Name: 'sm__warps.avg' Multiplier: 0.5 } "
                   "Metrics { Name: 'dram__bytes.sum' Multiplier: 0.001 } "
                   "Metrics { Name: 'text' Multiplier: 2 } "
                   "Metrics { Name: 'sm__warps.avg' } "
                   "Metrics { Name: 'not_there' Multiplier: 2 } } } }",
              false);
    assert_string_equal(f.view->header[0].value, "6.25");
    static const char *const values[] = {"12.50", "6.25", "3"};
    for (size_t i = 0; i < COUNT(values); i++)
        assert_string_equal(f.view->blocks[0].cells[i].value, values[i]);
    assert_string_equal(f.view->blocks[0].cells[2].unit, "byte");
    assert_true(f.view->blocks[0].cells[1].number == 6.25);
    close_view(&f);
}

static void patterns_are_compared_with_the_metrics_of_the_result(void **state)
{
    (void)state;
    struct fixture f;
    static const char names[] = "sm__inst_executed_pipe_alu.sum sm__inst_executed_pipe_lsu.sum "
                                "sm__cycles.sum breakdown:sm__inst_executed_pipe";
    static const char *const pipes[] = {"sm__inst_executed_pipe_lsu.sum",
                                        "sm__inst_executed_pipe_alu.sum"};
    open_view(&f, names,
              METRIC("0", "Uint64Value: 1") METRIC("1", "Uint64Value: 2")
                  METRIC("2", "Uint64Value: 3") METRIC("3", "StringValue: 'x'"),
              HEAD "Body { Items { BarChart { SortKey: ByValue SortDirection: Descending "
                   "Metrics { Name: 'regex:_pipe_.*sum$' } } } Items { Table { Columns: 1 "
                   "Metrics { Name: 'regex:nothing' } } } }",
              false);
    assert_int_equal(f.view->block_count, 1);
    expect_cells(&f.view->blocks[0], pipes, 2);
    assert_string_equal(f.view->blocks[0].cells[0].label, pipes[0]);
    close_view(&f);
    /* The list that was stored while profiling has precedence. */
    open_view(&f, "sm__a.sum sm__b.sum regex:sm__",
              METRIC("0", "Uint64Value: 1") METRIC("1", "Uint64Value: 2")
                  METRIC("2", "StringValue: 'sm__b.sum'"),
              HEAD "Body { Items { Table { Columns: 1 Metrics { Name: 'regex:sm__' } } } }", false);
    expect_cells(&f.view->blocks[0], &(const char *){"sm__b.sum"}, 1);
    close_view(&f);
}

static void a_breakdown_that_is_no_text_is_empty(void **state)
{
    (void)state;
    struct fixture f;
    open_view(&f, "breakdown:x", METRIC("0", "DoubleValue: 1"),
              HEAD "Body { Items { Table { Columns: 1 " NAME("breakdown:x")
                  NAME("breakdown:y") " } } }",
              false);
    assert_int_equal(f.view->block_count, 0);
    close_view(&f);
}

static void an_empty_section_has_an_empty_view(void **state)
{
    (void)state;
    struct fixture f;
    open_view(&f, "", "", HEAD, false);
    assert_int_equal(f.view->header_count, 0);
    assert_int_equal(f.view->block_count, 0);
    assert_string_equal(f.view->digest, "");
    close_view(&f);
    section_view_free(NULL);
}

static void scopes_follow_the_kind(void **state)
{
    (void)state;
    struct build build = {0};
    build_sample(&build);
    struct report *report = build_open(&build);
    for (size_t i = 0; i < report_count(report); i++) {
        const struct result *result = report_result(report, i, NULL);
        struct section_scope scope = section_scope_of(result);
        assert_int_equal(scope.arch, 90);
        assert_int_equal(scope.scope, result->kind == ENTRY_KERNEL
                                          ? REP__COLLECTION_SCOPE__CollectionScope_Launch
                                          : REP__COLLECTION_SCOPE__CollectionScope_Range);
    }
    assert_true(section_scope_of(report_result(report, 1, NULL)).driver > 580);
    report_close(report);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_cells_have_unit_and_value),
        cmocka_unit_test(base_units_are_not_scaled),
        cmocka_unit_test(missing_is_not_zero),
        cmocka_unit_test(a_metric_for_other_chips_has_no_cell),
        cmocka_unit_test(bodies_become_blocks),
        cmocka_unit_test(an_axis_of_values_has_an_end),
        cmocka_unit_test(breakdowns_list_their_parts_by_size),
        cmocka_unit_test(cells_have_the_order_that_the_item_asks_for),
        cmocka_unit_test(multipliers_count_where_a_value_is_shown),
        cmocka_unit_test(patterns_are_compared_with_the_metrics_of_the_result),
        cmocka_unit_test(a_breakdown_that_is_no_text_is_empty),
        cmocka_unit_test(an_empty_section_has_an_empty_view),
        cmocka_unit_test(scopes_follow_the_kind),
    };
    return cmocka_run_group_tests_name("section_view", tests, NULL, NULL);
}
