#include "report/file/report_writer.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/mem.h"

static char folder[64], *path;

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/rooftop-test-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    path = mem_printf("%s/out.ncu-rep", folder);
    return 0;
}

/* Fails if anything but the report was left behind. */
static int remove_folder(void **state)
{
    (void)state;
    unlink(path);
    free(path);
    return rmdir(folder);
}

static void write_file(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void put_result(struct report_writer *writer, struct report *made, enum entry_kind kind,
                       const ProtobufCMessageDescriptor *descriptor, const char *text,
                       uint32_t process_id)
{
    struct strbuf packed = {0};
    Rep__ProcessInfo process = REP__PROCESS_INFO__INIT;
    process.processid = process_id;
    process.processname = "app";
    build_message(&packed, descriptor, text);
    assert_true(
        report_writer_result(writer, made, kind, (uint8_t *)packed.data, packed.length, &process));
    strbuf_free(&packed);
}

static void what_is_written_can_be_read(void **state)
{
    (void)state;
    struct error error = {""};
    struct report *made = report_new("made");
    struct report_writer *writer = report_writer_open(path, false, &error);
    assert_non_null(writer);
    Rep__ProcessInfo process = REP__PROCESS_INFO__INIT;
    process.processid = 5;
    Rep__ReportSessionDetails session = REP__REPORT_SESSION_DETAILS__INIT;
    session.profilercmdline = "rooftop app ";
    assert_true(report_writer_session(writer, &session, &process));
    Rep__SourceData source = REP__SOURCE_DATA__INIT;
    source.has_reference = source.has_binary = 1;
    source.reference = 7;
    source.binary = (ProtobufCBinaryData){5, (uint8_t *)"cubin"};
    assert_true(report_writer_source(writer, &source, &process));
    report_intern(made, "gpu__time_duration.sum");
    put_result(writer, made, ENTRY_KERNEL, &rep__profile_result__descriptor,
               KERNEL("f") METRIC("0", "DoubleValue: 5"), 5);
    /* A later result brings the name that came since, and no other again. */
    report_intern(made, "dram__bytes.sum");
    put_result(writer, made, ENTRY_RANGE, &rep__range_result__descriptor,
               "ThreadID: 1 APICallID: 1 " METRIC("1", "DoubleValue: 6"), 5);
    put_result(writer, made, ENTRY_GRAPH, &rep__graph_result__descriptor,
               "ThreadID: 1 APICallID: 1 " METRIC("0", "DoubleValue: 7"), 6);
    put_result(writer, made, ENTRY_CMDLIST, &rep__cmdlist_result__descriptor,
               "ThreadID: 1 APICallID: 1", 6);
    assert_true(report_writer_finish(writer, &error));
    report_close(made);

    struct report *report = report_open(path, &error);
    assert_non_null(report);
    assert_string_equal(report_damage(report), "");
    static const enum entry_kind kinds[] = {ENTRY_KERNEL, ENTRY_RANGE, ENTRY_GRAPH, ENTRY_CMDLIST};
    assert_int_equal(report_count(report), COUNT(kinds));
    for (size_t i = 0; i < COUNT(kinds); i++)
        assert_int_equal(report_result(report, i, NULL)->kind, kinds[i]);
    assert_int_equal(report_string_count(report), 2);
    double value = 0;
    assert_true(result_number(report_result(report, 1, NULL), "dram__bytes.sum", &value));
    assert_true(value == 6);
    assert_string_equal(report_session(report, 0)->profilercmdline, "rooftop app ");
    assert_memory_equal(report_source(report, 0, 5, 7)->binary.data, "cubin", 5);
    report_close(report);
}

static void the_file_begins_as_the_format_says(void **state)
{
    (void)state;
    struct report_writer *writer = report_writer_open(path, false, NULL);
    assert_true(report_writer_finish(writer, NULL));
    FILE *file = fopen(path, "r");
    char bytes[16];
    assert_int_equal(fread(bytes, 1, sizeof bytes, file), 10);
    assert_memory_equal(bytes, "NVR\0\2\0\0\0\x08\x07", 10);
    fclose(file);
}

static void an_existing_file_is_kept(void **state)
{
    (void)state;
    struct error error;
    write_file("old");
    assert_null(report_writer_open(path, false, &error));
    assert_non_null(strstr(error.text, "exists already"));
}

/* Until it is complete, the report of that name stays. */
static void a_file_is_replaced_only_at_the_end(void **state)
{
    (void)state;
    struct stat status;
    write_file("old");
    struct report_writer *writer = report_writer_open(path, true, NULL);
    assert_non_null(writer);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_size, 3);
    assert_true(report_writer_finish(writer, NULL));
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_size, 10);
}

static void a_link_stays_one(void **state)
{
    (void)state;
    struct stat status;
    char *link = mem_printf("%s/link.ncu-rep", folder);
    write_file("old");
    assert_int_equal(symlink("out.ncu-rep", link), 0);
    struct report_writer *writer = report_writer_open(link, true, NULL);
    assert_non_null(writer);
    assert_true(report_writer_finish(writer, NULL));
    assert_int_equal(lstat(link, &status), 0);
    assert_true(S_ISLNK(status.st_mode));
    assert_int_equal(lstat(path, &status), 0);
    assert_int_equal(status.st_size, 10);
    unlink(link);
    free(link);
}

/* The one file beside the report. */
static char *temporary_file(void)
{
    DIR *listing = opendir(folder);
    char *found = NULL;
    for (struct dirent *entry; (entry = readdir(listing));)
        if (strncmp(entry->d_name, "out.ncu-rep.", 12) == 0)
            found = mem_printf("%s/%s", folder, entry->d_name);
    closedir(listing);
    return found;
}

static void expect_results(const char *file, size_t count)
{
    struct report *report = report_open(file, NULL);
    assert_non_null(report);
    assert_string_equal(report_damage(report), "");
    assert_int_equal(report_count(report), count);
    report_close(report);
}

static void put_kernel(struct report_writer *writer, struct report *made)
{
    put_result(writer, made, ENTRY_KERNEL, &rep__profile_result__descriptor, KERNEL("k"), 5);
}

static void each_result_is_in_the_file_at_once(void **state)
{
    (void)state;
    struct report *made = report_new("made");
    struct report_writer *writer = report_writer_open(path, false, NULL);
    char *temporary = temporary_file();
    for (size_t i = 1; i <= 3; i++) {
        put_kernel(writer, made);
        expect_results(temporary, i);
    }
    report_writer_abandon(writer);
    free(temporary);
    report_close(made);
}

static void a_file_that_appears_meanwhile_is_not_replaced(void **state)
{
    (void)state;
    struct report *made = report_new("made");
    struct report_writer *writer = report_writer_open(path, false, NULL);
    struct stat status;
    struct error error;
    put_kernel(writer, made);
    write_file("other");
    char *temporary = temporary_file();
    assert_false(report_writer_finish(writer, &error));
    assert_non_null(strstr(error.text, "the name was taken meanwhile; 1 result is in "));
    assert_non_null(strstr(error.text, temporary));
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_size, 5);
    expect_results(temporary, 1);
    unlink(temporary);
    free(temporary);
    report_close(made);
}

/* A disk that is full, by way of the limit of a file's size. */
static void a_failed_write_keeps_the_whole_results(void **state)
{
    (void)state;
    struct report *made = report_new("made");
    struct report_writer *writer = report_writer_open(path, false, NULL);
    struct error error;
    put_kernel(writer, made);
    put_kernel(writer, made);
    char *temporary = temporary_file();
    struct stat status;
    assert_int_equal(stat(temporary, &status), 0);
    struct rlimit old, limit;
    getrlimit(RLIMIT_FSIZE, &old);
    limit = (struct rlimit){(rlim_t)status.st_size + 5, old.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    Rep__ProcessInfo process = REP__PROCESS_INFO__INIT;
    bool written =
        report_writer_result(writer, made, ENTRY_KERNEL, (const uint8_t *)"", 0, &process);
    bool finished = report_writer_finish(writer, &error);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_false(written);
    assert_false(finished);
    assert_non_null(strstr(error.text, "File too large; 2 results are in "));
    expect_results(temporary, 2);
    unlink(temporary);
    free(temporary);
    report_close(made);
}

static void an_abandoned_report_leaves_nothing(void **state)
{
    (void)state;
    report_writer_abandon(report_writer_open(path, false, NULL));
    report_writer_abandon(NULL);
    assert_int_equal(access(path, F_OK), -1);
}

static void a_folder_that_is_not_there_is_an_error(void **state)
{
    (void)state;
    struct error error;
    assert_null(report_writer_open("/nonexistent/out.ncu-rep", false, &error));
    assert_non_null(strstr(error.text, "No such file or directory"));
}

static void permissions_follow_the_umask(void **state)
{
    (void)state;
    struct stat status;
    mode_t old = umask(027);
    assert_true(report_writer_finish(report_writer_open(path, false, NULL), NULL));
    umask(old);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0640);
}

#define in_folder(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_folder(what_is_written_can_be_read),
        in_folder(the_file_begins_as_the_format_says),
        in_folder(an_existing_file_is_kept),
        in_folder(a_file_is_replaced_only_at_the_end),
        in_folder(a_link_stays_one),
        in_folder(each_result_is_in_the_file_at_once),
        in_folder(a_file_that_appears_meanwhile_is_not_replaced),
        in_folder(a_failed_write_keeps_the_whole_results),
        in_folder(an_abandoned_report_leaves_nothing),
        cmocka_unit_test(a_folder_that_is_not_there_is_an_error),
        in_folder(permissions_follow_the_umask),
    };
    return cmocka_run_group_tests_name("report_writer", tests, NULL, NULL);
}
