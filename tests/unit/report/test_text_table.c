#include "report/base/text_table.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"

static const char *const names[] = {"Name", "Value"};
static const bool right[] = {false, true};

static char *print(const struct text_table *table)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    text_table_print(table, out);
    fclose(out);
    return text;
}

static void prints(struct text_table *table, const char *expected)
{
    char *text = print(table);
    assert_string_equal(text, expected);
    free(text);
    text_table_free(table);
}

static void columns_are_as_wide_as_their_longest_cell(void **state)
{
    (void)state;
    struct text_table table = {.columns = 2, .names = names, .right = right, .indent = 2};
    text_table_add(&table, (const char *const[]){"a longer name", "1"});
    text_table_add(&table, (const char *const[]){"b", "1,234,567"});
    prints(&table, "  ------------- ---------\n"
                   "  Name              Value\n"
                   "  ------------- ---------\n"
                   "  a longer name         1\n"
                   "  b             1,234,567\n");
}

static void a_table_without_rows_is_its_heading(void **state)
{
    (void)state;
    struct text_table table = {.columns = 2, .names = names, .right = right};
    prints(&table, "---- -----\nName Value\n---- -----\n");
}

static void a_cell_that_is_missing_is_empty(void **state)
{
    (void)state;
    struct text_table table = {.columns = 2, .names = names, .right = right};
    text_table_add(&table, (const char *const[]){NULL, "1"});
    prints(&table, "---- -----\nName Value\n---- -----\n         1\n");
}

static const struct text_width narrow[] = {{0, 5}, {0, 5}};

static void long_cells_wrap(void **state)
{
    (void)state;
    struct text_table table = {.columns = 2, .names = names, .right = right, .widths = narrow};
    text_table_add(&table, (const char *const[]){"abcdefghijkl", "1"});
    prints(&table, "----- -----\n"
                   "Name  Value\n"
                   "----- -----\n"
                   "abcde     1\n"
                   "fghij      \n"
                   "kl         \n");
}

/* A break takes the blank before it along, which counts in the next line; words are cut only where
 * there is no blank, or on demand. */
static void cells_wrap_between_words(void **state)
{
    (void)state;
    struct text_table table = {.columns = 2, .names = names, .right = right, .widths = narrow};
    text_table_add(&table, (const char *const[]){"ab cd efg", "1; 2; 3"});
    prints(&table, "----- -----\n"
                   "Name  Value\n"
                   "----- -----\n"
                   "ab       1;\n"
                   "cd     2; 3\n"
                   "efg        \n");
    table = (struct text_table){
        .columns = 2, .names = names, .right = right, .widths = narrow, .cuts = true};
    text_table_add(&table, (const char *const[]){"ab cd efg", "1"});
    prints(&table, "----- -----\n"
                   "Name  Value\n"
                   "----- -----\n"
                   "ab cd     1\n"
                   " efg       \n");
}

static void columns_have_a_least_width(void **state)
{
    (void)state;
    static const struct text_width fixed[] = {{0}, {7, 7}};
    struct text_table table = {
        .columns = 2, .names = names, .right = right, .widths = fixed, .open = true};
    text_table_add(&table, (const char *const[]){"a", "123456789"});
    prints(&table, "Name   Value\n"
                   "---- -------\n"
                   "a    1234567\n"
                   "          89\n");
}

static void a_cell_of_exactly_the_width_does_not_wrap(void **state)
{
    (void)state;
    struct text_table table = {.columns = 2, .names = names, .right = right, .widths = narrow};
    text_table_add(&table, (const char *const[]){"abcde", ""});
    prints(&table, "----- -----\nName  Value\n----- -----\nabcde      \n");
}

static void cells_are_made_safe(void **state)
{
    (void)state;
    use_locale("C");
    struct text_table table = {.columns = 2, .names = names, .right = right};
    text_table_add(&table, (const char *const[]){"\x1b[2J\n", "\xff"});
    prints(&table, "----- -----\nName  Value\n----- -----\n?[2J?     ?\n");
}

static void wide_characters_keep_the_columns_straight(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    struct text_table table = {.columns = 2, .names = names, .right = right};
    text_table_add(&table, (const char *const[]){"\xe4\xb8\xad\xe6\x96\x87\xe5\xad\x97", "1"});
    prints(&table, "------ -----\n"
                   "Name   Value\n"
                   "------ -----\n"
                   "\xe4\xb8\xad\xe6\x96\x87\xe5\xad\x97     1\n");
}

/* A wide character that does not fit whole goes to the next line. */
static void wide_characters_wrap_within_the_width(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    struct text_table table = {.columns = 2, .names = names, .right = right, .widths = narrow};
    text_table_add(&table, (const char *const[]){"\xe4\xb8\xad\xe6\x96\x87\xe5\xad\x97", "1"});
    prints(&table, "----- -----\n"
                   "Name  Value\n"
                   "----- -----\n"
                   "\xe4\xb8\xad\xe6\x96\x87      1\n"
                   "\xe5\xad\x97         \n");
}

static void the_closing_rule_is_as_wide_as_the_table(void **state)
{
    (void)state;
    struct text_table table = {.columns = 2, .names = names, .right = right, .indent = 1};
    text_table_add(&table, (const char *const[]){"name of six", "1"});
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    text_table_print_rule(&table, out);
    fclose(out);
    assert_string_equal(text, " ----------- -----\n");
    free(text);
    text_table_free(&table);
}

static void many_rows_are_kept(void **state)
{
    (void)state;
    struct text_table table = {.columns = 2, .names = names, .right = right};
    for (int i = 0; i < 1000; i++) {
        char text[16];
        snprintf(text, sizeof text, "%d", i);
        text_table_add(&table, (const char *const[]){text, text});
    }
    assert_int_equal(table.rows, 1000);
    assert_string_equal(table.cells[1999], "999");
    text_table_free(&table);
    assert_int_equal(table.rows, 0);
}

/* A report says how many columns the tables of its rules have. */
static void many_columns_are_printed(void **state)
{
    (void)state;
    enum { MANY = 300 };
    const char *cells[MANY], *heads[MANY];
    bool to_right[MANY] = {false};
    for (size_t i = 0; i < MANY; i++)
        cells[i] = "c", heads[i] = "h";
    struct text_table table = {.columns = MANY, .names = heads, .right = to_right};
    text_table_add(&table, cells);
    char *text = print(&table);
    assert_int_equal(strlen(text), 4 * 2 * MANY);
    free(text);
    text_table_free(&table);
}

/* Numbers are never cut, so a line of many of them is as long as it is. */
static void texts_become_narrower_where_a_line_is_too_long(void **state)
{
    (void)state;
    static const char *const cells[] = {"123456789", "one two three four five six", "a b"};
    static const char *const heads[] = {"n", "long", "short"};
    static const bool to_right[] = {true, false, false};
    for (size_t most = 1; most < 60; most++) {
        struct text_table table = {.columns = 3, .names = heads, .right = to_right, .line = most};
        text_table_add(&table, cells);
        char *text = print(&table);
        const size_t length = strcspn(text, "\n"), least = 9 + 1 + TEXT_TABLE_LEAST + 1 + 5,
                     whole = 9 + 1 + 27 + 1 + 5;
        assert_int_equal(length, most < least ? least : most > whole ? whole : most);
        assert_non_null(strstr(text, "123456789"));
        free(text);
        text_table_free(&table);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_are_as_wide_as_their_longest_cell),
        cmocka_unit_test(a_cell_that_is_missing_is_empty),
        cmocka_unit_test(a_table_without_rows_is_its_heading),
        cmocka_unit_test(long_cells_wrap),
        cmocka_unit_test(cells_wrap_between_words),
        cmocka_unit_test(columns_have_a_least_width),
        cmocka_unit_test(a_cell_of_exactly_the_width_does_not_wrap),
        cmocka_unit_test(cells_are_made_safe),
        cmocka_unit_test(wide_characters_keep_the_columns_straight),
        cmocka_unit_test(wide_characters_wrap_within_the_width),
        cmocka_unit_test(the_closing_rule_is_as_wide_as_the_table),
        cmocka_unit_test(many_rows_are_kept),
        cmocka_unit_test(many_columns_are_printed),
        cmocka_unit_test(texts_become_narrower_where_a_line_is_too_long),
    };
    return cmocka_run_group_tests_name("text_table", tests, NULL, NULL);
}
