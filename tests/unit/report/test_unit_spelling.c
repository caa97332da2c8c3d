#include "report/metric/unit_spelling.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

static void units_are_spelled_as_people_do(void **state)
{
    static const char *const units[][2] = {
        {"Ghz", "GHz"},
        {"hz", "Hz"},
        {"Khz", "kHz"},
        {"byte", "B"},
        {"Mbyte", "MB"},
        {"Tbyte/s", "TB/s"},
        {"byte/ns", "B/ns"},
        {"Kbyte/block", "KB/block"},
        {"", ""},
        {"%", "%"},
        {"inst/cycle", "inst/cycle"},
        {"FLOP/byte", "FLOP/byte"},
        {"bytes", "bytes"},
        {"us", "us"},
        {"by", "by"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        char *spelled = unit_spelled(units[i][0]);
        assert_string_equal(spelled, units[i][1]);
        free(spelled);
    }
}

static void words_agree_with_their_number(void **state)
{
    static const struct {
        const char *unit;
        double number;
        const char *expected;
    } cases[] = {
        {"register/thread", 32, "registers/thread"},
        {"register/thread", 1, "register/thread"},
        {"cycle", 0, "cycles"},
        {"cycle", 1.5, "cycles"},
        {"pass", 38, "passes"},
        {"branches", 1, "branch"},
        {"SM", 132, "SMs"},
        {"cycle/warp", 2, "cycles/warp"},
        /* These have one form. */
        {"inst", 5, "inst"},
        {"GHz", 2, "GHz"},
        {"B/block", 2, "B/block"},
        {"us", 1, "us"},
        {"%", 50, "%"},
        {"cy", 2, "cy"},
        {"", 2, ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char unit[48];
        snprintf(unit, sizeof unit, "%s", cases[i].unit);
        unit_count(unit, sizeof unit, cases[i].number);
        assert_string_equal(unit, cases[i].expected);
    }
}

static void a_short_buffer_is_kept(void **state)
{
    char unit[6] = "Gbyte";
    (void)state;
    unit_spell(unit, sizeof unit);
    assert_string_equal(unit, "GB");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_are_spelled_as_people_do),
        cmocka_unit_test(words_agree_with_their_number),
        cmocka_unit_test(a_short_buffer_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
