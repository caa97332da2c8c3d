/* What a trace holds, and what is refused before it is written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "report/trace/trace_limits.h"
#include "trace_made.h"

static void rows_of_a_kind(void **state)
{
    (void)state;
    struct trace_limits limits = {0};
    struct trace_block calls = {.kind = TRACE_API, .rows = TRACE_MOST_ROWS};
    for (size_t i = 0; i < TRACE_MOST_OF_KIND / TRACE_MOST_ROWS; i++)
        assert_true(trace_limits_take(&limits, &calls));
    assert_false(trace_limits_take(&limits, &calls));
    assert_int_equal(limits.rows[TRACE_API], TRACE_MOST_OF_KIND);
    assert_int_equal(limits.count, 1);
    calls.kind = TRACE_WAIT;
    assert_true(trace_limits_take(&limits, &calls));
    trace_limits_free(&limits);
}

/* The trace itself agrees, and goes on taking blocks of the processes that it knows. */
static void processes(void **state)
{
    (void)state;
    struct trace_limits limits = {0};
    struct trace *trace = trace_new();
    const uint64_t values[TRACE_MOST_FIELDS] = {1, 2};
    for (uint32_t i = 0; i < TRACE_MOST_PROCESSES + 2; i++) {
        const uint32_t process = i == TRACE_MOST_PROCESSES + 1 ? 5 : i;
        size_t length;
        struct trace_block block;
        uint8_t *bytes = trace_made_block(TRACE_API, process, 3, 1, values, NULL, &length);
        assert_true(trace_block_open(&block, bytes, length));
        assert_int_equal(trace_limits_take(&limits, &block), i != TRACE_MOST_PROCESSES);
        assert_int_equal(trace_add_block(trace, 0, bytes, length), i != TRACE_MOST_PROCESSES);
        free(bytes);
    }
    assert_int_equal(limits.rows[TRACE_API], trace_count(trace, TRACE_API));
    trace_free(trace);
    trace_limits_free(&limits);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_a_kind),
        cmocka_unit_test(processes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
