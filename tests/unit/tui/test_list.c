/* The results list without a screen: columns, groups, tags, sorting by what is read on the way. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "headless.h"
#include "report/base/mem.h"
#include "tui/list/list_cell.h"
#include "tui/list/list_export.h"
#include "tui/list/list_stats.h"
#include "tui/list/list_view.h"

#define DURATION "gpu__time_duration.sum"
#define REGISTERS "launch__registers_per_thread"
#define POLICY "launch__policy"

/* Results of kernels that take turns: "red", "green", "red", "blue", ... */
struct given {
    const char *kernel;
    const char *metrics;
    unsigned stream;
};

static const struct given usual[] = {
    {"red", METRIC("0", "DoubleValue: 300") METRIC("1", "Uint64Value: 16"), 7},
    {"green", METRIC("0", "DoubleValue: 50") METRIC("2", "StringValue: 'fast'"), 8},
    {"red", METRIC("0", "DoubleValue: 100") METRIC("1", "Uint64Value: 64"), 7},
    {"blue", METRIC("1", "Uint64Value: 32"), 8},
    {"red", METRIC("0", "DoubleValue: 200") METRIC("1", "Uint64Value: 16"), 8},
    {"green", METRIC("0", "DoubleValue: 900") METRIC("2", "StringValue: 'even'"), 7},
};
enum { USUAL = COUNT(usual) };

struct fixture {
    struct build build;
    struct report *report;
    struct list_view view;
};

static void begin(struct fixture *f, const struct given *given, size_t count)
{
    *f = (struct fixture){0};
    build_begin(&f->build, 7);
    for (size_t i = 0; i < count; i++) {
        char *text = mem_printf(
            "ThreadID: 1 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: '%s' "
            "KernelFunctionName: '%s' KernelDemangledName: '%s' WorkDimensions: 3 "
            "GlobalWorkOffset { X: 0 Y: 0 Z: 0 } GridSize { X: %zu Y: 1 Z: 1 } "
            "BlockSize { X: 32 Y: 1 Z: 1 } Source {} ContextID: 1 StreamID: %u %s",
            given[i].kernel, given[i].kernel, given[i].kernel, 1 + i % 2, given[i].stream,
            given[i].metrics);
        build_entry(&f->build, &rep__profile_result__descriptor, text);
        free(text);
    }
    char *header = mem_printf("NumResults: %zu StringTable { Strings: '" DURATION
                              "' Strings: '" REGISTERS "' Strings: '" POLICY "' }",
                              count);
    build_block(&f->build, header);
    free(header);
    f->report = build_open(&f->build);
    list_view_init(&f->view, f->report, NULL);
}

static int begin_usual(void **state)
{
    struct fixture *f = mem_alloc(sizeof *f);
    begin(f, usual, USUAL);
    *state = f;
    return 0;
}

static void end(struct fixture *f)
{
    list_view_free(&f->view);
    report_close(f->report);
    build_free(&f->build);
}

static int end_usual(void **state)
{
    end(*state);
    free(*state);
    return 0;
}

/* "5 1 | 0 2 4": results as the rows show them, "G3" for a group of three, ">" in front of its. */
static void expect_rows(const struct list_view *view, const char *expected)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    for (size_t i = 0; i < view->tree.row_count; i++) {
        const struct list_row *row = &view->tree.rows[i];
        strbuf_adds(&text, i ? " " : "");
        if (row->kind == LIST_ROW_GROUP)
            strbuf_addf(&text, "G%zu", view->tree.groups[row->group].count);
        else
            strbuf_addf(&text, "%s%zu", row->kind == LIST_ROW_MEMBER ? ">" : "", row->result);
    }
    assert_string_equal(text.data, expected);
    strbuf_free(&text);
}

static void act(struct list_view *view, const enum action_id *actions)
{
    for (; *actions; actions++)
        assert_true(list_view_act(view, *actions, 10));
}
#define ACT(view, ...) act(view, (const enum action_id[]){__VA_ARGS__, DO_NOTHING})

static int compare_doubles(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void statistics_are_those_of_the_sorted_values(void **state)
{
    (void)state;
    unsigned seed = 1;
    for (size_t count = 1; count < 300; count++) {
        double values[300], sorted[300], sum = 0;
        for (size_t i = 0; i < count; i++) {
            seed = seed * 1103515245u + 12345u;
            values[i] = sorted[i] = (double)(seed >> 16 & (count % 3 ? 0xff : 3));
            sum += values[i];
        }
        qsort(sorted, count, sizeof *sorted, compare_doubles);
        struct list_stats stats = list_stats(values, count);
        assert_int_equal(stats.count, count);
        assert_true(stats.least == sorted[0] && stats.most == sorted[count - 1]);
        assert_true(stats.sum == sum);
        assert_true(stats.median == (sorted[(count - 1) / 2] + sorted[count / 2]) / 2);
    }
}

static void what_was_not_measured_is_no_0(void **state)
{
    (void)state;
    double values[] = {NAN, 4, NAN, 2}, none[] = {NAN, NAN}, zeros[] = {0, 0};
    struct list_stats stats = list_stats(values, COUNT(values));
    assert_int_equal(stats.count, 2);
    assert_true(stats.sum == 6 && stats.median == 3 && stats.least == 2 && stats.most == 4);
    assert_true(fabs(list_stats_spread(&stats) - 100.0 / 3) < 1e-9);
    stats = list_stats(none, COUNT(none));
    assert_true(!stats.count && isnan(stats.median) && isnan(list_stats_spread(&stats)));
    stats = list_stats(zeros, COUNT(zeros));
    assert_true(stats.median == 0 && isnan(list_stats_spread(&stats)));
    double one[] = {5};
    stats = list_stats(one, 1);
    assert_true(isnan(list_stats_spread(&stats)));
}

static void columns_are_read_and_written(void **state)
{
    struct list_columns columns = {0};
    struct strbuf unknown = {0}, text = {0};
    (void)state;
    list_columns_parse(&columns, "kernel, duration,dram__bytes.sum,kernel,,bogus,worse,nvtx",
                       &unknown);
    assert_string_equal(unknown.data, "bogus");
    list_columns_text(&columns, &text);
    assert_string_equal(text.data, "kernel,duration,dram__bytes.sum,nvtx");
    assert_int_equal(list_columns_move(&columns, 2, -1), 1);
    assert_int_equal(list_columns_move(&columns, 0, -1), 0);
    assert_int_equal(list_columns_move(&columns, 3, 1), 3);
    list_columns_remove(&columns, 0);
    strbuf_clear(&text);
    list_columns_text(&columns, &text);
    assert_string_equal(text.data, "dram__bytes.sum,duration,nvtx");
    list_columns_free(&columns);
    strbuf_free(&unknown);
    strbuf_free(&text);
}

static void every_column_has_its_own_name(void **state)
{
    struct list_column column;
    (void)state;
    for (int i = 0; i < LIST_FIELDS; i++) {
        const struct list_field_row *row = &list_fields[i];
        assert_true(list_column_named(row->name, &column) && column.field == (enum list_field)i);
        assert_true(row->least > 0 && row->most >= row->least && *row->about && *row->title);
    }
    assert_false(list_column_named("", &column));
}

static void sorting_is_stable_and_what_is_missing_is_last(void **state)
{
    struct fixture *f = *state;
    list_view_sort_by(&f->view, "duration");
    expect_rows(&f->view, "5 0 4 2 1 3");
    list_view_sort_by(&f->view, "-duration");
    expect_rows(&f->view, "1 2 4 0 5 3");
    list_view_sort_by(&f->view, "kernel");
    expect_rows(&f->view, "3 1 5 0 2 4");
    list_view_sort_by(&f->view, "-kernel");
    expect_rows(&f->view, "0 2 4 1 5 3");
    list_view_sort_by(&f->view, "launch");
    expect_rows(&f->view, "1 3 5 0 2 4");
    assert_false(list_view_sort_by(&f->view, "colour"));
    expect_rows(&f->view, "1 3 5 0 2 4");
}

static void metrics_and_facts_are_columns_to_sort_by(void **state)
{
    struct fixture *f = *state;
    list_view_sort_by(&f->view, REGISTERS);
    expect_rows(&f->view, "2 3 0 4 1 5");
    /* The same by its short name. */
    list_view_sort_by(&f->view, "-registers");
    expect_rows(&f->view, "0 4 3 2 1 5");
    /* A metric may be a text. */
    list_view_sort_by(&f->view, "-" POLICY);
    expect_rows(&f->view, "5 1 0 2 3 4");
    list_view_sort_by(&f->view, "stream");
    expect_rows(&f->view, "0 2 5 1 3 4");
    list_view_sort_by(&f->view, "no__such.metric");
    expect_rows(&f->view, "0 1 2 3 4 5");
}

static void launches_of_a_kernel_become_a_row(void **state)
{
    struct fixture *f = *state;
    ACT(&f->view, DO_GROUP);
    expect_rows(&f->view, "G3 G2 3");
    assert_true(list_view_fold(&f->view));
    expect_rows(&f->view, "G3 >0 >2 >4 G2 3");
    ACT(&f->view, DO_DOWN);
    assert_false(list_view_fold(&f->view));
    assert_int_equal(list_view_current(&f->view), 0);
    /* By the sum of durations; that of the blue one is not known. */
    list_view_sort_by(&f->view, "duration");
    expect_rows(&f->view, "G2 G3 >0 >4 >2 3");
    list_view_sort_by(&f->view, "-duration");
    expect_rows(&f->view, "G3 >2 >4 >0 G2 3");
    /* By the median: 16, 32, none. */
    list_view_sort_by(&f->view, "-registers");
    expect_rows(&f->view, "G3 >0 >4 >2 3 G2");
    list_view_sort_by(&f->view, "registers");
    expect_rows(&f->view, "3 G3 >2 >0 >4 G2");
    ACT(&f->view, DO_GROUP);
    expect_rows(&f->view, "2 3 0 4 1 5");
}

static void the_cursor_stays_on_its_result(void **state)
{
    struct fixture *f = *state;
    ACT(&f->view, DO_DOWN, DO_DOWN, DO_DOWN, DO_DOWN, DO_GROUP);
    assert_int_equal(f->view.cursor.at, 0);
    assert_int_equal(list_view_current(&f->view), 4);
    assert_true(list_view_group_by(&f->view, "stream"));
    expect_rows(&f->view, "G3 G3");
    assert_int_equal(f->view.cursor.at, 1);
    assert_int_equal(list_view_current(&f->view), 4);
    ACT(&f->view, DO_GROUP);
    assert_int_equal(f->view.cursor.at, 4);
    /* The same grouping as before, and another one. */
    ACT(&f->view, DO_GROUP);
    expect_rows(&f->view, "G3 G3");
    assert_true(list_view_group_by(&f->view, "shape"));
    expect_rows(&f->view, "G3 G3");
    assert_string_equal(list_view_label(&f->view, &f->view.tree.groups[0]), "1 x 32");
    assert_true(list_view_group_by(&f->view, "nvtx"));
    expect_rows(&f->view, "G6");
    assert_false(list_view_group_by(&f->view, "colour"));
}

static void neighbours_are_found_in_folded_groups(void **state)
{
    struct fixture *f = *state;
    static const size_t order[] = {0, 2, 4, 1, 5, 3};
    ACT(&f->view, DO_GROUP);
    for (size_t i = 0; i < COUNT(order); i++) {
        assert_int_equal(list_view_current(&f->view), order[i]);
        list_view_go_on(&f->view, 1);
    }
    assert_int_equal(list_view_current(&f->view), 3);
    for (size_t i = COUNT(order); i-- > 0; list_view_go_on(&f->view, -1))
        assert_int_equal(list_view_current(&f->view), order[i]);
    assert_int_equal(f->view.cursor.at, 0);
}

static void searches_open_groups(void **state)
{
    struct fixture *f = *state;
    ACT(&f->view, DO_GROUP);
    /* The name of a group says it: it stays folded. */
    assert_true(list_view_search(&f->view, "green", 1, true));
    expect_rows(&f->view, "G3 G2 3");
    assert_int_equal(f->view.cursor.at, 1);
    assert_true(list_view_search(&f->view, "green", 1, false));
    assert_int_equal(f->view.cursor.at, 1);
    ACT(&f->view, DO_FIRST);
    assert_true(list_view_group_by(&f->view, "stream"));
    struct list_place before = list_view_place(&f->view);
    assert_true(list_view_search(&f->view, "blue", 1, true));
    expect_rows(&f->view, "G3 G3 >1 >3 >4");
    assert_int_equal(list_view_current(&f->view), 3);
    /* What another search opened is folded again. */
    assert_true(list_view_search(&f->view, "red", 1, false));
    assert_int_equal(list_view_current(&f->view), 4);
    assert_true(list_view_search(&f->view, "red", 1, false));
    assert_int_equal(list_view_current(&f->view), 0);
    expect_rows(&f->view, "G3 >0 >2 >5 G3");
    list_view_return(&f->view, &before);
    expect_rows(&f->view, "G3 G3");
    assert_int_equal(list_view_current(&f->view), 0);
    assert_false(list_view_search(&f->view, "yellow", 1, true));
}

static void searches_go_round_in_both_directions(void **state)
{
    struct fixture *f = *state;
    static const size_t down[] = {2, 4, 0}, up[] = {4, 2, 0};
    for (int grouped = 0; grouped < 2; grouped++) {
        for (size_t i = 0; i < COUNT(down); i++) {
            assert_true(list_view_search(&f->view, "red", 1, false));
            assert_int_equal(list_view_current(&f->view), down[i]);
            assert_int_equal(f->view.wrapped, down[i] == 0);
        }
        for (size_t i = 0; i < COUNT(up); i++) {
            assert_true(list_view_search(&f->view, "red", -1, false));
            assert_int_equal(list_view_current(&f->view), up[i]);
            assert_int_equal(f->view.wrapped, i == 0);
        }
        ACT(&f->view, DO_FIRST, DO_GROUP);
        list_view_fold(&f->view);
        ACT(&f->view, DO_DOWN);
    }
}

static void filters_open_groups_that_are_called_otherwise(void **state)
{
    struct fixture *f = *state;
    ACT(&f->view, DO_GROUP);
    assert_true(list_view_filter(&f->view, "re", NULL));
    expect_rows(&f->view, "G3 G2");
    assert_true(list_view_group_by(&f->view, "stream"));
    expect_rows(&f->view, "G3 >0 >2 >5 G2 >1 >4");
    assert_true(list_view_filter(&f->view, "", NULL));
    expect_rows(&f->view, "G3 G3");
    /* Only what is left is counted. */
    assert_true(list_view_filter(&f->view, "regex:blue|green", NULL));
    assert_true(f->view.duration == 950);
}

static void tags_are_of_results_and_groups(void **state)
{
    struct fixture *f = *state;
    struct error error;
    struct strbuf note = {0};
    ACT(&f->view, DO_TAG, DO_TAG);
    assert_int_equal(f->view.tags, 2);
    assert_int_equal(f->view.cursor.at, 2);
    ACT(&f->view, DO_FIRST, DO_GROUP, DO_TAG);
    assert_int_equal(f->view.tags, 4);
    list_view_note(&f->view, "-", &note);
    assert_string_equal(note.data, "4 tagged, 650.00 ns");
    ACT(&f->view, DO_FIRST, DO_TAG);
    assert_int_equal(f->view.tags, 1);
    assert_int_equal(list_view_tag(&f->view, "blue", &error), 1);
    assert_int_equal(list_view_tag(&f->view, "regex:(", &error), SIZE_MAX);
    assert_true(list_view_filter(&f->view, "tagged", NULL));
    expect_rows(&f->view, "1 3");
    ACT(&f->view, DO_UNTAG);
    expect_rows(&f->view, "");
    assert_int_equal(list_view_current(&f->view), USUAL);
    ACT(&f->view, DO_TAG, DO_DROP_FILTER);
    assert_int_equal(f->view.tree.count, USUAL);
    strbuf_free(&note);
}

static void tags_stay_with_what_the_filter_hides(void **state)
{
    struct fixture *f = *state;
    struct error error;
    assert_true(list_view_filter(&f->view, "red", NULL));
    assert_int_equal(list_view_tag(&f->view, "", &error), 3);
    assert_true(list_view_filter(&f->view, "blue", NULL));
    assert_int_equal(f->view.tags, 3);
}

static void columns_are_set_added_and_removed(void **state)
{
    struct fixture *f = *state;
    struct error error;
    struct strbuf text = {0};
    assert_true(list_view_set_columns(&f->view, "kernel,duration", &error));
    assert_true(list_view_set_columns(&f->view, "+" POLICY ",stream", &error));
    assert_true(list_view_set_columns(&f->view, "-duration", &error));
    assert_false(list_view_set_columns(&f->view, "bogus", &error));
    assert_non_null(strstr(error.text, "bogus"));
    assert_false(list_view_set_columns(&f->view, "-kernel,stream," POLICY, &error));
    list_columns_text(&f->view.columns, &text);
    assert_string_equal(text.data, "kernel," POLICY ",stream");
    /* A metric that the report lacks has no column. */
    assert_true(list_view_shows(&f->view, &f->view.columns.items[1]));
    assert_true(list_view_set_columns(&f->view, "+some__other.metric", &error));
    assert_false(list_view_shows(&f->view, &f->view.columns.items[3]));
    strbuf_free(&text);
}

static void expect_cell(struct list_view *view, const char *column, size_t row,
                        const char *expected)
{
    struct strbuf text = {0};
    struct list_column named;
    assert_true(list_column_named(column, &named));
    list_cell_settle(view, &named, &view->tree.rows[row]);
    list_cell_add(view, &named, &view->tree.rows[row], 80, &text);
    assert_string_equal(text.data, expected);
    strbuf_free(&text);
}

static void cells_have_units_and_no_0_for_nothing(void **state)
{
    struct fixture *f = *state;
    expect_cell(&f->view, "duration", 0, "300.00 ns");
    expect_cell(&f->view, "duration", 3, "-");
    expect_cell(&f->view, "registers", 0, "16");
    expect_cell(&f->view, "registers", 1, "-");
    expect_cell(&f->view, POLICY, 1, "fast");
    expect_cell(&f->view, POLICY, 0, "-");
    expect_cell(&f->view, "nvtx", 0, "-");
    assert_true(list_view_set_columns(&f->view, "+registers," POLICY, NULL));
    ACT(&f->view, DO_GROUP);
    list_view_fold(&f->view);
    expect_cell(&f->view, "registers", 0, "...");
    while (list_view_pending(&f->view))
        list_view_step(&f->view);
    expect_cell(&f->view, "duration", 0, "200.00 ns");
    expect_cell(&f->view, "sum", 0, "600.00 ns");
    expect_cell(&f->view, "spread", 0, "100.00-300.00 ns +-50%");
    expect_cell(&f->view, "sum", 1, "");
    expect_cell(&f->view, "registers", 0, "16-64");
    expect_cell(&f->view, "registers", 4, "-");
    expect_cell(&f->view, POLICY, 4, "several");
    expect_cell(&f->view, "sum", 5, "-");
}

/* A size that is cut would look like another one. */
static void sizes_of_groups_are_never_cut(void **state)
{
    struct fixture *f = *state;
    static const struct {
        size_t count;
        int width;
        const char *text;
    } cases[] = {{3, 4, "3x"}, {3200, 5, "3200x"}, {3200, 4, "3200"}, {123456, 5, "123K"}};
    struct list_column number;
    assert_true(list_column_named("number", &number));
    headless_open(f->view.report, 24, 80); /* a screen has the sign */
    ACT(&f->view, DO_GROUP);
    list_view_fold(&f->view);
    struct list_group *group = &f->view.tree.groups[f->view.tree.rows[0].group];
    const size_t count = group->count;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct strbuf text = {0};
        group->count = cases[i].count;
        list_cell_add(&f->view, &number, &f->view.tree.rows[0], cases[i].width, &text);
        assert_string_equal(text.data, cases[i].text);
        strbuf_free(&text);
    }
    group->count = count;
    headless_close();
}

static char *exported(struct list_view *view, enum page_format format)
{
    char *bytes = NULL;
    size_t length;
    FILE *out = open_memstream(&bytes, &length);
    list_export(view, format, out);
    fclose(out);
    return bytes;
}

static void expect_export(struct list_view *view, enum page_format format, const char *expected)
{
    char *text = exported(view, format);
    assert_string_equal(text, expected);
    free(text);
}

static void exports_have_the_columns_and_groups(void **state)
{
    struct fixture *f = *state;
    struct error error;
    assert_true(
        list_view_set_columns(&f->view, "kernel,duration,launch," POLICY ",registers", &error));
    list_view_filter(&f->view, "green", NULL);
    expect_export(&f->view, FORMAT_CSV,
                  "\"kernel\",\"duration_ns\",\"grid\",\"block\",\"" POLICY "\",\"registers\"\n"
                  "\"green\",\"50\",\"2x1x1\",\"32x1x1\",\"fast\",\"\"\n"
                  "\"green\",\"900\",\"2x1x1\",\"32x1x1\",\"even\",\"\"\n");
    list_view_filter(&f->view, "", NULL);
    assert_true(list_view_set_columns(
        &f->view, "kernel,duration,spread,sum,launch," POLICY ",registers", &error));
    ACT(&f->view, DO_GROUP);
    expect_export(&f->view, FORMAT_TEXT,
                  "group\tlaunches\tkernel\tduration_ns\tmin_ns\tmax_ns\tspread_pct\tsum_ns\tgrid\t"
                  "block\t" POLICY "\tregisters\n"
                  "red\t3\tred\t200\t100\t300\t50\t600\t1x1x1\t32x1x1\t\t16\n"
                  "green\t2\tgreen\t475\t50\t900\t89.4736842105263\t950\t2x1x1\t32x1x1\t\t\n"
                  "blue\t1\tblue\t\t\t\t\t\t2x1x1\t32x1x1\t\t32\n");
    /* One alone is its whole group. */
    assert_true(list_view_set_columns(&f->view, "kernel,sum", &error));
    assert_true(list_view_group_by(&f->view, "stream"));
    list_view_filter(&f->view, "regex:^red$", NULL);
    expect_export(&f->view, FORMAT_TEXT,
                  "group\tlaunches\tkernel\tsum_ns\n"
                  "stream 7\t2\tred\t400\n"
                  "stream 7\t1\tred\t\n"
                  "stream 7\t1\tred\t\n"
                  "stream 8\t1\tred\t200\n");
    list_view_filter(&f->view, "", NULL);
    assert_true(list_view_group_by(&f->view, "name"));
    assert_true(
        list_view_set_columns(&f->view, "kernel,duration,launch," POLICY ",registers", &error));
    ACT(&f->view, DO_LAST, DO_TAG);
    expect_export(&f->view, FORMAT_MARKDOWN,
                  "| kernel | duration\\_ns | grid | block | launch\\_\\_policy | registers |\n"
                  "| --- | --- | --- | --- | --- | ---: |\n"
                  "| blue |  | 2x1x1 | 32x1x1 |  | 32 |\n");
    char *json = exported(&f->view, FORMAT_JSON);
    assert_non_null(strstr(json, "\"duration_ns\": null"));
    assert_non_null(strstr(json, "\"registers\": 32"));
    free(json);
}

/* Of results, also of one that stands for its group; hidden ones are not written. */
static void exports_have_the_changes(void **state)
{
    struct fixture *f = *state;
    struct error error;
    struct baselines baselines;
    baselines_init(&baselines, f->report, NULL);
    f->view.baselines = &baselines;
    assert_true(list_view_set_columns(&f->view, "kernel,duration", &error));
    list_view_filter(&f->view, "red", NULL);
    char *before = exported(&f->view, FORMAT_TEXT);
    baselines_toggle(&baselines, 2);
    expect_export(&f->view, FORMAT_CSV,
                  "\"kernel\",\"duration_ns\",\"baseline\",\"duration_change_pct\","
                  "\"compute_change_pct\",\"memory_change_pct\",\"occupancy_change_pct\"\n"
                  "\"red\",\"300\",\"2 red\",\"200\",\"\",\"\",\"\"\n"
                  "\"red\",\"100\",\"\",\"\",\"\",\"\",\"\"\n"
                  "\"red\",\"200\",\"2 red\",\"100\",\"\",\"\",\"\"\n");
    assert_true(list_view_group_by(&f->view, "stream"));
    list_view_filter(&f->view, "regex:^red$", NULL);
    expect_export(&f->view, FORMAT_TEXT,
                  "group\tlaunches\tkernel\tduration_ns\tbaseline\tduration_change_pct\t"
                  "compute_change_pct\tmemory_change_pct\toccupancy_change_pct\n"
                  "stream 7\t2\tred\t200\t\t\t\t\t\n"
                  "stream 7\t1\tred\t300\t2 red\t200\t\t\t\n"
                  "stream 7\t1\tred\t100\t\t\t\t\t\n"
                  "stream 8\t1\tred\t200\t2 red\t100\t\t\t\n");
    assert_true(list_view_group_by(&f->view, "none"));
    list_view_filter(&f->view, "red", NULL);
    baselines.off = true;
    expect_export(&f->view, FORMAT_TEXT, before);
    free(before);
    baselines_free(&baselines);
}

enum { MANY = 500 };

/* Too many to be read at once: rows stay as they are until all were. */
static void many_results_are_read_step_by_step(void **state)
{
    struct fixture f;
    struct strbuf note = {0};
    struct given *given = mem_alloc(MANY * sizeof *given);
    (void)state;
    for (int i = 0; i < MANY; i++)
        given[i] = (struct given){"one", mem_printf(METRIC("1", "Uint64Value: %d"), i), 1};
    begin(&f, given, MANY);
    assert_false(list_view_pending(&f.view));
    list_view_sort_by(&f.view, REGISTERS);
    assert_true(list_view_pending(&f.view));
    assert_int_equal(f.view.tree.rows[0].result, 0);
    list_view_note(&f.view, "-", &note);
    assert_string_equal(note.data, "sorting 3 %");
    int steps = 0;
    for (; list_view_pending(&f.view); steps++)
        list_view_step(&f.view);
    assert_true(steps > MANY / 2 && steps <= MANY);
    for (size_t i = 0; i < MANY; i++)
        assert_int_equal(f.view.tree.rows[i].result, MANY - 1 - i);
    /* Back and again: nothing is left to be read. */
    list_view_sort_by(&f.view, "number");
    list_view_sort_by(&f.view, "registers");
    assert_false(list_view_pending(&f.view));
    list_view_group_by(&f.view, "stream");
    assert_int_equal(f.view.tree.row_count, MANY);
    while (list_view_pending(&f.view))
        list_view_step(&f.view);
    expect_rows(&f.view, "G500");
    strbuf_free(&note);
    end(&f);
    for (int i = 0; i < MANY; i++)
        free((char *)given[i].metrics);
    free(given);
}

static void a_report_without_results(void **state)
{
    struct fixture f;
    (void)state;
    begin(&f, NULL, 0);
    ACT(&f.view, DO_DOWN, DO_LAST, DO_TAG, DO_GROUP, DO_SORT, DO_UNTAG);
    assert_false(list_view_fold(&f.view));
    assert_false(list_view_search(&f.view, "x", 1, true));
    assert_int_equal(list_view_current(&f.view), 0);
    expect_export(&f.view, FORMAT_JSON, "[]\n");
    end(&f);
}

#define LIST_TEST(test) cmocka_unit_test_setup_teardown(test, begin_usual, end_usual)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics_are_those_of_the_sorted_values),
        cmocka_unit_test(what_was_not_measured_is_no_0),
        cmocka_unit_test(columns_are_read_and_written),
        cmocka_unit_test(every_column_has_its_own_name),
        LIST_TEST(sorting_is_stable_and_what_is_missing_is_last),
        LIST_TEST(metrics_and_facts_are_columns_to_sort_by),
        LIST_TEST(launches_of_a_kernel_become_a_row),
        LIST_TEST(the_cursor_stays_on_its_result),
        LIST_TEST(neighbours_are_found_in_folded_groups),
        LIST_TEST(searches_open_groups),
        LIST_TEST(searches_go_round_in_both_directions),
        LIST_TEST(filters_open_groups_that_are_called_otherwise),
        LIST_TEST(tags_are_of_results_and_groups),
        LIST_TEST(tags_stay_with_what_the_filter_hides),
        LIST_TEST(columns_are_set_added_and_removed),
        LIST_TEST(cells_have_units_and_no_0_for_nothing),
        LIST_TEST(sizes_of_groups_are_never_cut),
        LIST_TEST(exports_have_the_columns_and_groups),
        LIST_TEST(exports_have_the_changes),
        cmocka_unit_test(many_results_are_read_step_by_step),
        cmocka_unit_test(a_report_without_results),
    };
    return cmocka_run_group_tests_name("list", tests, NULL, NULL);
}
