#include "tui/views/occupancy_view.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "drawn.h"

/* Two launches of the bundled report: 256 threads and 16 registers; what other tests change is of
 * the first. */
static struct report *report;
static struct occupancy_view view;

static void open_result(size_t index)
{
    struct error error;
    occupancy_view_show(&view, report_result(report, index, &error));
    view.cursor = WHAT_IF_BLOCK;
}

static void act(enum action_id action, const char *complaint)
{
    struct error error;
    bool good = occupancy_view_act(&view, action, 20, &error);
    assert_string_equal(error.text, complaint);
    assert_int_equal(good, !*complaint);
}

static void set_to(const char *text, const char *complaint)
{
    struct error error = {""};
    bool good = occupancy_view_set(&view, text, &error);
    assert_string_equal(good ? "" : error.text, complaint);
}

static void keys_change_numbers(void **state)
{
    (void)state;
    open_result(0);
    act(DO_MORE, "");
    assert_int_equal(view.what.now[WHAT_IF_BLOCK], 288);
    act(DO_LESS, "");
    act(DO_LESS, "");
    assert_int_equal(view.what.now[WHAT_IF_BLOCK], 224);
    act(DO_DOWN, "");
    assert_int_equal(view.cursor, WHAT_IF_REGISTERS);
    for (int i = 0; i < 3; i++)
        act(DO_MORE, "");
    assert_int_equal(view.what.now[WHAT_IF_REGISTERS], 40);
    assert_int_equal(view.curve, CURVE_REGISTERS);
    act(DO_AS_LAUNCHED, "");
    assert_true(what_if_is_launch(&view.what));
    /* The launch has no clusters: the cursor goes past them. */
    act(DO_LAST, "");
    assert_int_equal(view.cursor, WHAT_IF_CHIP);
    act(DO_UP, "");
    act(DO_UP, "");
    assert_int_equal(view.cursor, WHAT_IF_BARRIERS);
    act(DO_LESS, "Barriers per block: there is nothing below on this chip");
    act(DO_FIRST, "");
    assert_int_equal(view.cursor, WHAT_IF_BLOCK);
}

struct place {
    int rows;
};

static void paint(void *context, struct painter *painter)
{
    occupancy_view_paint(&view, ((struct place *)context)->rows, painter);
}

/* The bundled report has one launch with clusters: of 2 blocks. */
static void clusters_are_an_input_where_the_launch_has_them(void **state)
{
    (void)state;
    struct place place = {20};
    open_result(11);
    set_to("cluster 4", "");
    assert_int_equal(view.what.launch[WHAT_IF_CLUSTER], 2);
    assert_int_equal(view.cursor, WHAT_IF_CLUSTER);
    assert_int_equal(view.what.clusters[4], 248);
    char *text = drawn(paint, &place, GLYPHS_FULL, 200);
    assert_non_null(strstr(text, "Blocks per cluster"));
    assert_non_null(strstr(text, "Clusters of 4: the device runs"));
    free(text);
    set_to("cluster 17", "at most 8 blocks of a cluster on 9.0, not 17");
    /* A chip without clusters. */
    set_to("chip 8.9", "");
    text = drawn(paint, &place, GLYPHS_FULL, 200);
    assert_null(strstr(text, "luster"));
    free(text);
}

static void commands_change_numbers(void **state)
{
    (void)state;
    open_result(0);
    set_to("registers 40", "");
    assert_int_equal(view.what.now[WHAT_IF_REGISTERS], 40);
    assert_int_equal(view.cursor, WHAT_IF_REGISTERS);
    set_to("dynamic 48K", "");
    assert_int_equal(view.what.now[WHAT_IF_DYNAMIC], 48 << 10);
    set_to("chip 8.9", "");
    set_to("block 2048", "at most 1024 threads of a block on 8.9, not 2048");
    set_to("block", "\"\" is not a number");
    set_to("warps 3",
           "\"warps\" is not an input; there are block, registers, static, dynamic, config, "
           "barriers, cluster, sms, chip");
    /* Another result begins anew. */
    open_result(1);
    set_to("sms 10", "");
    assert_int_equal(view.what.launch[WHAT_IF_CHIP], view.what.now[WHAT_IF_CHIP]);
}

static void fewer_registers_come_with_the_words_for_the_compiler(void **state)
{
    (void)state;
    struct place place = {20};
    open_result(0);
    set_to("registers 16", "");
    view.what.launch[WHAT_IF_REGISTERS] = 72;
    set_to("registers 72", "");
    char *text = drawn(paint, &place, GLYPHS_FULL, 200);
    assert_non_null(strstr(text, "registers 72 -> 64: 37.5 % -> 50 %, 44.5 to 59.5 us, by "
                                 "__launch_bounds__(256, 4)"));
    assert_null(strstr(text, "keep to these"));
    free(text);
    set_to("registers 40", "");
    text = drawn(paint, &place, GLYPHS_FULL, 200);
    assert_non_null(
        strstr(text, "__launch_bounds__(256, 6) makes the compiler keep to these registers."));
    free(text);
    drawn_at_widths(paint, &place, 7);
}

static void everything_stays_in_its_pane(void **state)
{
    (void)state;
    struct place place = {21};
    open_result(0);
    set_to("registers 40", "");
    drawn_at_widths(paint, &place, 7);
    set_to("chip 12.0", "");
    set_to("dynamic 90K", "");
    place.rows = 60;
    drawn_at_widths(paint, &place, 13);
}

/* At 80 columns all there is fits into the body of a screen of 24 rows. */
static void an_80x24_screen_holds_it(void **state)
{
    (void)state;
    struct place place = {20};
    open_result(0);
    set_to("registers 40", "");
    char *text = drawn(paint, &place, GLYPHS_FULL, 80);
    int lines = 0;
    for (char *c = text; *c; c++)
        lines += *c == '\n';
    assert_true(lines <= 20);
    assert_non_null(strstr(text, "registers 40 -> 32: 75 % -> 100 %"));
    assert_non_null(strstr(text, "Expected 58.6 to 79.1 us (now 59.3 us)"));
    assert_non_null(strstr(text, "By Little's law: no spills, equal hits."));
    assert_non_null(strstr(text, "\u25c6 40: 75 %  \u25c7 16: 100 %"));
    free(text);
    set_to("registers 16", "");
    text = drawn(paint, &place, GLYPHS_FULL, 80);
    assert_non_null(strstr(text, "nothing raises it"));
    assert_null(strstr(text, "\u25c7"));
    free(text);
}

static char *printed(enum page_format format)
{
    size_t length;
    char *bytes = NULL;
    FILE *out = open_memstream(&bytes, &length);
    struct error error;
    assert_true(occupancy_view_print(&view, format, out, &error));
    fclose(out);
    return bytes;
}

static void it_is_exported(void **state)
{
    (void)state;
    open_result(0);
    set_to("registers 40", "");
    char *text = printed(FORMAT_CSV);
    assert_non_null(strstr(text, "\"name\",\"launch\",\"what_if\"\n\"block\",\"256\",\"256\"\n"));
    assert_non_null(strstr(text, "\"occupancy_pct\",\"100\",\"75\"\n"));
    assert_non_null(strstr(text, "\"limit_registers\",\"16\",\"6\"\n"));
    free(text);
    text = printed(FORMAT_TEXT);
    assert_non_null(strstr(text, "registers\t16\t40\n"));
    free(text);
    text = printed(FORMAT_MARKDOWN);
    assert_non_null(strstr(text, "| registers | 16 | 40 |\n"));
    free(text);
    text = printed(FORMAT_JSON);
    assert_non_null(strstr(text, "{\"name\": \"active_warps\", \"launch\": 64, \"what_if\": 48}"));
    /* Not measured with these numbers: nothing, not 0. */
    assert_non_null(strstr(text, "\"what_if\": null"));
    free(text);
}

/* An export has the range of times, and the words for the compiler. */
static void what_is_expected_is_exported(void **state)
{
    (void)state;
    open_result(0);
    set_to("registers 40", "");
    view.what.launch[WHAT_IF_REGISTERS] = 72;
    char *text = printed(FORMAT_CSV);
    assert_non_null(strstr(text, "\"time_least_ns\",\"59296\",\""));
    assert_non_null(strstr(text, "\"time_most_ns\",\"59296\",\"59"));
    /* Issue slots were not counted. */
    assert_non_null(strstr(text, "\"issue_most_pct\",\"\",\"\"\n"));
    assert_non_null(strstr(text, "\"launch_bounds_threads\",\"\",\"256\"\n"));
    assert_non_null(strstr(text, "\"launch_bounds_blocks\",\"\",\"6\"\n"));
    assert_null(strstr(text, "Little"));
    free(text);
    text = printed(FORMAT_MARKDOWN);
    assert_non_null(strstr(text, "| launch\\_bounds\\_blocks |  | 6 |"));
    assert_non_null(strstr(text, "\\_\\_launch\\_bounds\\_\\_(256, 6) makes the compiler"));
    assert_non_null(strstr(text, "Expected 38.9 to 59.3 us (now 59.3 us)."));
    assert_non_null(strstr(text, "Little's law"));
    free(text);
    struct strbuf remark = {0};
    occupancy_view_remark(&view, &remark);
    assert_non_null(strstr(remark.data, "What if: registers 72 -> 40: occupancy 37.5 % -> 75 %.\n"
                                        "__launch_bounds__(256, 6) makes the compiler"));
    assert_non_null(strstr(remark.data, "\nExpected 38.9 to 59.3 us"));
    strbuf_free(&remark);
    /* A page lets go of the result while it is written: what was asked for stays. */
    struct error error;
    open_result(0);
    set_to("registers 40", "");
    occupancy_view_show(&view, NULL);
    occupancy_view_show(&view, report_result(report, 0, &error));
    act(DO_FIRST, "");
    assert_int_equal(view.what.now[WHAT_IF_REGISTERS], 40);
    occupancy_view_show(&view, NULL);
    open_result(1);
    act(DO_FIRST, "");
    assert_true(what_if_is_launch(&view.what));
}

static void without_a_result_it_says_so(void **state)
{
    (void)state;
    occupancy_view_show(&view, NULL);
    set_to("block 1", "no result is open");
}

static int open_all(void **state)
{
    struct error error;
    (void)state;
    report = report_open("tests/data/samples.ncu-rep", &error);
    return report ? 0 : -1;
}

static int close_all(void **state)
{
    (void)state;
    report_close(report);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_change_numbers),
        cmocka_unit_test(clusters_are_an_input_where_the_launch_has_them),
        cmocka_unit_test(commands_change_numbers),
        cmocka_unit_test(fewer_registers_come_with_the_words_for_the_compiler),
        cmocka_unit_test(everything_stays_in_its_pane),
        cmocka_unit_test(an_80x24_screen_holds_it),
        cmocka_unit_test(it_is_exported),
        cmocka_unit_test(what_is_expected_is_exported),
        cmocka_unit_test(without_a_result_it_says_so),
    };
    return cmocka_run_group_tests_name("occupancy", tests, open_all, close_all);
}
