#include "collect/inject/program/leaving.h"
#include "free_tracker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const CUcontext one = (CUcontext)1;

static void a_call_that_failed_gives_back_all_that_was_known(void **unused)
{
    struct memory_tracker t = {0};
    (void)unused;
    memory_add(&t, REGION_DEVICE, one, 0x1000, 0x100);
    memory_add(&t, REGION_MAPPED, one, 0x2000, 0x100);
    memory_add(&t, REGION_MAPPED, one, 0x2100, 0x100);
    memory_add(&t, REGION_MAPPED, one, 0x2200, 0x100);
    memory_grant_device(&t, 0x2100, 0x100, 1, true);
    memory_add_array(&t, one, (CUarray)8);
    const struct region before = *memory_find(&t, 0x2100);
    leaving_take(&t, 0x1000);
    assert_null(memory_find(&t, 0x1000));
    leaving_undo(&t);
    leaving_take_range(&t, 0x2000, 0x200);
    assert_int_equal(t.count, 2);
    assert_non_null(memory_find(&t, 0x2200));
    leaving_undo(&t);
    leaving_take_array(&t, (CUarray)8);
    assert_int_equal(t.array_count, 0);
    leaving_undo(&t);
    assert_int_equal(t.array_count, 1);
    assert_int_equal(t.count, 4);
    assert_memory_equal(memory_find(&t, 0x2100), &before, sizeof before);
    assert_int_equal(t.leaving_count, 0);
    free_tracker(&t);
}

static void what_is_gone_does_not_come_back(void **unused)
{
    struct memory_tracker t = {0};
    (void)unused;
    memory_add(&t, REGION_DEVICE, one, 0x1000, 0x100);
    leaving_take(&t, 0x1010); /* no region begins there */
    assert_int_equal(t.count, 1);
    leaving_take(&t, 0x1000);
    leaving_done(&t);
    leaving_undo(&t);
    assert_int_equal(t.count, 0);
    free_tracker(&t);
}

static void *call_fails(void *tracker)
{
    leaving_undo(tracker);
    return NULL;
}

static void a_thread_gives_back_its_own(void **unused)
{
    struct memory_tracker t = {0};
    pthread_t other;
    (void)unused;
    memory_add(&t, REGION_DEVICE, one, 0x1000, 0x100);
    leaving_take(&t, 0x1000);
    assert_int_equal(pthread_create(&other, NULL, call_fails, &t), 0);
    pthread_join(other, NULL);
    assert_int_equal(t.count, 0);
    leaving_undo(&t);
    assert_int_equal(t.count, 1);
    free_tracker(&t);
}

/* As if an earlier thread with the number of this one had ended within its call. */
static void notes_of_an_earlier_call_are_dropped(void **unused)
{
    struct memory_tracker t = {0};
    (void)unused;
    memory_add(&t, REGION_DEVICE, one, 0x1000, 0x100);
    memory_add(&t, REGION_DEVICE, one, 0x3000, 0x100);
    leaving_take(&t, 0x1000);
    leaving_take(&t, 0x3000);
    leaving_undo(&t);
    assert_null(memory_find(&t, 0x1000));
    assert_non_null(memory_find(&t, 0x3000));
    leaving_take_range(&t, 0x3000, 0x100);
    leaving_take(&t, 0x9000);
    leaving_undo(&t);
    assert_int_equal(t.count, 0);
    free_tracker(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_that_failed_gives_back_all_that_was_known),
        cmocka_unit_test(what_is_gone_does_not_come_back),
        cmocka_unit_test(a_thread_gives_back_its_own),
        cmocka_unit_test(notes_of_an_earlier_call_are_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
