#include "collect/cupti/base_names.h"

#include "build_report.h"

static void the_base_of_a_full_name_is_found(void **state)
{
    static const char *const listed[] = {"sm__cycles_active", "dram__bytes", "sm__cycles",
                                         "sm__cycles_active"}; /* once for each domain */
    struct base_names bases = {0};
    (void)state;
    assert_false(base_names_have(&bases, "sm__cycles.sum"));
    for (size_t i = 0; i < COUNT(listed); i++)
        base_names_add(&bases, listed[i]);
    base_names_sort(&bases);
    for (size_t i = 0; i < COUNT(listed); i++)
        assert_true(base_names_have(&bases, listed[i]));
    assert_true(base_names_have(&bases, "sm__cycles.avg.per_second"));
    assert_true(base_names_have(&bases, "dram__bytes.sum"));
    base_names_free(&bases);
}

/* Neither what begins like one nor what one begins like. */
static void other_names_are_not_found(void **state)
{
    static const char *const others[] = {"",       "sm__cycles_act.sum", "sm__cycle",
                                         "dram__", "dram__bytes_read",   "zz__last.sum"};
    struct base_names bases = {0};
    (void)state;
    base_names_add(&bases, "sm__cycles_active");
    base_names_add(&bases, "dram__bytes");
    base_names_sort(&bases);
    for (size_t i = 0; i < COUNT(others); i++)
        assert_false(base_names_have(&bases, others[i]));
    base_names_free(&bases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_base_of_a_full_name_is_found),
                                       cmocka_unit_test(other_names_are_not_found)};
    return cmocka_run_group_tests_name("base_names", tests, NULL, NULL);
}
