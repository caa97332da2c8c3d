/* Ranks that meet in kernels of NCCL: who waits for whom, with numbers worked out by hand; clocks
 * of other machines; kernels that cannot be matched. */
#include "report/trace/trace_collectives.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "trace_made.h"

enum { US = 1000, REDUCE = 1, GATHER, WORK };

/* A row of a file: `source` tells files apart. */
static void row(struct trace *trace, unsigned source, enum trace_kind kind, uint32_t process,
                const uint64_t *values, const char *text)
{
    size_t length;
    uint8_t *bytes = trace_made_block(kind, process, 0, 1, values, text ? &text : NULL, &length);
    assert_true(trace_add_block(trace, source, bytes, length));
    free(bytes);
}

/* A file with a process that is this rank. */
static void begin_rank(struct trace *trace, unsigned source, uint32_t process, unsigned rank,
                       const char *host)
{
    static const char *const names[] = {"_Z23ncclDevKernel_AllReducev",
                                        "_Z23ncclDevKernel_AllGathev", "_Z4workPf"};
    const uint64_t who[] = {process, 1, rank + 1, 5}, fact = FACT_HOST;
    row(trace, source, TRACE_PROCESS, process, who, "/bin/app");
    row(trace, source, TRACE_FACT, 1, &fact, host);
    for (uint64_t i = 0; i < 3; i++) {
        const uint64_t id = i + 1;
        row(trace, source, TRACE_STRING, process, &id, names[i]);
    }
}

static void kernel(struct trace *trace, unsigned source, uint32_t process, uint64_t start,
                   uint64_t end, uint64_t name)
{
    uint64_t values[TRACE_MOST_FIELDS] = {0};
    values[SPAN_START] = start;
    values[SPAN_END] = end;
    values[KERNEL_NAME] = name;
    row(trace, source, TRACE_KERNEL, process, values, NULL);
}

#define IS(value, expected) assert_true(fabs((double)(value) - (double)(expected)) < 1e-6)

/* Rank 0 begins at 100, 200 and 300 us, rank 1 at 130, 190 and 350; all end together. */
static struct trace *two_ranks(unsigned second_source, const char *second_host, uint64_t off)
{
    static const uint64_t starts[2][3] = {{100, 200, 300}, {130, 190, 350}},
                          ends[] = {150, 230, 370};
    struct trace *trace = trace_new();
    begin_rank(trace, 0, 11, 0, "a");
    begin_rank(trace, second_source, 12, 1, second_host);
    for (size_t i = 0; i < 3; i++) {
        kernel(trace, 0, 11, starts[0][i] * US, ends[i] * US, REDUCE);
        kernel(trace, second_source, 12, starts[1][i] * US + off, ends[i] * US + off, REDUCE);
    }
    kernel(trace, 0, 11, 10 * US, 30 * US, WORK);
    kernel(trace, second_source, 12, 10 * US + off, 70 * US + off, WORK);
    return trace;
}

static void waits_are_those_until_the_last_one(struct trace *trace, double offset)
{
    struct trace_collectives c;
    trace_collectives_make(&c, trace);
    assert_int_equal(c.rank_count, 2);
    assert_int_equal(c.meeting_count, 1);
    assert_int_equal(c.unmatched, 0);
    assert_int_equal(trace_process(trace, c.ranks[0].process)->rank, 0);
    IS(c.ranks[1].offset, offset);
    IS(c.ranks[0].computed, 20 * US);
    IS(c.ranks[1].computed, 60 * US);
    IS(c.ranks[0].waited, (30 + 0 + 50) * US);
    IS(c.ranks[1].waited, 10 * US);
    IS(c.ranks[0].met, (50 + 30 + 70) * US);
    const struct trace_meeting *m = &c.meetings[0];
    assert_string_equal(trace_string(trace, m->name), "_Z23ncclDevKernel_AllReducev");
    assert_int_equal(m->count, 3);
    assert_int_equal(m->ranks, 2);
    assert_int_equal(m->last, 1);
    assert_int_equal(m->last_count, 2);
    assert_int_equal(m->waits, 0);
    IS(m->waits_time, 80 * US);
    IS(m->waited, 90 * US);
    trace_collectives_free(&c);
    trace_free(trace);
}

static void ranks_wait_for_the_last_one(void **state)
{
    (void)state;
    waits_are_those_until_the_last_one(two_ranks(1, "a", 0), 0);
}

static void clocks_of_other_machines_are_set(void **state)
{
    (void)state;
    waits_are_those_until_the_last_one(two_ranks(1, "b", 7000000), 7000000);
}

static void what_does_not_match_is_counted(void **state)
{
    (void)state;
    struct trace_collectives c;
    struct trace *trace = two_ranks(1, "a", 0);
    kernel(trace, 0, 11, 400 * US, 420 * US, REDUCE); /* four and three */
    kernel(trace, 0, 11, 500 * US, 520 * US, GATHER); /* on one rank */
    trace_collectives_make(&c, trace);
    assert_int_equal(c.meeting_count, 0);
    assert_int_equal(c.unmatched, 8);
    IS(c.ranks[0].waited, 0);
    trace_collectives_free(&c);
    trace_free(trace);
}

/* A kernel can wait no longer than it ran, whatever clocks say. */
static void waits_end_with_the_kernel(void **state)
{
    (void)state;
    struct trace_collectives c;
    struct trace *trace = trace_new();
    begin_rank(trace, 0, 11, 0, "a");
    begin_rank(trace, 1, 12, 1, "a");
    kernel(trace, 0, 11, 100 * US, 120 * US, REDUCE);
    kernel(trace, 1, 12, 900 * US, 920 * US, REDUCE);
    trace_collectives_make(&c, trace);
    IS(c.ranks[0].waited, 20 * US);
    trace_collectives_free(&c);
    trace_free(trace);
}

static void an_empty_trace_has_no_ranks(void **state)
{
    (void)state;
    struct trace_collectives c;
    struct trace *trace = trace_new();
    trace_collectives_make(&c, trace);
    assert_int_equal(c.rank_count + c.meeting_count + c.unmatched, 0);
    trace_collectives_free(&c);
    trace_free(trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_wait_for_the_last_one),
        cmocka_unit_test(clocks_of_other_machines_are_set),
        cmocka_unit_test(what_does_not_match_is_counted),
        cmocka_unit_test(waits_end_with_the_kernel),
        cmocka_unit_test(an_empty_trace_has_no_ranks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
