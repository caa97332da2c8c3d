#include "report/names/report_suffix.h"

#include "build_report.h"

static void names_of_reports_are_known(void **state)
{
    (void)state;
    assert_int_equal(report_suffix("a.ncu-rep"), 8);
    assert_int_equal(report_suffix("runs/a.ncu-repz"), 9);
    assert_int_equal(report_suffix("a.b.ncu-rep.zst"), 12);
    assert_int_equal(report_suffix("a.ncu-rep.gz"), 11);
    assert_int_equal(report_suffix("a.ncu-rep.zip"), 12);
}

static void other_names_are_not(void **state)
{
    (void)state;
    static const char *const others[] = {
        "",      ".ncu-rep",      ".ncu-rep.gz", "a.gz",         "a.zip",
        "a.zst", "a.ncu-rep.AbC", "a.ncu-repzz", "a.ncu-rep.xz", "ncu-rep"};
    for (size_t i = 0; i < COUNT(others); i++)
        assert_int_equal(report_suffix(others[i]), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_reports_are_known),
        cmocka_unit_test(other_names_are_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
