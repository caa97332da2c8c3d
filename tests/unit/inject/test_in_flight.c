#include "collect/inject/program/in_flight.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "collect/inject/base/inject.h"

static struct inject the_inject = {.guard = GUARD_INIT};

static void note(bool enter)
{
    guard_lock(&the_inject.guard);
    in_flight_note(&the_inject, enter);
    guard_unlock(&the_inject.guard);
}

static bool wait_for_others(void)
{
    guard_lock(&the_inject.guard);
    const bool landed = in_flight_wait(&the_inject);
    guard_unlock(&the_inject.guard);
    return landed;
}

static void calls_of_this_thread_are_not_waited_for(void **unused)
{
    (void)unused;
    assert_true(wait_for_others());
    note(true);
    note(true); /* a call inside another one */
    assert_int_equal(the_inject.guard.in_flight, 2);
    assert_true(wait_for_others());
    note(false);
    note(false);
    note(false); /* its entry was not seen */
    assert_int_equal(the_inject.guard.in_flight, 0);
}

static volatile bool entered;

/* moment: microseconds that its call takes. */
static void *call(void *moment)
{
    note(true);
    entered = true;
    usleep(*(const useconds_t *)moment);
    note(false);
    return NULL;
}

static bool wait_for_call_of(useconds_t moment)
{
    pthread_t thread;
    entered = false;
    assert_int_equal(pthread_create(&thread, NULL, call, &moment), 0);
    while (!entered)
        usleep(1000);
    const bool landed = wait_for_others();
    pthread_join(thread, NULL);
    return landed;
}

static void a_call_of_another_thread_is_waited_for(void **unused)
{
    (void)unused;
    assert_true(wait_for_call_of(50 * 1000));
    assert_int_equal(the_inject.guard.in_flight, 0);
}

static void the_wait_has_an_end(void **unused)
{
    (void)unused;
    assert_false(wait_for_call_of(3 * 1000 * 1000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(calls_of_this_thread_are_not_waited_for),
        cmocka_unit_test(a_call_of_another_thread_is_waited_for),
        cmocka_unit_test(the_wait_has_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
