/* On cubins of the compiler for three architectures (tests/data/kernel_order.cu), whole and
 * damaged.
 */
#include "collect/inject/base/kernel_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "guarded_copy.h"
#include "report/base/file_bytes.h"

static const char *const chips[] = {"75", "90", "120"};

static uint8_t *read_cubin(const char *chip, size_t *size)
{
    char path[64];
    struct error error = {""};
    snprintf(path, sizeof path, "tests/data/kernel_order.sm_%s.cubin", chip);
    uint8_t *bytes = (uint8_t *)file_bytes(path, size, &error);
    if (!bytes)
        fail_msg("%s", error.text);
    return bytes;
}

static void atomics_clocks_and_calls_are_found(void **unused)
{
    static const struct {
        const char *kernel;
        bool matters;
    } cases[] = {
        {"free_plain", false},    {"free_adds", false},  {"free_shared", false},
        {"takes", true},          {"swaps", true},       {"takes_shared", true},
        {"takes_anywhere", true}, {"reads_clock", true}, {"reads_place", true},
        {"calls_helper", true},   {"points", true},      {"free_divides", false},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT(chips); i++) {
        size_t size;
        uint8_t *cubin = read_cubin(chips[i], &size);
        for (size_t j = 0; j < COUNT(cases); j++)
            if (kernel_order_matters(cubin, size, cases[j].kernel) != cases[j].matters)
                fail_msg("%s on %s: not %d", cases[j].kernel, chips[i], cases[j].matters);
        free(cubin);
    }
}

/* Functions of separate compilation have code of their own, which is not looked at. */
static void calls_of_other_code_count(void **unused)
{
    size_t size;
    struct error error = {""};
    uint8_t *cubin = (uint8_t *)file_bytes("tests/data/kernel_order.parts.cubin", &size, &error);
    (void)unused;
    if (!cubin)
        fail_msg("%s", error.text);
    assert_true(kernel_order_matters(cubin, size, "calls_helper"));
    assert_true(kernel_order_matters(cubin, size, "free_divides")); /* it calls, too */
    assert_false(kernel_order_matters(cubin, size, "free_plain"));
    free(cubin);
}

static void what_cannot_be_read_counts_as_dangerous(void **unused)
{
    size_t size, found = 0;
    uint8_t *cubin = read_cubin("90", &size);
    (void)unused;
    assert_true(kernel_order_matters(cubin, size, "no_such_kernel"));
    assert_true(kernel_order_matters(cubin, size, ""));
    for (size_t cut = 0; cut < size; cut += 97) {
        uint8_t *copy = guarded_copy(cubin, cut);
        found += !kernel_order_matters(copy, cut, "free_plain");
        guarded_free(copy);
    }
    assert_in_range(found, 0, 20); /* its end is padding */
    free(cubin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(atomics_clocks_and_calls_are_found),
        cmocka_unit_test(calls_of_other_code_count),
        cmocka_unit_test(what_cannot_be_read_counts_as_dangerous),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
