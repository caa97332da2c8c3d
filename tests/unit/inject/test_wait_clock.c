#include "collect/inject/base/wait_clock.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define MS ((uint64_t)1000 * 1000)

static void time_counts(void **state)
{
    (void)state;
    struct wait_clock wait_clock = {.asked = 5 * MS};
    assert_int_equal(wait_clock_spent_at(&wait_clock, 5 * MS), 0);
    assert_int_equal(wait_clock_spent_at(&wait_clock, 7 * MS), 2 * MS);
    assert_int_equal(wait_clock_spent_at(&wait_clock, 107 * MS), 102 * MS);
    assert_int_equal(wait_clock_spent_at(&wait_clock, 108 * MS), 103 * MS);
}

static void a_stop_counts_as_a_step(void **state)
{
    (void)state;
    struct wait_clock wait_clock = {.asked = 0};
    wait_clock_spent_at(&wait_clock, 10 * MS);
    assert_int_equal(wait_clock_spent_at(&wait_clock, 3600000 * MS), 110 * MS);
    assert_int_equal(wait_clock_spent_at(&wait_clock, 3600001 * MS), 111 * MS);
}

static void waits_for_what_is_left(void **state)
{
    (void)state;
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t never = PTHREAD_COND_INITIALIZER;
    struct wait_clock wait_clock = wait_clock_begin();
    int waits = 0;
    pthread_mutex_lock(&lock);
    while (wait_clock_wait(&wait_clock, 150 * MS, &never, &lock))
        waits++;
    pthread_mutex_unlock(&lock);
    /* A step and its half; each may also end for nothing. */
    assert_true(waits >= 2);
    assert_true(wait_clock.spent >= 150 * MS);
    assert_false(wait_clock_wait(&wait_clock, 150 * MS, &never, &lock));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_counts),
        cmocka_unit_test(a_stop_counts_as_a_step),
        cmocka_unit_test(waits_for_what_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
