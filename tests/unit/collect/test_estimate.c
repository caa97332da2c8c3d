#include "collect/plan/estimate.h"

#include "build_report.h"
#include "collect/inject/context/contexts.h"

/* Host and injection library share no header. */
static void the_window_is_that_of_the_injection_library(void **state)
{
    (void)state;
    assert_int_equal(ESTIMATE_WINDOW, WINDOW_LAUNCHES);
}

static void assert_close(double value, double measured, double share)
{
    if (value < measured * (1 - share) || value > measured * (1 + share))
        fail_msg("%g is not within %g of %g", value, share, measured);
}

static void measured_times_come_out(void **state)
{
    (void)state;
    /* Nine passes, caches left alone: one launch, and ten in a window. */
    assert_close(estimate_ms(9, 1, false), 188, 0.02);
    assert_close(estimate_ms(9, 10, false), 280, 0.05);
    /* tests/gpu/RESULTS.md: a window of 128, caches flushed. */
    assert_close(estimate_ms(9, 128, true), 1880, 0.02);
}

static void a_window_more_costs_a_start_more(void **state)
{
    (void)state;
    double full = estimate_ms(1, ESTIMATE_WINDOW, false);
    assert_close(estimate_ms(1, ESTIMATE_WINDOW + 1, false) - full, estimate_ms(1, 1, false), 1e-9);
    assert_close(estimate_ms(7, ESTIMATE_WINDOW, false), 7 * full, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_window_is_that_of_the_injection_library),
        cmocka_unit_test(measured_times_come_out),
        cmocka_unit_test(a_window_more_costs_a_start_more),
    };
    return cmocka_run_group_tests_name("estimate", tests, NULL, NULL);
}
