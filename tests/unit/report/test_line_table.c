#include "report/code/line_table.h"

#include <stdlib.h>
#include <string.h>

#include "build_cubin.h"
#include "build_report.h"
#include "report/code/ptx_text.h"

static void read_module(struct line_table *table, const struct build_cubin *build,
                        const char *function)
{
    struct strbuf module = {0};
    struct cubin cubin;
    build_cubin(&module, build);
    assert_true(cubin_open(&cubin, module.data, module.length, NULL));
    line_table_read(table, &cubin, function);
    strbuf_free(&module);
}

static void is_span(const struct line_table *table, size_t i, uint64_t start, uint64_t end,
                    const char *path, uint32_t line)
{
    assert_true(i < table->span_count);
    const struct line_span *span = &table->spans[i];
    assert_int_equal(span->start, start);
    assert_int_equal(span->end, end);
    assert_string_equal(table->files[span->file].path, path);
    assert_int_equal(span->line, line);
}

static void rows_become_spans(void **state)
{
    (void)state;
    struct build_cubin build = {.name = "_Z1kPi", .instructions = 4};
    struct line_table table;
    build_lines(&build);
    read_module(&table, &build, "_Z1kPi");
    assert_int_equal(table.span_count, 4);
    is_span(&table, 0, 0x00, 0x10, "/app/work.cu", 7);
    is_span(&table, 1, 0x10, 0x20, "/app/work.cu", 8);
    is_span(&table, 2, 0x10, 0x20, "/inc/h.h", 3);
    is_span(&table, 3, 0x20, 0x40, "/app/work.cu", 8);
    assert_int_equal(table.file_count, 2);
    assert_int_equal(table.files[0].size, 100);
    line_table_free(&table);
    read_module(&table, &build, "_Z1fPi");
    assert_int_equal(table.span_count, 0);
    line_table_free(&table);
    strbuf_free(&build.lines);
}

/* The lines of PTX have no file; its text has those of all functions. */
static void ptx_has_lines_of_its_own(void **state)
{
    (void)state;
    static const struct build_line_row rows[] = {{0, 0, 12}, {0x10, 0, 9}, {0x20, 0, 12}};
    static const char ptx[] = ".version 9.0\0.func (.param .b32 x) _Z1kPif(\0call _Z1kPi, ();\0"
                              ".visible .entry _Z1kPi(\0";
    struct build_cubin build = {
        .name = "_Z1kPi", .instructions = 4, .ptx = ptx, .ptx_length = sizeof ptx - 1};
    struct strbuf module = {0};
    struct cubin cubin;
    struct line_table table;
    size_t count, file, line;
    build.ptx_place = build_line_rows(&build.ptx_lines, rows, 3, 0x40, false);
    build_cubin(&module, &build);
    assert_true(cubin_open(&cubin, module.data, module.length, NULL));
    line_table_read_ptx(&table, &cubin, "_Z1kPi");
    assert_int_equal(table.span_count, 3);
    assert_int_equal(table.file_count, 0);
    assert_int_equal(table.spans[1].start, 0x10);
    assert_int_equal(table.spans[1].line, 9);
    assert_int_equal(table.spans[2].end, 0x40);
    line_table_free(&table);
    line_table_read(&table, &cubin, "_Z1kPi");
    assert_int_equal(table.span_count, 0);
    line_table_free(&table);
    struct file_lines *files = ptx_text_read(&cubin, &count);
    assert_int_equal(count, 1);
    assert_int_equal(files[0].count, 4);
    assert_true(ptx_text_find(files, count, "_Z1kPi", &file, &line));
    assert_int_equal(line, 3);
    assert_true(ptx_text_find(files, count, "_Z1kPif", &file, &line));
    assert_int_equal(line, 1);
    assert_false(ptx_text_find(files, count, "_Z1k", &file, &line));
    ptx_text_free(files, count);
    strbuf_free(&build.ptx_lines);
    strbuf_free(&module);
}

static void version_5_describes_its_tables(void **state)
{
    (void)state;
    static const char tables[] = "\1\1\1\xfb\x0e\x0a\0\1\1\1\1\0\0\0\1"
                                 "\1\1\x08\2/home\0sub\0"            /* folders: a path each */
                                 "\2\1\x08\2\x0b\2w.cu\0\0x.cu\0\1"; /* files: path, folder */
    static const char program[] = "\0\x09\x02\0\0\0\0\0\0\0\0\1"     /* address 0, file 1, line 1 */
                                  "\xf3"                             /* 16 bytes and 4 lines on */
                                  "\4\0\2\x10\1"                     /* file 0, 16 bytes on */
                                  "\2\x10\0\1\1";                    /* end */
    struct build_cubin build = {.name = "_Z1kPi", .instructions = 4, .place_count = 1};
    struct line_table table;
    size_t length = sizeof tables - 1;
    build_u32(&build.lines, (uint32_t)(8 + length + sizeof program - 1));
    strbuf_add(&build.lines, "\5\0\x08\0", 4);
    build_u32(&build.lines, (uint32_t)length);
    strbuf_add(&build.lines, tables, length);
    build.places[0] = build.lines.length + 3;
    strbuf_add(&build.lines, program, sizeof program - 1);
    read_module(&table, &build, "_Z1kPi");
    assert_int_equal(table.span_count, 3);
    is_span(&table, 0, 0x00, 0x10, "/home/sub/x.cu", 1);
    is_span(&table, 1, 0x10, 0x20, "/home/sub/x.cu", 5);
    is_span(&table, 2, 0x20, 0x30, "/home/w.cu", 5);
    line_table_free(&table);
    strbuf_free(&build.lines);
}

static void paths_are_made_normal(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"/usr/local/cuda/bin/../include/a.h", "/usr/local/cuda/include/a.h"},
        {"/../a", "/a"},
        {"../a/../b", "../b"},
        {"../../b", "../../b"},
        {"./a//b/./c", "a/b/c"},
        {"a/..", ""},
        {"/", "/"},
        {"", ""}};
    for (size_t i = 0; i < COUNT(pairs); i++) {
        char *normal = line_table_normal_path(pairs[i][0]);
        assert_string_equal(normal, pairs[i][1]);
        free(normal);
    }
}

/* Every byte of the line program in turn is replaced: nothing is read beyond it. */
static void damage_stays_inside(void **state)
{
    (void)state;
    struct build_cubin build = {.name = "_Z1kPi", .instructions = 4};
    build_lines(&build);
    for (size_t i = 0; i < build.lines.length; i++)
        for (int value = 0; value < 256; value += 17) {
            char before = build.lines.data[i];
            struct line_table table;
            build.lines.data[i] = (char)value;
            read_module(&table, &build, "_Z1kPi");
            line_table_free(&table);
            build.lines.data[i] = before;
        }
    strbuf_free(&build.lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_become_spans),
        cmocka_unit_test(ptx_has_lines_of_its_own),
        cmocka_unit_test(version_5_describes_its_tables),
        cmocka_unit_test(paths_are_made_normal),
        cmocka_unit_test(damage_stays_inside),
    };
    return cmocka_run_group_tests_name("line_table", tests, NULL, NULL);
}
