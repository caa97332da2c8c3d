#include "collect/inject/filter/range_edges.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct told {
    struct range_edges *edges;
    int ended;
    uint64_t number; /* of the range that was still open then */
};

static void on_ended(void *context)
{
    struct told *told = context;
    told->ended++;
    told->number = range_edges_number(told->edges);
}

static struct range_edges edges_of(void)
{
    return (struct range_edges){.wanted = true, .lock = PTHREAD_MUTEX_INITIALIZER};
}

static const int here, there;

static struct range_edge pushed(const void *thread, int level)
{
    return (struct range_edge){.kind = EDGE_PUSHED, .thread = thread, .level = level};
}

static void only_its_own_end_ends_it(void **unused)
{
    struct range_edges edges = edges_of();
    struct told told = {&edges, 0, 0};
    const struct range_edge outer = pushed(&here, 0), inner = pushed(&here, 1),
                            other = pushed(&there, 0),
                            started = {.kind = EDGE_STARTED, .started = 4};
    (void)unused;
    edges.ended = on_ended;
    edges.context = &told;
    assert_int_equal(range_edges_number(&edges), 0);
    assert_true(range_edges_begin(&edges, &outer, "solver", "step"));
    assert_string_equal(edges.name, "solver@step");
    assert_int_equal(range_edges_number(&edges), 1);
    assert_false(range_edges_begin(&edges, &inner, "", "inner"));
    assert_false(range_edges_begin(&edges, &started, "", "tail"));
    range_edges_end(&edges, &inner);
    range_edges_end(&edges, &other);
    range_edges_end(&edges, &started);
    assert_int_equal(told.ended, 0);
    range_edges_end(&edges, &outer);
    assert_int_equal(told.ended, 1);
    assert_int_equal(told.number, 1); /* told while it was open */
    assert_int_equal(range_edges_number(&edges), 0);
    range_edges_end(&edges, &outer);
    assert_int_equal(told.ended, 1);
    assert_true(range_edges_begin(&edges, &started, "", "tail"));
    assert_string_equal(edges.name, "tail");
    assert_int_equal(range_edges_number(&edges), 2);
    range_edges_end(&edges, &started);
    assert_int_equal(told.number, 2);
}

static void a_thread_takes_its_ranges_with_it(void **unused)
{
    struct range_edges edges = edges_of();
    const struct range_edge mine = pushed(&here, 0),
                            started = {.kind = EDGE_STARTED, .started = 1, .thread = NULL};
    (void)unused;
    range_edges_begin(&edges, &mine, "", "A");
    range_edges_thread_ends(&edges, &there);
    assert_int_equal(range_edges_number(&edges), 1);
    range_edges_thread_ends(&edges, &here);
    assert_int_equal(range_edges_number(&edges), 0);
    range_edges_begin(&edges, &started, "", "B");
    range_edges_thread_ends(&edges, NULL);
    assert_int_equal(range_edges_number(&edges), 2);
    range_edges_cut(&edges);
    assert_int_equal(range_edges_number(&edges), 0);
}

static void long_names_are_cut(void **unused)
{
    struct range_edges edges = edges_of();
    char name[2 * RANGE_NAME];
    (void)unused;
    for (size_t i = 0; i < sizeof name; i++)
        name[i] = 'x';
    name[sizeof name - 1] = '\0';
    range_edges_begin(&edges, &(struct range_edge){.kind = EDGE_PROFILER}, name, name);
    assert_int_equal(edges.name[RANGE_NAME - 1], '\0');
    assert_int_equal(edges.name[RANGE_NAME - 2], 'x');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_its_own_end_ends_it),
        cmocka_unit_test(a_thread_takes_its_ranges_with_it),
        cmocka_unit_test(long_names_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
