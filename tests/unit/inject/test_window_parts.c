/* Which launches of a window are measured at a time, and which range of the counter data is whose.
 */
#include "collect/inject/window/window_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collect/inject/base/inject.h"

enum { MOST = 256 };

static struct inject the_inject;
static struct context_state context, other_context;
static struct window_item items[MOST], *pointers[MOST];

/* text: one letter for each item: W a wanted launch, o another one, c a copy, x a launch of another
 * context. */
static struct window window_of(const char *text, size_t room)
{
    struct window w = {.inject = &the_inject, .context = &context, .items = pointers};
    memset(items, 0, sizeof items);
    the_inject = (struct inject){0};
    context = (struct context_state){.window_launches = room};
    for (; text[w.count]; w.count++) {
        const char letter = text[w.count];
        pointers[w.count] = &items[w.count];
        items[w.count].kind = letter == 'W' ? ITEM_WANTED : letter == 'c' ? ITEM_WORK : ITEM_OTHER;
        items[w.count].context = letter == 'x' ? &other_context : &context;
        items[w.count].launch.f = (CUfunction)1;
        w.launches += letter != 'c';
        w.wanted += letter == 'W';
    }
    w.timed = w.wanted;
    return w;
}

static void a_small_window_is_one_part(void **unused)
{
    struct window w = window_of("cWoWco", 8);
    (void)unused;
    assert_true(window_next_part(&w));
    assert_int_equal(w.begin, 0);
    assert_int_equal(w.end, 4); /* what comes behind the last wanted launch need not be counted */
    assert_int_equal(w.part_launches, 3);
    assert_int_equal(w.part_wanted, 2);
    assert_false(window_next_part(&w));
}

static void launches_of_another_context_do_not_count(void **unused)
{
    enum { MANY = 60 };
    char text[MANY + 8] = "xWx";
    (void)unused;
    memset(text + 3, 'x', MANY);
    memcpy(text + 3 + MANY, "oWxo", 5);
    struct window w = window_of(text, 3);
    assert_true(window_next_part(&w));
    assert_int_equal(w.begin, 0);
    assert_int_equal(w.end, 5 + MANY);
    assert_int_equal(w.part_launches, 3);
    assert_int_equal(w.part_wanted, 2);
    window_choose_warm(&w);
    assert_int_equal(w.warm, 1);
    assert_int_equal(w.warm_end, 2);
    window_number_ranges(&w);
    assert_int_equal(items[1].range, 1);
    assert_int_equal(items[4 + MANY].range, 3);
    assert_int_equal(window_ranges(&w), 4);
    assert_false(window_next_part(&w));
}

static void a_large_window_is_measured_in_parts(void **unused)
{
    struct window w = window_of("WWWoWW", 2);
    size_t wanted = 0, parts = 0;
    (void)unused;
    for (; window_next_part(&w); parts++) {
        assert_true(w.part_launches <= 2);
        assert_int_equal(items[w.begin].kind == ITEM_WANTED || w.begin == 0, 1);
        assert_int_equal(items[w.end - 1].kind, ITEM_WANTED);
        wanted += w.part_wanted;
    }
    assert_int_equal(wanted, 5);
    assert_int_equal(parts, 3);
}

static void many_others_stand_before_a_part_or_end_it(void **unused)
{
    char text[64];
    (void)unused;
    memset(text, 'o', sizeof text);
    text[MOST_OTHERS + 1] = 'W';
    text[MOST_OTHERS + 2] = '\0';
    struct window w = window_of(text, MOST);
    assert_true(window_next_part(&w));
    assert_int_equal(w.begin, MOST_OTHERS + 1);
    assert_int_equal(w.part_launches, 1);
    memset(text, 'o', sizeof text);
    text[0] = text[MOST_OTHERS + 2] = 'W';
    text[MOST_OTHERS + 3] = '\0';
    w = window_of(text, MOST);
    assert_true(window_next_part(&w));
    assert_int_equal(w.end, 1);
    assert_true(window_next_part(&w));
    assert_int_equal(w.begin, MOST_OTHERS + 2);
}

static void ranges_count_kernels_warm_ups_and_flushes(void **unused)
{
    struct window w = window_of("WcoW", 8);
    (void)unused;
    assert_true(window_next_part(&w));
    window_choose_warm(&w);
    assert_int_equal(w.warm, 1); /* all are of one kernel */
    window_number_ranges(&w);
    assert_int_equal(items[0].range, 1);
    assert_int_equal(items[3].range, 3);
    assert_int_equal(window_ranges(&w), 4);
    the_inject.settings.flush_caches = true; /* by a kernel, which is a range, too */
    window_number_ranges(&w);
    assert_int_equal(items[0].range, 3); /* flush, warm-up, flush */
    assert_int_equal(items[3].range, 6); /* the other, flush */
    assert_int_equal(window_ranges(&w), 7);
    /* Kernels put memory back, before the warm-up and before the first flush. */
    context.snapshot.sparse.move_count = 5;
    window_number_ranges(&w);
    assert_int_equal(items[0].range, 5);
    assert_int_equal(window_ranges(&w), 9);
    context.flush.evicts = true;
    window_number_ranges(&w);
    assert_int_equal(items[0].range, 3);
    assert_int_equal(window_ranges(&w), 6);
    context.snapshot.sparse.move_count = 0;
    window_number_ranges(&w);
    assert_int_equal(items[0].range, 1);
    assert_int_equal(window_ranges(&w), 4);
}

static void only_short_launches_are_warmed_up(void **unused)
{
    struct window w = window_of("WWW", 8);
    (void)unused;
    items[1].launch.f = (CUfunction)2;
    assert_true(window_next_part(&w));
    window_choose_warm(&w);
    assert_int_equal(w.warm, 2);
    assert_int_equal(w.warm_end, 2);
    items[1].launch.f = items[0].launch.f;
    items[2].launch.f = (CUfunction)2; /* what lies before it runs, too */
    window_choose_warm(&w);
    assert_int_equal(w.warm, 3);
    assert_int_equal(w.warm_end, 3);
    w.kernel_time = 20 * 1000 * 1000;
    window_choose_warm(&w);
    assert_int_equal(w.warm, 0);
    assert_int_equal(w.warm_end, 0);
    w.kernel_time = 0;
    w.timed = 2; /* the time of one is not known */
    window_choose_warm(&w);
    assert_int_equal(w.warm, 0);
    w.timed = 3;
    w.kernel_hazard = HAZARD_PRINTS;
    window_choose_warm(&w);
    assert_int_equal(w.warm, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_window_is_one_part),
        cmocka_unit_test(launches_of_another_context_do_not_count),
        cmocka_unit_test(a_large_window_is_measured_in_parts),
        cmocka_unit_test(many_others_stand_before_a_part_or_end_it),
        cmocka_unit_test(ranges_count_kernels_warm_ups_and_flushes),
        cmocka_unit_test(only_short_launches_are_warmed_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
