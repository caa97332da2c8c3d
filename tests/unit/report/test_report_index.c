/* The index of a large report: it is used, it belongs to one file only, and nobody depends on it.
 */
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/disk_cache.h"
#include "report/base/mem.h"
#include "report/file/report_index.h"
#include "report/file/report_writer.h"

enum { COUNT = REPORT_INDEX_LEAST + 3 };
static char folder[] = "/tmp/rooftop-test-index-XXXXXX";
static char *path, *lists;

static double duration_of(size_t i)
{
    return 1000 + (double)(i * 7919 % 5003);
}

static void write_report(size_t count)
{
    struct error error;
    struct report *report = report_new("");
    struct report_writer *writer = report_writer_open(path, true, &error);
    Rep__ProcessInfo process = REP__PROCESS_INFO__INIT;
    process.processid = 9;
    assert_non_null(writer);
    for (size_t i = 0; i < count; i++) {
        struct strbuf packed = {0};
        char *text =
            mem_printf("ThreadID: 1 APICallID: 2 ProgramHandle: 3 KernelID: 4 "
                       "KernelMangledName: 'k' KernelFunctionName: 'k' "
                       "KernelDemangledName: 'k%zu()' WorkDimensions: 3 "
                       "GlobalWorkOffset { X: 0 Y: 0 Z: 0 } GridSize { X: %zu Y: 2 Z: 1 } "
                       "BlockSize { X: 128 Y: 1 Z: 1 } Source {} "
                       "MetricResults { NameId: %u MetricValue { DoubleValue: %.0f } "
                       "Category: 0 }",
                       i % 700, i, report_intern(report, "gpu__time_duration.sum"), duration_of(i));
        build_message(&packed, &rep__profile_result__descriptor, text);
        assert_true(report_writer_result(writer, report, ENTRY_KERNEL, (uint8_t *)packed.data,
                                         packed.length, &process));
        strbuf_free(&packed);
        free(text);
    }
    assert_true(report_writer_finish(writer, &error));
    report_close(report);
}

/* The first result's duration may be another one: the index was changed. */
static void summaries_are(size_t count, double first)
{
    struct error error;
    struct report *report = report_open(path, &error);
    assert_non_null(report);
    assert_int_equal(report_count(report), count);
    for (size_t i = 0; i < count; i++) {
        const struct result_summary *s = report_summary(report, i);
        char name[16];
        snprintf(name, sizeof name, "k%zu()", i % 700);
        assert_string_equal(s->name, name);
        assert_true(s->duration == (i ? duration_of(i) : first));
        assert_true(s->compute != s->compute && s->occupancy != s->occupancy);
        assert_int_equal(s->grid[0], i);
        assert_int_equal(s->grid[1], 2);
        assert_int_equal(s->block[0], 128);
        assert_int_equal(s->id, i);
        assert_string_equal(s->verdict, "");
        assert_null(s->parameters);
    }
    report_close(report);
}

/* The path of the only index, or NULL. */
static char *index_path(void)
{
    DIR *entries = opendir(lists);
    char *found = NULL;
    for (struct dirent *e; entries && (e = readdir(entries));)
        if (e->d_name[0] != '.') {
            assert_null(found);
            found = mem_printf("%s/%s", lists, e->d_name);
        }
    if (entries)
        closedir(entries);
    return found;
}

static void forget(void)
{
    char *index = index_path();
    if (index)
        unlink(index);
    free(index);
}

/* Changes the first duration of the index, with its sum. */
static void falsify(double duration)
{
    struct disk_cache_key key;
    char *index = index_path();
    size_t length;
    assert_non_null(index);
    snprintf(key.text, sizeof key.text, "%s", strrchr(index, '/') + 1);
    char *bytes = disk_cache_get(lists, &key, NULL, &length);
    assert_non_null(bytes);
    memcpy(bytes + 16, &duration, sizeof duration);
    disk_cache_put(lists, &key, "list-2", bytes, length);
    free(bytes);
    free(index);
}

static int begin(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    setenv("XDG_CACHE_HOME", folder, 1);
    path = mem_printf("%s/large.ncu-rep", folder);
    lists = disk_cache_folder("lists");
    return 0;
}

static int end(void **state)
{
    (void)state;
    forget();
    unlink(path);
    rmdir(lists);
    char *above = mem_printf("%s/rooftop", folder);
    rmdir(above);
    free(above);
    free(path);
    free(lists);
    return rmdir(folder);
}

static void an_index_is_kept_and_used(void **state)
{
    (void)state;
    write_report(COUNT);
    summaries_are(COUNT, duration_of(0));
    summaries_are(COUNT, duration_of(0));
    falsify(12345);
    summaries_are(COUNT, 12345);
    forget();
    summaries_are(COUNT, duration_of(0));
}

static void a_small_report_has_none(void **state)
{
    (void)state;
    forget();
    write_report(REPORT_INDEX_LEAST - 1);
    summaries_are(REPORT_INDEX_LEAST - 1, duration_of(0));
    assert_null(index_path());
}

static void a_changed_report_gets_another(void **state)
{
    (void)state;
    struct stat before;
    write_report(COUNT);
    summaries_are(COUNT, duration_of(0));
    falsify(12345);
    /* The same bytes and times, but written again. */
    assert_int_equal(stat(path, &before), 0);
    int file = open(path, O_RDWR | O_CLOEXEC);
    char byte;
    assert_int_equal(pread(file, &byte, 1, before.st_size / 2 + 77), 1);
    assert_int_equal(pwrite(file, &byte, 1, before.st_size / 2 + 77), 1);
    const struct timespec times[] = {before.st_atim, before.st_mtim};
    assert_int_equal(futimens(file, times), 0);
    close(file);
    char *old = index_path();
    summaries_are(COUNT, duration_of(0));
    assert_int_equal(unlink(old), 0);
    free(old);
    falsify(54321); /* the new one */
    summaries_are(COUNT, 54321);
}

static void a_damaged_index_is_made_again(void **state)
{
    (void)state;
    forget();
    write_report(COUNT);
    summaries_are(COUNT, duration_of(0));
    falsify(12345);
    char *index = index_path();
    struct stat whole, again;
    assert_int_equal(stat(index, &whole), 0);
    static const off_t places[] = {0, 20, 90, 3000, -1};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        int file = open(index, O_RDWR | O_CLOEXEC);
        const off_t at = places[i] < 0 ? whole.st_size - 1 : places[i];
        char byte;
        assert_int_equal(pread(file, &byte, 1, at), 1);
        byte ^= 1;
        assert_int_equal(pwrite(file, &byte, 1, at), 1);
        close(file);
        summaries_are(COUNT, duration_of(0));
        falsify(12345); /* it was made again: it is whole */
        summaries_are(COUNT, 12345);
    }
    assert_int_equal(truncate(index, whole.st_size / 2), 0);
    summaries_are(COUNT, duration_of(0));
    assert_int_equal(stat(index, &again), 0);
    assert_int_equal(again.st_size, whole.st_size);
    free(index);
}

/* One whose sum is right, but whose records lead outside. */
static void an_index_that_leads_outside_is_not_used(void **state)
{
    (void)state;
    struct disk_cache_key key;
    char *index = index_path();
    size_t length;
    assert_non_null(index);
    snprintf(key.text, sizeof key.text, "%s", strrchr(index, '/') + 1);
    free(index);
    char *bytes = disk_cache_get(lists, &key, NULL, &length);
    static const struct {
        size_t at, cut;
        uint32_t value;
    } changes[] = {
        {120, 0, UINT32_MAX}, {0, 0, COUNT + 1}, {8, 0, 3}, {0, 5, COUNT}, {0, 1u << 30, 0}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char *changed = mem_alloc(length);
        memcpy(changed, bytes, length);
        memcpy(changed + changes[i].at, &changes[i].value, sizeof changes[i].value);
        disk_cache_put(lists, &key, "list-2", changed,
                       changes[i].cut > length ? 0 : length - changes[i].cut);
        free(changed);
        summaries_are(COUNT, duration_of(0));
    }
    free(bytes);
}

static void without_a_cache_results_are_read(void **state)
{
    (void)state;
    setenv("XDG_CACHE_HOME", "/proc/none", 1);
    write_report(COUNT);
    summaries_are(COUNT, duration_of(0));
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    summaries_are(COUNT, duration_of(0));
    setenv("XDG_CACHE_HOME", folder, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_index_is_kept_and_used),
        cmocka_unit_test(a_small_report_has_none),
        cmocka_unit_test(a_changed_report_gets_another),
        cmocka_unit_test(a_damaged_index_is_made_again),
        cmocka_unit_test(an_index_that_leads_outside_is_not_used),
        cmocka_unit_test(without_a_cache_results_are_read),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
