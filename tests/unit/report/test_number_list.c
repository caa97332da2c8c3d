#include "report/base/number_list.h"

#include "build_report.h"

static void numbers_and_ranges_are_in_it(void **state)
{
    (void)state;
    struct number_list list = {0};
    assert_false(number_list_has(&list, 0));
    assert_int_equal(number_list_first(&list), 0);
    assert_true(number_list_add(&list, "9,4-7,12", NULL));
    for (unsigned i = 0; i < 20; i++)
        assert_int_equal(number_list_has(&list, i), i == 9 || (i >= 4 && i <= 7) || i == 12);
    assert_int_equal(number_list_first(&list), 4);
    assert_true(number_list_add(&list, "0-0,2147483647", NULL));
    assert_true(number_list_has(&list, 2147483647));
    assert_int_equal(number_list_first(&list), 0);
    number_list_free(&list);
}

static void what_is_no_list_is_refused(void **state)
{
    (void)state;
    static const char *const lists[] = {"",
                                        "a",
                                        "1,",
                                        ",1",
                                        "1,,2",
                                        "3-",
                                        "-3",
                                        "4-2",
                                        "1 2",
                                        "1-2-3",
                                        "0x1",
                                        "2147483648",
                                        "99999999999999999999",
                                        "1;2"};
    for (size_t i = 0; i < COUNT(lists); i++) {
        struct number_list list = {0};
        struct error error = {""};
        if (number_list_add(&list, lists[i], &error))
            fail_msg("\"%s\" is taken", lists[i]);
        assert_true(*error.text);
        number_list_free(&list);
    }
}

static void samples_are_each_nth(void **state)
{
    (void)state;
    static const char *const wrong[] = {"every:",    "every:0", "every:x",
                                        "every:8,1", "every",   "every:-1"};
    struct number_list list = {0};
    struct error error;
    assert_true(number_list_add_samples(&list, "every:8", &error));
    assert_true(number_list_add_samples(&list, "3-4", &error));
    for (unsigned i = 0; i < 100; i++)
        assert_int_equal(number_list_has(&list, i), i % 8 == 0 || i == 3 || i == 4);
    assert_int_equal(number_list_first(&list), 0);
    number_list_free(&list);
    for (size_t i = 0; i < COUNT(wrong); i++)
        assert_false(number_list_add_samples(&list, wrong[i], &error));
    assert_false(number_list_add(&list, "every:8", &error));
    number_list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_ranges_are_in_it),
        cmocka_unit_test(samples_are_each_nth),
        cmocka_unit_test(what_is_no_list_is_refused),
    };
    return cmocka_run_group_tests_name("number_list", tests, NULL, NULL);
}
