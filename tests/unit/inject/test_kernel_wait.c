/* On cubins of the compiler for three architectures (tests/data/kernel_wait.cu), whole and damaged.
 */
#include "collect/inject/base/kernel_wait.h"

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
    snprintf(path, sizeof path, "tests/data/kernel_wait.sm_%s.cubin", chip);
    uint8_t *bytes = (uint8_t *)file_bytes(path, size, &error);
    if (!bytes)
        fail_msg("%s", error.text);
    return bytes;
}

static void loops_that_read_what_others_write(void **unused)
{
    static const struct {
        const char *kernel;
        bool may, never;
    } cases[] = {
        {"waits_volatile", true, false},
        {"waits_acquire", true, false},
        {"waits_swap", true, false},
        {"waits_generic", true, false},
        {"waits_mapped", true, false},
        {"waits_each_time", true, false},
        {"goes_on", false, true},
        {"waits_for_own_gpu", false, false},
        {"swaps_on_own_gpu", false, false},
        {"reads_once", false, true},
        {"adds", false, true},
        {"waits_with_a_fence", false, false},
        {"waits_at_a_barrier", false, false},
        {"waits_with_a_pause", false, false},
        {"sums_behind_barriers", false, true},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT(chips); i++) {
        size_t size;
        uint8_t *cubin = read_cubin(chips[i], &size);
        for (size_t j = 0; j < COUNT(cases); j++)
            if (kernel_may_wait(cubin, size, cases[j].kernel) != cases[j].may ||
                kernel_never_waits(cubin, size, cases[j].kernel) != cases[j].never)
                fail_msg("%s on %s: may not %d or never not %d", cases[j].kernel, chips[i],
                         cases[j].may, cases[j].never);
        /* What it calls is in the same section or in another one. */
        assert_false(kernel_never_waits(cubin, size, "waits_in_a_call"));
        free(cubin);
    }
}

static void what_cannot_be_read_is_none(void **unused)
{
    size_t size;
    uint8_t *cubin = read_cubin("90", &size);
    (void)unused;
    assert_false(kernel_may_wait(cubin, size, "no_such_kernel"));
    assert_false(kernel_may_wait(cubin, size, ""));
    assert_false(kernel_never_waits(cubin, size, "no_such_kernel"));
    size_t never = 0;
    for (size_t cut = 0; cut < size; cut += 97) {
        uint8_t *copy = guarded_copy(cubin, cut);
        assert_false(kernel_may_wait(copy, cut, "goes_on"));
        never += kernel_never_waits(copy, cut, "goes_on");
        guarded_free(copy);
    }
    assert_in_range(never, 0, 10); /* its end is padding */
    free(cubin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_that_read_what_others_write),
        cmocka_unit_test(what_cannot_be_read_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
