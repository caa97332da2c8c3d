#include "report/base/folder_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "temp_folder.h"

static void note(void *context, const char *path, const char *text, size_t length,
                 const struct error *problem)
{
    strbuf_addf(context, "%s=", strrchr(path, '/') + 1);
    if (text)
        strbuf_add(context, text, length);
    assert_int_equal(text == NULL, problem != NULL);
    strbuf_adds(context, problem ? "? " : " ");
}

static void those_of_one_kind_in_order(void **state)
{
    (void)state;
    struct strbuf seen = {0};
    struct error error;
    char *folder = temp_folder_new(), *inner = mem_printf("%s/ab.yaml", folder);
    temp_folder_put(folder, "b.yaml", "two");
    temp_folder_put(folder, "a.yaml", "one");
    temp_folder_put(folder, "b.yaml.old", "old");
    temp_folder_put(folder, "yaml", "no");
    temp_folder_put(folder, ".yaml", "no name");
    assert_int_equal(mkdir(inner, 0700), 0);
    assert_true(folder_files(folder, ".yaml", note, &seen, &error));
    assert_string_equal(seen.data, "a.yaml=one ab.yaml=? b.yaml=two ");
    strbuf_clear(&seen);
    assert_true(folder_files(folder, ".none", note, &seen, &error));
    assert_int_equal(seen.length, 0);
    strbuf_free(&seen);
    free(inner);
    temp_folder_free(folder);
}

static void a_missing_folder_is_an_error(void **state)
{
    (void)state;
    struct error error;
    assert_false(folder_files("/nonexistent", ".yaml", note, NULL, &error));
    assert_string_equal(error.text,
                        "/nonexistent: cannot read the folder: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(those_of_one_kind_in_order),
        cmocka_unit_test(a_missing_folder_is_an_error),
    };
    return cmocka_run_group_tests_name("folder_files", tests, NULL, NULL);
}
