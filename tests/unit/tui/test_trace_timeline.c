/* The timeline of a trace: what lies where, and what keys do. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "trace_made.h"
#include "tui/trace/trace_foot.h"
#include "tui/trace/trace_timeline.h"

enum { US = 1000, START = 1000000, COLUMNS = TRACE_LABEL_COLUMNS + 100, ROWS = 24 };
enum { NAME_A = 1, NAME_B, NAME_LAUNCH, NAME_STEP };

static struct trace_view view;

/* Ten launches, each 100 us; kernels of 10 us that alternate, on one stream; a range around all. */
static struct trace_timeline made(void)
{
    static const char *const names[] = {"_Z5firstPf", "_Z6secondPf", "cudaLaunchKernel", "step"};
    struct trace *trace = trace_new();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        trace_made_string(trace, 1, i + 1, names[i]);
    for (uint64_t i = 0; i < 10; i++) {
        const uint64_t at = START + i * 100 * US;
        trace_made_call(trace, 1, 50, at, at + 5 * US, i + 1, NAME_LAUNCH);
        trace_made_kernel(trace, 1, 7, at + 20 * US, at + 30 * US, i + 1, i % 2 ? NAME_B : NAME_A);
    }
    trace_made_range(trace, 1, 50, START, START + 1000 * US, NAME_STEP, 0);
    view = (struct trace_view){.index = trace_index_new(trace),
                               .names = trace_names_new(trace, KERNEL_NAME_DEMANGLED, NULL)};
    struct trace_timeline t;
    trace_timeline_open(&t, &view, "test");
    trace_timeline_fit(&t, COLUMNS, ROWS);
    return t;
}

static void drop(struct trace_timeline *t)
{
    struct trace *trace = view.index->trace;
    trace_timeline_close(t);
    trace_names_free(view.names);
    trace_index_free(view.index);
    trace_free(trace);
}

static void press(struct trace_timeline *t, const char *keys)
{
    for (; *keys; keys++)
        trace_timeline_key(t, *keys, COLUMNS, ROWS);
}

static void test_lanes(void **state)
{
    (void)state;
    struct trace_timeline t = made();
    static const enum lane_kind kinds[] = {LANE_GPU, LANE_STREAM, LANE_THREAD, LANE_RANGES};
    assert_int_equal(t.lanes.count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(t.lanes.lanes[i].kind, kinds[i]);
    assert_int_equal(trace_busy_total(&t.lanes.lanes[0].busy), 100 * US);
    assert_int_equal(t.lanes.lanes[2].count, 10);
    assert_int_equal(trace_lane_at(&t.lanes, &t.lanes.lanes[1], START + 125 * US), 1);
    assert_int_equal(trace_lane_at(&t.lanes, &t.lanes.lanes[1], START + 130 * US), SIZE_MAX);
    drop(&t);
}

/* A row for each metric of the CPU, in the order in which they came; cells are means over time. */
static void test_cpu_rows(void **state)
{
    (void)state;
    struct trace_timeline t = made();
    struct trace *trace = view.index->trace;
    trace_timeline_close(&t);
    for (uint64_t i = 0; i < 4; i++) {
        const uint64_t at = START + i * 100 * US;
        const uint64_t reads[] = {at, at + 100 * US, trace_cpu_number(10.0 * (double)i)},
                       writes[] = {at, at + 100 * US, trace_cpu_number(0.5)};
        trace_made_row(trace, TRACE_CPU, 9, reads, "Reads, socket 0 (GB/s)");
        trace_made_row(trace, TRACE_CPU, 9, writes, "Writes, socket 0 (GB/s)");
    }
    trace_timeline_open(&t, &view, "test");
    assert_int_equal(t.lanes.count, 6);
    const struct trace_lane *reads = &t.lanes.lanes[2], *writes = &t.lanes.lanes[3];
    assert_int_equal(reads->kind, LANE_CPU);
    assert_string_equal(reads->label, "Reads, socket 0 (GB/s)");
    assert_true(reads->most == 30 && writes->most == 0.5);
    assert_true(trace_lane_mean(&t.lanes, reads, START + 150 * US, START + 250 * US) == 15);
    assert_true(isnan(trace_lane_mean(&t.lanes, reads, START + 500 * US, START + 600 * US)));
    assert_true(trace_lane_value(&t.lanes, writes, 3) == 0.5);
    drop(&t);
}

/* Rows of values below the streams of their GPU, and what the JIT compiler did below its thread. */
static void test_rare_rows(void **state)
{
    (void)state;
    struct trace_timeline t = made();
    struct trace *trace = view.index->trace;
    trace_timeline_close(&t);
    for (uint64_t i = 0; i < 4; i++) {
        const uint64_t power[] = {START + i * 100 * US, 0, ENVIRONMENT_POWER, 100000 * i},
                       lowered[] = {START + i * 100 * US, 0, ENVIRONMENT_THROTTLE, 4 * (i > 1)},
                       limit[] = {START + i * 100 * US, 0, ENVIRONMENT_POWER_LIMIT, 1};
        trace_made_row(trace, TRACE_ENVIRONMENT, 1, power, NULL);
        trace_made_row(trace, TRACE_ENVIRONMENT, 1, lowered, NULL);
        trace_made_row(trace, TRACE_ENVIRONMENT, 1, limit, NULL); /* has no row: it stays */
    }
    const uint64_t jit[] = {START + 600 * US, START + 650 * US, 3, 1, 0, 50, 0, 0, 0, 0};
    trace_made_row(trace, TRACE_JIT, 1, jit, NULL);
    trace_timeline_open(&t, &view, "test");
    static const enum lane_kind kinds[] = {LANE_GPU,         LANE_STREAM, LANE_ENVIRONMENT,
                                           LANE_ENVIRONMENT, LANE_THREAD, LANE_JIT,
                                           LANE_RANGES};
    assert_int_equal(t.lanes.count, 7);
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(t.lanes.lanes[i].kind, kinds[i]);
    const struct trace_lane *power = &t.lanes.lanes[3];
    assert_string_equal(power->label, "  power (W)");
    assert_true(power->most == 300);
    assert_true(trace_lane_mean(&t.lanes, power, START + 150 * US, START + 250 * US) == 150);
    struct strbuf what = {0}, more = {0};
    t.lane = 2;
    t.time = 250 * US;
    trace_foot_texts(&t, &what, &more);
    assert_non_null(strstr(what.data, "clocks are lowered  the power limit"));
    strbuf_clear(&what);
    t.lane = 5;
    t.time = 610 * US;
    trace_foot_texts(&t, &what, &more);
    assert_non_null(strstr(what.data, "compiled  50.000 us  PTX to SASS"));
    strbuf_free(&what);
    strbuf_free(&more);
    drop(&t);
}

static void test_names_and_gaps(void **state)
{
    (void)state;
    struct trace_timeline t = made();
    assert_true(t.time == 20 * US); /* the first work */
    press(&t, "j");
    press(&t, "n");
    assert_true(t.time == 220 * US); /* the second of that name */
    press(&t, "N");
    assert_true(t.time == 20 * US);
    press(&t, "N");
    assert_non_null(t.message);
    press(&t, "}");
    assert_true(t.time == 30 * US);
    press(&t, "}");
    assert_true(t.time == 130 * US);
    press(&t, "{");
    assert_true(t.time == 30 * US);
    drop(&t);
}

static void test_link_goes_both_ways(void **state)
{
    (void)state;
    struct trace_timeline t = made();
    press(&t, "jnc");
    assert_int_equal(t.lane, 2);
    assert_true(t.time == 200 * US);
    press(&t, "c");
    assert_int_equal(t.lane, 1);
    assert_true(t.time == 220 * US);
    drop(&t);
}

static void test_search(void **state)
{
    (void)state;
    struct trace_timeline t = made();
    press(&t, "/SECOND\n");
    assert_true(t.time == 120 * US);
    press(&t, ".");
    assert_true(t.time == 320 * US);
    press(&t, "/");
    for (int i = 0; i < 10; i++)
        trace_timeline_key(&t, 127, COLUMNS, ROWS);
    press(&t, "nowhere\n");
    assert_non_null(strstr(t.message, "nowhere"));
    assert_true(t.time == 320 * US);
    drop(&t);
}

static void test_profile(void **state)
{
    (void)state;
    struct trace_timeline t = made();
    press(&t, "jnnP");
    assert_true(t.quit);
    assert_string_equal(t.command, "rooftop --kernel-name-base mangled -k _Z5firstPf --launch-skip "
                                   "2 -c 1 PROGRAM ARGUMENTS");
    drop(&t);
}

/* Esc takes back what came last, and never ends the program. */
static void test_back(void **state)
{
    (void)state;
    struct trace_timeline t = made();
    const double whole = t.span;
    press(&t, "++");
    const double first = t.first, closer = t.span;
    press(&t, "m\n"); /* to the kernel of 10 us */
    assert_float_equal(t.span, 15 * US, 0.1);
    press(&t, "\033");
    assert_float_equal(t.first, first, 0.1);
    assert_float_equal(t.span, closer, 0.1);
    assert_false(isnan(t.mark));
    press(&t, "\033");
    assert_true(isnan(t.mark));
    assert_float_equal(t.span, closer, 0.1);
    press(&t, "\033");
    assert_float_equal(t.span, whole / 2, 0.1);
    press(&t, "+-\033"); /* zooming out is going back already */
    assert_float_equal(t.span, whole, 0.1);
    assert_null(t.message);
    press(&t, "\033");
    assert_non_null(strstr(t.message, "nothing to go back to"));
    press(&t, "?\033");
    assert_false(t.help);
    press(&t, "/a\033");
    assert_false(t.prompt || t.quit);
    for (const char *keys = "qQ"; *keys; keys++) {
        t.quit = false;
        trace_timeline_key(&t, *keys, COLUMNS, ROWS);
        assert_true(t.quit);
    }
    drop(&t);
}

static void test_keys_without_meaning(void **state)
{
    (void)state;
    static const struct {
        int key;
        const char *text;
    } keys[] = {{'b', "b does nothing here; ? shows the keys"},
                {'X', "X does nothing here; ? shows the keys"}};
    struct trace_timeline t = made();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        trace_timeline_key(&t, keys[i].key, COLUMNS, ROWS);
        assert_string_equal(t.message, keys[i].text);
    }
    press(&t, "j");
    assert_null(t.message);
    press(&t, "/s");
    assert_null(t.message);
    assert_string_equal(t.typed, "s");
    press(&t, "\033?s"); /* any key leaves the help */
    assert_null(t.message);
    drop(&t);
}

static void expect_foot(const struct trace_timeline *t, const char *what, const char *more)
{
    struct strbuf texts[2] = {0};
    strbuf_adds(&texts[1], "");
    trace_foot_texts(t, &texts[0], &texts[1]);
    assert_string_equal(texts[0].data, what);
    assert_string_equal(texts[1].data, more);
    strbuf_free(&texts[0]);
    strbuf_free(&texts[1]);
}

/* An idle time has a cause, as on the page "gaps", and all times of a row have one unit. */
static void test_foot(void **state)
{
    (void)state;
    struct trace_timeline t = made();
    press(&t, "}");
    expect_foot(&t, " 30.000 us  idle for 90.000 us",
                " cause: host is in no CUDA call  NVTX range: step");
    press(&t, "jm}");
    expect_foot(&t, " 130.000 us  from the mark: 100.000 us  idle for 90.000 us",
                " cause: host is in no CUDA call  NVTX range: step");
    press(&t, "{m");
    press(&t, "j}");
    expect_foot(&t, " 105.000 us  in no CUDA call for 95.000 us", " NVTX range: step");
    t.time = 0;
    expect_foot(&t, " 0.000 us  cudaLaunchKernel  5.000 us", "");
    press(&t, "j");
    expect_foot(&t, " 0.000 ms  step  1.000 ms", "");
    press(&t, "kkk");
    t.time = 10 * US;
    expect_foot(&t, " 0.010 ms  nothing", "");
    drop(&t);
}

/* The wait for the GPU, and the call in which the host waited. */
static void test_cause_of_waiting(void **state)
{
    (void)state;
    enum { NAME_WAIT = 5 };
    struct trace_timeline t = made();
    struct trace *trace = view.index->trace;
    trace_made_string(trace, 1, NAME_WAIT, "cudaStreamSynchronize");
    trace_made_call(trace, 1, 50, START + 1001 * US, START + 1500 * US, 90, NAME_WAIT);
    trace_made_call(trace, 1, 50, START + 1501 * US, START + 1505 * US, 91, NAME_LAUNCH);
    trace_made_kernel(trace, 1, 7, START + 1510 * US, START + 1600 * US, 91, NAME_A);
    struct trace_view second = {.index = trace_index_new(trace),
                                .names = trace_names_new(trace, KERNEL_NAME_DEMANGLED, NULL)};
    trace_timeline_renew(&t, &second);
    t.time = 1200 * US;
    expect_foot(&t, " 1,200.000 us  idle for 580.000 us",
                " cause: host waits for the GPU  call: cudaStreamSynchronize");
    trace_names_free(second.names);
    trace_index_free(second.index);
    drop(&t);
}

/* Whatever is pressed, on any size: the cursor stays in the trace and on the screen. */
static void test_random_keys(void **state)
{
    (void)state;
    struct trace_timeline t = made();
    uint64_t seed = 5;
    for (size_t i = 0; i < 20000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const enum trace_action action = (enum trace_action)((seed >> 33) % TRACE_PROFILE);
        const int columns = 1 + (int)(seed >> 50) % 200, rows = 1 + (int)(seed >> 40) % 50;
        if (action != TRACE_SEARCH)
            trace_timeline_act(&t, action, columns);
        trace_timeline_fit(&t, columns, rows);
        assert_true(t.time >= 0 && t.time <= (double)(t.end - t.start));
        assert_true(t.first >= 0 && t.first <= t.time + 0.01 && t.time <= t.first + t.span + 0.01);
        assert_true(t.lane < t.lanes.count && t.top <= t.lane);
        assert_true(t.span >= 100 && t.span <= (double)(t.end - t.start));
    }
    drop(&t);
}

static void test_empty(void **state)
{
    (void)state;
    struct trace *trace = trace_new();
    view = (struct trace_view){.index = trace_index_new(trace),
                               .names = trace_names_new(trace, KERNEL_NAME_DEMANGLED, NULL)};
    struct trace_timeline t;
    trace_timeline_open(&t, &view, "empty");
    press(&t, "hljk+-0\nnN{}cmP.HL");
    assert_int_equal(t.lanes.count, 0);
    drop(&t);
}

/* A newer view of the trace: what was shown whole is whole, what was zoomed stays at its time and
 * row, also if an earlier record and a row before it come. */
static void test_renewed(void **state)
{
    (void)state;
    struct trace_timeline t = made();
    struct trace *trace = view.index->trace;
    press(&t, "j");
    assert_int_equal(t.lanes.lanes[t.lane].kind, LANE_STREAM);
    trace_made_kernel(trace, 1, 7, START + 2000 * US, START + 2010 * US, 90, NAME_A);
    struct trace_view second = {.index = trace_index_new(trace),
                                .names = trace_names_new(trace, KERNEL_NAME_DEMANGLED, NULL)};
    trace_timeline_renew(&t, &second);
    assert_float_equal(t.first, 0, 0);
    assert_float_equal(t.span, 2010 * US, 0.1);
    press(&t, "+++");
    const double time = t.time, first = t.first, span = t.span;
    trace_made_kernel(trace, 1, 3, START - 500 * US, START - 400 * US, 91, NAME_B);
    struct trace_view third = {.index = trace_index_new(trace),
                               .names = trace_names_new(trace, KERNEL_NAME_DEMANGLED, NULL)};
    trace_timeline_renew(&t, &third);
    assert_float_equal(t.time, time + 500 * US, 0.1);
    assert_float_equal(t.first, first + 500 * US, 0.1);
    assert_float_equal(t.span, span, 0.1);
    assert_int_equal(t.lanes.lanes[t.lane].kind, LANE_STREAM);
    assert_int_equal(t.lanes.lanes[t.lane].count, 11);
    trace_names_free(second.names);
    trace_index_free(second.index);
    trace_names_free(third.names);
    trace_index_free(third.index);
    drop(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lanes),          cmocka_unit_test(test_renewed),
        cmocka_unit_test(test_cpu_rows),       cmocka_unit_test(test_rare_rows),
        cmocka_unit_test(test_names_and_gaps), cmocka_unit_test(test_link_goes_both_ways),
        cmocka_unit_test(test_search),         cmocka_unit_test(test_profile),
        cmocka_unit_test(test_back),           cmocka_unit_test(test_keys_without_meaning),
        cmocka_unit_test(test_foot),           cmocka_unit_test(test_cause_of_waiting),
        cmocka_unit_test(test_random_keys),    cmocka_unit_test(test_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
