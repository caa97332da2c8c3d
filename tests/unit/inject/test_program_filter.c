#include "collect/inject/filter/program_filter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define START CUPTI_DRIVER_TRACE_CBID_cuProfilerStart
#define STOP CUPTI_DRIVER_TRACE_CBID_cuProfilerStop

static struct program_filter plain(void)
{
    return (struct program_filter){.running = true,
                                   .start_chosen = true,
                                   .edges.lock = PTHREAD_MUTEX_INITIALIZER,
                                   .count_lock = PTHREAD_MUTEX_INITIALIZER};
}

static struct regex *numbers(const char *text)
{
    static struct regex *regex; /* the one before is done with */
    regex_free(regex);
    regex = regex_new(text, NULL);
    assert_non_null(regex);
    return regex;
}

static void the_profilers_calls_switch_it(void **unused)
{
    struct program_filter f = plain();
    (void)unused;
    assert_true(program_filter_runs(&f));
    program_filter_call(&f, STOP);
    assert_false(program_filter_runs(&f));
    assert_int_equal(f.stopped_launches, 1);
    program_filter_call(&f, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel);
    assert_false(program_filter_runs(&f));
    program_filter_call(&f, START);
    assert_true(program_filter_runs(&f));
    f.ignore_calls = true;
    program_filter_call(&f, STOP);
    assert_true(program_filter_runs(&f));
    assert_int_equal(f.stopped_launches, 2);
}

static void ranges_of_the_profiler_have_numbers(void **unused)
{
    struct program_filter f = plain();
    (void)unused;
    f.starts = numbers("^2$");
    f.start_chosen = false;
    assert_false(program_filter_runs(&f)); /* before the first start */
    program_filter_call(&f, START);
    assert_false(program_filter_runs(&f));
    program_filter_call(&f, START); /* in a range already: it counts for nothing */
    assert_false(program_filter_runs(&f));
    program_filter_call(&f, STOP);
    program_filter_call(&f, START);
    assert_true(program_filter_runs(&f));
    program_filter_call(&f, STOP);
    program_filter_call(&f, START);
    assert_false(program_filter_runs(&f));
}

static void opened_ranges_are_counted_for_each_pattern(void **unused)
{
    struct program_filter f = plain();
    (void)unused;
    assert_true(program_filter_counts(&f, 0)); /* no numbers are asked for */
    f.ranges = numbers("^2$");
    assert_false(program_filter_counts(&f, 0));
    assert_false(program_filter_counts(&f, 1));
    assert_true(program_filter_counts(&f, 0));
    assert_false(program_filter_counts(&f, 0));
    f.restart = true; /* they count from each start of the profiler, and only behind one */
    assert_false(program_filter_counts(&f, 1));
    program_filter_call(&f, START);
    assert_false(program_filter_counts(&f, 1));
    assert_true(program_filter_counts(&f, 1));
}

/* What the host leaves in the environment. */
static void it_comes_from_the_environment(void **unused)
{
    Wire__ProgramFilter m = WIRE__PROGRAM_FILTER__INIT;
    uint8_t bytes[64];
    char text[2 * sizeof bytes + 1] = "";
    (void)unused;
    m.has_nvtx = m.nvtx = true;
    m.has_stopped = m.stopped = true;
    m.starts = "^1$";
    const size_t size = wire__program_filter__pack(&m, bytes);
    assert_true(size <= sizeof bytes);
    for (size_t i = 0; i < size; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    setenv("ROOFTOP_PROGRAM_FILTER", text, 1);
    struct program_filter *f = program_filter_get();
    assert_ptr_equal(program_filter_get(), f);
    assert_null(f->failed);
    assert_true(f->nvtx);
    assert_false(program_filter_runs(f));
    program_filter_call(f, START);
    assert_true(program_filter_runs(f));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_profilers_calls_switch_it),
        cmocka_unit_test(ranges_of_the_profiler_have_numbers),
        cmocka_unit_test(opened_ranges_are_counted_for_each_pattern),
        cmocka_unit_test(it_comes_from_the_environment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
