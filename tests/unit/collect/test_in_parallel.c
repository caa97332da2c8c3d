/* Pieces of work by threads: each is done once, few are done without threads. */
#include "collect/os/in_parallel.h"

#include <pthread.h>
#include <stdbool.h>
#include <time.h>

#include "build_report.h"

enum { MOST = 500 };

struct done {
    unsigned times[MOST];
    pthread_t caller;
    bool by_others;
};

static void do_one(void *context, size_t index)
{
    struct done *done = context;
    const struct timespec pause = {.tv_nsec = 100 * 1000};
    __atomic_add_fetch(&done->times[index], 1, __ATOMIC_RELAXED);
    if (!pthread_equal(pthread_self(), done->caller))
        __atomic_store_n(&done->by_others, true, __ATOMIC_RELAXED);
    nanosleep(&pause, NULL);
}

static bool do_all(unsigned threads, size_t count)
{
    struct done done = {.caller = pthread_self()};
    in_parallel(threads, count, do_one, &done);
    for (size_t i = 0; i < MOST; i++)
        assert_int_equal(done.times[i], i < count);
    return done.by_others;
}

static void each_is_done_once(void **state)
{
    (void)state;
    assert_true(do_all(4, MOST));
    assert_true(do_all(1000, MOST));
    do_all(4, 17);
}

static void few_need_no_thread(void **state)
{
    (void)state;
    assert_false(do_all(1, MOST));
    assert_false(do_all(0, 3));
    assert_false(do_all(4, 7));
    assert_false(do_all(4, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_is_done_once),
                                       cmocka_unit_test(few_need_no_thread)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
