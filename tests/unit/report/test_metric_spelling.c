#include "report/metric/metric_spelling.h"

#include <stdlib.h>

#include "build_report.h"

static void strange_characters_are_made_visible(void **state)
{
    (void)state;
    static const struct {
        const char *name, *shown, *cleaned;
    } cases[] = {
        {"sm__cycles\xe2\x80\x8b_active.avg", "sm__cycles<U+200B>_active.avg",
         "sm__cycles_active.avg"},
        {"sm__\xd0\xb0 b", "sm__<U+0430><U+0020>b", "sm__b"},
        {"\xef\xbb\xbfsm__a", "<U+FEFF>sm__a", "sm__a"},
        {"sm__a\t", "sm__a<U+0009>", "sm__a"},
        {"sm__a\xff.sum", "sm__a<byte FF>.sum", "sm__a.sum"},
        {"sm__a-b", "sm__a-b", "sm__ab"},
        {"sm__a\x7f", "sm__a<U+007F>", "sm__a"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_false(metric_spelling_is_good(cases[i].name));
        char *shown = metric_spelling_shown(cases[i].name);
        char *cleaned = metric_spelling_cleaned(cases[i].name);
        assert_string_equal(shown, cases[i].shown);
        assert_string_equal(cleaned, cases[i].cleaned);
        assert_true(metric_spelling_is_good(cleaned));
        free(shown);
        free(cleaned);
    }
}

static void good_names_stay(void **state)
{
    (void)state;
    static const char *const names[] = {
        "", "sm__cycles_active.avg.per_second", "group:memory__chart",
        "breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed",
        "pmsampling:TPC.TriageCompute.x"};
    for (size_t i = 0; i < COUNT(names); i++) {
        assert_true(metric_spelling_is_good(names[i]));
        char *shown = metric_spelling_shown(names[i]);
        assert_string_equal(shown, names[i]);
        free(shown);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strange_characters_are_made_visible),
        cmocka_unit_test(good_names_stay),
    };
    return cmocka_run_group_tests_name("metric_spelling", tests, NULL, NULL);
}
