#include "tui/edit/again_verdict.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"

#define DURATION(value) METRIC("0", "DoubleValue: " value)
#define INSTRUCTIONS(value) METRIC("1", "Uint64Value: " value)
#define LAUNCH(grid, more)                                                                         \
    "ThreadID: 7 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: 'm' "                \
    "KernelFunctionName: 'f' KernelDemangledName: 'f()' WorkDimensions: 3 GlobalWorkOffset { } "   \
    "GridSize { X: " grid " Y: 1 Z: 1 } BlockSize { X: 64 Y: 1 Z: 1 } Source {} "                  \
    "KmdVersion: 580.5 ClockStatus { RequestedLock: 1 ExecutedLocked: 1 } Sections { Identifier: " \
    "'Speed' DisplayName: 'Speed of it' Order: 1 Header { "                                        \
    "Metrics { Name: 'gpu__time_duration.sum' Label: 'Duration' } "                                \
    "Metrics { Name: 'smsp__inst_executed.sum' Label: 'Instructions' } } } " more

static const char *const launches[] = {
    LAUNCH("8", DURATION("50000") INSTRUCTIONS("1000")),
    LAUNCH("8", DURATION("25000") INSTRUCTIONS("900")),
    LAUNCH("8", DURATION("50500") INSTRUCTIONS("1000")),
    LAUNCH("8", DURATION("100000") INSTRUCTIONS("1500")),
    LAUNCH("16", DURATION("100000") INSTRUCTIONS("2000")),
    LAUNCH("8", INSTRUCTIONS("1000")),
};

static void verdict_is(struct report *report, struct result_cache *cache, size_t now,
                       const char *text)
{
    struct error error = {""};
    const size_t results[] = {0, now};
    char *verdict = again_verdict(report, cache, results, NULL, &error);
    if (!verdict)
        fail_msg("%s", error.text);
    assert_string_equal(verdict, text);
    free(verdict);
}

static void each_change_is_judged(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    for (size_t i = 0; i < COUNT(launches); i++)
        build_entry(&build, &rep__profile_result__descriptor, launches[i]);
    build_block(&build, "NumResults: 6 Process { ProcessID: 5 } StringTable { "
                        "Strings: 'gpu__time_duration.sum' Strings: 'smsp__inst_executed.sum' } ");
    struct report *report = build_open(&build);
    struct result_cache *cache = result_cache_new(report, 1 << 20);
    /* One that is shown stays. */
    const struct result *shown = result_cache_hold(cache, 1, NULL);
    verdict_is(report, cache, 1,
               "2.00x faster, 25.00 us after 50.00 us, beyond the noise; 1 metric better, 0 worse");
    assert_int_equal(shown->index, 1);
    verdict_is(report, cache, 2, "as fast (within noise), 50.50 us after 50.00 us");
    verdict_is(report, cache, 3,
               "2.00x slower, 100.00 us after 50.00 us, beyond the noise; 0 metrics better, 1 "
               "worse");
    verdict_is(report, cache, 4,
               "2.00x slower, 100.00 us after 50.00 us, but with 2 times the threads");
    verdict_is(report, cache, 5, "duration not measured here");
    assert_int_equal(shown->index, 1);
    result_cache_release(cache, 1);
    result_cache_free(cache);
    report_close(report);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_change_is_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
