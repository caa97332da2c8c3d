/* What results of a report of --auto stand for: shares of their group, also while more come, and
 * with several files. */
#include "report/file/report_weight.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"

static const char *const names[] = {WEIGHT_GROUP,        WEIGHT_GROUP_LAUNCHES,  WEIGHT_GROUP_TIME,
                                    WEIGHT_GROUP_SPREAD, WEIGHT_KERNEL_LAUNCHES, WEIGHT_KERNEL_TIME,
                                    WEIGHT_RUN_LAUNCHES, WEIGHT_RUN_TIME,        WEIGHT_INSIDE};
enum { WITH_INSIDE = sizeof names / sizeof *names, VALUES = WITH_INSIDE - 1 };

/* A result with the first `count` of the metrics. */
static size_t add(struct report *report, const double *values, size_t count)
{
    struct strbuf text = {0}, bytes = {0};
    static const Rep__ProcessInfo process = REP__PROCESS_INFO__INIT;
    strbuf_adds(&text,
                "ThreadID: 1 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: 'k' "
                "KernelFunctionName: 'k' KernelDemangledName: 'k()' WorkDimensions: 3 "
                "GlobalWorkOffset { X: 0 Y: 0 Z: 0 } GridSize { X: 8 Y: 2 Z: 1 } "
                "BlockSize { X: 128 Y: 1 Z: 1 } Source {} ");
    for (size_t i = 0; i < count; i++)
        strbuf_addf(&text, "MetricResults { NameId: %u MetricValue { DoubleValue: %g } } ",
                    report_intern(report, names[i]), values[i]);
    build_message(&bytes, &rep__profile_result__descriptor, text.data);
    uint8_t *packed = mem_alloc(bytes.length + 1);
    memcpy(packed, bytes.data, bytes.length);
    const size_t length = bytes.length;
    strbuf_free(&text);
    strbuf_free(&bytes);
    return report_add_result(report, ENTRY_KERNEL, packed, length, &process);
}

static const double first[VALUES] = {0, 100, 5000, 10, 130, 6000, 1000, 9000},
                    second[VALUES] = {1, 30, 1000, 0, 130, 6000, 1000, 9000};

static void results_share_their_group(void **state)
{
    (void)state;
    struct report *report = report_new("");
    struct report_weight weight;
    assert_false(report_is_weighted(report));
    add(report, first, VALUES);
    assert_true(report_weight(report, 0, &weight));
    assert_float_equal(weight.launches, 100, 1e-9);
    assert_float_equal(weight.time, 5000, 1e-9);
    assert_float_equal(weight.group_spread, 0.1, 1e-9);
    add(report, second, VALUES);
    add(report, first, VALUES);
    assert_true(report_weight(report, 0, &weight));
    assert_float_equal(weight.launches, 50, 1e-9);
    assert_float_equal(weight.time, 2500, 1e-9);
    assert_float_equal(weight.group_launches, 100, 1e-9);
    assert_float_equal(weight.kernel_time, 6000, 1e-9);
    assert_float_equal(weight.run_time, 9000, 1e-9);
    const size_t group = weight.group;
    assert_true(report_weight(report, 1, &weight));
    assert_int_not_equal(weight.group, group);
    assert_float_equal(weight.launches, 30, 1e-9);
    assert_true(report_is_weighted(report));
    report_close(report);
}

/* Of those with what happened inside of the kernel each has a part, of the others none. */
static void what_happened_inside_stands_for_the_others(void **state)
{
    (void)state;
    static const double has[WITH_INSIDE] = {0, 100, 5000, 10, 130, 6000, 1000, 9000, 1},
                        lacks[WITH_INSIDE] = {0, 100, 5000, 10, 130, 6000, 1000, 9000, 0};
    struct report *report = report_new("");
    struct report_weight weight;
    add(report, lacks, WITH_INSIDE);
    add(report, lacks, WITH_INSIDE);
    assert_true(report_weight(report, 0, &weight));
    assert_float_equal(weight.time, 2500, 1e-9);
    add(report, has, WITH_INSIDE);
    assert_true(report_weight(report, 0, &weight));
    assert_float_equal(weight.time + weight.launches, 0, 1e-9);
    assert_float_equal(weight.group_time, 5000, 1e-9);
    assert_true(report_weight(report, 2, &weight));
    assert_float_equal(weight.time, 5000, 1e-9);
    add(report, has, WITH_INSIDE);
    assert_true(report_weight(report, 2, &weight));
    assert_float_equal(weight.launches, 50, 1e-9);
    report_close(report);
}

/* A result without all of the metrics, or with one that is no weight, stands for itself. */
static void others_stand_for_themselves(void **state)
{
    (void)state;
    struct report *report = report_new("");
    struct report_weight weight;
    const double odd[VALUES] = {0, -1, 5000, 10, 130, 6000, 1000, 9000};
    add(report, first, VALUES);
    add(report, first, VALUES - 1);
    add(report, odd, VALUES);
    add(report, NULL, 0);
    assert_true(report_weight(report, 0, &weight));
    assert_float_equal(weight.launches, 100, 1e-9);
    for (size_t i = 1; i < 4; i++)
        assert_false(report_weight(report, i, &weight));
    assert_false(report_weight(report, 4, &weight));
    report_close(report);
}

/* Runs are files of their own: the same number is another group there. */
static void groups_are_of_their_file(void **state)
{
    (void)state;
    struct report *report = report_new("");
    struct report_weight a, b;
    add(report, first, VALUES);
    report_begin_run(report, "");
    add(report, first, VALUES);
    assert_true(report_weight(report, 0, &a) && report_weight(report, 1, &b));
    assert_int_not_equal(a.group, b.group);
    assert_float_equal(a.launches, 100, 1e-9);
    assert_float_equal(b.launches, 100, 1e-9);
    report_close(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_share_their_group),
        cmocka_unit_test(what_happened_inside_stands_for_the_others),
        cmocka_unit_test(others_stand_for_themselves),
        cmocka_unit_test(groups_are_of_their_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
