#include "tui/list/list_filter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"

enum { NAMES = 2000 };

/* More names than verdicts are kept of, each asked for again and again in changing order. */
static void an_expression_tells_each_name_from_the_others(void **state)
{
    (void)state;
    struct list_filter filter = {0};
    struct error error;
    assert_true(list_filter_set(&filter, "regex:^kernel_1.*[05]$", &error));
    for (int round = 0; round < 3; round++)
        for (int i = 0; i < NAMES; i++) {
            char name[32];
            int number = i * 7 % NAMES;
            snprintf(name, sizeof name, "kernel_%d", number);
            bool takes = name[7] == '1' && number % 5 == 0 && number >= 10;
            if (list_filter_takes(&filter, name) != takes)
                fail_msg("%s in round %d", name, round);
        }
    list_filter_free(&filter);
}

static void another_text_forgets_what_was_said(void **state)
{
    (void)state;
    struct list_filter filter = {0};
    struct error error;
    assert_true(list_filter_takes(&filter, "gemm"));
    assert_true(list_filter_set(&filter, "regex:^g", &error));
    assert_true(list_filter_takes(&filter, "gemm"));
    assert_false(list_filter_set(&filter, "regex:(", &error));
    assert_true(list_filter_takes(&filter, "gemm"));
    assert_true(list_filter_set(&filter, "regex:^h", &error));
    assert_false(list_filter_takes(&filter, "gemm"));
    assert_true(list_filter_set(&filter, "EM", &error));
    assert_true(list_filter_takes(&filter, "gemm"));
    assert_true(list_filter_set(&filter, "", &error));
    assert_true(list_filter_takes(&filter, "x"));
    list_filter_free(&filter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_expression_tells_each_name_from_the_others),
        cmocka_unit_test(another_text_forgets_what_was_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
