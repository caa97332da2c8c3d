/* The tables below the timeline: which there are, where their rows lead to, how they are sorted,
 * and what becomes of them while a program runs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/base/embedded.h"
#include "report/rules/rule_load.h"
#include "report/trace_pages/trace_findings.h"
#include "trace_made.h"
#include "tui/trace/trace_pane.h"
#include "tui/trace/trace_tables_draw.h"

enum { US = 1000, START = 1000000, COLUMNS = 100, ROWS = 30 };
enum { NAME_A = 1, NAME_B, NAME_LAUNCH, NAME_WAIT, NAME_STEP, NAME_INNER };

static struct trace_view view;

/* Five launches each 100 us; kernels that alternate, of 10, 11, 12, 13 and 14 us. The third is on a
 * stream of its own. A copy, a wait of another thread, and a range within a range. */
static struct trace *made(void)
{
    static const char *const names[] = {
        "_Z5firstPf", "_Z6secondPf", "cudaLaunchKernel", "cudaDeviceSynchronize", "step", "inner"};
    static const uint64_t wait[TRACE_MOST_FIELDS] = {[SPAN_START] = START + 405 * US,
                                                     [SPAN_END] = START + 500 * US,
                                                     [WAIT_TYPE] = 4,
                                                     [WAIT_CORRELATION] = 20};
    struct trace *trace = trace_new();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        trace_made_string(trace, 1, i + 1, names[i]);
    for (uint64_t i = 0; i < 5; i++) {
        const uint64_t at = START + i * 100 * US;
        trace_made_call(trace, 1, 50, at, at + (5 + i) * US, i + 1, NAME_LAUNCH);
        trace_made_kernel(trace, 1, i == 2 ? 8 : 7, at + 20 * US, at + (30 + i) * US, i + 1,
                          i % 2 ? NAME_B : NAME_A);
    }
    trace_made_copy(trace, 1, 7, START + 50 * US, START + 60 * US, 30, 1, 1, 3, 4096);
    trace_made_call(trace, 1, 60, START + 404 * US, START + 500 * US, 20, NAME_WAIT);
    trace_made_row(trace, TRACE_WAIT, 1, wait, NULL);
    trace_made_range(trace, 1, 50, START, START + 480 * US, NAME_STEP, 0);
    trace_made_range(trace, 1, 50, START + 100 * US, START + 190 * US, NAME_INNER, 1);
    return trace;
}

static void drop_view(struct trace_view *v)
{
    trace_names_free(v->names);
    trace_index_free(v->index);
}

static struct trace_timeline opened(int rows)
{
    struct trace_timeline t;
    view = trace_made_view(made());
    trace_timeline_open(&t, &view, "test");
    trace_timeline_fit(&t, COLUMNS, rows);
    return t;
}

static void drop(struct trace_timeline *t)
{
    trace_timeline_close(t);
    trace_made_drop(&view);
}

static void press(struct trace_timeline *t, const char *keys)
{
    for (; *keys; keys++)
        trace_timeline_key(t, *keys, COLUMNS, ROWS);
}

/* Shows a table by its word, with the focus. */
static void show(struct trace_timeline *t, const char *word)
{
    press(t, ":");
    press(t, word);
    press(t, "\n");
    trace_pane_make(t);
    assert_true(t->focus);
    assert_string_equal(trace_tables_word(t->tables.which), word);
}

static const char *text(const struct trace_timeline *t, size_t shown, size_t column)
{
    return trace_table_cell(t->tables.table, t->tables.order[shown], column)->text;
}

static void test_words(void **state)
{
    (void)state;
    struct trace_timeline t = opened(ROWS);
    for (size_t i = 0; i < TRACE_TABLES; i++) {
        show(&t, trace_tables_word(i));
        assert_non_null(t.tables.table);
        press(&t, "jkgGlh\n\033");
        assert_false(t.focus || t.quit);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(trace_tables_word(i), trace_tables_word(j));
    }
    press(&t, "t");
    assert_int_equal(t.tables.which, 0); /* around the end */
    press(&t, "T");
    assert_int_equal(t.tables.which, TRACE_TABLES - 1);
    press(&t, ":ker\n");
    assert_string_equal(trace_tables_word(t.tables.which), "kernels");
    press(&t, ":s\n"); /* of several */
    assert_non_null(strstr(t.message, "no table is called \"s\"; there are findings, kernels,"));
    assert_string_equal(trace_tables_word(t.tables.which), "kernels");
    press(&t, ":\n");
    assert_null(t.message);
    press(&t, ":q\n");
    assert_true(t.quit);
    drop(&t);
}

/* A row leads to the longest of what it is about. */
static void test_rows_lead_to_the_timeline(void **state)
{
    (void)state;
    static const struct {
        const char *table, *keys, *name;
        enum lane_kind lane;
        double time;
    } rows[] = {
        {"kernels", "", "first(float *)", LANE_STREAM, 420 * US},
        {"kernels", "j", "second(float *)", LANE_STREAM, 320 * US},
        {"launches", "", "first(float *)", LANE_STREAM, 20 * US},
        {"copies", "", NULL, LANE_STREAM, 50 * US},
        {"api", "", "cudaDeviceSynchronize", LANE_THREAD, 404 * US},
        {"api", "j", "cudaLaunchKernel", LANE_THREAD, 400 * US},
        {"sync", "", NULL, LANE_THREAD, 404 * US},
        {"nvtx", "", "step", LANE_RANGES, 0},
        {"nvtx", "j", "step/inner", LANE_RANGES, 100 * US},
        {"gaps", "", NULL, LANE_GPU, 131 * US},
    };
    struct trace_timeline t = opened(ROWS);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        show(&t, rows[i].table);
        press(&t, "g");
        press(&t, rows[i].keys);
        if (rows[i].name)
            assert_string_equal(text(&t, t.tables.cursor.at, 0), rows[i].name);
        press(&t, "\n");
        assert_true(t.focus);
        assert_int_equal(t.lanes.lanes[t.lane].kind, rows[i].lane);
        assert_float_equal(t.time, rows[i].time, 0.1);
        assert_true(t.first <= t.time && t.time < t.first + t.span);
    }
    show(&t, "kernels");
    press(&t, "\n");
    assert_int_equal(view.index->streams[t.lanes.lanes[t.lane].stream].stream, 7);
    assert_true(t.span <= 14 * US / 0.05); /* it can be seen */
    show(&t, "overlap");
    press(&t, "\n");
    assert_non_null(strstr(t.message, "no place on the timeline"));
    drop(&t);
}

static void test_order(void **state)
{
    (void)state;
    struct trace_timeline t = opened(ROWS);
    show(&t, "kernels");
    press(&t, "j");
    assert_string_equal(text(&t, 1, 0), "second(float *)");
    press(&t, "s");
    assert_string_equal(t.message, "sorted: Kernel, from A to Z");
    press(&t, "S");
    assert_string_equal(t.message, "sorted: Kernel, from Z to A");
    assert_string_equal(text(&t, 0, 0), "second(float *)");
    assert_int_equal(t.tables.cursor.at, 0); /* it stays on its row */
    press(&t, "sss");
    assert_string_equal(t.message, "sorted: Count, the largest first");
    assert_string_equal(text(&t, 0, 0), "first(float *)");
    press(&t, "S");
    assert_string_equal(text(&t, 0, 0), "second(float *)");
    for (size_t i = t.tables.sort; i < t.tables.table->column_count; i++)
        press(&t, "s");
    assert_string_equal(t.message, "sorted: the order of the page");
    assert_string_equal(text(&t, 0, 0), "first(float *)");
    show(&t, "api"); /* a table begins in its own order */
    assert_int_equal(t.tables.sort, SIZE_MAX);
    drop(&t);
}

/* No table is made before the timeline is seen, and a key that needs one does not wait for that. */
static void test_made_when_needed(void **state)
{
    (void)state;
    struct trace_timeline t = opened(ROWS);
    assert_null(t.tables.table);
    assert_true(trace_pane_is_due(&t));
    press(&t, "l+n");
    assert_null(t.tables.table);
    press(&t, ":kernels\n");
    assert_null(t.tables.table);
    press(&t, "j");
    assert_non_null(t.tables.table);
    assert_int_equal(t.tables.cursor.at, 1);
    press(&t, "\033t");
    assert_null(t.tables.table);
    press(&t, "s");
    assert_string_equal(t.message, "sorted: GPU, from A to Z");
    drop(&t);
    t = opened(8); /* without room for one */
    assert_false(trace_pane_is_due(&t));
    drop(&t);
}

/* What is not known is last, whichever way the others stand. */
static void test_order_of_what_is_not_there(void **state)
{
    (void)state;
    static const double numbers[] = {NAN, 2, NAN, 1};
    struct trace_tables tables;
    trace_tables_open(&tables);
    tables.table = trace_table_new("test", "Test");
    trace_table_column(tables.table, "Number", "number", UNIT_NUMBER);
    for (size_t i = 0; i < 4; i++)
        trace_table_number(tables.table, numbers[i]);
    tables.order = calloc(4, sizeof *tables.order);
    trace_tables_sort(&tables);
    assert_memory_equal(tables.order, ((const size_t[]){1, 3, 0, 2}), 4 * sizeof *tables.order);
    trace_tables_reverse(&tables);
    assert_memory_equal(tables.order, ((const size_t[]){3, 1, 0, 2}), 4 * sizeof *tables.order);
    trace_tables_close(&tables);
}

static void test_search(void **state)
{
    (void)state;
    struct trace_timeline t = opened(ROWS);
    show(&t, "kernels");
    press(&t, "/SECOND\n");
    assert_int_equal(t.tables.cursor.at, 1);
    press(&t, ".");
    assert_int_equal(t.tables.cursor.at, 1);
    press(&t, "/\025nowhere\n");
    assert_string_equal(t.message, "no row has \"nowhere\"");
    press(&t, "\033/\025second\n"); /* in the timeline again */
    assert_true(t.time == 120 * US);
    drop(&t);
}

/* The table is made anew when records come, not more often than it is worth, and the cursor stays
 * at its name. */
static void test_renewed(void **state)
{
    (void)state;
    struct trace_timeline t = opened(ROWS);
    struct trace *trace = view.index->trace;
    show(&t, "kernels");
    press(&t, "j");
    t.runs = true;
    t.tables.cost = INT64_MAX / 8;
    trace_made_kernel(trace, 1, 7, START + 600 * US, START + 700 * US, 90, NAME_B);
    struct trace_view second = trace_made_view(trace);
    trace_timeline_renew(&t, &second);
    assert_false(trace_pane_is_due(&t)); /* it was made just now, at a high cost */
    t.tables.cost = 0;
    assert_true(trace_pane_is_due(&t));
    trace_pane_make(&t);
    assert_false(trace_pane_is_due(&t));
    assert_string_equal(text(&t, 0, 0), "second(float *)");
    assert_int_equal(t.tables.cursor.at, 0);
    t.tables.cost = INT64_MAX / 8;
    trace_made_kernel(trace, 1, 7, START + 800 * US, START + 999 * US, 91, NAME_A);
    struct trace_view third = trace_made_view(trace);
    trace_timeline_renew(&t, &third);
    assert_false(trace_pane_is_due(&t));
    t.runs = false; /* the last records are always shown */
    assert_true(trace_pane_is_due(&t));
    trace_pane_make(&t);
    assert_string_equal(text(&t, 0, 0), "first(float *)");
    assert_int_equal(t.tables.cursor.at, 1);
    drop(&t);
    drop_view(&second);
    drop_view(&third);
}

static void test_places(void **state)
{
    (void)state;
    struct trace_timeline t = opened(ROWS);
    const size_t lanes = t.lanes.count;
    trace_pane_make(&t);
    for (int rows = 1; rows < 80; rows++)
        for (int focus = 0; focus < 2; focus++) {
            t.focus = focus;
            trace_timeline_fit(&t, COLUMNS, rows);
            assert_true(t.lanes_shown >= 1);
            assert_true(!t.pane.rows || t.lanes_shown <= lanes);
            assert_true(!t.pane.rows || t.pane.row + t.pane.rows <= rows - 4);
            assert_int_equal(t.focus, focus && rows >= 11);
            assert_true(!t.focus || trace_tables_shown(&t.tables, &t.pane) >= 1 || rows < 12);
        }
    t.focus = false;
    trace_timeline_fit(&t, COLUMNS, 24);
    assert_int_equal(t.lanes_shown, lanes); /* all are seen, and the rest is the tables' */
    assert_true(t.pane.rows >= 8);
    t.focus = true;
    trace_timeline_fit(&t, COLUMNS, 6);
    assert_string_equal(t.message, "the screen is too low for tables");
    drop(&t);
}

/* Each rule says on which page its evidence is; of lost records there is no more than the finding.
 */
static void test_evidence(void **state)
{
    (void)state;
    size_t rules = 0;
    for (size_t i = 0; i < embedded_count; i++) {
        const struct embedded_file *file = &embedded_files[i];
        struct error error;
        if (strncmp(file->name, "trace_rules/", 12) != 0)
            continue;
        struct rule *rule = rule_load(file->name, file->data, file->size, &error);
        const bool alone = strcmp(rule->identifier, "LostRecords") == 0;
        assert_true((trace_findings_page(rule->identifier) == TRACE_PAGE_SUMMARY) == alone);
        rule_free(rule);
        rules++;
    }
    assert_true(rules > 5);
    struct trace_timeline t = opened(ROWS);
    show(&t, "findings");
    assert_true(t.tables.table->rows > 0);
    assert_string_equal(text(&t, 0, 0), "GPU Waits for the Host");
    press(&t, "\n");
    assert_string_equal(trace_tables_word(t.tables.which), "gaps");
    drop(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_rows_lead_to_the_timeline),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_made_when_needed),
        cmocka_unit_test(test_order_of_what_is_not_there),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_renewed),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_evidence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
