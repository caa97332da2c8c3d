#include "report/metric/unit_spelling.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
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
        cmocka_unit_test(a_short_buffer_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
