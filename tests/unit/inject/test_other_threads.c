/* Threads that rest, and threads that do not. */
#include "collect/inject/program/other_threads.h"

#include "collect/inject/base/own_thread.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <poll.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t told = PTHREAD_COND_INITIALIZER;
static atomic_bool over;
static int ends[2]; /* of a pipe */

static void *wait_for_word(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!over)
        pthread_cond_wait(&told, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *wait_for_a_time(void *unused)
{
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 600;
    pthread_mutex_lock(&lock);
    while (!over)
        pthread_cond_timedwait(&told, &lock, &limit);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *wait_for_others(void *unused)
{
    struct pollfd file = {.fd = ends[0], .events = POLLIN};
    while (poll(&file, 1, -1) != 1)
        ;
    return unused;
}

static void *turn(void *unused)
{
    while (!over)
        ;
    return unused;
}

static void *turn_for_us(void *unused)
{
    own_thread_note();
    return turn(unused);
}

static pthread_t begin(void *(*run)(void *))
{
    pthread_t thread;
    over = false;
    assert_int_equal(pthread_create(&thread, NULL, run, NULL), 0);
    return thread;
}

static void end(pthread_t thread)
{
    pthread_mutex_lock(&lock);
    over = true;
    pthread_cond_broadcast(&told);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
}

/* The kernel may list a thread for a moment after it was joined. */
static bool rest_soon(void)
{
    for (int i = 0; i < 60000; i++) {
        if (other_threads_rest())
            return true;
        usleep(1000);
    }
    return false;
}

static void a_thread_alone_has_no_others(void **unused)
{
    (void)unused;
    assert_true(rest_soon());
}

/* Some kernels and sandboxes do not tell; then no thread rests. */
static bool is_told(void)
{
    return access("/proc/self/syscall", R_OK) == 0;
}

static void one_that_waits_for_a_word_rests(void **unused)
{
    (void)unused;
    if (!is_told())
        skip();
    pthread_t one = begin(wait_for_word), two = begin(wait_for_word);
    assert_true(rest_soon());
    assert_true(other_threads_come_to_rest());
    end(one);
    pthread_join(two, NULL);
}

static void others_do_not(void **unused)
{
    (void)unused;
    static void *(*const runs[])(void *) = {wait_for_a_time, turn};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        pthread_t thread = begin(runs[i]);
        for (int j = 0; j < 20; j++)
            assert_false(other_threads_rest());
        assert_false(other_threads_come_to_rest());
        end(thread);
    }
    assert_true(rest_soon());
}

static void one_that_another_process_can_wake_does_not(void **unused)
{
    (void)unused;
    assert_int_equal(pipe(ends), 0);
    pthread_t thread = begin(wait_for_others);
    for (int j = 0; j < 20; j++)
        assert_false(other_threads_rest());
    assert_int_equal(write(ends[1], "", 1), 1);
    pthread_join(thread, NULL);
    close(ends[0]);
    close(ends[1]);
}

static void those_of_ours_do_not_count(void **unused)
{
    (void)unused;
    pthread_t thread = begin(turn_for_us);
    assert_true(rest_soon());
    end(thread);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thread_alone_has_no_others),
        cmocka_unit_test(one_that_waits_for_a_word_rests),
        cmocka_unit_test(others_do_not),
        cmocka_unit_test(one_that_another_process_can_wake_does_not),
        cmocka_unit_test(those_of_ours_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
