/* What is wrong with an expression, and where. */
#include "report/base/regex_fault.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"

static void expect(const char *text, const char *fault)
{
    char out[REGEX_FAULT];
    regex_t regex;
    int problem = regcomp(&regex, text, REG_EXTENDED | REG_NOSUB);
    assert_int_not_equal(problem, 0);
    regex_fault(out, problem, &regex, text);
    assert_string_equal(out, fault);
}

static void places_are_told(void **state)
{
    (void)state;
    expect("(a", "Unmatched ( or \\( at character 1");
    expect("a(b)c(d", "Unmatched ( or \\( at character 6");
    expect("a(b(c)", "Unmatched ( or \\( at character 2");
    expect("ab[c", "Unmatched [, [^, [:, [., or [= at character 3");
    expect("(a[z-a]b)", "Invalid range end at character 6");
    expect("ab\\", "Trailing backslash at character 3");
    expect("a*(*b)", "Invalid preceding regular expression at character 4");
    expect("\u00e4\u00e4(b", "Unmatched ( or \\( at character 3");
}

static void no_place_of_what_is_very_long(void **state)
{
    (void)state;
    char *text = mem_printf("(%01000d", 0);
    expect(text, "Unmatched ( or \\(");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_told),
        cmocka_unit_test(no_place_of_what_is_very_long),
    };
    return cmocka_run_group_tests_name("regex_fault", tests, NULL, NULL);
}
