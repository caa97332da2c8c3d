/* Runs that join a report, and what is written of them. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/filter/report_save.h"

static char *path;
static struct build sample;

static int begin(void **state)
{
    (void)state;
    path = mem_printf("/tmp/rooftop-test-runs-%d.ncu-rep", (int)getpid());
    build_sample(&sample);
    return 0;
}

static int end(void **state)
{
    (void)state;
    unlink(path);
    free(path);
    build_free(&sample);
    return 0;
}

/* One result of a kernel with the metric "name". */
static size_t add(struct report *report, const char *kernel, const char *name, const char *value,
                  uint32_t process_id)
{
    struct strbuf packed = {0};
    char *text = mem_printf("ThreadID: 1 APICallID: 2 ProgramHandle: 3 KernelID: 4 "
                            "KernelMangledName: '%s' KernelFunctionName: '%s' "
                            "KernelDemangledName: '%s()' WorkDimensions: 3 "
                            "GlobalWorkOffset { X: 0 Y: 0 Z: 0 } GridSize { X: 8 Y: 2 Z: 1 } "
                            "BlockSize { X: 128 Y: 1 Z: 1 } Source {} "
                            "MetricResults { NameId: %u MetricValue { DoubleValue: %s } "
                            "Category: 0 }",
                            kernel, kernel, kernel, report_intern(report, name), value);
    build_message(&packed, &rep__profile_result__descriptor, text);
    free(text);
    Rep__ProcessInfo process = REP__PROCESS_INFO__INIT;
    process.processid = process_id;
    size_t length = packed.length;
    return report_add_result(report, ENTRY_KERNEL, (uint8_t *)strbuf_detach(&packed), length,
                             &process);
}

static void add_session(struct report *report, const char *line)
{
    Rep__ReportSessionDetails session = REP__REPORT_SESSION_DETAILS__INIT;
    Rep__SystemInfo system = REP__SYSTEM_INFO__INIT;
    system.computername = "node";
    session.targetsysteminfo = &system;
    session.profilercmdline = (char *)(uintptr_t)line;
    report_merge_session(report, &session);
}

static void value_is(struct report *report, size_t i, const char *name, double expected)
{
    struct error error;
    double value = 0;
    struct result *result = report_result(report, i, &error);
    assert_non_null(result);
    assert_true(result_number(result, name, &value));
    assert_true(value == expected);
}

/* Result i, written at that offset of the file, which may be far beyond its end. */
static void put_away(struct report *report, size_t i, int file, off_t offset)
{
    const struct entry before = *report_entry(report, i);
    uint8_t *bytes = mem_alloc(before.length);
    memcpy(bytes, before.data, before.length);
    assert_int_equal(pwrite(file, bytes, before.length, offset), before.length);
    report_put_away(report, i, file, offset);
    const struct entry *entry = report_entry(report, i);
    assert_ptr_not_equal(entry->data, before.data);
    assert_int_equal(entry->length, before.length);
    assert_memory_equal(entry->data, bytes, before.length);
    free(bytes);
}

static void results_in_a_file_are_read_there(void **state)
{
    (void)state;
    struct report *report = report_new("");
    /* In one part, at its end, in the next, and before it; and one that stays in memory. */
    static const off_t offsets[] = {3,   5000, (64 << 20) - 1, (64 << 20) + 4097, (off_t)9 << 30,
                                    9000};
    const size_t count = sizeof offsets / sizeof *offsets;
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    assert_true(file >= 0);
    for (size_t i = 0; i <= count; i++) {
        char value[8];
        snprintf(value, sizeof value, "%zu", i + 7);
        assert_int_equal(add(report, "one", "a.sum", value, 9), i);
        if (i < count)
            put_away(report, i, file, offsets[i]);
    }
    close(file);
    unlink(path); /* its bytes stay */
    for (int again = 0; again < 2; again++)
        for (size_t i = 0; i <= count; i++) {
            value_is(report, i, "a.sum", (double)i + 7);
            assert_string_equal(report_summary(report, i)->name, "one()");
            report_drop(report, i);
            report_rest(report, i);
        }
    report_close(report);
}

static void what_cannot_be_mapped_stays_in_memory(void **state)
{
    (void)state;
    struct report *report = report_new("");
    add(report, "one", "a.sum", "3", 9);
    const uint8_t *bytes = report_entry(report, 0)->data;
    report_put_away(report, 0, -1, 0);
    assert_ptr_equal(report_entry(report, 0)->data, bytes);
    value_is(report, 0, "a.sum", 3);
    report_close(report);
}

static void a_run_joins_a_report_in_the_making(void **state)
{
    (void)state;
    struct report *report = report_new("");
    add(report, "one", "a.sum", "1", 9);
    add_session(report, "first");
    assert_int_equal(report_newest_file(report), 0);
    report_begin_run(report, "");
    assert_int_equal(report_newest_file(report), 1);
    add(report, "one", "b.sum", "2", 9);
    add_session(report, "second");
    assert_int_equal(report_count(report), 2);
    assert_string_equal(report_path(report), "2 runs");
    assert_string_equal(report_file(report, 0)->label, "run 1");
    assert_string_equal(report_file(report, 1)->label, "run 2");
    assert_string_equal(report_session(report, 0)->profilercmdline, "first");
    assert_string_equal(report_session(report, 1)->profilercmdline, "second");
    assert_int_equal(report_result_file(report, 1), 1);
    value_is(report, 0, "a.sum", 1);
    value_is(report, 1, "b.sum", 2);
    assert_int_equal(report_summary(report, 1)->id, 0);
    report_close(report);
}

static void a_run_joins_a_file(void **state)
{
    (void)state;
    struct report *report = build_open(&sample);
    size_t before = report_count(report);
    assert_false(report_is_run(report, 0));
    report_begin_run(report, "");
    assert_true(report_is_run(report, 1));
    assert_non_null(strstr(report_path(report), " + 1 run"));
    add(report, "one", "gpu__time_duration.sum", "5", 77);
    add(report, "two", "new.sum", "6", 77);
    report_begin_run(report, "out.ncu-rep");
    assert_string_equal(report_file(report, 2)->label, "out.ncu-rep");
    add(report, "three", "new.sum", "7", 78);
    /* The names of the file keep their ids, those of the runs are beside them. */
    value_is(report, 0, "gpu__time_duration.sum", 1500);
    value_is(report, before, "gpu__time_duration.sum", 5);
    value_is(report, before + 1, "new.sum", 6);
    value_is(report, before + 2, "new.sum", 7);
    report_close(report);
}

static struct report *saved(struct report *report, const bool *rows)
{
    struct error error = {""};
    if (!report_save_rows(report, rows, NULL, path, true, &error))
        fail_msg("%s", error.text);
    struct report *copy = report_open(path, &error);
    if (!copy)
        fail_msg("%s", error.text);
    assert_string_equal(report_damage(copy), "");
    return copy;
}

static void rows_of_runs_are_written(void **state)
{
    (void)state;
    struct report *report = report_new("");
    add(report, "one", "a.sum", "1", 9);
    add(report, "two", "b.sum", "2", 9);
    add_session(report, "first");
    report_begin_run(report, "");
    Rep__SourceData *source = mem_alloc(sizeof *source);
    rep__source_data__init(source);
    source->has_reference = source->has_binary = true;
    source->reference = 4;
    source->binary.data = (uint8_t *)mem_strdup("cubin");
    source->binary.len = 5;
    report_add_source(report, 10, source);
    add(report, "three", "c.sum", "3", 10);
    add_session(report, "second");
    struct report *copy = saved(report, (const bool[]){false, true, true});
    assert_int_equal(report_count(copy), 2);
    value_is(copy, 0, "b.sum", 2);
    value_is(copy, 1, "c.sum", 3);
    assert_string_equal(report_session(copy, 0)->profilercmdline, "first");
    assert_non_null(report_source(copy, 0, 10, 4));
    report_close(copy);
    /* Of one run alone there is its own session, and nothing of the other. */
    copy = saved(report, (const bool[]){false, false, true});
    assert_int_equal(report_count(copy), 1);
    value_is(copy, 0, "c.sum", 3);
    assert_string_equal(report_session(copy, 0)->profilercmdline, "second");
    assert_int_equal(report_process_count(copy, 0), 1);
    report_close(copy);
    report_close(report);
}

static void rows_of_a_file_and_a_run_become_one_file(void **state)
{
    (void)state;
    struct report *report = build_open(&sample);
    size_t before = report_count(report);
    report_begin_run(report, "");
    add(report, "one", "new.sum", "6", 77);
    add_session(report, "second");
    bool *rows = mem_alloc((before + 1) * sizeof *rows);
    rows[0] = rows[before] = true;
    struct report *copy = saved(report, rows);
    assert_int_equal(report_count(copy), 2);
    value_is(copy, 0, "gpu__time_duration.sum", 1500);
    value_is(copy, 1, "new.sum", 6);
    assert_string_equal(report_session(copy, 0)->profilercmdline, "rooftop app ");
    report_close(copy);
    rows[0] = false;
    copy = saved(report, rows);
    assert_int_equal(report_count(copy), 1);
    value_is(copy, 0, "new.sum", 6);
    report_close(copy);
    free(rows);
    report_close(report);
}

static void runs_that_would_be_one_process_do_not_fit(void **state)
{
    (void)state;
    struct error error;
    struct report *report = report_new("");
    add(report, "one", "a.sum", "1", 9);
    report_begin_run(report, "");
    add(report, "one", "a.sum", "2", 9);
    assert_false(report_rows_fit(report, (const bool[]){true, true}, &error));
    assert_non_null(strstr(error.text, "run 1 and run 2"));
    assert_true(report_rows_fit(report, (const bool[]){true, false}, &error));
    assert_true(report_rows_fit(report, (const bool[]){false, true}, &error));
    report_close(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_joins_a_report_in_the_making),
        cmocka_unit_test(a_run_joins_a_file),
        cmocka_unit_test(results_in_a_file_are_read_there),
        cmocka_unit_test(what_cannot_be_mapped_stays_in_memory),
        cmocka_unit_test(rows_of_runs_are_written),
        cmocka_unit_test(rows_of_a_file_and_a_run_become_one_file),
        cmocka_unit_test(runs_that_would_be_one_process_do_not_fit),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
