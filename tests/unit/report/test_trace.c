/* The file of a trace, its columns, and what belongs together. */
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "report/base/mem.h"
#include "report/trace/trace_block.h"
#include "report/trace/trace_busy.h"
#include "report/trace/trace_index.h"
#include "report/trace/trace_stats.h"
#include "report/trace/trace_writer.h"
#include "trace_made.h"

static uint64_t random_value(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    const uint64_t value = *seed >> 8;
    switch (*seed >> 60) {
    case 0:
        return 0;
    case 1:
        return UINT64_MAX;
    case 2:
        return value;
    default:
        return value % 100;
    }
}

/* Any values come back, also those that wrap around. */
static void test_blocks_come_back(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (unsigned kind = 0; kind < TRACE_KINDS; kind++)
        for (size_t rows = 0; rows < 40; rows += 13) {
            const struct trace_kind_info *info = trace_kind_info(kind);
            uint64_t values[40 * TRACE_MOST_FIELDS], got[40];
            const char *texts[40];
            size_t length;
            for (size_t i = 0; i < rows * info->fields; i++)
                values[i] = random_value(&seed);
            for (size_t i = 0; i < rows; i++)
                texts[i] = i % 3 ? "text" : "";
            uint8_t *bytes = trace_made_block(kind, 9, 77, rows, values, texts, &length);
            struct trace_block block;
            assert_true(trace_block_open(&block, bytes, length));
            assert_int_equal(block.kind, kind);
            assert_int_equal(block.process, 9);
            assert_int_equal(block.now, 77);
            assert_int_equal(block.rows, rows);
            for (size_t f = 0; f < info->fields; f++) {
                assert_true(trace_block_column(&block, f, got));
                const bool is_end = info->lasts && f == SPAN_END;
                for (size_t r = 0; r < rows; r++)
                    assert_int_equal(got[r] + (is_end ? values[r * info->fields] : 0),
                                     values[r * info->fields + f]);
            }
            size_t at = 0, size, count = 0;
            const char *text;
            while (info->has_text && trace_block_text(&block, &at, &text, &size)) {
                assert_int_equal(size, strlen(texts[count]));
                assert_memory_equal(text, texts[count++], size);
            }
            assert_int_equal(count, info->has_text ? rows : 0);
            free(bytes);
        }
}

/* The promise of the format: a kernel in a loop takes little. */
static void test_kernels_are_small(void **state)
{
    (void)state;
    enum { ROWS = 10000 };
    uint64_t *values = mem_alloc(ROWS * (KERNEL_BY_DEVICE + 1) * sizeof *values), seed = 3, t = 0;
    size_t length;
    for (size_t i = 0; i < ROWS; i++) {
        uint64_t *row = values + i * (KERNEL_BY_DEVICE + 1);
        t += 3000 + (seed = seed * 25214903917u + 11) % 4000;
        row[SPAN_START] = 1700000000000000000u + t;
        row[SPAN_END] = row[SPAN_START] + 1500 + seed / 7 % 1000;
        row[KERNEL_CORRELATION] = 100 + i;
        row[KERNEL_NAME] = i % 7;
        row[KERNEL_GRID_X] = 64 << i % 3;
        row[KERNEL_BLOCK_X] = 256;
        row[KERNEL_REGISTERS] = 32 + i % 7;
    }
    free(trace_made_block(TRACE_KERNEL, 1, 0, ROWS, values, NULL, &length));
    assert_true(length < 24 * (size_t)ROWS);
    free(values);
}

static void test_damaged_blocks_are_refused(void **state)
{
    (void)state;
    const uint64_t values[] = {1, 5, 9};
    const char *const texts[] = {"one", "two", "three"};
    struct trace_block block;
    size_t length;
    uint8_t *bytes = trace_made_block(TRACE_STRING, 1, 2, 3, values, texts, &length);
    for (size_t cut = 0; cut < length; cut++)
        assert_false(trace_block_open(&block, bytes, cut));
    struct trace *trace = trace_new();
    for (size_t i = 0; i < length; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            uint8_t *copy = mem_alloc(length);
            memcpy(copy, bytes, length);
            copy[i] ^= (uint8_t)(1 << bit);
            trace_add_block(trace, 0, copy, length); /* must only not crash */
            free(copy);
        }
    trace_free(trace);
    free(bytes);
}

static char folder[] = "/tmp/rooftop-trace-XXXXXX";

static void write_trace(const char *path)
{
    struct error error;
    struct trace_writer *writer = trace_writer_open(path, true, &error);
    assert_non_null(writer);
    for (uint64_t i = 0; i < 5; i++) {
        const uint64_t values[] = {100000 + i, 100010 + i, 1, 1 + i, 42, 1 + i, 1};
        size_t length;
        uint8_t *bytes = trace_made_block(TRACE_API, 3, 0, 1, values, NULL, &length);
        trace_writer_add(writer, bytes, length);
        free(bytes);
    }
    assert_true(trace_writer_finish(writer, &error));
}

/* A block that cannot be read, whose checksum is right, costs itself alone. */
static void test_damaged_blocks_cost_themselves(void **state)
{
    (void)state;
    static const uint8_t good[] = {TRACE_API, 1, 1, 1, 1, 1, 2};
    static const uint8_t bad[] = {TRACE_API, 1, 1, 1, 1, 1, 0xff};
    char path[64];
    struct error error;
    snprintf(path, sizeof path, "%s/c.rtrace", folder);
    struct trace_writer *writer = trace_writer_open(path, true, &error);
    assert_non_null(writer);
    trace_writer_add(writer, good, sizeof good);
    trace_writer_add(writer, bad, sizeof bad);
    trace_writer_add(writer, good, sizeof good);
    assert_true(trace_writer_finish(writer, &error));
    struct trace *trace = trace_new();
    assert_true(trace_add_file(trace, path, &error));
    assert_int_equal(trace_count(trace, TRACE_API), 2);
    assert_non_null(strstr(trace_damage(trace), "everything else is shown"));
    trace_free(trace);
    unlink(path);
}

/* A file that ends anywhere, or has a wrong byte anywhere, gives the whole blocks before. */
static void test_damaged_files_open(void **state)
{
    (void)state;
    char path[64], cut[64];
    struct error error;
    snprintf(path, sizeof path, "%s/a.rtrace", folder);
    snprintf(cut, sizeof cut, "%s/b.rtrace", folder);
    write_trace(path);
    FILE *file = fopen(path, "rb");
    uint8_t bytes[4096];
    const size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    const size_t each = (length - TRACE_MAGIC_BYTES) / 5;
    for (size_t i = 0; i <= length; i++) {
        file = fopen(cut, "wb");
        fwrite(bytes, 1, i, file);
        fclose(file);
        struct trace *trace = trace_new();
        const bool opened = trace_add_file(trace, cut, &error);
        assert_int_equal(opened, i >= TRACE_MAGIC_BYTES);
        if (opened) {
            assert_int_equal(trace_count(trace, TRACE_API), (i - TRACE_MAGIC_BYTES) / each);
            assert_int_equal(!*trace_damage(trace), (i - TRACE_MAGIC_BYTES) % each == 0);
        }
        trace_free(trace);
    }
    for (size_t i = TRACE_MAGIC_BYTES; i < length; i++) {
        uint8_t copy[4096];
        memcpy(copy, bytes, length);
        copy[i] ^= 0x10;
        file = fopen(cut, "wb");
        fwrite(copy, 1, length, file);
        fclose(file);
        struct trace *trace = trace_new();
        assert_true(trace_add_file(trace, cut, &error));
        assert_int_equal(trace_count(trace, TRACE_API), (i - TRACE_MAGIC_BYTES) / each);
        assert_non_null(strstr(trace_damage(trace), cut));
        trace_free(trace);
    }
    unlink(path);
    unlink(cut);
}

static void test_files_are_replaced_on_request_only(void **state)
{
    (void)state;
    char path[64];
    struct error error;
    snprintf(path, sizeof path, "%s/c.rtrace", folder);
    write_trace(path);
    assert_null(trace_writer_open(path, false, &error));
    assert_non_null(strstr(error.text, "-f replaces it"));
    struct trace_writer *writer = trace_writer_open(path, true, &error);
    trace_writer_abandon(writer);
    struct trace *trace = trace_new();
    assert_true(trace_add_file(trace, path, &error));
    assert_int_equal(trace_count(trace, TRACE_API), 5);
    assert_false(trace_add_file(trace, "/nowhere/x.rtrace", &error));
    trace_free(trace);
    unlink(path);
}

/* Names are of the process that sent them; two processes number theirs alike. */
static void test_strings_of_processes(void **state)
{
    (void)state;
    struct trace *trace = trace_new();
    trace_made_string(trace, 1, 1, "first");
    trace_made_string(trace, 2, 1, "second");
    trace_made_string(trace, 2, 2, "first");
    trace_made_string(trace, 2, 900000000, "too far: damage");
    trace_made_call(trace, 1, 1, 10, 20, 1, 1);
    trace_made_call(trace, 2, 1, 10, 20, 1, 1);
    trace_made_call(trace, 2, 1, 10, 20, 2, 2);
    trace_made_call(trace, 2, 1, 10, 20, 3, 7);
    const uint64_t *names = trace_column(trace, TRACE_API, API_NAME);
    assert_string_equal(trace_string(trace, names[0]), "first");
    assert_string_equal(trace_string(trace, names[1]), "second");
    assert_int_equal(names[2], names[0]);
    assert_int_equal(names[3], 0);
    assert_int_equal(trace_processes(trace, TRACE_API)[0], 0);
    assert_int_equal(trace_processes(trace, TRACE_API)[3], 1);
    trace_free(trace);
}

/* Columns that were read once get the rows that came later. */
static void test_columns_grow(void **state)
{
    (void)state;
    struct trace *trace = trace_new();
    uint64_t start, end;
    assert_false(trace_bounds(trace, &start, &end));
    for (uint64_t i = 1; i < 100; i++) {
        trace_made_kernel(trace, 1, 7, 1000 * i, 1000 * i + i, i, 0);
        const uint64_t *ends = trace_column(trace, TRACE_KERNEL, SPAN_END);
        for (uint64_t j = 1; j <= i; j++)
            assert_int_equal(ends[j - 1], 1000 * j + j);
        assert_int_equal(trace_processes(trace, TRACE_KERNEL)[i - 1], 0);
        assert_true(trace_bounds(trace, &start, &end));
        assert_int_equal(start, 1000);
        assert_int_equal(end, 1000 * i + i);
    }
    trace_free(trace);
}

/* Times that cannot be: none, backwards, and later than the block. */
static void test_bad_times(void **state)
{
    (void)state;
    const uint64_t now = 5000000000u;
    const uint64_t rows[5][API_RESULT + 1] = {
        {0, 0}, {3000, 2000}, {4000, now + 500000000}, {4000, now + 1500000000}, {4000, 4000}};
    struct trace *trace = trace_new();
    size_t length;
    uint8_t *bytes = trace_made_block(TRACE_API, 1, now, 5, rows[0], NULL, &length);
    assert_true(trace_add_block(trace, 0, bytes, length));
    free(bytes);
    const uint64_t *start = trace_column(trace, TRACE_API, SPAN_START);
    const uint64_t *end = trace_column(trace, TRACE_API, SPAN_END);
    static const bool good[] = {false, false, true, false, true};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(trace_span_is_good(start[i], end[i]), good[i]);
    trace_free(trace);
}

static void test_index(void **state)
{
    (void)state;
    struct trace *trace = trace_new();
    trace_made_kernel(trace, 1, 7, 300, 400, 2, 0);
    trace_made_kernel(trace, 1, 8, 100, 250, 1, 0);
    trace_made_kernel(trace, 1, 8, 0, 0, 3, 0);
    trace_made_copy(trace, 1, 7, 200, 220, 4, 1, 1, 3, 64);
    trace_made_call(trace, 1, 5, 80, 90, 1, 0);
    trace_made_call(trace, 2, 5, 81, 91, 1, 0);
    struct trace_index *index = trace_index_new(trace);
    assert_int_equal(index->work_count, 3);
    assert_int_equal(index->bad, 1);
    assert_int_equal(index->works[0].start, 100);
    assert_int_equal(index->works[1].kind, TRACE_COPY);
    assert_int_equal(index->works[2].start, 300);
    assert_int_equal(index->gpu_count, 1);
    assert_int_equal(index->stream_count, 2);
    assert_int_equal(index->start, 80);
    assert_int_equal(index->end, 400);
    assert_int_equal(trace_index_call(index, 0, 1), 0);
    assert_int_equal(trace_index_call(index, 1, 1), 1);
    assert_int_equal(trace_index_call(index, 0, 9), TRACE_NONE);
    assert_int_equal(trace_index_from(index, 101), 1);
    assert_int_equal(trace_index_from(index, 500), 3);
    trace_index_free(index);
    trace_free(trace);
}

/* Beside a sum over every nanosecond. */
static void test_busy(void **state)
{
    (void)state;
    enum { LENGTH = 3000 };
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct trace_busy busy = {0};
        bool covered[LENGTH + 200] = {false};
        uint64_t at = 0, random = seed;
        while (at < LENGTH) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            at += (random >> 33) % 9;
            const uint64_t length = (random >> 40) % 12;
            trace_busy_add(&busy, at, at + length);
            for (uint64_t i = at; i < at + length; i++)
                covered[i] = true;
        }
        uint64_t all = 0;
        for (size_t i = 0; i < LENGTH + 200; i++)
            all += covered[i];
        assert_int_equal(trace_busy_total(&busy), all);
        assert_float_equal(trace_busy_percent(&busy, 0, 2 * LENGTH), 50.0 * (double)all / LENGTH,
                           1e-9);
        assert_true(isnan(trace_busy_percent(&busy, 5, 5)));
        for (size_t from = 0; from < LENGTH; from += 37)
            for (size_t to = from; to < LENGTH; to += 211) {
                uint64_t sum = 0;
                for (size_t i = from; i < to; i++)
                    sum += covered[i];
                assert_int_equal(trace_busy_in(&busy, from, to), sum);
            }
        assert_int_equal(trace_busy_common(&busy, &busy), all);
        trace_busy_free(&busy);
    }
}

static void test_stats(void **state)
{
    (void)state;
    struct trace_stats stats = {0};
    for (uint64_t i = 1; i <= 100; i++)
        trace_stat_add(trace_stats_group(&stats, 1, 2), i);
    trace_stat_add(trace_stats_group(&stats, 3, 0), 9000);
    trace_stat_count(trace_stats_group(&stats, 3, 0));
    trace_stats_finish(&stats);
    assert_int_equal(stats.count, 2);
    assert_int_equal(stats.groups[0].key[0], 3);
    assert_int_equal(stats.groups[0].count, 2);
    assert_int_equal(stats.groups[0].timed, 1);
    const struct trace_stat *hundred = &stats.groups[1];
    assert_true(hundred->total == 5050 && hundred->mean == 50.5);
    assert_int_equal(hundred->median, 50);
    assert_int_equal(trace_stat_percentile(hundred, 95), 95);
    assert_int_equal(trace_stat_percentile(hundred, 99), 99);
    assert_int_equal(trace_stat_percentile(hundred, 100), 100);
    assert_int_equal(hundred->min, 1);
    assert_int_equal(hundred->max, 100);
    assert_true(hundred->deviation > 28.866 && hundred->deviation < 28.867);
    trace_stats_free(&stats);
}

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int drop_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_come_back),
        cmocka_unit_test(test_kernels_are_small),
        cmocka_unit_test(test_damaged_blocks_are_refused),
        cmocka_unit_test(test_damaged_blocks_cost_themselves),
        cmocka_unit_test(test_damaged_files_open),
        cmocka_unit_test(test_files_are_replaced_on_request_only),
        cmocka_unit_test(test_strings_of_processes),
        cmocka_unit_test(test_columns_grow),
        cmocka_unit_test(test_bad_times),
        cmocka_unit_test(test_index),
        cmocka_unit_test(test_busy),
        cmocka_unit_test(test_stats),
    };
    return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
