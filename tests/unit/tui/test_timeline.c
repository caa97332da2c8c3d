/* The timeline's places at every size, and its cursor in time. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tui/views/timeline_export.h"
#include "tui/views/timeline_layout.h"
#include "tui/views/timeline_view.h"
#include "views_sample.h"

static struct build build;
static struct report *report;
static struct timeline_view view;
static struct section_choice choice;

static int open_views(void **state)
{
    (void)state;
    build_views(&build);
    report = build_open(&build);
    timeline_view_show(&view, report_result(report, 0, NULL));
    timeline_view_make(&view, &choice);
    return 0;
}

static int close_views(void **state)
{
    (void)state;
    timeline_view_free(&view);
    report_close(report);
    build_free(&build);
    return 0;
}

static void parts_stay_apart_at_every_size(void **state)
{
    (void)state;
    for (int rows = 0; rows < 80; rows++)
        for (int columns = 1; columns < 260; columns++)
            for (int i = 0; i < 6; i++) {
                const int label = i / 2 * 33, change = i % 2 * 10;
                struct timeline_layout l = timeline_layout(rows, columns, label, change);
                int right = l.change ? l.change_at : columns;
                assert_true(l.change <= change && right + l.change <= columns);
                assert_true(!l.unit || l.unit_at + l.unit <= right);
                right = l.unit ? l.unit_at : right;
                assert_true(l.lines >= 0 && l.first + l.lines == rows);
                for (int j = TIMELINE_NUMBERS - 1; j >= 0; j--) {
                    if (l.number_at[j] < 0)
                        continue;
                    assert_true(l.number_at[j] + TIMELINE_NUMBER_WIDTH <= right);
                    right = l.number_at[j];
                }
                assert_true(!l.course || l.course_at + l.course < right);
                assert_true(l.label >= 0 &&
                            (l.course ? 1 + l.label < l.course_at : l.label <= columns));
            }
}

static void lines_fold(void **state)
{
    (void)state;
    /* SM, its row; DRAM, folded; Warp States, its row, three states */
    assert_int_equal(view.line_count, 8);
    assert_int_equal(view.cursor.at, 1);
    view.cursor.at = 2;
    timeline_view_act(&view, DO_UNFOLD, 20);
    assert_int_equal(view.line_count, 9);
    assert_int_equal(view.cursor.at, 2);
    timeline_view_act(&view, DO_UNFOLD, 20);
    assert_int_equal(view.line_count, 8);
    view.cursor.at = 6; /* a state: the stack folds, and has the cursor */
    timeline_view_act(&view, DO_UNFOLD, 20);
    assert_int_equal(view.line_count, 5);
    assert_int_equal(view.cursor.at, 4);
    timeline_view_act(&view, DO_UNFOLD, 20);
    timeline_view_act(&view, DO_UNFOLD_ALL, 20);
    assert_int_equal(view.line_count, 9);
    timeline_view_act(&view, DO_UNFOLD_ALL, 20);
    assert_int_equal(view.line_count, 3);
    timeline_view_act(&view, DO_UNFOLD_ALL, 20);
    view.cursor.at = 2;
    timeline_view_act(&view, DO_UNFOLD, 20);
    assert_int_equal(view.line_count, 8);
}

static void folds_stay_for_the_next_result(void **state)
{
    (void)state;
    view.cursor.at = 4;
    timeline_view_act(&view, DO_UNFOLD, 20);
    size_t lines = view.line_count;
    timeline_view_show(&view, report_result(report, 0, NULL));
    timeline_view_make(&view, &choice);
    assert_int_equal(view.line_count, lines);
    timeline_view_act(&view, DO_UNFOLD, 20);
    assert_int_equal(view.line_count, 8);
}

static void search_opens_what_it_finds(void **state)
{
    (void)state;
    view.cursor.at = 0;
    assert_true(timeline_view_search(&view, "traffic", 1, true));
    assert_int_equal(view.line_count, 9);
    assert_int_equal(view.cursor.at, 3);
    assert_true(timeline_view_search(&view, "stalled_math", 1, false));
    assert_int_equal(view.cursor.at, 8);
    assert_true(timeline_view_search(&view, "stalled_math", 1, false));
    assert_int_equal(view.cursor.at, 8);
    assert_false(timeline_view_search(&view, "nowhere", 1, false));
    view.cursor.at = 2;
    timeline_view_act(&view, DO_UNFOLD, 20);
}

/* It ran for 30,000 ns of 40,000: with a tenth on either side. */
static void opens_on_the_work(void **state)
{
    (void)state;
    assert_true(view.from == -3000 && view.to == 33000);
    assert_true(view.at >= view.from && view.at <= view.to);
}

static void time_stays_in_sight(void **state)
{
    static const enum action_id actions[] = {
        DO_CLOSER,       DO_MUCH_LATER, DO_CLOSER, DO_EARLIER, DO_MUCH_EARLIER, DO_MUCH_EARLIER,
        DO_MUCH_EARLIER, DO_CLOSER,     DO_WIDER,  DO_CLOSER,  DO_CLOSER,       DO_LATER};
    (void)state;
    const struct timeline *t = view.timeline;
    for (int i = 0; i < 2000; i++) {
        timeline_view_act(&view, actions[i * 7 % COUNT(actions)], 20);
        assert_true(view.at >= view.from - 1e-6 && view.at <= view.to + 1e-6);
        assert_true(view.from >= t->start - 1e-6 && view.to <= t->end + 1e-6);
        assert_true(view.to - view.from >= 3999);
    }
    timeline_view_act(&view, DO_WHOLE, 20);
    assert_true(view.from == t->start && view.to == t->end);
    timeline_view_act(&view, DO_WHOLE, 20);
    opens_on_the_work(state);
}

static void copied_with_its_values(void **state)
{
    (void)state;
    struct strbuf text = {0};
    view.cursor.at = 1;
    view.at = -5000;
    timeline_view_copy(&view, &text);
    assert_string_equal(
        text.data, "Throughput (pmsampling:sm__throughput.avg.pct_of_peak_sustained_elapsed), "
                   "%: at -5,000 ns: 89; while the work ran: least 2, mean 56.80, greatest 89\n");
    strbuf_free(&text);
}

/* As text, or the samples. */
static char *exported(enum page_format format)
{
    char *text;
    size_t length;
    struct error error;
    FILE *out = open_memstream(&text, &length);
    assert_true(timeline_export(&view, format, out, &error));
    fclose(out);
    return text;
}

static void has(char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no \"%s\" in\n%s", part, text);
    free(text);
}

static void exported_by_rows_or_samples(void **state)
{
    (void)state;
    size_t lines = 0;
    char *text = exported(FORMAT_CSV);
    for (const char *at = text; *at; at++)
        lines += *at == '\n';
    assert_int_equal(lines, 1 + 2 * 40 + 3 * 16);
    has(text, "\"pmsampling:dram__bytes.sum\",\"Traffic\",\"byte\",\"0\",\"-5000\"");
    has(exported(FORMAT_TEXT), "sum of 3");
    has(exported(FORMAT_MARKDOWN), "2,500 ns");
    text = exported(FORMAT_TEXT);
    assert_null(strstr(text, "Baseline"));
    free(text);
}

/* The baseline's courses are the result's own, half as high. */
static void exported_with_the_change_of_the_mean(void **state)
{
    (void)state;
    timeline_view_compare(&view, view.result);
    timeline_view_make(&view, &choice);
    for (size_t i = 0; i < view.before->course_count; i++)
        view.before->courses[i].numbers.mean /= 2;
    for (size_t i = 0; i < view.before->row_count; i++)
        view.before->rows[i].numbers.mean /= 2;
    has(exported(FORMAT_TEXT), "Baseline Mean");
    has(exported(FORMAT_TEXT), "28.40  x2.00");
    has(exported(FORMAT_MARKDOWN), "| 56.80 | 89 | 28.40 | x2.00 |");
    has(exported(FORMAT_CSV), "\"56.8\",\"28.4\",\"100\"\n");
    has(exported(FORMAT_JSON),
        "\"mean\": 56.8, \"baseline_mean\": 28.4, \"mean_change_pct\": 100}");
    struct strbuf text = {0};
    timeline_view_copy(&view, &text);
    assert_non_null(strstr(text.data, "; baseline's mean 28.40 (x2.00)\n"));
    strbuf_free(&text);
    view.changes_off = true;
    char *plain = exported(FORMAT_CSV);
    assert_null(strstr(plain, "Baseline"));
    free(plain);
    view.changes_off = false;
    timeline_view_compare(&view, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_stay_apart_at_every_size),
        cmocka_unit_test(opens_on_the_work),
        cmocka_unit_test(lines_fold),
        cmocka_unit_test(folds_stay_for_the_next_result),
        cmocka_unit_test(search_opens_what_it_finds),
        cmocka_unit_test(time_stays_in_sight),
        cmocka_unit_test(copied_with_its_values),
        cmocka_unit_test(exported_by_rows_or_samples),
        cmocka_unit_test(exported_with_the_change_of_the_mean),
    };
    return cmocka_run_group_tests(tests, open_views, close_views);
}
