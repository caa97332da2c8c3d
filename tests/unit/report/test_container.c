#include "report/file/container.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "guarded_copy.h"

static bool scan_bytes(struct container *container, const void *bytes, size_t length,
                       struct error *error)
{
    struct container_scanner scanner;
    int percent = 0;
    if (!container_scan(&scanner, container, bytes, length, error))
        return false;
    while (!container_scan_step(&scanner)) {
        assert_in_range(container_scan_percent(&scanner), percent, 100);
        percent = container_scan_percent(&scanner);
    }
    return true;
}

static void free_all(struct container *container)
{
    while (!container_free_step(container))
        continue;
}

/* Scans a copy of exactly that length: reading beyond it ends the test. */
static bool scan(struct container *container, const void *bytes, size_t length, struct error *error,
                 uint8_t **copy)
{
    *copy = guarded_copy(bytes, length);
    return scan_bytes(container, *copy, length, error);
}

static void refused(const void *bytes, size_t length, const char *part)
{
    struct container container;
    struct error error = {""};
    uint8_t *copy;
    assert_false(scan(&container, bytes, length, &error, &copy));
    if (!strstr(error.text, part))
        fail_msg("\"%s\" does not say \"%s\"", error.text, part);
    assert_int_equal(container.entry_count, 0);
    assert_null(container.blocks);
    guarded_free(copy);
}

static void the_sample_is_whole(void **state)
{
    (void)state;
    struct build build = {0};
    build_sample(&build);
    struct container container;
    uint8_t *copy;
    assert_true(scan(&container, build.file.data, build.file.length, NULL, &copy));
    assert_string_equal(container.damage, "");
    assert_int_equal(container.block_count, 7);
    static const enum entry_kind kinds[] = {ENTRY_SOURCE, ENTRY_KERNEL, ENTRY_KERNEL, ENTRY_RANGE,
                                            ENTRY_GRAPH};
    assert_int_equal(container.entry_count, COUNT(kinds));
    for (size_t i = 0; i < COUNT(kinds); i++)
        assert_int_equal(container.entries[i].kind, kinds[i]);
    assert_int_equal(container.entries[1].block, 3);
    free_all(&container);
    assert_int_equal(container.entry_count, 0);
    guarded_free(copy);
    build_free(&build);
}

static void foreign_files_are_named(void **state)
{
    (void)state;
    refused("", 0, "the file is empty");
    refused("N", 1, "does not begin with");
    refused("NVR", 3, "does not begin with");
    refused("hello world", 11, "does not begin with");
    refused("SQLite format 3\0xyz", 19, "SQLite");
    refused("\x7f"
            "ELF\2\1\1",
            7, "ELF");
    refused("\x1f\x8b\x08", 3, "gzip");
    refused("\x28\xb5\x2f\xfd", 4, "zstd");
    refused("PK\x03\x04", 4, "zip archive");
    refused("\xfd"
            "7zXZ\0",
            6, "xz data");
    refused("\"ID\",\"Process ID\"", 17, "CSV");
    refused("==PROF== Connected", 18, "text output");
    refused("nvr\0\2\0\0\0\x08\x07", 10, "does not begin with");
}

static void a_damaged_file_header_is_refused(void **state)
{
    (void)state;
    refused("NVR\0", 4, "inside its file header");
    refused("NVR\0\2\0\0", 7, "inside its file header");
    refused("NVR\0\2\0\0\0\x08", 9, "inside its file header at byte 9");
    refused("NVR\0\xff\xff\xff\xff\x08\x07", 10, "inside its file header");
    refused("NVR\0\2\0\0\0\x08\x80", 10, "file header at byte 8 is damaged");
    refused("NVR\0\0\0\0\0", 8, "file header at byte 8 is damaged"); /* no version */
}

static void versions(void **state)
{
    (void)state;
    static const unsigned good[] = {7, 8, 100}, old[] = {0, 1, 6};
    for (size_t i = 0; i < COUNT(good); i++) {
        struct build build = {0};
        struct container container;
        build_begin(&build, good[i]);
        assert_true(scan_bytes(&container, build.file.data, build.file.length, NULL));
        assert_int_equal(container.entry_count, 0);
        assert_string_equal(container.damage, "");
        free_all(&container);
        build_free(&build);
    }
    for (size_t i = 0; i < COUNT(old); i++) {
        struct build build = {0};
        build_begin(&build, old[i]);
        refused(build.file.data, build.file.length, "is older than 7");
        build_free(&build);
    }
}

/* Ends of the entries and of the blocks of the whole file: where it may be cut without harm. */
struct cuts {
    size_t entry_ends[16], entry_count;
    size_t block_ends[16], block_count;
};

static size_t read_u32(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return b[0] | (size_t)b[1] << 8 | (size_t)b[2] << 16 | (size_t)b[3] << 24;
}

static struct cuts find_cuts(const struct strbuf *file, const struct container *container)
{
    struct cuts cuts = {0};
    for (size_t i = 0; i < container->entry_count; i++)
        cuts.entry_ends[cuts.entry_count++] =
            (size_t)(container->entries[i].data + container->entries[i].length -
                     (const uint8_t *)file->data);
    size_t at = 8 + read_u32(file->data + 4);
    cuts.block_ends[cuts.block_count++] = at;
    for (size_t i = 0; i < container->block_count; i++) {
        at += 4 + read_u32(file->data + at) + container->blocks[i]->payloadsize;
        cuts.block_ends[cuts.block_count++] = at;
    }
    return cuts;
}

static bool is_block_end(const struct cuts *cuts, size_t at)
{
    for (size_t i = 0; i < cuts->block_count; i++)
        if (cuts->block_ends[i] == at)
            return true;
    return false;
}

/* At every length: whole results are kept, and damage is reported at a place inside of what is
 * left. */
static void cut_at_every_byte(void **state)
{
    (void)state;
    struct build build = {0};
    build_sample(&build);
    struct container whole;
    assert_true(scan_bytes(&whole, build.file.data, build.file.length, NULL));
    struct cuts cuts = find_cuts(&build.file, &whole);
    size_t first = cuts.block_ends[0];
    for (size_t length = 0; length < build.file.length; length++) {
        struct container container;
        struct error error = {""};
        uint8_t *copy;
        bool good = scan(&container, build.file.data, length, &error, &copy);
        assert_int_equal(good, length >= first);
        if (!good) {
            assert_true(*error.text);
            guarded_free(copy);
            continue;
        }
        size_t expected = 0;
        while (expected < cuts.entry_count && cuts.entry_ends[expected] <= length)
            expected++;
        assert_int_equal(container.entry_count, expected);
        assert_int_equal(*container.damage == '\0', is_block_end(&cuts, length));
        const char *place = strstr(container.damage, " at byte ");
        if (*container.damage) {
            assert_non_null(place);
            assert_true(strtoul(place + 9, NULL, 10) <= length);
        }
        free_all(&container);
        guarded_free(copy);
    }
    free_all(&whole);
    build_free(&build);
}

/* Every byte of a small report changed to some others: no crash, and entries stay inside the bytes.
 */
static void any_byte_may_be_wrong(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    build_entry(&build, &rep__profile_result__descriptor, KERNEL("f"));
    build_block(&build, "NumResults: 1 Process { ProcessID: 5 } StringTable { Strings: 'a' }");
    static const uint8_t values[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    for (size_t at = 0; at < build.file.length; at++) {
        char old = build.file.data[at];
        for (size_t i = 0; i < sizeof values; i++) {
            build.file.data[at] = (char)values[i];
            struct container container;
            uint8_t *copy;
            if (scan(&container, build.file.data, build.file.length, NULL, &copy)) {
                for (size_t j = 0; j < container.entry_count; j++)
                    assert_true(container.entries[j].data >= copy &&
                                container.entries[j].data + container.entries[j].length <=
                                    copy + build.file.length);
                free_all(&container);
            }
            guarded_free(copy);
        }
        build.file.data[at] = old;
    }
    build_free(&build);
}

static void damaged(struct build *build, size_t entries, const char *part)
{
    struct container container;
    uint8_t *copy;
    assert_true(scan(&container, build->file.data, build->file.length, NULL, &copy));
    assert_int_equal(container.entry_count, entries);
    if (part) {
        if (!strstr(container.damage, part))
            fail_msg("\"%s\" does not say \"%s\"", container.damage, part);
    } else {
        assert_string_equal(container.damage, "");
    }
    free_all(&container);
    guarded_free(copy);
    build_free(build);
}

static void huge_sizes_do_not_allocate(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    build_u32(&build.file, 0xffffffff);
    damaged(&build, 0, "inside a block header at byte 10");

    build_begin(&build, 7);
    build_u32(&build.payload, 0xfffffff0);
    build_block(&build, "NumResults: 1");
    damaged(&build, 0, "a result is cut short");

    build_begin(&build, 7);
    build_raw_entry(&build, "", 0);
    build_block(&build, "NumResults: 4294967295");
    damaged(&build, 1, "a result is cut short");

    build_begin(&build, 7);
    build_raw_entry(&build, "", 0);
    build_block(&build, "NumResults: 1 PayloadSize: 4294967295");
    damaged(&build, 1, "the payload of a block is cut short");
}

static void a_payload_may_be_larger_than_its_entries(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    build_raw_entry(&build, "ab", 2);
    strbuf_adds(&build.payload, "left over");
    build_block(&build, "NumSources: 1");
    build_raw_entry(&build, "cd", 2);
    build_block(&build, "NumResults: 1");
    damaged(&build, 2, NULL);
}

static void zeros_behind_the_last_block_are_an_empty_block(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    build_raw_entry(&build, "ab", 2);
    build_block(&build, "NumSources: 1");
    build_u32(&build.file, 0);
    damaged(&build, 1, NULL);
}

static void a_damaged_block_header_keeps_what_is_before(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    build_raw_entry(&build, "ab", 2);
    build_block(&build, "NumSources: 1");
    build_u32(&build.file, 2);
    strbuf_add(&build.file, "\x08\x80", 2);
    damaged(&build, 1, "a block header is damaged at byte 2");
}

static void a_block_holds_several_results_of_each_kind(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    for (int i = 0; i < 7; i++)
        build_raw_entry(&build, "", 0);
    build_block(&build, "NumSources: 2 NumResults: 2 NumRangeResults: 1 NumCmdlistResults: 1 "
                        "NumGraphResults: 1");
    damaged(&build, 7, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sample_is_whole),
        cmocka_unit_test(foreign_files_are_named),
        cmocka_unit_test(a_damaged_file_header_is_refused),
        cmocka_unit_test(versions),
        cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(any_byte_may_be_wrong),
        cmocka_unit_test(huge_sizes_do_not_allocate),
        cmocka_unit_test(a_payload_may_be_larger_than_its_entries),
        cmocka_unit_test(zeros_behind_the_last_block_are_an_empty_block),
        cmocka_unit_test(a_damaged_block_header_keeps_what_is_before),
        cmocka_unit_test(a_block_holds_several_results_of_each_kind),
    };
    return cmocka_run_group_tests_name("container", tests, NULL, NULL);
}
