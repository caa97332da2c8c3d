#include "collect/inject/base/guard.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void calls_of_our_own_are_refused(void **unused)
{
    (void)unused;
    assert_false(guard_inside());
    assert_true(guard_enter(GUARD_CALL));
    assert_true(guard_inside());
    assert_false(guard_enter(GUARD_CALL));
    assert_true(guard_enter(GUARD_NESTED));
    assert_false(guard_enter(GUARD_CALL));
    guard_leave();
    assert_true(guard_inside());
    guard_leave();
    assert_false(guard_inside());
    assert_true(guard_enter(GUARD_NESTED)); /* as on a thread of ours */
    assert_false(guard_enter(GUARD_CALL));
    guard_leave();
}

static void *enter(void *entered)
{
    *(bool *)entered = guard_enter(GUARD_CALL);
    return NULL;
}

static void another_thread_is_not_inside(void **unused)
{
    bool entered = false;
    pthread_t thread;
    (void)unused;
    assert_true(guard_enter(GUARD_CALL));
    assert_int_equal(pthread_create(&thread, NULL, enter, &entered), 0);
    pthread_join(thread, NULL);
    assert_true(entered);
    guard_leave();
}

static void *lock_for_a_moment(void *guard)
{
    return guard_lock_for(guard, 0) ? guard : NULL;
}

static void the_lock_may_outlive_a_visit_and_is_waited_for_in_bounds(void **unused)
{
    struct guard guard = GUARD_INIT;
    pthread_t thread;
    void *locked = &guard;
    (void)unused;
    assert_true(guard_enter(GUARD_CALL));
    guard_lock(&guard);
    guard_leave();
    assert_int_equal(pthread_create(&thread, NULL, lock_for_a_moment, &guard), 0);
    pthread_join(thread, &locked);
    assert_null(locked);
    assert_true(guard_enter(GUARD_CALL));
    guard_unlock(&guard);
    assert_true(guard_lock_for(&guard, 1));
    guard_unlock(&guard);
    guard_leave();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_of_our_own_are_refused),
        cmocka_unit_test(another_thread_is_not_inside),
        cmocka_unit_test(the_lock_may_outlive_a_visit_and_is_waited_for_in_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
