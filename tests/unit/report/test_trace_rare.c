/* Records that few programs make: the JIT compiler, clocks and power, decompressions, graphs that
 * the GPU launches. Numbers are worked out by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "report/trace/trace_block.h"
#include "report/trace/trace_environment.h"
#include "report/trace/trace_threads.h"
#include "report/trace_pages/trace_page_forms.h"
#include "report/trace_pages/trace_print.h"
#include "trace_made.h"

enum { US = 1000, START = 1000000, THREAD = 50 };

static const struct trace_cell *cell(const struct trace_table *table, size_t row, const char *title)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (strcmp(table->columns[i].title, title) == 0)
            return trace_table_cell(table, row, i);
    fail_msg("no column %s", title);
    return NULL;
}

#define NUMBER(table, row, title, expected)                                                        \
    assert_float_equal(cell(table, row, title)->number, (double)(expected), 1e-6)
#define TEXT(table, row, title, expected)                                                          \
    assert_string_equal(cell(table, row, title)->text, expected)

static void add_jit(struct trace *trace, uint64_t start, uint64_t end, uint64_t operation,
                    uint64_t bytes, uint64_t path)
{
    const uint64_t values[TRACE_MOST_FIELDS] = {start,
                                                end,
                                                [JIT_OPERATION] = operation,
                                                [JIT_CODE] = 1,
                                                [JIT_THREAD] = THREAD,
                                                [JIT_BYTES] = bytes,
                                                [JIT_PATH] = path};
    trace_made_row(trace, TRACE_JIT, 1, values, NULL);
}

static void test_jit(void **state)
{
    (void)state;
    struct trace *trace = trace_new();
    struct trace_table *table;
    struct trace_threads threads;
    trace_made_string(trace, 1, 1, "/cache/file");
    add_jit(trace, START, START + 30 * US, 3, 0, 0);
    add_jit(trace, START + 40 * US, START + 50 * US, 3, 0, 0);
    add_jit(trace, 0, 0, 3, 0, 0);
    add_jit(trace, START + 50 * US, START + 52 * US, 2, 4096, 1);
    struct trace_view view = trace_made_view(trace);
    assert_int_equal(view.index->end - view.index->start, 52 * US); /* they are of the span */
    assert_int_equal(view.index->work_count, 0);
    assert_int_equal(trace_page_jit(&view, &table), 1);
    assert_int_equal(table->rows, 2);
    TEXT(table, 0, "Operation", "compiled");
    TEXT(table, 0, "Code", "PTX to SASS");
    NUMBER(table, 0, "Total", 40 * US);
    NUMBER(table, 0, "Count", 3);
    NUMBER(table, 0, "Max", 30 * US);
    assert_true(isnan(cell(table, 0, "Cache")->number));
    assert_int_equal(trace_table_spot(table, 0).kind, TRACE_JIT);
    assert_int_equal(trace_table_spot(table, 0).row, 0);
    TEXT(table, 1, "Operation", "stored in the cache");
    NUMBER(table, 1, "Cache", 4096);
    TEXT(table, 1, "File", "/cache/file");
    assert_non_null(strstr(table->note, "1 operations have no times"));
    trace_table_free(table);
    trace_threads_make(&threads, trace);
    assert_int_equal(threads.count, 1);
    assert_int_equal(threads.threads[0].jit_count, 3);
    trace_threads_free(&threads);
    trace_made_drop(&view);
}

static void sample(struct trace *trace, uint32_t process, uint64_t time, uint64_t device,
                   enum environment_what what, uint64_t number)
{
    const uint64_t values[] = {time, device, what, number};
    trace_made_row(trace, TRACE_ENVIRONMENT, process, values, NULL);
}

/* A kernel runs from 150 to 250 us: half of it at 300 W, half at 500 W. */
static void test_environment(void **state)
{
    (void)state;
    static const uint64_t watts[] = {100, 300, 500}, reasons[] = {1, 4, 4 | 8};
    struct trace *trace = trace_new();
    struct trace_table *tables[TRACE_MOST_TABLES];
    struct trace_environment environment;
    trace_made_kernel(trace, 1, 7, START + 150 * US, START + 250 * US, 1, 0);
    for (size_t i = 3; i-- > 0;) { /* the latest first */
        sample(trace, 1, START + i * 100 * US, 0, ENVIRONMENT_POWER, watts[i] * 1000);
        sample(trace, 1, START + i * 100 * US, 0, ENVIRONMENT_THROTTLE, reasons[i]);
    }
    sample(trace, 1, START + 10 * US, 1, ENVIRONMENT_TEMPERATURE, 33);
    sample(trace, 1, START + 10 * US, 0, ENVIRONMENT_WHATS, 1); /* of a later version */
    sample(trace, 1, 0, 0, ENVIRONMENT_FAN, 1);                 /* without a time */
    struct trace_view view = trace_made_view(trace);
    assert_int_equal(view.index->gpu_count, 1);
    trace_environment_make(&environment, view.index);
    assert_int_equal(environment.count, 3);
    const struct trace_series *power = &environment.series[1];
    assert_int_equal(power->what, ENVIRONMENT_POWER);
    assert_int_equal(power->count, 3);
    assert_int_equal(power->samples[0].end, START + 100 * US);
    assert_int_equal(power->samples[2].end, START + 300 * US);
    assert_int_equal(environment.series[2].gpu, TRACE_NONE);
    assert_int_equal(environment.series[2].samples[0].end, START + 250 * US);
    assert_true(trace_throttles(4) && trace_throttles(1ull << 31));
    assert_false(trace_throttles(0) || trace_throttles(1) || trace_throttles(1 << 30));
    trace_environment_free(&environment);
    assert_int_equal(trace_page_environment(&view, tables), 2);
    assert_int_equal(tables[0]->rows, 2);
    TEXT(tables[0], 0, "Quantity", "power (W)");
    NUMBER(tables[0], 0, "Mean", 300);
    NUMBER(tables[0], 0, "While It Works", 400);
    NUMBER(tables[0], 0, "Min", 100);
    NUMBER(tables[0], 0, "Max", 500);
    TEXT(tables[0], 1, "GPU", "GPU 1");
    NUMBER(tables[0], 1, "Mean", 33);
    assert_true(isnan(cell(tables[0], 1, "While It Works")->number));
    assert_int_equal(tables[1]->rows, 3);
    TEXT(tables[1], 1, "Reason", "the power limit");
    NUMBER(tables[1], 1, "Samples", 2);
    NUMBER(tables[1], 1, "of Samples", 200 / 3.0);
    trace_table_free(tables[0]);
    trace_table_free(tables[1]);
    trace_made_drop(&view);
}

/* Decompressions and graphs that the GPU launches are works: the GPU is busy with them. */
static void test_works(void **state)
{
    (void)state;
    static const uint64_t batch[TRACE_MOST_FIELDS] = {START,
                                                      START + 10 * US,
                                                      [DECOMPRESSION_COPIES] = 3,
                                                      [DECOMPRESSION_BYTES] = 20000,
                                                      [DECOMPRESSION_CONTEXT] = 1,
                                                      [DECOMPRESSION_STREAM] = 7,
                                                      [DECOMPRESSION_CORRELATION] = 1},
                          graph[TRACE_MOST_FIELDS] = {
                              START + 10 * US,          START + 40 * US,
                              [DEVICE_GRAPH_ID] = 5,    [DEVICE_GRAPH_LAUNCHER] = 4,
                              [DEVICE_GRAPH_MODE] = 1,  [DEVICE_GRAPH_CONTEXT] = 1,
                              [DEVICE_GRAPH_STREAM] = 7};
    struct trace *trace = trace_new();
    struct trace_table *tables[TRACE_MOST_TABLES];
    trace_made_row(trace, TRACE_DECOMPRESSION, 1, batch, NULL);
    trace_made_row(trace, TRACE_DEVICE_GRAPH, 1, graph, NULL);
    trace_made_call(trace, 1, THREAD, START - 10 * US, START - 5 * US, 1, 0);
    trace_made_call(trace, 1, THREAD, START + 90 * US, START + 95 * US, 0, 0);
    struct trace_view view = trace_made_view(trace);
    char room[64];
    assert_int_equal(view.index->work_count, 2);
    assert_int_equal(view.index->stream_count, 1);
    assert_string_equal(trace_work_name(&view, &view.index->works[0], room, sizeof room),
                        "decompression");
    assert_string_equal(trace_work_name(&view, &view.index->works[1], room, sizeof room),
                        "graph 5");
    /* No call has launched the graph, not even one without a correlation. */
    assert_int_equal(trace_work_correlation(view.index, &view.index->works[0]), 1);
    assert_int_equal(trace_index_call(view.index, 0, 1), 0);
    assert_int_equal(trace_work_correlation(view.index, &view.index->works[1]), 0);
    assert_int_equal(trace_index_call(view.index, 0, 0), TRACE_NONE);
    assert_int_equal(trace_page_decompressions(&view, tables), 1);
    NUMBER(tables[0], 0, "Total", 10 * US);
    NUMBER(tables[0], 0, "Copies", 3);
    NUMBER(tables[0], 0, "Rate", 2e9);
    trace_table_free(tables[0]);
    assert_int_equal(trace_page_graphs(&view, tables), 2);
    assert_int_equal(tables[0]->rows, 0);
    NUMBER(tables[1], 0, "Graph", 5);
    NUMBER(tables[1], 0, "Launched by Graph", 4);
    TEXT(tables[1], 0, "Mode", "fire and forget");
    NUMBER(tables[1], 0, "Total", 30 * US);
    trace_table_free(tables[0]);
    trace_table_free(tables[1]);
    assert_int_equal(trace_page_streams(&view, tables), 1);
    NUMBER(tables[0], 0, "Busy Time", 40 * US);
    NUMBER(tables[0], 0, "Kernels", 1);
    NUMBER(tables[0], 0, "Copies", 1);
    trace_table_free(tables[0]);
    trace_made_drop(&view);
}

/* A kernel of an earlier version has no field that says who launched it: it was not the GPU. */
static void test_earlier_kernels(void **state)
{
    (void)state;
    static const uint64_t kernel[TRACE_MOST_FIELDS] = {START, START + US, [KERNEL_BY_DEVICE] = 1};
    struct trace *trace = trace_new();
    struct trace_block block;
    size_t length;
    uint64_t by_device = 9;
    uint8_t *bytes = trace_made_block(TRACE_KERNEL, 1, 0, 1, kernel, NULL, &length);
    assert_true(trace_block_open(&block, bytes, length));
    block.fields = KERNEL_BY_DEVICE;
    assert_true(trace_block_column(&block, KERNEL_BY_DEVICE, &by_device));
    assert_int_equal(by_device, 0);
    assert_true(trace_add_block(trace, 0, bytes, length));
    assert_int_equal(trace_column(trace, TRACE_KERNEL, KERNEL_BY_DEVICE)[0], 1);
    free(bytes);
    trace_free(trace);
}

/* Numbers of a damaged trace, and allocations without an address, which are many in one place. */
static void test_odd_numbers(void **state)
{
    (void)state;
    enum { ROWS = 40000 };
    struct trace *trace = trace_new();
    struct trace_table *table;
    struct strbuf text = {0};
    size_t length;
    uint64_t *values = calloc(ROWS * (MEMORY_NAME + 1), sizeof *values);
    for (size_t i = 0; i < ROWS; i++) {
        values[i * (MEMORY_NAME + 1) + MEMORY_TIME] = START + i;
        values[i * (MEMORY_NAME + 1) + MEMORY_BYTES] = 1;
        values[i * (MEMORY_NAME + 1) + MEMORY_DEVICE] = i % 1000;
    }
    uint8_t *bytes = trace_made_block(TRACE_MEMORY, 1, 0, ROWS, values, NULL, &length);
    assert_true(trace_add_block(trace, 0, bytes, length));
    struct trace_view view = trace_made_view(trace);
    assert_int_equal(trace_page_memory(&view, &table), 1);
    assert_int_equal(table->rows, 1000);
    NUMBER(table, 0, "Allocations", ROWS / 1000);
    trace_cell_text(&text, UNIT_COUNT, &(struct trace_cell){NULL, 0x1p64});
    assert_string_equal(text.data, "18,446,744,073,709,551,615");
    strbuf_free(&text);
    trace_table_free(table);
    free(values);
    free(bytes);
    trace_made_drop(&view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_jit),         cmocka_unit_test(test_environment),
        cmocka_unit_test(test_works),       cmocka_unit_test(test_earlier_kernels),
        cmocka_unit_test(test_odd_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
