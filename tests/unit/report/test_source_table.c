#include "report/page_parts/source_table.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"

static const size_t widths[] = {4, 3, 8};

static char *text;
static size_t length;

static FILE *begin(void)
{
    use_locale("C.UTF-8");
    return open_memstream(&text, &length);
}

static void printed(FILE *out, const char *expected)
{
    fclose(out);
    assert_string_equal(text, expected);
    free(text);
}

static void a_rule_is_as_wide_as_the_columns(void **state)
{
    (void)state;
    FILE *out = begin();
    source_table_rule(out, widths, 3);
    printed(out, "---- --- --------\n");
}

static void long_cells_go_on_in_the_next_line(void **state)
{
    (void)state;
    FILE *out = begin();
    const char *const cells[] = {"a", "bcdefgh", "i"};
    source_table_row(out, widths, 3, cells, 3);
    printed(out, "a    bcd i       \n"
                 "     efg         \n"
                 "     h           \n");
}

static void low_cells_stand_in_the_last_line(void **state)
{
    (void)state;
    FILE *out = begin();
    const char *const cells[] = {"a", "bcde", "i"};
    source_table_row(out, widths, 3, cells, 2);
    printed(out, "a    bcd         \n"
                 "     e   i       \n");
}

static void titles_are_cut_sooner(void **state)
{
    (void)state;
    FILE *out = begin();
    const char *const cells[] = {"abcd", NULL, "abcde"};
    source_table_titles(out, widths, 3, cells, 2, 3);
    printed(out, "abcd     abc     \n"
                 "         de      \n");
}

static void wide_characters_take_two_columns(void **state)
{
    (void)state;
    FILE *out = begin();
    const char *const cells[] = {"\xc3\xa9\t", "\xe4\xb8\xad\xe4\xb8\xad", "\x1b[1m"};
    source_table_row(out, widths, 3, cells, 3);
    assert_int_equal(source_table_width("\xe4\xb8\xad\t"), 3);
    fclose(out);
    assert_null(strchr(text, '\x1b'));
    assert_memory_equal(text, "\xc3\xa9\t   \xe4\xb8\xad  ", 11);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rule_is_as_wide_as_the_columns),
        cmocka_unit_test(long_cells_go_on_in_the_next_line),
        cmocka_unit_test(low_cells_stand_in_the_last_line),
        cmocka_unit_test(titles_are_cut_sooner),
        cmocka_unit_test(wide_characters_take_two_columns),
    };
    return cmocka_run_group_tests_name("source_table", tests, NULL, NULL);
}
