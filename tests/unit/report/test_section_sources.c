#include "report/rules/section_sources.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "temp_folder.h"

static char *folder;

static int make_folder(void **state)
{
    (void)state;
    folder = temp_folder_new();
    temp_folder_put(folder, "config/rooftop/sections/u.section",
                    "Identifier: 'User' DisplayName: 'of the user'");
    temp_folder_put(folder, "top/a.section", "Identifier: 'A' DisplayName: 'top'");
    temp_folder_put(folder, "top/u.section", "Identifier: 'User' DisplayName: 'of the folder'");
    temp_folder_put(folder, "top/in/ner/a.section", "Identifier: 'A' DisplayName: 'inner'");
    temp_folder_put(folder, "top/in/b.section", "Identifier: 'B' DisplayName: 'below'");
    temp_folder_put(folder, "top/.hidden/c.section", "Identifier: 'C' DisplayName: 'hidden'");
    char *link = mem_printf("%s/top/in/loop", folder), *config = mem_printf("%s/config", folder);
    assert_int_equal(symlink("..", link), 0);
    setenv("XDG_CONFIG_HOME", config, 1);
    free(link);
    free(config);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    unsetenv("XDG_CONFIG_HOME");
    return temp_folder_free(folder);
}

static const char *name_of(const struct section_library *library, const char *identifier)
{
    const Rep__ProfilerSection *section = section_find(library, identifier);
    return section ? section->displayname : "";
}

static void the_users_folder_then_those_given(void **state)
{
    (void)state;
    struct section_sources sources = {0};
    struct section_library library;
    assert_true(section_sources_load(&sources, &library, NULL));
    assert_non_null(section_find(&library, "SpeedOfLight"));
    assert_string_equal(name_of(&library, "User"), "of the user");
    section_library_free(&library);
    char *top = mem_printf("%s/top", folder);
    section_sources_add(&sources, top, false);
    assert_true(section_sources_load(&sources, &library, NULL));
    assert_string_equal(name_of(&library, "User"), "of the folder");
    assert_string_equal(name_of(&library, "A"), "top");
    assert_string_equal(name_of(&library, "B"), "");
    section_library_free(&library);
    section_sources_free(&sources);
    free(top);
}

static void folders_below_come_later(void **state)
{
    (void)state;
    struct section_sources sources = {0};
    struct section_library library;
    char *top = mem_printf("%s/top", folder);
    section_sources_add(&sources, top, true);
    assert_true(section_sources_load(&sources, &library, NULL));
    assert_string_equal(name_of(&library, "A"), "inner");
    assert_string_equal(name_of(&library, "B"), "below");
    assert_string_equal(name_of(&library, "C"), "");
    section_library_free(&library);
    section_sources_free(&sources);
    free(top);
}

static void a_missing_folder_leaves_the_others(void **state)
{
    (void)state;
    struct section_sources sources = {0};
    struct section_library library;
    struct error error;
    char *top = mem_printf("%s/top", folder), *none = mem_printf("%s/none", folder);
    section_sources_add(&sources, none, true);
    section_sources_add(&sources, top, false);
    assert_false(section_sources_load(&sources, &library, &error));
    assert_non_null(strstr(error.text, none));
    assert_string_equal(name_of(&library, "A"), "top");
    section_library_free(&library);
    section_sources_free(&sources);
    free(top);
    free(none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_users_folder_then_those_given, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(folders_below_come_later, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_missing_folder_leaves_the_others, make_folder,
                                        remove_folder),
    };
    return cmocka_run_group_tests_name("section_sources", tests, NULL, NULL);
}
