#include "report/names/short_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"

static void expect(const char *const *paths, const char *const *wanted, size_t count)
{
    const char *ends[16];
    assert_true(count <= COUNT(ends));
    short_path_find(paths, ends, count);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(ends[i], wanted[i]);
}

#define EXPECT(paths, wanted)                                                                      \
    do {                                                                                           \
        assert_int_equal(COUNT(paths), COUNT(wanted));                                             \
        expect(paths, wanted, COUNT(paths));                                                       \
    } while (0)

static void names_that_differ_are_enough(void **state)
{
    (void)state;
    static const char *const paths[] = {"/x/y/a", "b", "./z/c"}, *const ends[] = {"a", "b", "c"};
    EXPECT(paths, ends);
    static const char *const one[] = {"/x/y/a"}, *const name[] = {"a"};
    EXPECT(one, name);
}

static void folders_come_where_names_are_the_same(void **state)
{
    (void)state;
    static const char *const paths[] = {"/run/2/node/a", "/run/1/node/a", "/run/1/node/b",
                                        "/run/1/other/a"};
    static const char *const ends[] = {"2/node/a", "1/node/a", "b", "other/a"};
    EXPECT(paths, ends);
}

static void a_path_that_ends_another_is_whole(void **state)
{
    (void)state;
    static const char *const paths[] = {"a", "x/a", "/x/a", "y/x/a"};
    static const char *const ends[] = {"a", "x/a", "/x/a", "y/x/a"};
    EXPECT(paths, ends);
}

static void doubled_slashes_count_once(void **state)
{
    (void)state;
    static const char *const paths[] = {"p//a", "q///a"}, *const ends[] = {"p//a", "q///a"};
    EXPECT(paths, ends);
}

static void the_same_path_twice_is_whole(void **state)
{
    (void)state;
    static const char *const paths[] = {"x/a", "x/a"}, *const ends[] = {"x/a", "x/a"};
    EXPECT(paths, ends);
}

/* Ends differ, and none could be shorter. */
static void many_paths_have_the_least_that_differs(void **state)
{
    (void)state;
    enum { MANY = 500 };
    char *paths[MANY];
    const char *ends[MANY];
    for (int i = 0; i < MANY; i++)
        paths[i] = mem_printf("/r/%d/%d/%d", i % 3, i % 7, i % 50);
    /* 3 * 7 * 50 is more than 500, so no path is there twice. */
    short_path_find((const char *const *)paths, ends, MANY);
    for (int i = 0; i < MANY; i++) {
        size_t length = strlen(paths[i]);
        const char *slash = strchr(ends[i], '/');
        int shorter = 0;
        for (int j = 0; j < MANY; j++) {
            assert_true(i == j || strcmp(ends[i], ends[j]) != 0);
            size_t other = strlen(paths[j]), rest = slash ? strlen(slash) : 0;
            shorter += slash && other > rest && strcmp(paths[j] + other - rest, slash) == 0;
        }
        assert_string_equal(paths[i] + length - strlen(ends[i]), ends[i]);
        assert_true(!slash || shorter > 1);
    }
    for (int i = 0; i < MANY; i++)
        free(paths[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_that_differ_are_enough),
        cmocka_unit_test(folders_come_where_names_are_the_same),
        cmocka_unit_test(a_path_that_ends_another_is_whole),
        cmocka_unit_test(doubled_slashes_count_once),
        cmocka_unit_test(the_same_path_twice_is_whole),
        cmocka_unit_test(many_paths_have_the_least_that_differs),
    };
    return cmocka_run_group_tests_name("short_path", tests, NULL, NULL);
}
