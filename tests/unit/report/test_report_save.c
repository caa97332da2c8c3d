#include "report/filter/report_save.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "notes_sample.h"
#include "report/base/file_bytes.h"
#include "report/base/mem.h"
#include "report/base/wire_walk.h"

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
    struct launch_filter filter = {.base = KERNEL_NAME_FUNCTION, .skip = skip, .count = count};
    struct error error = {""};
    size_t saved;
    if (name)
        name_pattern_set(&filter.name, name, NULL);
    if (!report_save(report, &filter, NULL, path, false, &saved, &error))
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

/* Wire types of fields 200 to 203: varint, 64 bits, bytes, 32 bits. */
#define UNKNOWN_KINDS                                                                              \
    "\xc0\x0c\x96\x01"                                                                             \
    "\xc9\x0c"                                                                                     \
    "12345678" UNKNOWN "\xdd\x0c"                                                                  \
    "1234"

static void add_length(struct strbuf *out, size_t length)
{
    for (; length > 127; length >>= 7)
        strbuf_addc(out, (char)(length | 128));
    strbuf_addc(out, (char)length);
}

/* The message with unknown fields of every kind in it and in each message inside. */
static void add_unknown(struct strbuf *out, const ProtobufCMessageDescriptor *descriptor,
                        const uint8_t *data, size_t length)
{
    struct wire_walk walk = {data, data + length, false};
    struct wire_field field;
    for (const uint8_t *start = walk.at; wire_walk_next(&walk, &field); start = walk.at) {
        const ProtobufCFieldDescriptor *known =
            protobuf_c_message_descriptor_get_field(descriptor, field.number);
        if (!known || known->type != PROTOBUF_C_TYPE_MESSAGE) {
            strbuf_add(out, start, (size_t)(walk.at - start));
            continue;
        }
        struct strbuf inside = {0};
        add_unknown(&inside, known->descriptor, field.data, field.length);
        add_length(out, field.number << 3 | 2);
        add_length(out, inside.length);
        strbuf_add(out, inside.data, inside.length);
        strbuf_free(&inside);
    }
    strbuf_add(out, UNKNOWN_KINDS, sizeof UNKNOWN_KINDS - 1);
}

static size_t count_unknown(const struct strbuf *bytes)
{
    size_t count = 0;
    for (size_t i = 0; i + sizeof UNKNOWN_KINDS - 1 <= bytes->length; i++)
        count += memcmp(bytes->data + i, UNKNOWN_KINDS, sizeof UNKNOWN_KINDS - 1) == 0;
    return count;
}

/* In every level of a result, of a source and of the header's session; also when only some of the
 * results are copied, and the header is written anew. */
static void what_is_not_known_is_copied_at_every_level(void **state)
{
    (void)state;
    struct build build = {0};
    struct strbuf known = {0}, result = {0}, header = {0}, all = {0};
    build_notes(&build);
    struct report *notes = build_open(&build);
    const struct entry *entry = report_entry(notes, 0);
    add_unknown(&result, &rep__profile_result__descriptor, entry->data, entry->length);
    assert_in_range(count_unknown(&result), 60, 1000);
    report_close(notes);
    build_free(&build);

    build_begin(&build, 7);
    build_raw_entry(&build, result.data, result.length);
    build_raw_entry(&build, result.data, result.length);
    char *text = mem_printf("NumResults: 2 PayloadSize: %zu Process { ProcessID: 4 } StringTable { "
                            "Strings: 'a' } SessionDetails { HostSystemInfo { IPAddresses { "
                            "Address: 'x' } } DeviceAttributes { ID: 0 Attributes { Name: 'n' "
                            "Value { Uint64Value: 1 } } } }",
                            build.payload.length);
    build_message(&known, &rep__block_header__descriptor, text);
    add_unknown(&header, &rep__block_header__descriptor, (const uint8_t *)known.data, known.length);
    build_u32(&build.file, (uint32_t)header.length);
    strbuf_add(&build.file, header.data, header.length);
    strbuf_add(&build.file, build.payload.data, build.payload.length);
    struct report *report = build_open(&build);
    assert_int_equal(report_count(report), 2);
    assert_string_equal(report_result(report, 0, NULL)->name, "noted(int *)");
    assert_int_equal(save(report, NULL, 0, 0), 2);
    expect_copy_of(build.file.data, build.file.length);
    unlink(path);
    assert_int_equal(save(report, NULL, 1, 0), 1);
    size_t length;
    char *copy = file_bytes(path, &length, NULL);
    strbuf_add(&all, copy, length);
    assert_int_equal(count_unknown(&all), count_unknown(&result) + count_unknown(&header));
    free(copy);
    report_close(report);
    free(text);
    strbuf_free(&known);
    strbuf_free(&result);
    strbuf_free(&header);
    strbuf_free(&all);
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
    struct launch_filter filter = {.base = KERNEL_NAME_FUNCTION};
    struct error error;
    size_t saved;
    name_pattern_set(&filter.name, "third", NULL);
    assert_false(report_save(report, &filter, NULL, path, false, &saved, &error));
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
        if (!count) {
            struct error error;
            size_t saved;
            assert_false(
                report_save(report, &(struct launch_filter){0}, NULL, path, true, &saved, &error));
            assert_non_null(strstr(error.text, "cut has no results"));
            assert_int_equal(access(path, F_OK), -1);
            report_close(report);
            continue;
        }
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
    assert_false(
        report_save(report, &(struct launch_filter){0}, NULL, path, false, &saved, &error));
    assert_non_null(strstr(error.text, "exists already"));
    assert_true(report_save(report, &(struct launch_filter){0}, NULL, path, true, &saved, &error));
    expect_copy_of(sample.file.data, sample.file.length);
    report_close(report);
}

#define in_folder(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_folder(a_whole_copy_is_the_same),
        in_folder(what_is_not_known_is_copied),
        in_folder(what_is_not_known_is_copied_at_every_level),
        in_folder(a_filter_leaves_results_out),
        in_folder(skip_and_count_choose_as_on_a_page),
        in_folder(nothing_is_written_when_no_result_passes),
        in_folder(the_copy_of_a_damaged_report_is_whole),
        in_folder(an_existing_file_is_kept),
    };
    return cmocka_run_group_tests_name("report_save", tests, NULL, NULL);
}
