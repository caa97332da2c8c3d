#include "report/base/embedded.h"

#include <string.h>

#include "build_report.h"

static void names_are_distinct_and_found(void **state)
{
    (void)state;
    assert_true(embedded_count > 0);
    for (size_t i = 0; i < embedded_count; i++) {
        assert_ptr_equal(embedded_find(embedded_files[i].name), &embedded_files[i]);
        assert_true(embedded_files[i].size > 0);
    }
}

static void an_unknown_name_is_not_found(void **state)
{
    (void)state;
    assert_null(embedded_find("sections/NoSuch.section"));
    assert_null(embedded_find(""));
}

static void the_section_files_are_there(void **state)
{
    (void)state;
    const struct embedded_file *file = embedded_find("sections/SpeedOfLight.section");
    assert_non_null(file);
    assert_non_null(memmem(file->data, file->size, "\"SpeedOfLight\"", 14));
}

static void a_text_is_found_at_both_ends_and_not_beyond(void **state)
{
    (void)state;
    const struct embedded_file file = {"a", "first last more", strlen("first last")};
    assert_ptr_equal(embedded_behind(&file, "first"), file.data + strlen("first"));
    assert_ptr_equal(embedded_behind(&file, "last"), file.data + file.size);
    assert_null(embedded_behind(&file, "last "));
    assert_null(embedded_behind(&file, "more"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_distinct_and_found),
        cmocka_unit_test(an_unknown_name_is_not_found),
        cmocka_unit_test(the_section_files_are_there),
        cmocka_unit_test(a_text_is_found_at_both_ends_and_not_beyond),
    };
    return cmocka_run_group_tests_name("embedded", tests, NULL, NULL);
}
