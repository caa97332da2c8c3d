#include "report/file/report_merge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/file/process_note.h"
#include "report/filter/report_save.h"

static char folder[64], *path;

static int begin(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/rooftop-test-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    path = mem_printf("%s/merged.ncu-rep", folder);
    return 0;
}

static int end(void **state)
{
    (void)state;
    unlink(path);
    free(path);
    return rmdir(folder);
}

/* Field 200, which no message has. */
#define UNKNOWN "\xc2\x0c\x03new"

/* A file of one process: its session, a source, and a result with this text. */
static void make(struct build *build, const char *host, const char *process, const char *devices,
                 const char *names, const char *result)
{
    char *session = mem_printf(
        "SessionDetails { TargetSystemInfo { ComputerName: '%s' } ProfilerCmdline: 'line of %s' "
        "ExecutableSettings { ExecutablePath: 'app' Environment: 'PMI_RANK=%s' } %s } "
        "Process { ProcessID: %s }",
        host, process, process, devices, process);
    char *header = mem_printf("NumSources: 1 NumResults: 1 Process { ProcessID: %s ProcessName: "
                              "'/bin/app' } StringTable { %s }",
                              process, names);
    char *source = mem_printf("Reference: 5 Binary: 'cubin of %s'", process);
    struct strbuf packed = {0};
    build_begin(build, 7);
    build_block(build, session);
    build_entry(build, &rep__source_data__descriptor, source);
    build_message(&packed, &rep__profile_result__descriptor, result);
    strbuf_add(&packed, UNKNOWN, 6);
    build_raw_entry(build, packed.data, packed.length);
    build_block(build, header);
    strbuf_free(&packed);
    free(session);
    free(header);
    free(source);
}

#define DEVICE(id, name)                                                                           \
    "DeviceAttributes { ID: " id " Name: '" name                                                   \
    "' Attributes { Name: 'a' Value { Uint64Value: 1 "                                             \
    "} } } "
#define FIRST_NAMES "Strings: 'one' Strings: 'two'"
#define FIRST KERNEL("first") METRIC("0", "DoubleValue: 1") METRIC("1", "DoubleValue: 2")
#define SECOND_NAMES "Strings: 'new' Strings: 'two' Strings: 'one'"
/* An id that needs two bytes is of no name, and is to stay so. */
#define SECOND                                                                                     \
    KERNEL("second")                                                                               \
    METRIC("2", "DoubleValue: 11")                                                                 \
    METRIC("1", "DoubleValue: 12") METRIC("0", "DoubleValue: 13") METRIC("300", "DoubleValue: 14")

static struct report *open_both(struct build builds[2])
{
    struct report *report = report_new_list();
    for (size_t i = 0; i < 2; i++)
        report_add_bytes(report, i ? "b" : "a", (uint8_t *)builds[i].file.data,
                         builds[i].file.length, NULL);
    assert_int_equal(report_file_count(report), 2);
    return report;
}

static double number(struct report *report, size_t i, const char *name)
{
    double value = NAN;
    result_number(report_result(report, i, NULL), name, &value);
    return value;
}

static struct report *merge(struct report *report, const char *name, size_t count)
{
    struct launch_filter filter = {.base = KERNEL_NAME_FUNCTION, .skip = 0};
    struct error error = {""};
    size_t saved;
    if (name)
        name_pattern_set(&filter.name, name, NULL);
    if (!report_save(report, &filter, NULL, path, true, &saved, &error))
        fail_msg("%s", error.text);
    assert_int_equal(saved, count);
    launch_filter_free(&filter);
    struct report *merged = report_open(path, &error);
    if (!merged)
        fail_msg("%s", error.text);
    assert_string_equal(report_damage(merged), "");
    return merged;
}

static void results_keep_their_metrics(void **state)
{
    (void)state;
    struct build builds[2] = {{{0}}};
    make(&builds[0], "host", "20", "", FIRST_NAMES, FIRST);
    make(&builds[1], "host", "10", "", SECOND_NAMES, SECOND);
    struct report *report = open_both(builds), *merged = merge(report, NULL, 2);
    assert_int_equal(report_count(merged), 2);
    /* In order of processes. */
    assert_string_equal(report_result(merged, 0, NULL)->function, "second");
    assert_true(number(merged, 0, "one") == 11 && number(merged, 0, "two") == 12);
    assert_true(number(merged, 0, "new") == 13);
    assert_string_equal(result_metric_name(report_result(merged, 0, NULL), 3), "");
    assert_true(number(merged, 1, "one") == 1 && number(merged, 1, "two") == 2);
    /* Readers of the format want no string twice. */
    assert_int_equal(report_string_count(merged), 3);
    /* What is not known here is still at the end. */
    for (size_t i = 0; i < 2; i++) {
        const struct entry *entry = report_entry(merged, i);
        assert_memory_equal(entry->data + entry->length - 6, UNKNOWN, 6);
    }
    report_close(merged);
    report_close(report);
    build_free(&builds[0]);
    build_free(&builds[1]);
}

static void sources_stay_with_their_processes(void **state)
{
    (void)state;
    struct build builds[2] = {{{0}}};
    make(&builds[0], "host", "20", "", FIRST_NAMES, FIRST);
    make(&builds[1], "host", "10", "", SECOND_NAMES, SECOND);
    struct report *report = open_both(builds), *merged = merge(report, NULL, 2);
    assert_memory_equal(report_source(merged, 0, 20, 5)->binary.data, "cubin of 20", 11);
    assert_memory_equal(report_source(merged, 0, 10, 5)->binary.data, "cubin of 10", 11);
    report_close(merged);
    report_close(report);
    build_free(&builds[0]);
    build_free(&builds[1]);
}

static void the_session_is_that_of_the_first_with_all_devices(void **state)
{
    (void)state;
    struct build builds[2] = {{{0}}};
    make(&builds[0], "host", "20", DEVICE("0", "H200"), FIRST_NAMES, FIRST);
    make(&builds[1], "host", "10", DEVICE("0", "H200") DEVICE("1", "H200"), SECOND_NAMES, SECOND);
    struct report *report = open_both(builds), *merged = merge(report, NULL, 2);
    const Rep__ReportSessionDetails *session = report_session(merged, 0);
    assert_string_equal(session->profilercmdline, "line of 20");
    assert_int_equal(session->n_deviceattributes, 2);
    assert_int_equal(session->deviceattributes[0]->id, 0);
    assert_int_equal(session->deviceattributes[1]->id, 1);
    /* The rank of the first is not that of all. */
    assert_null(session->executablesettings);
    report_close(merged);
    report_close(report);
    build_free(&builds[0]);
    build_free(&builds[1]);
}

/* Files with these comments, NULL: without, become one with this comment, which stands there once,
 * before the notes about the processes. */
static void comments_become(const char *const comments[3], const char *expected)
{
    static const char *const processes[] = {"20", "10", "30"};
    struct build builds[3] = {{{0}}};
    struct report *report = report_new_list();
    for (size_t i = 0; i < 3; i++) {
        char *comment = comments[i] ? mem_printf("Comments: '%s'", comments[i]) : mem_strdup("");
        make(&builds[i], "host", processes[i], comment, FIRST_NAMES, FIRST);
        report_add_bytes(report, processes[i], (uint8_t *)builds[i].file.data,
                         builds[i].file.length, NULL);
        free(comment);
    }
    struct report *merged = merge(report, NULL, 3);
    const struct container *container = report_container(merged, 0);
    size_t count = 0;
    for (size_t i = 0; i < container->block_count; i++) {
        const Rep__ReportSessionDetails *session = container->blocks[i]->sessiondetails;
        count += session && session->comments;
    }
    assert_int_equal(count, 1);
    char *all = mem_printf("%s%sprocess 20: rank 20 on host\nprocess 10: rank 10 on host\n"
                           "process 30: rank 30 on host",
                           expected ? expected : "", expected ? "\n" : "");
    assert_string_equal(report_session(merged, 0)->comments, all);
    free(all);
    /* The rest of the session is there still. */
    assert_string_equal(report_session(merged, 0)->profilercmdline, "line of 20");
    report_close(merged);
    report_close(report);
    for (size_t i = 0; i < 3; i++)
        build_free(&builds[i]);
}

static void comments_of_all_are_kept_once(void **state)
{
    (void)state;
    comments_become((const char *const[]){"slow", "why?", "fast"}, "slow\nwhy?\nfast");
    comments_become((const char *const[]){"slow", "fast", "slow"}, "slow\nfast");
    comments_become((const char *const[]){"two\\nlines\\n", "slow", NULL}, "two\nlines\nslow");
    comments_become((const char *const[]){"process 20 is slow", NULL, NULL}, "process 20 is slow");
    comments_become((const char *const[]){NULL, NULL, "third"}, "third");
    comments_become((const char *const[]){"", NULL, "third"}, "third");
    comments_become((const char *const[]){"first", NULL, NULL}, "first");
    comments_become((const char *const[]){NULL, NULL, NULL}, NULL);
}

static void a_filter_goes_through_both(void **state)
{
    (void)state;
    struct build builds[2] = {{{0}}};
    make(&builds[0], "host", "20", "", FIRST_NAMES, FIRST);
    make(&builds[1], "host", "10", "", SECOND_NAMES, SECOND);
    struct report *report = open_both(builds), *merged = merge(report, "second", 1);
    assert_int_equal(report_count(merged), 1);
    assert_true(number(merged, 0, "new") == 13);
    report_close(merged);
    report_close(report);
    build_free(&builds[0]);
    build_free(&builds[1]);
}

/* What the merged report says of a process: its id, host and name of its cubin. */
static void has_process(struct report *merged, size_t at, uint32_t id, const char *host,
                        const char *cubin)
{
    const Rep__ProcessInfo *process = report_process(merged, 0, at);
    assert_int_equal(process->processid, id);
    assert_string_equal(process->hostname, host);
    assert_memory_equal(report_source(merged, 0, id, 5)->binary.data, cubin, strlen(cubin));
}

/* Two hosts can have the same ids of processes and of devices. */
static void reports_of_two_hosts_become_one(void **state)
{
    (void)state;
    enum { OTHER_ID = (1 << 22) + 20 };
    struct build builds[3] = {{{0}}};
    struct error error;
    make(&builds[0], "n1", "20", DEVICE("0", "H200"), FIRST_NAMES, FIRST);
    make(&builds[1], "n2", "20", DEVICE("0", "A100"), SECOND_NAMES, SECOND);
    make(&builds[2], "n3", "20", "", FIRST_NAMES, FIRST);
    struct report *report = open_both(builds), *merged = merge(report, NULL, 2);
    assert_int_equal(report_process_count(merged, 0), 2);
    has_process(merged, 0, 20, "n1", "cubin of 20");
    has_process(merged, 1, OTHER_ID, "n2", "cubin of 20");
    assert_string_equal(report_result(merged, 0, NULL)->function, "first");
    assert_string_equal(report_result(merged, 1, NULL)->function, "second");
    assert_int_equal(report_result_process(merged, 1)->processid, OTHER_ID);
    assert_true(number(merged, 1, "new") == 13);
    /* One device of this number is in the file; the notes have both. */
    assert_int_equal(report_session(merged, 0)->n_deviceattributes, 1);
    assert_string_equal(report_session(merged, 0)->deviceattributes[0]->name, "H200");
    assert_string_equal(report_session(merged, 0)->comments,
                        "process 20: rank 20 on n1, device 0 H200\n"
                        "process 4194324: rank 20 on n2, there process 20, device 0 A100");
    report_close(merged);
    report_close(report);

    /* The merged file can be merged again, and what was noted stays. */
    char *again = mem_printf("%s.again.ncu-rep", path);
    assert_int_equal(rename(path, again), 0);
    report = report_new_list();
    assert_true(report_add_file(report, again, &error));
    report_add_bytes(report, "c", (uint8_t *)builds[2].file.data, builds[2].file.length, NULL);
    merged = merge(report, NULL, 3);
    assert_string_equal(report_session(merged, 0)->comments,
                        "process 20: rank 20 on n1, device 0 H200\n"
                        "process 4194324: rank 20 on n2, there process 20, device 0 A100\n"
                        "process 8388628: rank 20 on n3, there process 20");
    has_process(merged, 2, 2 * (1 << 22) + 20, "n3", "cubin of 20");
    report_close(merged);
    report_close(report);

    /* But not with what is in it already. */
    struct launch_filter filter = {.base = KERNEL_NAME_FUNCTION};
    size_t saved;
    report = report_new_list();
    assert_true(report_add_file(report, again, &error));
    report_add_bytes(report, "b", (uint8_t *)builds[1].file.data, builds[1].file.length, NULL);
    assert_false(report_save(report, &filter, NULL, path, true, &saved, &error));
    assert_non_null(strstr(error.text, "both have a process with the same id on the same host"));
    report_close(report);
    unlink(again);
    free(again);
    for (size_t i = 0; i < 3; i++)
        build_free(&builds[i]);
}

static void notes_are_read_as_they_were_written(void **state)
{
    (void)state;
    static const struct {
        const char *comments;
        int rank; /* -2: no note about process 7 */
        const char *host, *devices;
        uint32_t there;
    } cases[] = {
        {"process 7: rank 3 on n1", 3, "n1", "", 7},
        {"slow\r\nprocess 7: on n1, there process 9, device 0 H200\r\nmore", -1, "n1",
         ", device 0 H200", 9},
        {"process 7: on n1, there process 7, there process 9", -1, "n1", ", there process 9", 7},
        {"slow\rprocess 7: rank 1 on n1\rmore", 1, "n1", "", 7},
        {"process 71: rank 3 on n1\nprocess 7: rank 4 on n2", 4, "n2", "", 7},
        {"process 7: rank 2147483648 on n1", -2, NULL, NULL, 0},
        {"process 4294967303: on n1", -2, NULL, NULL, 0},
        {"process 7: on n1, there process x", -2, NULL, NULL, 0},
        {"process 7: rank", -2, NULL, NULL, 0},
        {"process 7", -2, NULL, NULL, 0},
        {"", -2, NULL, NULL, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct process_note note;
        const bool found = process_note_find(cases[i].comments, 7, &note);
        assert_int_equal(found, cases[i].rank != -2);
        if (!found)
            continue;
        assert_int_equal(note.rank, cases[i].rank);
        assert_string_equal(note.host, cases[i].host);
        assert_string_equal(note.devices, cases[i].devices);
        assert_int_equal(note.there, cases[i].there);
        struct strbuf text = {0};
        process_note_add(&text, &note);
        assert_non_null(strstr(cases[i].comments, text.data));
        strbuf_free(&text);
        process_note_free(&note);
    }
    assert_false(process_note_find(NULL, 7, &(struct process_note){0}));
    struct strbuf left = {0};
    process_note_leave_out(&left, "one\nprocess 7: on n1\n\ntwo\nprocess 8: rank 1 on n2");
    assert_string_equal(left.data, "one\n\ntwo\n");
    strbuf_free(&left);
}

static void refused(const char *host, const char *process, const char *devices, const char *result,
                    const char *why)
{
    struct build builds[2] = {{{0}}};
    struct launch_filter filter = {.base = KERNEL_NAME_FUNCTION, .skip = 0};
    struct error error = {""};
    size_t saved;
    make(&builds[0], "host", "20", DEVICE("0", "H200"), FIRST_NAMES, FIRST);
    make(&builds[1], host, process, devices, SECOND_NAMES, result ? result : SECOND);
    unlink(path);
    if (!result)
        builds[1].file.data[builds[1].file.length - 4] = 127; /* length of the unknown field */
    struct report *report = open_both(builds);
    assert_false(report_save(report, &filter, NULL, path, true, &saved, &error));
    if (!strstr(error.text, why))
        fail_msg("no \"%s\" in \"%s\"", why, error.text);
    assert_int_not_equal(access(path, F_OK), 0);
    report_close(report);
    build_free(&builds[0]);
    build_free(&builds[1]);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    refused("host", "20", "", SECOND,
            "a and b cannot be put into one file: both have a process with the same id on the same "
            "host");
    refused("host", "10", "", NULL, "b: a result is damaged");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_keep_their_metrics),
        cmocka_unit_test(sources_stay_with_their_processes),
        cmocka_unit_test(the_session_is_that_of_the_first_with_all_devices),
        cmocka_unit_test(comments_of_all_are_kept_once),
        cmocka_unit_test(a_filter_goes_through_both),
        cmocka_unit_test(reports_of_two_hosts_become_one),
        cmocka_unit_test(notes_are_read_as_they_were_written),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests_name("report_merge", tests, begin, end);
}
