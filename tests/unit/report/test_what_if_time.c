/* The expected time: what a simulated scheduler really takes lies in the range that is said of it
 * by what was measured with another number of warps. */
#include "report/content/what_if_time.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "build_report.h"

/* A scheduler whose warps wait `latency` cycles after each instruction (fixed, or for memory that
 * is not busy), and then for one unit, which takes `service` cycles on average for each. */
struct machine {
    double latency, service;
    bool fixed;    /* the latency is of instructions */
    double spread; /* of the service, 0: it always takes the same */
};

enum { MOST_WARPS = 16, INSTRUCTIONS = 20000 };

/* Returns the cycles for the instructions, and how long the unit was busy. */
static double run(const struct machine *machine, unsigned warps, double *busy)
{
    double ready[MOST_WARPS] = {0}, issued = 0, unit = 0, end = 0;
    uint32_t random = 12345;
    *busy = 0;
    for (unsigned i = 0; i < INSTRUCTIONS; i++) {
        unsigned first = 0;
        for (unsigned w = 1; w < warps; w++)
            first = ready[w] < ready[first] ? w : first;
        random = random * 1664525 + 1013904223;
        const double service =
            machine->service * (1 + machine->spread * ((random >> 8) / 8388608.0 - 1));
        /* One instruction in each cycle. */
        const double issue = fmax(ready[first], issued);
        issued = issue + 1;
        unit = fmax(unit, issue + 1) + service;
        *busy += service;
        ready[first] = unit + machine->latency;
        end = fmax(end, unit);
    }
    return end;
}

/* The shared memory of a block of which an SM has room for so many. */
static unsigned room_of(unsigned blocks)
{
    return ((228 << 10) / blocks - 1024) / 128 * 128;
}

/* A launch of blocks of one warp for each scheduler, of which an SM has `warps`; it asks for
 * `other`. */
static struct what_if launch_of(unsigned warps, unsigned other)
{
    struct what_if what = {.grid = 132 * 720720, .achieved = NAN};
    assert_true(occupancy_device_of_arch(90, &what.own));
    what.launch[WHAT_IF_BLOCK] = 128;
    what.launch[WHAT_IF_REGISTERS] = 16;
    what.launch[WHAT_IF_CONFIG] = 228 << 10;
    what.launch[WHAT_IF_SMS] = 132;
    what.launch[WHAT_IF_CHIP] = 90;
    what.launch[WHAT_IF_DYNAMIC] = room_of(warps);
    what_if_reset(&what);
    what.now[WHAT_IF_DYNAMIC] = room_of(other);
    assert_int_equal(what_if_outcome_launch(&what).limits.active_blocks, warps);
    assert_int_equal(what_if_outcome(&what).limits.active_blocks, other);
    return what;
}

static struct what_if_measured measure(const struct machine *machine, unsigned warps)
{
    double busy;
    const double cycles = run(machine, warps, &busy);
    struct what_if_measured measured = {.time = cycles,
                                        .busy = busy / cycles,
                                        .warps = warps,
                                        .issue = INSTRUCTIONS / cycles,
                                        .fixed = machine->fixed ? machine->latency + 1 : NAN};
    measured.waits[0].name = "Long Scoreboard";
    measured.waits[0].cycles.now = machine->latency;
    return measured;
}

static void what_a_scheduler_takes_is_in_the_range(void **state)
{
    static const struct machine machines[] = {
        {0, 2, false, 0},    {10, 0.5, true, 0},    {40, 0.1, true, 0},
        {200, 1, false, 0},  {100, 20, false, 0.5}, {20, 20, true, 0.9},
        {400, 30, false, 1}, {30, 5, true, 0.5},    {1, 0.2, true, 0},
    };
    (void)state;
    size_t narrow = 0, all = 0;
    for (size_t m = 0; m < COUNT(machines); m++)
        for (unsigned from = 4; from <= MOST_WARPS; from++)
            for (unsigned to = 4; to <= MOST_WARPS; to++) {
                double busy;
                const struct what_if_measured measured = measure(&machines[m], from);
                struct what_if what = launch_of(from, to);
                struct what_if_time time;
                assert_null(what_if_time(&what, &measured, &time));
                const double cycles = run(&machines[m], to, &busy);
                /* It begins and ends with an empty unit: 1 % for that. */
                if (cycles < 0.99 * time.time.least || cycles > 1.01 * time.time.most)
                    fail_msg("machine %zu, %u -> %u warps: %.0f, not %.0f to %.0f", m, from, to,
                             cycles, time.time.least, time.time.most);
                all++;
                narrow += time.time.most < 1.1 * time.time.least;
            }
    /* It says something: no range is the worst of what could be, and many are exact. */
    assert_true(narrow > all / 4);
}

static void expected(const struct what_if *what, const struct what_if_measured *measured,
                     const char *text)
{
    struct what_if_time time;
    struct strbuf out = {0};
    assert_null(what_if_time(what, measured, &time));
    what_if_time_tell(&out, &time);
    assert_string_equal(out.data, text);
    strbuf_free(&out);
}

static void ranges_are_told_with_what_is_known(void **state)
{
    (void)state;
    struct what_if what = launch_of(8, 16);
    struct what_if_measured measured = {
        .time = 100000, .busy = 0.6, .warps = NAN, .issue = NAN, .fixed = NAN};
    /* Twice the warps: at best half the time, but the busiest unit needs 60 %. */
    expected(&what, &measured, "Expected 60 to 100 us (now 100 us).");
    measured.busy = 0.2;
    expected(&what, &measured, "Expected 50 to 100 us (now 100 us).");
    measured.warps = 8;
    measured.issue = 0.25;
    measured.fixed = 12;
    measured.waits[0] = (struct what_if_wait){"Long Scoreboard", {16, 16, 16}};
    expected(&what, &measured,
             "Expected 50 to 100 us (now 100 us); issue slots busy 25 to 50 % (now 25). A "
             "warp issues every 32 to 64 cycles (now 32), of which Long Scoreboard 16 to 41.6.");
    /* Half of them: at worst twice the time, at best that which the fixed waits leave. */
    what = launch_of(8, 4);
    measured.fixed = 24;
    measured.waits[0].cycles.now = 8;
    expected(&what, &measured,
             "Expected 150 to 200 us (now 100 us); issue slots busy 12.5 to 16.7 % (now "
             "25). A warp issues every 24 to 32 cycles (now 32), of which Long Scoreboard 0 to 8.");
}

static void waves_widen_the_range(void **state)
{
    (void)state;
    struct what_if what = launch_of(8, 6);
    const struct what_if_measured measured = {
        .time = 1000, .warps = NAN, .issue = NAN, .fixed = NAN};
    struct what_if_time time;
    /* One wave becomes two, the second of which is a third full. */
    what.grid = 132 * 8;
    assert_null(what_if_time(&what, &measured, &time));
    assert_true(fabs(time.time.least - 1000) < 1e-6);
    assert_true(fabs(time.time.most - 2000) < 1e-6);
    /* A grid that fills no SM is the same with room for fewer. */
    what.grid = 132 * 5;
    assert_null(what_if_time(&what, &measured, &time));
    assert_true(fabs(time.ratio - 1) < 1e-9);
    assert_true(fabs(time.time.least - 1000) < 1e-6 && fabs(time.time.most - 1000) < 1e-6);
}

static void what_is_not_known_is_said(void **state)
{
    (void)state;
    struct what_if what = launch_of(8, 6);
    struct what_if_measured measured = {.time = NAN, .warps = NAN, .issue = NAN, .fixed = NAN};
    struct what_if_time time;
    assert_string_equal(what_if_time(&what, &measured, &time),
                        "the report lacks the duration of the launch");
    measured.time = 1000;
    what.now[WHAT_IF_SMS] = 100;
    assert_string_equal(what_if_time(&what, &measured, &time),
                        "what was measured on this chip says nothing about another one");
    what_if_reset(&what);
    what.now[WHAT_IF_REGISTERS] = 255;
    what.now[WHAT_IF_BLOCK] = 1024;
    assert_string_equal(what_if_time(&what, &measured, &time), "no block fits");
}

/* Of the bundled report, which has no warp states. */
static void what_a_result_measured_is_read(void **state)
{
    (void)state;
    struct error error;
    struct report *report = report_open("tests/data/samples.ncu-rep", &error);
    assert_non_null(report);
    struct what_if_measured measured;
    what_if_measure(&measured, report_result(report, 2, &error));
    assert_int_equal((int)(measured.time / 1000), 417);
    assert_true(measured.busy > 0.92 && measured.busy < 0.93);
    assert_true(isnan(measured.warps) && isnan(measured.issue) && isnan(measured.fixed));
    assert_null(measured.waits[0].name);
    report_close(report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_scheduler_takes_is_in_the_range),
        cmocka_unit_test(ranges_are_told_with_what_is_known),
        cmocka_unit_test(waves_widen_the_range),
        cmocka_unit_test(what_is_not_known_is_said),
        cmocka_unit_test(what_a_result_measured_is_read),
    };
    return cmocka_run_group_tests_name("what_if_time", tests, NULL, NULL);
}
