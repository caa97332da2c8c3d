#include "report/base/nearest.h"

#include <string.h>

#include "build_report.h"

static void distances(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        size_t distance;
    } cases[] = {
        {"", "", 0},         {"", "abc", 3},           {"abc", "abc", 0},        {"abc", "abd", 1},
        {"abc", "ab", 1},    {"abc", "xabc", 1},       {"label", "lable", 1},    {"ab", "ba", 1},
        {"abcd", "badc", 2}, {"kitten", "sitting", 3}, {"Metric", "Metrics", 1},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(nearest_distance(cases[i].a, cases[i].b, 10), cases[i].distance);
        assert_int_equal(nearest_distance(cases[i].b, cases[i].a, 10), cases[i].distance);
    }
}

static void a_distance_over_the_limit_is_the_limit_and_one(void **state)
{
    (void)state;
    assert_int_equal(nearest_distance("abc", "xyz", 2), 3);
    assert_int_equal(nearest_distance("a", "abcdefgh", 2), 3);
    assert_int_equal(nearest_distance("abc", "abd", 0), 1);
}

static void very_long_words_are_far_from_everything(void **state)
{
    (void)state;
    char word[1000];
    memset(word, 'a', sizeof word);
    word[sizeof word - 1] = '\0';
    assert_int_equal(nearest_distance(word, word, 5), 6);
    word[128] = '\0';
    assert_int_equal(nearest_distance(word, word, 5), 0);
    struct nearest nearest = {.wanted = word};
    nearest_offer(&nearest, "a");
    assert_null(nearest.best);
}

static void the_closest_word_wins_and_the_first_of_equals(void **state)
{
    (void)state;
    struct nearest nearest = {.wanted = "Labl"};
    nearest_offer(&nearest, "Table");
    nearest_offer(&nearest, "Label");
    nearest_offer(&nearest, "Lable");
    assert_string_equal(nearest.best, "Label");
}

static void a_word_that_only_lacks_its_end_is_meant(void **state)
{
    (void)state;
    struct nearest nearest = {.wanted = "Coll"};
    nearest_offer(&nearest, "CollectionScopes");
    assert_string_equal(nearest.best, "CollectionScopes");
}

static void an_unlike_word_is_not_offered(void **state)
{
    (void)state;
    struct nearest nearest = {.wanted = "Grid"};
    nearest_offer(&nearest, "Occupancy");
    nearest_offer(&nearest, "");
    assert_null(nearest.best);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances),
        cmocka_unit_test(a_distance_over_the_limit_is_the_limit_and_one),
        cmocka_unit_test(very_long_words_are_far_from_everything),
        cmocka_unit_test(the_closest_word_wins_and_the_first_of_equals),
        cmocka_unit_test(a_word_that_only_lacks_its_end_is_meant),
        cmocka_unit_test(an_unlike_word_is_not_offered),
    };
    return cmocka_run_group_tests_name("nearest", tests, NULL, NULL);
}
