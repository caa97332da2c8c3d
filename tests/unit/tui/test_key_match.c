/* Actions found by what is typed of them. */
#include "tui/widgets/key_match.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 8 };

/* The names of the first rows, each with a blank behind it. */
static void finds(const char *text, int views, const char *wanted)
{
    const struct key_row *rows[MOST];
    struct strbuf found = {0};
    size_t count = key_match_find(text, views, rows, MOST);
    strbuf_adds(&found, "");
    for (size_t i = 0; i < count; i++) {
        keys_name(&found, rows[i]);
        strbuf_addc(&found, ' ');
    }
    if (strncmp(found.data, wanted, strlen(wanted)) != 0 || (!*wanted && count))
        fail_msg("\"%s\" finds \"%s\", not \"%s\"", text, found.data, wanted);
    strbuf_free(&found);
}

static void what_begins_with_the_text_comes_first(void **state)
{
    (void)state;
    finds("occ", VIEW_ANY, "occupancy ");
    finds("OCC", VIEW_ANY, "occupancy ");
    finds("spots", VIEW_LIST, "spots-by hot-spots sort-spots reverse-spots ");
    finds("sort", VIEW_LIST, "sort sort-by sort-spots ");
    finds("sort", VIEW_HOT, "sort-spots sort-by sort ");
}

static void letters_and_words_mean_it_as_well(void **state)
{
    (void)state;
    finds("ocpy", VIEW_ANY, "occupancy ");
    finds("clipboard", VIEW_ANY, "copy copy-pane ");
    finds("hs", VIEW_ANY, "hot-spots ");
    finds("pane", VIEW_ANY, "copy-pane ");
}

static void what_means_nothing_finds_nothing(void **state)
{
    (void)state;
    finds("", VIEW_ANY, "");
    finds("zzz", VIEW_ANY, "");
    finds("\xc3\xa4", VIEW_ANY, "");
    finds("-", VIEW_ANY, "");
}

static void no_more_than_asked_for_and_each_once(void **state)
{
    (void)state;
    const struct key_row *rows[400];
    size_t count = key_match_find("e", VIEW_ANY, rows, 400);
    assert_in_range(count, 2, key_row_count);
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            assert_ptr_not_equal(rows[i], rows[j]);
    assert_int_equal(key_match_find("e", VIEW_ANY, rows, 2), 2);
}

/* A key is written as the help writes it, so that it can be looked up there. */
static void keys_have_names(void **state)
{
    (void)state;
    size_t named = 0;
    for (int key = 1; key < 0x200; key++) {
        struct strbuf word = {0};
        if (keys_word(&word, key)) {
            assert_true(keys_means(word.data, word.length, key) || key < ' ');
            assert_true(keys_is_key(word.data, word.length) || key < ' ');
            named++;
        }
        strbuf_free(&word);
    }
    assert_in_range(named, 94 + 12, 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_begins_with_the_text_comes_first),
        cmocka_unit_test(letters_and_words_mean_it_as_well),
        cmocka_unit_test(what_means_nothing_finds_nothing),
        cmocka_unit_test(no_more_than_asked_for_and_each_once),
        cmocka_unit_test(keys_have_names),
    };
    return cmocka_run_group_tests_name("key_match", tests, NULL, NULL);
}
