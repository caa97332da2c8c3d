#include "report/code/source_files.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "temp_folder.h"

static char *root;

static int set_up(void **state)
{
    (void)state;
    root = temp_folder_new();
    temp_folder_put(root, "a/x/work.cu", "in a x\n");
    temp_folder_put(root, "b/work.cu", "in b\r\nand more");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return temp_folder_free(root);
}

static const struct source_text *get(struct source_files *files, const char *path)
{
    return source_files_get(files, NULL, path, 0);
}

static void first_line_is(const struct source_text *text, const char *line)
{
    assert_non_null(text);
    assert_true(text->count > 0);
    assert_int_equal(text->lengths[0], strlen(line));
    assert_memory_equal(text->lines[0], line, strlen(line));
}

static void the_named_file_with_the_longest_end_is_taken(void **state)
{
    (void)state;
    char *named = mem_printf("%s/b/work.cu,%s/a/x/work.cu", root, root);
    char *b = mem_printf("%s/b/work.cu", root);
    struct source_files files = {.named = named, .disk = true};
    first_line_is(get(&files, "/home/x/work.cu"), "in a x");
    const struct source_text *text = get(&files, "/home/y/work.cu");
    first_line_is(text, "in b");
    assert_string_equal(text->path, b);
    assert_null(get(&files, "/home/y/other.cu"));
    assert_null(get(&files, "/home/y/k.cu"));
    source_files_free(&files);
    free(named);
    free(b);
}

static void the_report_comes_before_the_disk(void **state)
{
    (void)state;
    char *path = mem_printf("%s/b/work.cu", root);
    char *message = mem_printf("Files { FileName: '%s/b/./work.cu' Content: 'in the report' } "
                               "Files { FileName: '/no/content' }",
                               root);
    struct strbuf bytes = {0};
    build_message(&bytes, &rep__source_files__descriptor, message);
    Rep__SourceFiles *stored = rep__source_files__unpack(NULL, bytes.length, (uint8_t *)bytes.data);
    struct source_files files = {.disk = true};
    const struct source_text *text = source_files_get(&files, stored, path, 13);
    first_line_is(text, "in the report");
    assert_false(text->differs);
    assert_string_equal(text->path, path);
    first_line_is(source_files_get(&files, NULL, path, 0), "in b");
    assert_null(source_files_get(&files, stored, "/no/content", 0));
    source_files_free(&files);
    rep__source_files__free_unpacked(stored, NULL);
    strbuf_free(&bytes);
    free(message);
    free(path);
}

static void on_disk_is(const char *named, const char *folders, const char *path, const char *end)
{
    const struct source_files files = {.named = named, .folders = folders};
    char *found = source_files_on_disk(&files, path);
    char *expected = end ? mem_printf("%s/%s", root, end) : NULL;
    if (expected)
        assert_string_equal(found, expected);
    else
        assert_null(found);
    free(expected);
    free(found);
}

/* Whether or not the report has the text. */
static void a_file_is_found_on_disk(void **state)
{
    (void)state;
    char *there = mem_printf("%s/b/../b/work.cu", root), *named = mem_printf("%s/b/work.cu", root);
    char *gone = mem_printf("%s/gone/work.cu", root);
    on_disk_is(NULL, NULL, there, "b/work.cu");
    on_disk_is(NULL, NULL, "/home/x/work.cu", NULL);
    on_disk_is(NULL, root, "/home/x/work.cu", "a/x/work.cu");
    on_disk_is(named, root, "/home/x/work.cu", "b/work.cu");
    on_disk_is(gone, root, "/home/x/work.cu", "a/x/work.cu");
    on_disk_is(NULL, root, root, NULL);
    free(gone);
    free(named);
    free(there);
}

static void lines_lose_their_ends(void **state)
{
    (void)state;
    char *path = mem_printf("%s/b/work.cu", root);
    struct source_files files = {.disk = true};
    const struct source_text *text = source_files_get(&files, NULL, path, 5);
    assert_int_equal(text->count, 2);
    assert_int_equal(text->lengths[0], 4);
    assert_int_equal(text->lengths[1], 8);
    assert_true(text->differs);
    source_files_free(&files);
    free(path);
}

static void folders_are_searched(void **state)
{
    (void)state;
    char *folders = mem_printf("/nonexistent,%s", root);
    struct source_files files = {.folders = folders, .disk = true};
    first_line_is(get(&files, "/home/x/work.cu"), "in a x");
    assert_null(get(&files, "/home/x/other.cu"));
    source_files_free(&files);
    free(folders);
}

static void only_regular_files_are_read(void **state)
{
    (void)state;
    struct source_files files = {.disk = true};
    assert_null(get(&files, "/dev/zero"));
    assert_null(get(&files, "/tmp"));
    source_files_free(&files);
    char *path = mem_printf("%s/b/work.cu", root);
    struct source_files closed = {0};
    assert_null(get(&closed, path));
    source_files_free(&closed);
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_named_file_with_the_longest_end_is_taken, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_report_comes_before_the_disk, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_file_is_found_on_disk, set_up, tear_down),
        cmocka_unit_test_setup_teardown(lines_lose_their_ends, set_up, tear_down),
        cmocka_unit_test_setup_teardown(folders_are_searched, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_regular_files_are_read, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("source_files", tests, NULL, NULL);
}
