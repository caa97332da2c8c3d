#include "report/base/disk_cache.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/file_bytes.h"
#include "report/base/mem.h"
#include "temp_folder.h"

static char *root, *folder;

static int set_up(void **state)
{
    (void)state;
    root = temp_folder_new();
    setenv("XDG_CACHE_HOME", root, 1);
    folder = disk_cache_folder("sass");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free(folder);
    return temp_folder_free(root);
}

static struct disk_cache_key key_of(const char *module, const char *function)
{
    struct disk_cache_hash hash;
    disk_cache_begin(&hash);
    disk_cache_add_text(&hash, module);
    disk_cache_add_text(&hash, function);
    return disk_cache_key(&hash);
}

static void put(const char *function, const char *text)
{
    struct disk_cache_key key = key_of("module", function);
    disk_cache_put(folder, &key, "1-2-3", text, strlen(text));
}

static void holds(const char *function, const char *tool, const char *expected)
{
    struct disk_cache_key key = key_of("module", function);
    size_t length = 0;
    char *text = disk_cache_get(folder, &key, tool, &length);
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
    struct disk_cache_key key = key_of("module", function);
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

static void write_file(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fwrite(bytes, 1, length, file);
    fclose(file);
}

/* Cut and changed at each of its bytes. */
static void a_damaged_file_is_as_good_as_none(void **state)
{
    (void)state;
    put("f", "text");
    char *path = path_of("f");
    size_t length;
    char *whole = file_bytes(path, &length, NULL);
    assert_non_null(whole);
    for (size_t i = 0; i < length; i++) {
        write_file(path, whole, i);
        holds("f", "1-2-3", NULL);
        whole[i] ^= 1;
        write_file(path, whole, length);
        holds("f", "1-2-3", NULL);
        whole[i] ^= 1;
    }
    write_file(path, "rooftop-cache-1 1-2-3 18446744073709551615 0\nabc", 46);
    holds("f", "1-2-3", NULL);
    free(whole);
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
    disk_cache_trim(folder, 150);
    holds("used", "1-2-3", NULL);
    holds("old", "1-2-3", "0123456789");
    holds("new", "1-2-3", "0123456789");
    disk_cache_trim(folder, 0);
    holds("old", "1-2-3", NULL);
}

static void keys_differ_by_each_part(void **state)
{
    (void)state;
    struct disk_cache_key a = key_of("ab", "c"), b = key_of("ac", "c"), c = key_of("ab", "d"),
                          d = key_of("a", "bc");
    assert_string_not_equal(a.text, b.text);
    assert_string_not_equal(a.text, c.text);
    assert_string_not_equal(a.text, d.text);
    assert_int_equal(strlen(a.text), 32);
}

static void the_folder_is_in_the_users_cache(void **state)
{
    (void)state;
    unsetenv("XDG_CACHE_HOME");
    setenv("HOME", "/home/user", 1);
    char *home = disk_cache_folder("sass");
    assert_string_equal(home, "/home/user/.cache/rooftop/sass");
    free(home);
    unsetenv("HOME");
    assert_null(disk_cache_folder("sass"));
    struct disk_cache_key key = key_of("", "");
    size_t length;
    disk_cache_put(NULL, &key, "", "", 0);
    assert_null(disk_cache_get(NULL, &key, NULL, &length));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_is_put_is_got, set_up, tear_down),
        cmocka_unit_test_setup_teardown(another_version_is_not_taken, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_damaged_file_is_as_good_as_none, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_the_owner_may_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_was_used_longest_ago_goes_first, set_up, tear_down),
        cmocka_unit_test(keys_differ_by_each_part),
        cmocka_unit_test(the_folder_is_in_the_users_cache),
    };
    return cmocka_run_group_tests_name("disk_cache", tests, NULL, NULL);
}
