#include "report/base/natural_order.h"

#include <stdlib.h>

#include "build_report.h"

/* In order. */
static const char *const names[] = {"",
                                    "a",
                                    "a/rank2",
                                    "a/rank10",
                                    "a/rank10/x",
                                    "a.b",
                                    "a0",
                                    "a00",
                                    "a1",
                                    "a1b2",
                                    "a01b2",
                                    "a1b10",
                                    "a2",
                                    "a09",
                                    "a10",
                                    "a18446744073709551616",
                                    "a99999999999999999999999",
                                    "b",
                                    "b\xc3\xa4"};

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static void every_pair_is_in_order(void **state)
{
    (void)state;
    for (int i = 0; i < (int)COUNT(names); i++)
        for (int j = 0; j < (int)COUNT(names); j++)
            if (sign(natural_order(names[i], names[j])) != sign(i - j))
                fail_msg("\"%s\" and \"%s\" are not in order", names[i], names[j]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_pair_is_in_order)};
    return cmocka_run_group_tests_name("natural_order", tests, NULL, NULL);
}
