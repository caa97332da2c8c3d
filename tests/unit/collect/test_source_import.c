#include "collect/result/source_import.h"

#include <stdlib.h>
#include <string.h>

#include "build_cubin.h"
#include "build_report.h"
#include "report/base/mem.h"
#include "temp_folder.h"

static char *root, *named, *folders;

static int set_up(void **state)
{
    (void)state;
    root = temp_folder_new();
    temp_folder_put(root, "x/work.cu", "a kernel\r\n\nends");
    temp_folder_put(root, "y/inc/h.h", "a header\n");
    named = mem_printf("%s/x/work.cu", root);
    folders = mem_printf("%s/y", root);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(named);
    free(folders);
    return temp_folder_free(root);
}

/* The entry of a module with the lines of build_lines(), or none. */
static Rep__SourceData *new_module(bool lines)
{
    struct build_cubin cubin = {.name = "_Z1kv", .instructions = 4};
    struct strbuf bytes = {0};
    if (lines)
        build_lines(&cubin);
    build_cubin(&bytes, &cubin);
    Rep__SourceData *source = mem_alloc(sizeof *source);
    rep__source_data__init(source);
    source->has_binary = true;
    source->binary.len = bytes.length;
    source->binary.data = (uint8_t *)strbuf_detach(&bytes);
    strbuf_free(&cubin.lines);
    return source;
}

static void drop(Rep__SourceData *source)
{
    rep__source_data__free_unpacked(source, NULL);
}

static void note_is(const struct source_import *import, const char *wanted)
{
    char *note = source_import_note(import);
    assert_string_equal(note ? note : "nothing", wanted);
    free(note);
}

static void files_are_kept_as_they_are_under_the_path_of_the_compiler(void **state)
{
    (void)state;
    struct source_import import = {.files = {.named = named, .folders = folders, .disk = true}};
    Rep__SourceData *source = new_module(true), *again = new_module(true);
    source_import_add(&import, source);
    source_import_add(&import, again);
    for (int i = 0; i < 2; i++) {
        const Rep__SourceFiles *files = i ? again->sourcefiles : source->sourcefiles;
        assert_non_null(files);
        assert_int_equal(files->n_files, 2);
        assert_string_equal(files->files[0]->filename, "/app/work.cu");
        assert_string_equal(files->files[0]->content, "a kernel\r\n\nends");
        assert_string_equal(files->files[1]->filename, "/inc/h.h");
        assert_string_equal(files->files[1]->content, "a header\n");
    }
    note_is(&import, "nothing");
    drop(source);
    drop(again);
    source_import_free(&import);
}

static void what_is_missing_is_counted_once(void **state)
{
    (void)state;
    struct source_import import = {.files = {.named = named, .disk = true}};
    Rep__SourceData *source = new_module(true), *again = new_module(true);
    source_import_add(&import, source);
    source_import_add(&import, again);
    assert_int_equal(source->sourcefiles->n_files, 1);
    note_is(&import, "1 of 2 source files could not be imported, /inc/h.h: name the folders they "
                     "are in with --source-folders");
    drop(source);
    drop(again);
    source_import_free(&import);
}

static void bytes_that_are_no_text_stay_out(void **state)
{
    (void)state;
    char *path = mem_printf("%s/x/work.cu", root);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fwrite("a\0b", 1, 3, file), 3);
    fclose(file);
    struct source_import import = {.files = {.named = path, .disk = true}};
    Rep__SourceData *source = new_module(true);
    source_import_add(&import, source);
    assert_null(source->sourcefiles);
    note_is(&import, "2 of 2 source files could not be imported, the first is /app/work.cu: name "
                     "the folders they are in with --source-folders");
    drop(source);
    source_import_free(&import);
    free(path);
}

static void code_without_lines_is_told(void **state)
{
    (void)state;
    struct source_import import = {.files = {.disk = true}};
    note_is(&import, "nothing");
    Rep__SourceData *source = new_module(false), *broken = new_module(false);
    source_import_add(&import, source);
    assert_null(source->sourcefiles);
    broken->binary.len = 3;
    source_import_add(&import, broken);
    assert_null(broken->sourcefiles);
    note_is(&import, "no source file was imported: the program's code has no source lines; "
                     "compile it with nvcc -lineinfo");
    drop(source);
    drop(broken);
    source_import_free(&import);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(files_are_kept_as_they_are_under_the_path_of_the_compiler,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_missing_is_counted_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bytes_that_are_no_text_stay_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(code_without_lines_is_told, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
