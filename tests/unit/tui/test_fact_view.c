/* Lists of facts: folds, wrapped values, search. */
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/safe_text.h"
#include "tui/widgets/fact_view.h"

static struct fact_list sample(void)
{
    struct fact_list list = {0};
    fact_list_heading(&list, 0, "Kernel");
    fact_list_add(&list, "Name", "a name of words that are wrapped where there are blanks");
    fact_list_add_of(&list, "Registers", "32", "launch__registers_per_thread");
    fact_list_heading(&list, 0, "Host");
    fact_list_heading(&list, 1, "Inner");
    fact_list_add(&list, "Environment", "A=1\nB=\u524d\u5411\u524d\u5411\u524d\u5411\n\nC=\033[2J");
    fact_list_heading(&list, 0, "Others")->closed = true;
    fact_list_add(&list, "Hidden", "treasure");
    fact_list_end(&list);
    return list;
}

static void lines_fit_at_every_width(void **state)
{
    (void)state;
    for (int columns = 1; columns < 200; columns++) {
        struct fact_view view = {0};
        fact_view_set(&view, sample());
        fact_view_act(&view, DO_LAST, columns, 20);
        assert_true(view.line_count >= 7);
        for (size_t i = 0; i < view.line_count; i++) {
            /* A wide character does not fit one column. */
            size_t most = columns > 8 ? (size_t)columns : 8;
            assert_true(safe_text_width(view.lines[i].text) <= most);
            for (const char *c = view.lines[i].text; *c; c++)
                assert_true((unsigned char)*c >= ' ');
        }
        fact_view_free(&view);
    }
}

static void folds(void **state)
{
    (void)state;
    struct fact_view view = {0};
    fact_view_set(&view, sample());
    fact_view_act(&view, DO_FIRST, 120, 20);
    /* Kernel, 2; Host, Inner, 4 lines; Others */
    assert_int_equal(view.line_count, 10);
    fact_view_act(&view, DO_LAST, 120, 20);
    fact_view_act(&view, DO_UNFOLD, 120, 20);
    assert_int_equal(view.line_count, 11);
    view.cursor.at = 6; /* in a value: its heading folds and has the cursor */
    fact_view_act(&view, DO_UNFOLD, 120, 20);
    assert_int_equal(view.line_count, 7);
    assert_string_equal(view.list.facts[view.lines[view.cursor.at].fact].name, "Inner");
    /* Another list of the same headings is folded alike. */
    fact_view_set(&view, sample());
    fact_view_act(&view, DO_FIRST, 120, 20);
    assert_int_equal(view.line_count, 7);
    fact_view_act(&view, DO_UNFOLD_ALL, 120, 20);
    assert_int_equal(view.line_count, 11);
    fact_view_act(&view, DO_UNFOLD_ALL, 120, 20);
    assert_int_equal(view.line_count, 3);
    fact_view_free(&view);
}

static void search_opens_what_it_finds(void **state)
{
    (void)state;
    struct fact_view view = {0};
    struct strbuf text = {0};
    fact_view_set(&view, sample());
    assert_false(fact_view_search(&view, "nowhere", 80, 1, true));
    assert_true(fact_view_search(&view, "treasure", 80, 1, true));
    fact_view_copy(&view, &text);
    assert_string_equal(text.data, "Hidden: treasure\n");
    strbuf_clear(&text);
    assert_true(fact_view_search(&view, "launch__reg", 80, 1, false));
    fact_view_copy(&view, &text);
    assert_string_equal(text.data, "Registers: 32 [launch__registers_per_thread]\n");
    strbuf_clear(&text);
    fact_view_act(&view, DO_FIRST, 80, 20);
    fact_view_copy(&view, &text);
    assert_non_null(strstr(text.data, "Kernel\nName: a name"));
    assert_null(strstr(text.data, "Host"));
    strbuf_free(&text);
    fact_view_free(&view);
}

/* The cursor stays at its fact when the pane becomes narrow. */
static void the_cursor_stays(void **state)
{
    (void)state;
    struct fact_view view = {0};
    fact_view_set(&view, sample());
    assert_true(fact_view_search(&view, "Registers", 200, 1, true));
    size_t fact = view.lines[view.cursor.at].fact;
    for (int columns = 200; columns > 10; columns -= 7) {
        fact_view_act(&view, DO_NOTHING, columns, 20);
        assert_int_equal(view.lines[view.cursor.at].fact, fact);
    }
    fact_view_free(&view);
}

static void nothing_to_show(void **state)
{
    (void)state;
    struct fact_view view = {0};
    struct strbuf text = {0};
    assert_false(fact_view_act(&view, DO_DOWN, 80, 20));
    assert_false(fact_view_act(&view, DO_UNFOLD, 80, 20));
    assert_false(fact_view_search(&view, "a", 80, 1, true));
    assert_false(fact_view_click(&view, 0, 20));
    fact_view_copy(&view, &text);
    assert_int_equal(text.length, 0);
    fact_view_free(&view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_fit_at_every_width),
        cmocka_unit_test(folds),
        cmocka_unit_test(search_opens_what_it_finds),
        cmocka_unit_test(the_cursor_stays),
        cmocka_unit_test(nothing_to_show),
    };
    use_locale("C.UTF-8");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
