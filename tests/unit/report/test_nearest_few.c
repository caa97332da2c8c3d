#include "report/base/nearest_few.h"

#include "build_report.h"

static void the_closest_come_first(void **state)
{
    (void)state;
    static const char *const known[] = {"dram__bytes_written", "dram__bytes", "dram__bytes_read",
                                        "dram__byte_red",      "sm__x",       "dram__bytes_read"};
    struct nearest_few few = {.wanted = "dram__bytes_rad"};
    for (size_t i = 0; i < COUNT(known); i++)
        nearest_few_offer(&few, known[i]);
    assert_int_equal(few.count, 3);
    assert_string_equal(few.names[0], "dram__bytes_read");
    assert_string_equal(few.names[1], "dram__byte_red");
    assert_string_equal(few.names[2], "dram__bytes");
    nearest_few_free(&few);
    assert_int_equal(few.count, 0);
}

static void of_equals_the_first_stay(void **state)
{
    (void)state;
    static const char *const known[] = {"aaab", "aaac", "aaad", "aaae", "aaaa"};
    struct nearest_few few = {.wanted = "aaaa"};
    for (size_t i = 0; i < COUNT(known); i++)
        nearest_few_offer(&few, known[i]);
    assert_string_equal(few.names[0], "aaaa");
    assert_string_equal(few.names[1], "aaab");
    assert_string_equal(few.names[2], "aaac");
    nearest_few_free(&few);
}

static void what_is_far_is_not_meant(void **state)
{
    (void)state;
    struct nearest_few few = {.wanted = "abc"};
    nearest_few_offer(&few, "something else");
    assert_int_equal(few.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_closest_come_first),
        cmocka_unit_test(of_equals_the_first_stay),
        cmocka_unit_test(what_is_far_is_not_meant),
    };
    return cmocka_run_group_tests_name("nearest_few", tests, NULL, NULL);
}
