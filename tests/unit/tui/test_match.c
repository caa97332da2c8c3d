#include "tui/term/match.h"

#include "build_report.h"

static void capitals_matter_where_the_search_has_some(void **state)
{
    (void)state;
    static const struct {
        const char *text, *search;
        bool match;
    } cases[] = {
        {"sgemm_naive", "gemm", true},
        {"sgemm_naive", "GEMM", false},
        {"SGEMM", "gemm", true},
        {"SGEMM", "GEMM", true},
        {"SGemm", "Gemm", true},
        {"SGEMM", "Gemm", false},
        {"abc", "", true},
        {"", "", true},
        {"", "a", false},
        {"abc", "abcd", false},
        {"void tile<16>(float *)", "<16>", true},
        {"a.b", "a*b", false},
        {"a.b", "a.b", true},
        {"\xc3\xa4pfel", "\xc3\xa4p", true},
        {"\xc3\xa4pfel", "\xc3\xa4P", false},
        {"\xff\xfe", "\xfe", true},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        if (match_text(cases[i].text, cases[i].search) != cases[i].match)
            fail_msg("\"%s\" in \"%s\"", cases[i].search, cases[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(capitals_matter_where_the_search_has_some),
    };
    return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
