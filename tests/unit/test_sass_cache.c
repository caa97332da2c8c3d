#include "sass_cache.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_report.h"
#include "mem.h"
#include "temp_folder.h"

static char *root, *folder;

static int set_up(void **state)
{
    (void)state;
    root = temp_folder_new();
    setenv("XDG_CACHE_HOME", root, 1);
    folder = sass_cache_folder();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(folder);
    return temp_folder_free(root);
}

static void put(const char *function, const char *text)
{
    struct sass_cache_key key = sass_cache_key("module", 6, function);
    sass_cache_put(folder, &key, "1-2-3", text, strlen(text));
}

static void holds(const char *function, const char *tool, const char *expected)
{
    struct sass_cache_key key = sass_cache_key("module", 6, function);
    size_t length = 0;
    char *text = sass_cache_get(folder, &key, tool, &length);
    if (!expected) {
        assert_null(text);
        return;
    }
    assert_non_null(text);
    assert_string_equal(text, expected);
    assert_int_equal(length, strlen(expected));
    free(text);
}

static char *path_of(const char *function)
{
    struct sass_cache_key key = sass_cache_key("module", 6, function);
    return mem_printf("%s/%s", folder, key.text);
}

static void what_is_put_is_got(void **state)
{
    (void)state;
    holds("f", "1-2-3", NULL);
    put("f", "text\nof f\n");
    put("g", "");
    holds("f", "1-2-3", "text\nof f\n");
    holds("g", "1-2-3", "");
    holds("h", "1-2-3", NULL);
}

static void another_version_is_not_taken(void **state)
{
    (void)state;
    put("f", "text");
    holds("f", "1-2-4", NULL);
    holds("f", NULL, "text");
}

static void a_damaged_file_is_as_good_as_none(void **state)
{
    (void)state;
    static const char *const contents[] = {
        "", "rooftop-sass-1 1-2-3 4", "rooftop-sass-1 1-2-3 4\nabc", "rooftop-sass-2 1-2-3 3\nabc",
        "rooftop-sass-1 1-2-3 2\nabc"};
    put("f", "text");
    char *path = path_of("f");
    for (size_t i = 0; i < COUNT(contents); i++) {
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(contents[i], file);
        fclose(file);
        holds("f", "1-2-3", NULL);
    }
    put("f", "anew");
    holds("f", "1-2-3", "anew");
    free(path);
}

static void only_the_owner_may_read(void **state)
{
    (void)state;
    struct stat status;
    put("f", "text");
    char *path = path_of("f");
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);
    free(path);
}

static void what_was_used_longest_ago_goes_first(void **state)
{
    (void)state;
    static const char *const names[] = {"old", "used", "new"};
    for (size_t i = 0; i < COUNT(names); i++) {
        struct timespec times[2] = {{.tv_sec = 1000 + (time_t)i}, {.tv_sec = 1000 + (time_t)i}};
        put(names[i], "0123456789");
        char *path = path_of(names[i]);
        utimensat(AT_FDCWD, path, times, 0);
        free(path);
    }
    holds("old", "1-2-3", "0123456789"); /* now used last */
    sass_cache_trim(folder, 80);
    holds("used", "1-2-3", NULL);
    holds("old", "1-2-3", "0123456789");
    holds("new", "1-2-3", "0123456789");
    sass_cache_trim(folder, 0);
    holds("old", "1-2-3", NULL);
}

static void keys_differ_by_module_and_function(void **state)
{
    (void)state;
    struct sass_cache_key a = sass_cache_key("ab", 2, "c"), b = sass_cache_key("ac", 2, "c"),
                          c = sass_cache_key("ab", 2, "d");
    assert_string_not_equal(a.text, b.text);
    assert_string_not_equal(a.text, c.text);
    assert_int_equal(strlen(a.text), 32);
}

static void the_folder_is_in_the_users_cache(void **state)
{
    (void)state;
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", "/home/user", 1);
    char *home = sass_cache_folder();
    assert_string_equal(home, "/home/user/.cache/rooftop/sass");
    free(home);
    unsetenv("HOME");
    assert_null(sass_cache_folder());
    struct sass_cache_key key = sass_cache_key("", 0, "");
    size_t length;
    sass_cache_put(NULL, &key, "", "", 0);
    assert_null(sass_cache_get(NULL, &key, NULL, &length));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_put_is_got, set_up, tear_down),
        cmocka_unit_test_setup_teardown(another_version_is_not_taken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_damaged_file_is_as_good_as_none, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_the_owner_may_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_was_used_longest_ago_goes_first, set_up, tear_down),
        cmocka_unit_test(keys_differ_by_module_and_function),
        cmocka_unit_test(the_folder_is_in_the_users_cache),
    };
    return cmocka_run_group_tests_name("sass_cache", tests, NULL, NULL);
}
