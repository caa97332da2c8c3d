#include "collect/program/name_counts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"

static void text_is(struct name_counts *seen, const char *expected)
{
    char *text = name_counts_text(seen);
    assert_string_equal(text, expected);
    free(text);
}

static void the_most_frequent_come_first(void **state)
{
    (void)state;
    struct name_counts seen = {0};
    assert_false(name_counts_any(&seen));
    name_counts_add(&seen, "b");
    assert_true(name_counts_any(&seen));
    text_is(&seen, "b (1 launch in all)");
    assert_int_equal(name_counts_add(&seen, "c"), 1);
    name_counts_add(&seen, "a");
    assert_int_equal(name_counts_add(&seen, "c"), 2);
    text_is(&seen, "c, a, b (4 launches in all)");
    /* Also after it was sorted. */
    for (int i = 0; i < 3; i++)
        name_counts_add(&seen, "b");
    text_is(&seen, "b, c, a (7 launches in all)");
    name_counts_free(&seen);
    assert_false(name_counts_any(&seen));
}

static void at_most_twelve_are_named(void **state)
{
    (void)state;
    struct name_counts seen = {0};
    char name[32];
    for (int i = 0; i < 40; i++) {
        snprintf(name, sizeof name, "k%02d", i);
        name_counts_add(&seen, name);
    }
    seen.unnamed = 10;
    text_is(&seen, "k00, k01, k02, k03, k04, k05, k06, k07, k08, k09, k10, k11 and 28 more "
                   "(50 launches in all)");
    name_counts_free(&seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_most_frequent_come_first),
        cmocka_unit_test(at_most_twelve_are_named),
    };
    return cmocka_run_group_tests_name("name_counts", tests, NULL, NULL);
}
