#include "report/base/unpack.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <zlib.h>
#include <zstd.h>

#include "build_report.h"
#include "guarded_copy.h"
#include "report/base/mem.h"

enum { STORED = 0, DEFLATED = 8, AS_ZSTD = 93, GZIP = 16 + MAX_WBITS, BARE = -MAX_WBITS };
static const size_t plenty = (size_t)1 << 30;

/* ---- packing ---- */

/* A text that packs, but not to nothing. */
static void add_plain(struct strbuf *out, size_t lines)
{
    for (size_t i = 0; i < lines; i++)
        strbuf_addf(out, "%zu: line %zu\n", i * 2654435761u % 1000, i);
}

static void add_zstd(struct strbuf *out, const void *bytes, size_t length)
{
    const size_t room = ZSTD_compressBound(length);
    char *packed = mem_alloc(room);
    ZSTD_CCtx *context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    strbuf_add(out, packed, ZSTD_compress2(context, packed, room, bytes, length));
    ZSTD_freeCCtx(context);
    free(packed);
}

static void add_zlib(struct strbuf *out, const void *bytes, size_t length, int form)
{
    z_stream stream = {0};
    deflateInit2(&stream, 6, Z_DEFLATED, form, 8, Z_DEFAULT_STRATEGY);
    const size_t room = deflateBound(&stream, length);
    char *packed = mem_alloc(room);
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (unsigned)length;
    stream.next_out = (Bytef *)packed;
    stream.avail_out = (unsigned)room;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    strbuf_add(out, packed, room - stream.avail_out);
    deflateEnd(&stream);
    free(packed);
}

static void add_number(struct strbuf *out, size_t number, int bytes)
{
    for (; bytes-- > 0; number >>= 8)
        strbuf_addc(out, (char)number);
}

/* What a local header and the directory have in common, from the version on. */
static void add_zip_facts(struct strbuf *out, int method, size_t crc, size_t packed, size_t length)
{
    add_number(out, 20, 2);
    add_number(out, 0, 2);
    add_number(out, (size_t)method, 2);
    add_number(out, 0, 4);
    add_number(out, crc, 4);
    add_number(out, packed, 4);
    add_number(out, length, 4);
    add_number(out, 1, 2);
    add_number(out, 0, 2);
}

static void add_zip(struct strbuf *out, const void *bytes, size_t length, int method, size_t files)
{
    struct strbuf packed = {0};
    strbuf_adds(&packed, "");
    if (method == DEFLATED)
        add_zlib(&packed, bytes, length, BARE);
    else if (method == AS_ZSTD)
        add_zstd(&packed, bytes, length);
    else
        strbuf_add(&packed, bytes, length);
    const size_t crc = crc32(0, bytes, (unsigned)length);
    strbuf_add(out, "PK\3\4", 4);
    add_zip_facts(out, method, crc, 0, 0); /* as a program writes that does not know them yet */
    strbuf_adds(out, "x");
    strbuf_add(out, packed.data, packed.length);
    const size_t directory = out->length;
    strbuf_add(out, "PK\1\2\0\0", 6);
    add_zip_facts(out, method, crc, packed.length, length);
    add_number(out, 0, 2 + 2 + 2 + 4);
    add_number(out, 0, 4);
    strbuf_adds(out, "x");
    const size_t size = out->length - directory;
    strbuf_add(out, "PK\5\6\0\0\0\0", 8);
    add_number(out, files, 2);
    add_number(out, files, 2);
    add_number(out, size, 4);
    add_number(out, directory, 4);
    add_number(out, 3, 2);
    strbuf_adds(out, "end");
    strbuf_free(&packed);
}

/* ---- unpacking ---- */

/* From a copy of exactly that length: reading beyond it ends the test. */
static struct mapped_file *unpack_copy(const void *bytes, size_t length, size_t most,
                                       struct error *error)
{
    uint8_t *copy = guarded_copy(bytes, length);
    struct mapped_file *unpacked =
        unpack_knows(copy, length) ? unpack(copy, length, most, error) : NULL;
    guarded_free(copy);
    return unpacked;
}

static void gives(const struct strbuf *packed, const struct strbuf *plain)
{
    struct error error = {""};
    struct mapped_file *unpacked = unpack_copy(packed->data, packed->length, plenty, &error);
    assert_string_equal(error.text, "");
    assert_non_null(unpacked);
    assert_int_equal(unpacked->length, plain->length);
    assert_memory_equal(unpacked->bytes, plain->data, plain->length);
    /* There is no file from which they could be read again. */
    mapped_file_rest(unpacked, unpacked->bytes, unpacked->length);
    assert_memory_equal(unpacked->bytes, plain->data, plain->length);
    mapped_file_close(unpacked);
}

static void refused(const void *bytes, size_t length, size_t most, const char *part)
{
    struct error error = {""};
    assert_null(unpack_copy(bytes, length, most, &error));
    if (!strstr(error.text, part))
        fail_msg("\"%s\" does not say \"%s\"", error.text, part);
}

enum form { ZSTD_FORM, GZIP_FORM, ZIP_STORED, ZIP_DEFLATED, ZIP_ZSTD, FORMS };

static void pack(struct strbuf *out, const struct strbuf *plain, enum form form)
{
    static const int methods[] = {
        [ZIP_STORED] = STORED, [ZIP_DEFLATED] = DEFLATED, [ZIP_ZSTD] = AS_ZSTD};
    if (form == ZSTD_FORM)
        add_zstd(out, plain->data, plain->length);
    else if (form == GZIP_FORM)
        add_zlib(out, plain->data, plain->length, GZIP);
    else
        add_zip(out, plain->data, plain->length, methods[form], 1);
}

static void each_form_is_unpacked(void **state)
{
    (void)state;
    static const size_t lines[] = {1, 1000, 300000}; /* less and more than the first room */
    for (size_t i = 0; i < COUNT(lines); i++)
        for (int form = 0; form < FORMS; form++) {
            struct strbuf plain = {0}, packed = {0};
            add_plain(&plain, lines[i]);
            pack(&packed, &plain, (enum form)form);
            gives(&packed, &plain);
            strbuf_free(&plain);
            strbuf_free(&packed);
        }
}

static void parts_are_joined(void **state)
{
    (void)state;
    static const char skipped[] = "\x5a\x2a\x4d\x18\3\0\0\0abc";
    struct strbuf plain = {0}, frames = {0}, members = {0};
    strbuf_adds(&plain, "onetwo");
    strbuf_add(&frames, skipped, sizeof skipped - 1);
    add_zstd(&frames, "one", 3);
    strbuf_add(&frames, skipped, sizeof skipped - 1);
    add_zstd(&frames, "two", 3);
    gives(&frames, &plain);
    add_zlib(&members, "one", 3, GZIP);
    add_zlib(&members, "two", 3, GZIP);
    gives(&members, &plain);
    strbuf_free(&plain);
    strbuf_free(&frames);
    strbuf_free(&members);
}

static void what_is_cut_short_is_refused_at_every_byte(void **state)
{
    (void)state;
    static const char *const say[FORMS] = {
        "zstd data ends too early", "gzip data ends too early", "zip archive ends too early",
        "zip archive ends too early", "zip archive ends too early"};
    for (int form = 0; form < FORMS; form++) {
        struct strbuf plain = {0}, packed = {0};
        add_plain(&plain, 20);
        pack(&packed, &plain, (enum form)form);
        for (size_t length = 4; length < packed.length; length++)
            refused(packed.data, length, plenty, say[form]);
        strbuf_free(&plain);
        strbuf_free(&packed);
    }
}

static void other_bytes_are_never_taken_for_right_ones(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        struct strbuf plain = {0}, packed = {0};
        size_t good = 0;
        add_plain(&plain, 20);
        pack(&packed, &plain, (enum form)form);
        for (size_t bit = 0; bit < packed.length * 8; bit++) {
            struct error error = {""};
            packed.data[bit / 8] ^= (char)(1 << bit % 8);
            struct mapped_file *unpacked = unpack_copy(packed.data, packed.length, plenty, &error);
            packed.data[bit / 8] ^= (char)(1 << bit % 8);
            if (!unpacked)
                continue;
            good++; /* such as a time or a comment */
            assert_int_equal(unpacked->length, plain.length);
            assert_memory_equal(unpacked->bytes, plain.data, plain.length);
            mapped_file_close(unpacked);
        }
        assert_in_range(good, 0, packed.length * 4);
        strbuf_free(&plain);
        strbuf_free(&packed);
    }
}

static void bytes_that_follow_are_refused(void **state)
{
    (void)state;
    static const char *const say[FORMS] = {"9 bytes that do not belong to it follow this zstd data",
                                           "9 bytes that do not belong to it follow this gzip data",
                                           "or other bytes follow it", "or other bytes follow it",
                                           "or other bytes follow it"};
    for (int form = 0; form < FORMS; form++) {
        struct strbuf plain = {0}, packed = {0};
        add_plain(&plain, 20);
        pack(&packed, &plain, (enum form)form);
        strbuf_adds(&packed, "something");
        refused(packed.data, packed.length, plenty, say[form]);
        strbuf_free(&plain);
        strbuf_free(&packed);
    }
}

static void limits_hold_to_the_byte(void **state)
{
    (void)state;
    for (int form = 0; form < FORMS; form++) {
        struct strbuf plain = {0}, packed = {0};
        add_plain(&plain, 300000);
        pack(&packed, &plain, (enum form)form);
        struct mapped_file *unpacked = unpack_copy(packed.data, packed.length, plain.length, NULL);
        assert_non_null(unpacked);
        mapped_file_close(unpacked);
        refused(packed.data, packed.length, plain.length - 1, "half of the memory here");
        strbuf_free(&plain);
        strbuf_free(&packed);
    }
}

/* 100 MB of zeros, in 9 KB. */
static void bombs_are_refused(void **state)
{
    (void)state;
    const size_t length = 100 << 20;
    struct strbuf packed = {0};
    void *zeros = mmap(NULL, length, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    add_zstd(&packed, zeros, length);
    assert_in_range(packed.length, 100, 20000);
    refused(packed.data, packed.length, plenty, "more than 64 MB, over a thousand times its size");
    munmap(zeros, length);
    strbuf_free(&packed);
}

static void archives_of_another_kind_are_named(void **state)
{
    (void)state;
    struct strbuf two = {0}, other = {0}, empty = {0};
    add_zip(&two, "text", 4, STORED, 2);
    refused(two.data, two.length, plenty, "has 2 files where one report is expected");
    add_zip(&other, "text", 4, 12, 1);
    refused(other.data, other.length, plenty, "packed by method 12");
    add_zip(&empty, "", 0, STORED, 1);
    refused(empty.data, empty.length, plenty, "this zip archive holds nothing");
    strbuf_free(&two);
    strbuf_free(&other);
    strbuf_free(&empty);
}

static void other_bytes_are_not_known(void **state)
{
    (void)state;
    static const char *const others[] = {"NVR", "P", "PK\3", "\x28\xb5\x2f", "\x60\x2a\x4d\x18",
                                         ""};
    for (size_t i = 0; i < COUNT(others); i++)
        assert_false(unpack_knows((const uint8_t *)others[i], strlen(others[i])));
}

static void a_report_is_read_from_each_form(void **state)
{
    (void)state;
    struct build build = {0};
    build_sample(&build);
    for (int form = 0; form < FORMS; form++) {
        struct strbuf packed = {0};
        struct error error = {""};
        pack(&packed, &build.file, (enum form)form);
        struct report *report =
            report_open_bytes("x", (const uint8_t *)packed.data, packed.length, &error);
        strbuf_free(&packed);
        assert_string_equal(error.text, "");
        assert_int_equal(report_count(report), 4);
        report_rest_all(report);
        struct result *result = report_result(report, 0, &error);
        assert_non_null(result);
        report_close(report);
    }
    build_free(&build);
}

static void errors_name_the_file(void **state)
{
    (void)state;
    struct strbuf packed = {0};
    struct error error = {""};
    add_zstd(&packed, "text", 4);
    assert_null(
        report_open_bytes("a.ncu-repz", (const uint8_t *)packed.data, packed.length, &error));
    assert_non_null(strstr(error.text, "a.ncu-repz: not an .ncu-rep report"));
    assert_null(report_open_bytes("a.ncu-repz", (const uint8_t *)packed.data, 8, &error));
    assert_string_equal(
        error.text, "a.ncu-repz: this zstd data ends too early; copy the whole file here again");
    strbuf_free(&packed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_form_is_unpacked),
        cmocka_unit_test(parts_are_joined),
        cmocka_unit_test(what_is_cut_short_is_refused_at_every_byte),
        cmocka_unit_test(other_bytes_are_never_taken_for_right_ones),
        cmocka_unit_test(bytes_that_follow_are_refused),
        cmocka_unit_test(limits_hold_to_the_byte),
        cmocka_unit_test(bombs_are_refused),
        cmocka_unit_test(archives_of_another_kind_are_named),
        cmocka_unit_test(other_bytes_are_not_known),
        cmocka_unit_test(a_report_is_read_from_each_form),
        cmocka_unit_test(errors_name_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
