#include "report_save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_report.h"
#include "mem.h"

static char folder[64], *path;
static struct build sample;

static int begin(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/rooftop-test-XXXXXX");
    if (!mkdtemp(folder))
        return -1;
    path = mem_printf("%s/copy.ncu-rep", folder);
    build_sample(&sample);
    return 0;
}

/* Fails if anything but the copy was left behind. */
static int end(void **state)
{
    (void)state;
    build_free(&sample);
    unlink(path);
    free(path);
    return rmdir(folder);
}

static size_t save(struct report *report, const char *name, uint64_t skip, uint64_t count)
{
    struct launch_filter filter = {.skip = skip, .count = count};
    struct error error = {""};
    size_t saved;
    if (name)
        name_pattern_set(&filter.name, name, NULL);
    if (!report_save(report, &filter, path, false, &saved, &error))
        fail_msg("%s", error.text);
    launch_filter_free(&filter);
    return saved;
}

static void expect_copy_of(const void *bytes, size_t length)
{
    FILE *file = fopen(path, "r");
    char *copy = malloc(length + 1);
    assert_int_equal(fread(copy, 1, length + 1, file), length);
    assert_memory_equal(copy, bytes, length);
    free(copy);
    fclose(file);
}

static void a_whole_copy_is_the_same(void **state)
{
    (void)state;
    struct report *report = build_open(&sample);
    assert_int_equal(save(report, NULL, 0, 0), 4);
    expect_copy_of(sample.file.data, sample.file.length);
    report_close(report);
}

/* Field 200, which no message has: in the file header, a block header and a result. */
#define UNKNOWN "\xc2\x0c\x03new"

static void what_is_not_known_is_copied(void **state)
{
    (void)state;
    struct build build = {0};
    strbuf_add(&build.file, "NVR\0", 4);
    build_u32(&build.file, 2 + 6);
    strbuf_add(&build.file, "\x08\x07" UNKNOWN, 2 + 6);
    struct strbuf result = {0};
    build_message(&result, &rep__profile_result__descriptor, KERNEL("k"));
    strbuf_add(&result, UNKNOWN, 6);
    assert_in_range(result.length + 4, 1, 127);
    char header[] = "\x10\x01\x28.";
    header[3] = (char)(result.length + 4);
    build_u32(&build.file, 4 + 6);
    strbuf_add(&build.file, header, 4);
    strbuf_add(&build.file, UNKNOWN, 6);
    build_u32(&build.file, (uint32_t)result.length);
    strbuf_add(&build.file, result.data, result.length);
    struct report *report = build_open(&build);
    assert_int_equal(report_count(report), 1);
    assert_int_equal(save(report, NULL, 0, 0), 1);
    expect_copy_of(build.file.data, build.file.length);
    report_close(report);
    strbuf_free(&result);
    build_free(&build);
}

static void a_filter_leaves_results_out(void **state)
{
    (void)state;
    struct report *report = build_open(&sample), *copy;
    double value;
    assert_int_equal(save(report, "first", 0, 0), 1);
    copy = report_open(path, NULL);
    assert_string_equal(report_damage(copy), "");
    assert_int_equal(report_count(copy), 1);
    assert_string_equal(report_result(copy, 0, NULL)->name, "first<8>(T *)");
    /* Its names are in a block whose results are left out. */
    assert_true(result_number(report_result(copy, 0, NULL), "gpu__time_duration.sum", &value));
    assert_true(value == 1500);
    assert_int_equal(report_container(copy, 0)->block_count,
                     report_container(report, 0)->block_count);
    assert_int_equal(report_container(copy, 0)->entries[0].kind, ENTRY_SOURCE);
    report_close(copy);
    report_close(report);
}

static void skip_and_count_choose_as_on_a_page(void **state)
{
    (void)state;
    struct report *report = build_open(&sample), *copy;
    assert_int_equal(save(report, NULL, 1, 2), 2);
    copy = report_open(path, NULL);
    assert_int_equal(report_count(copy), 2);
    assert_string_equal(report_result(copy, 0, NULL)->name, "second<8>(T *)");
    assert_int_equal(report_result(copy, 1, NULL)->kind, ENTRY_RANGE);
    report_close(copy);
    report_close(report);
}

static void nothing_is_written_when_no_result_passes(void **state)
{
    (void)state;
    struct report *report = build_open(&sample);
    struct launch_filter filter = {0};
    struct error error;
    size_t saved;
    name_pattern_set(&filter.name, "third", NULL);
    assert_false(report_save(report, &filter, path, false, &saved, &error));
    assert_non_null(strstr(error.text, "no result passes the filters (4 in the report)"));
    assert_int_equal(access(path, F_OK), -1);
    launch_filter_free(&filter);
    report_close(report);
}

static void the_copy_of_a_damaged_report_is_whole(void **state)
{
    (void)state;
    for (size_t cut = 1; cut < sample.file.length - 20; cut += 7) {
        struct report *report = report_open_bytes("cut", (const uint8_t *)sample.file.data,
                                                  sample.file.length - cut, NULL);
        size_t count = report_count(report);
        assert_true(*report_damage(report) || count <= 4);
        assert_int_equal(save(report, NULL, 0, 0), count);
        struct report *copy = report_open(path, NULL);
        assert_string_equal(report_damage(copy), "");
        assert_int_equal(report_count(copy), count);
        report_close(copy);
        report_close(report);
        unlink(path);
    }
}

static void an_existing_file_is_kept(void **state)
{
    (void)state;
    struct report *report = build_open(&sample);
    struct error error;
    size_t saved;
    assert_int_equal(save(report, "first", 0, 0), 1);
    assert_false(report_save(report, &(struct launch_filter){0}, path, false, &saved, &error));
    assert_non_null(strstr(error.text, "exists already"));
    assert_true(report_save(report, &(struct launch_filter){0}, path, true, &saved, &error));
    expect_copy_of(sample.file.data, sample.file.length);
    report_close(report);
}

#define in_folder(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_folder(a_whole_copy_is_the_same),
        in_folder(what_is_not_known_is_copied),
        in_folder(a_filter_leaves_results_out),
        in_folder(skip_and_count_choose_as_on_a_page),
        in_folder(nothing_is_written_when_no_result_passes),
        in_folder(the_copy_of_a_damaged_report_is_whole),
        in_folder(an_existing_file_is_kept),
    };
    return cmocka_run_group_tests_name("report_save", tests, NULL, NULL);
}
