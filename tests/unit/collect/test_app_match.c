#include "collect/run/app_match.h"

#include <string.h>

#include "build_report.h"

static struct app_match_launch launch(const char *name, unsigned grid)
{
    return (struct app_match_launch){
        .mangled = name, .grid = {grid, 1, 1}, .block = {64, 1, 1}, .context = 1, .stream = 7};
}

static size_t add(struct app_match *match, struct app_match_launch l)
{
    return app_match_add(match, &l);
}

/* Without one that should have come instead. */
static ptrdiff_t find(struct app_match *match, struct app_match_launch l)
{
    ptrdiff_t instead = 99, number = app_match_find(match, &l, &instead);
    assert_int_equal(instead, APP_MATCH_NONE);
    return number;
}

static void the_nth_of_a_kind_is_the_nth(void **state)
{
    struct app_match match;
    (void)state;
    app_match_init(&match, APP_MATCH_GRID, APP_MATCH_BALANCED);
    const struct app_match_launch a = launch("a", 1), b = launch("b", 1);
    for (size_t i = 0; i < 1000; i++)
        assert_int_equal(add(&match, i % 3 ? a : b), i);
    for (int run = 0; run < 2; run++) {
        app_match_begin(&match);
        for (ptrdiff_t i = 0; i < 1000; i++)
            if (i % 3 == 0)
                assert_int_equal(find(&match, b), i);
        for (ptrdiff_t i = 0; i < 1000; i++)
            if (i % 3)
                assert_int_equal(find(&match, a), i);
        assert_int_equal(find(&match, a), APP_MATCH_NONE);
        assert_int_equal(find(&match, b), APP_MATCH_NONE);
    }
    app_match_free(&match);
}

/* Two launches that differ in one thing: whether they are the same launch, by each key. */
static void is_same(struct app_match_launch a, struct app_match_launch b, bool name, bool grid,
                    bool all)
{
    const bool same[] = {[APP_MATCH_NAME] = name, [APP_MATCH_GRID] = grid, [APP_MATCH_ALL] = all};
    for (int key = APP_MATCH_NAME; key <= APP_MATCH_ALL; key++) {
        struct app_match match;
        app_match_init(&match, (enum app_match_key)key, APP_MATCH_RELAXED);
        add(&match, a);
        assert_int_equal(find(&match, b), same[key] ? 0 : APP_MATCH_NONE);
        app_match_begin(&match);
        assert_int_equal(find(&match, a), 0);
        app_match_free(&match);
    }
}

static void keys_look_at_what_they_say(void **state)
{
    const struct app_match_launch a = launch("a", 12);
    struct app_match_launch b;
    (void)state;
    is_same(a, a, true, true, true);
    is_same(a, launch("b", 12), false, false, false);
    is_same(a, launch("a", 1), true, false, false);
    /* Numbers stay apart: 12 1 is not 1 21. */
    b = launch("a", 1);
    b.block[0] = 2;
    b.grid[1] = 64;
    is_same(a, b, true, false, false);
    b = a;
    b.block[2] = 2;
    is_same(a, b, true, false, false);
    b = a;
    b.context = 2;
    is_same(a, b, true, true, false);
    b = a;
    b.stream = 8;
    is_same(a, b, true, true, false);
    b = a;
    b.device = 1;
    is_same(a, b, false, false, false);
    b = a;
    b.process = 1;
    is_same(a, b, false, false, false);
}

static void strict_names_what_should_have_come(void **state)
{
    struct app_match match;
    (void)state;
    app_match_init(&match, APP_MATCH_GRID, APP_MATCH_STRICT);
    const struct app_match_launch a = launch("a", 1), b = launch("b", 1), wide = launch("a", 2);
    struct app_match_launch other = b;
    other.device = 1;
    add(&match, a);
    add(&match, b);
    add(&match, other);
    add(&match, a);
    app_match_begin(&match);
    assert_int_equal(find(&match, other), 2); /* places are sequences of their own */
    assert_int_equal(find(&match, a), 0);
    ptrdiff_t instead;
    assert_int_equal(app_match_find(&match, &a, &instead), APP_MATCH_NONE);
    assert_int_equal(instead, 1);
    assert_int_equal(app_match_find(&match, &wide, &instead), APP_MATCH_NONE);
    assert_int_equal(instead, 3);
    assert_int_equal(find(&match, a), APP_MATCH_NONE);
    app_match_begin(&match);
    assert_int_equal(find(&match, a), 0);
    assert_int_equal(find(&match, b), 1);
    assert_int_equal(find(&match, a), 3);
    app_match_free(&match);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nth_of_a_kind_is_the_nth),
        cmocka_unit_test(keys_look_at_what_they_say),
        cmocka_unit_test(strict_names_what_should_have_come),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
