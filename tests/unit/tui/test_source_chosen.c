#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tui/source/source_chosen.h"

static struct code_column columns[] = {
    {.metric = "samples", .label = "All Samples"},
    {.metric = "group__hidden", .label = "Of a hidden group", .visible = COLUMN_GROUP_HIDDEN},
    {.metric = "hidden", .label = "Hidden", .visible = COLUMN_HIDDEN},
};
static const struct source_metrics metrics = {.columns = columns, .count = 3};

/* A letter for each column that is seen, a large one if it is also seen as one that leads. */
static void expect(const struct source_chosen *chosen, const char *seen)
{
    static const char letters[] = "sgh";
    char found[8] = "";
    for (size_t i = 0; i < 3; i++) {
        char letter[2] = {source_chosen_sees(chosen, &columns[i], false) ? letters[i] : '-', '\0'};
        if (*letter != '-' && !source_chosen_sees(chosen, &columns[i], true))
            *letter = '!';
        strcat(found, letter);
    }
    assert_string_equal(found, seen);
}

static void sections_say_what_is_seen_at_first(void **state)
{
    (void)state;
    struct source_chosen none = {0};
    expect(NULL, "s--");
    expect(&none, "s--");
    /* Those that come first stay if only their group is hidden. */
    assert_true(source_chosen_sees(&none, &columns[1], true));
    assert_false(source_chosen_sees(&none, &columns[2], true));
}

static void words_switch_columns(void **state)
{
    (void)state;
    struct source_chosen chosen = {0};
    struct error error = {""};
    assert_true(source_chosen_set(&chosen, &metrics, "+of a hidden group, -samples", &error));
    expect(&chosen, "-g-");
    assert_true(source_chosen_set(&chosen, &metrics, "Hidden", &error));
    expect(&chosen, "-gh");
    assert_true(source_chosen_set(&chosen, &metrics, " -group__hidden ,", &error));
    expect(&chosen, "--h");
    assert_true(source_chosen_set(&chosen, &metrics, "all", &error));
    expect(&chosen, "sgh");
    assert_true(source_chosen_set(&chosen, &metrics, "-hidden", &error));
    expect(&chosen, "sg-");
    assert_true(source_chosen_set(&chosen, &metrics, "usual", &error));
    expect(&chosen, "s--");
    source_chosen_free(&chosen);
}

static void an_unknown_word_changes_nothing(void **state)
{
    (void)state;
    struct source_chosen chosen = {0};
    struct error error = {""};
    assert_false(source_chosen_set(&chosen, &metrics, "hidden,Hiden", &error));
    assert_string_equal(error.text,
                        "no column of this code is called \"Hiden\"; nearest is \"Hidden\"");
    expect(&chosen, "s--");
    source_chosen_free(&chosen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_say_what_is_seen_at_first),
        cmocka_unit_test(words_switch_columns),
        cmocka_unit_test(an_unknown_word_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
