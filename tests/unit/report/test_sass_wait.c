#include "report/code/sass_wait.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { NONE = 7, MOST = 8 };

/* An instruction: its operation, the barriers that it closes for its result and its operands, and
 * those it waits for. */
struct made {
    unsigned bits, result, operands, mask;
};

static uint8_t code[MOST * SASS_BYTES];

static void make(const struct made *list, size_t count)
{
    memset(code, 0, sizeof code);
    for (size_t i = 0; i < count; i++) {
        uint8_t *at = code + i * SASS_BYTES;
        uint32_t control = list[i].result << 14 | list[i].operands << 17 | list[i].mask << 20;
        at[0] = (uint8_t)list[i].bits;
        at[1] = (uint8_t)(list[i].bits >> 8);
        for (size_t byte = 0; byte < 4; byte++)
            at[12 + byte] = (uint8_t)(control >> (8 * byte));
    }
}

#define WAITS(list, at, wait) sass_awaited(code, sizeof(list) / sizeof *(list), at, wait)

static void the_nearest_that_closes_the_barrier_counts(void **state)
{
    (void)state;
    const struct made list[] = {{0x981, 0, NONE, 0},         {0x981, 1, NONE, 0},
                                {0x981, 1, NONE, 0},         {0x825, NONE, NONE, 1 << 0},
                                {0x825, NONE, NONE, 1 << 1}, {0x825, NONE, NONE, 1 << 5},
                                {0x825, NONE, NONE, 0}};
    make(list, sizeof list / sizeof *list);
    assert_int_equal(WAITS(list, 3, SASS_WAIT_LONG), 0);
    assert_int_equal(WAITS(list, 4, SASS_WAIT_LONG), 2);
    assert_int_equal(WAITS(list, 5, SASS_WAIT_LONG), SASS_NOT_FOUND);
    assert_int_equal(WAITS(list, 6, SASS_WAIT_LONG), SASS_NOT_FOUND);
}

static void operands_are_waited_for_too(void **state)
{
    (void)state;
    const struct made list[] = {{0x387, NONE, 2, 0}, {0x825, NONE, NONE, 1 << 2}};
    make(list, sizeof list / sizeof *list);
    assert_int_equal(WAITS(list, 1, SASS_WAIT_LONG), 0);
}

static void of_several_the_one_that_fits_the_wait_counts(void **state)
{
    (void)state;
    const struct made list[] = {
        {0x981, 0, NONE, 0}, {0x984, 1, NONE, 0}, {0x223, NONE, NONE, 1 << 0 | 1 << 1}};
    make(list, sizeof list / sizeof *list);
    assert_int_equal(WAITS(list, 2, SASS_WAIT_LONG), 0);
    assert_int_equal(WAITS(list, 2, SASS_WAIT_SHORT), 1);
}

/* Several may close one barrier, and it opens with the last. */
static void of_those_that_share_a_barrier_too(void **state)
{
    (void)state;
    const struct made list[] = {{0x981, 0, NONE, 0},
                                {0x984, 0, NONE, 0},
                                {0x223, NONE, NONE, 1 << 0},
                                {0x984, 0, NONE, 0},
                                {0x223, NONE, NONE, 1 << 0}};
    make(list, sizeof list / sizeof *list);
    assert_int_equal(WAITS(list, 2, SASS_WAIT_LONG), 0);
    assert_int_equal(WAITS(list, 4, SASS_WAIT_LONG), 3);
}

static void a_loop_waits_for_what_stands_behind(void **state)
{
    (void)state;
    const struct made list[] = {{0x223, NONE, NONE, 1 << 3},
                                {0x981, 3, NONE, 0},
                                {0x981, 3, NONE, 0},
                                {0x947, NONE, NONE, 0}};
    make(list, sizeof list / sizeof *list);
    assert_int_equal(WAITS(list, 0, SASS_WAIT_LONG), 2);
}

static void accesses_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        unsigned bits;
        const char *name;
    } known[] = {{0x981, "global load"},  {0x381, "global load"},      {0x986, "global store"},
                 {0x983, "local load"},   {0x387, "local store"},      {0x984, "shared load"},
                 {0x388, "shared store"}, {0x98e, "global reduction"}, {0x9a8, "global atomic"},
                 {0x38c, "shared atomic"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const struct made one = {known[i].bits, NONE, NONE, 0};
        make(&one, 1);
        assert_string_equal(sass_access(code), known[i].name);
        assert_true(sass_is_access(known[i].name));
    }
    const struct made other = {0x223, NONE, NONE, 0};
    make(&other, 1);
    assert_null(sass_access(code));
    assert_false(sass_is_access("global"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_that_closes_the_barrier_counts),
        cmocka_unit_test(operands_are_waited_for_too),
        cmocka_unit_test(of_several_the_one_that_fits_the_wait_counts),
        cmocka_unit_test(of_those_that_share_a_barrier_too),
        cmocka_unit_test(a_loop_waits_for_what_stands_behind),
        cmocka_unit_test(accesses_are_told_apart)};
    return cmocka_run_group_tests_name("sass_wait", tests, NULL, NULL);
}
