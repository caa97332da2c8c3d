/* The pages of a trace, with numbers worked out by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "json_parse.h"
#include "report/trace/trace_gaps.h"
#include "report/trace_pages/trace_diff.h"
#include "report/trace_pages/trace_findings.h"
#include "report/trace_pages/trace_page_forms.h"
#include "report/trace_pages/trace_pages.h"
#include "trace_made.h"

enum { US = 1000, MS = 1000000 };
enum { STREAM = 7, OTHER = 8, THREAD = 50 };
enum { NAME_A = 1, NAME_B, NAME_LAUNCH, NAME_SYNC, NAME_MALLOC, NAME_STEP, NAME_INNER };

static struct trace *with_names(void)
{
    static const char *const names[] = {"_Z5firstPf",
                                        "_Z6secondPf",
                                        "cudaLaunchKernel_v7000",
                                        "cudaDeviceSynchronize_v3020",
                                        "cudaMalloc_v3020",
                                        "step",
                                        "inner"};
    struct trace *trace = trace_new();
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        trace_made_string(trace, 1, i + 1, names[i]);
    return trace;
}

/* The first table of a page; free it. */
static struct trace_table *page(const struct trace_view *view, enum trace_page which, size_t table)
{
    struct trace_table *tables[TRACE_MOST_TABLES];
    const size_t count = trace_page_make(view, which, tables);
    assert_true(table < count);
    for (size_t i = 0; i < count; i++)
        if (i != table)
            trace_table_free(tables[i]);
    return tables[table];
}

static double number(const struct trace_table *table, size_t row, const char *title)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (strcmp(table->columns[i].title, title) == 0)
            return trace_table_cell(table, row, i)->number;
    fail_msg("no column %s", title);
    return NAN;
}

static const char *text(const struct trace_table *table, size_t row, const char *title)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (strcmp(table->columns[i].title, title) == 0)
            return trace_table_cell(table, row, i)->text;
    fail_msg("no column %s", title);
    return NULL;
}

#define NUMBER(table, row, title, expected)                                                        \
    assert_float_equal(number(table, row, title), (double)(expected),                              \
                       1e-6 * (1 + fabs((double)(expected))))

static void test_kernels(void **state)
{
    (void)state;
    struct trace *trace = with_names();
    trace_made_kernel(trace, 1, STREAM, 1000 * US, 1010 * US, 1, NAME_A);
    trace_made_kernel(trace, 1, STREAM, 1020 * US, 1050 * US, 2, NAME_A);
    trace_made_kernel(trace, 1, STREAM, 1050 * US, 1100 * US, 3, NAME_B);
    trace_made_kernel(trace, 1, STREAM, 0, 0, 4, NAME_B); /* without times */
    struct trace_view view = trace_made_view(trace);
    struct trace_table *t = page(&view, TRACE_PAGE_KERNELS, 0);
    assert_int_equal(t->rows, 2);
    assert_string_equal(text(t, 0, "Kernel"), "second(float *)");
    NUMBER(t, 0, "Total", 50 * US);
    NUMBER(t, 0, "Count", 2);
    NUMBER(t, 0, "Share", 50);
    assert_string_equal(text(t, 1, "Kernel"), "first(float *)");
    NUMBER(t, 1, "Total", 40 * US);
    NUMBER(t, 1, "Mean", 20 * US);
    NUMBER(t, 1, "Min", 10 * US);
    NUMBER(t, 1, "Max", 30 * US);
    NUMBER(t, 1, "Std Dev", 10 * US);
    NUMBER(t, 1, "of Kernels", 400.0 / 9);
    assert_string_equal(text(t, 1, "Grid"), "8,1,1");
    assert_non_null(strstr(t->note, "1 kernels have no times"));
    trace_table_free(t);
    struct error error;
    struct name_pattern only = {0};
    assert_true(name_pattern_set(&only, "regex:first", &error));
    view.kernel = &only;
    t = page(&view, TRACE_PAGE_KERNELS, 0);
    assert_int_equal(t->rows, 1);
    trace_table_free(t);
    name_pattern_free(&only);
    trace_made_drop(&view);
}

static void test_copies(void **state)
{
    (void)state;
    struct trace *trace = with_names();
    trace_made_copy(trace, 1, STREAM, 1000, 2000, 1, 1, 1, 3, 16000);
    trace_made_copy(trace, 1, STREAM, 3000, 6000, 2, 1, 1, 3, 16000);
    trace_made_copy(trace, 1, STREAM, 6000, 7000, 3, 1, 2, 3, 50000);
    struct trace_view view = trace_made_view(trace);
    struct trace_table *t = page(&view, TRACE_PAGE_COPIES, 0);
    assert_int_equal(t->rows, 2);
    assert_string_equal(text(t, 0, "Copy"), "HtoD");
    assert_string_equal(text(t, 0, "From"), "pageable");
    NUMBER(t, 0, "Bytes", 32000);
    NUMBER(t, 0, "Rate", 8e9);
    assert_string_equal(text(t, 1, "From"), "pinned");
    NUMBER(t, 1, "Rate", 50e9);
    assert_non_null(strstr(t->note, "2 copies use pageable memory"));
    trace_table_free(t);
    trace_made_drop(&view);
}

/* Latency: from the start of the call to the start of the kernel; queue: from its end. */
static void test_launches(void **state)
{
    (void)state;
    struct trace *trace = with_names();
    for (uint64_t i = 1; i <= 100; i++) {
        const uint64_t at = i * MS;
        trace_made_call(trace, 1, THREAD, at, at + 4 * US, i, NAME_LAUNCH);
        trace_made_kernel(trace, 1, STREAM, at + (4 + i) * US, at + (10 + i) * US, i, NAME_A);
    }
    trace_made_kernel(trace, 1, STREAM, 200 * MS, 201 * MS, 999, NAME_A); /* no call */
    struct trace_view view = trace_made_view(trace);
    struct trace_table *t = page(&view, TRACE_PAGE_LAUNCHES, 0);
    assert_int_equal(t->rows, 1);
    NUMBER(t, 0, "Count", 100);
    NUMBER(t, 0, "Mean", 54.5 * US);
    NUMBER(t, 0, "Median", 54 * US);
    NUMBER(t, 0, "95 %", 99 * US);
    NUMBER(t, 0, "99 %", 103 * US);
    NUMBER(t, 0, "Max", 104 * US);
    NUMBER(t, 0, "Call", 4 * US);
    NUMBER(t, 0, "Queue", 50.5 * US);
    NUMBER(t, 0, "Kernel Time", 6 * US);
    assert_non_null(strstr(t->note, "1 kernels have no call"));
    trace_table_free(t);
    t = page(&view, TRACE_PAGE_LAUNCHES, 1);
    double all = 0;
    for (size_t i = 0; i < t->rows; i++)
        all += number(t, i, "Count");
    assert_true(all == 100);
    NUMBER(t, 3, "From", 4 * US); /* 5, 6 and 7 us */
    NUMBER(t, 3, "Count", 3);
    trace_table_free(t);
    trace_made_drop(&view);
}

static void expect_gap(const struct trace_view *view, enum gap_cause cause, uint64_t length)
{
    struct trace_threads threads;
    struct trace_gaps gaps;
    trace_threads_make(&threads, view->index->trace);
    trace_gaps_make(&gaps, view->index, &threads);
    assert_int_equal(gaps.count, 1);
    assert_string_equal(gap_cause_texts[gaps.gaps[0].cause], gap_cause_texts[cause]);
    assert_int_equal(gaps.gaps[0].end - gaps.gaps[0].start, length);
    trace_gaps_free(&gaps);
    trace_threads_free(&threads);
}

/* Two kernels, and 100 us between them in which the host does this and that. */
static struct trace *with_gap(uint64_t call_start, uint64_t call_end)
{
    struct trace *trace = with_names();
    trace_made_call(trace, 1, THREAD, 1000 * US, 1005 * US, 1, NAME_LAUNCH);
    trace_made_kernel(trace, 1, STREAM, 1010 * US, 1100 * US, 1, NAME_A);
    trace_made_call(trace, 1, THREAD, call_start, call_end, 2, NAME_LAUNCH);
    trace_made_kernel(trace, 1, STREAM, 1200 * US, 1300 * US, 2, NAME_B);
    return trace;
}

static void test_gap_causes(void **state)
{
    (void)state;
    /* The host is in no call until shortly before. */
    struct trace_view view = trace_made_view(with_gap(1190 * US, 1195 * US));
    expect_gap(&view, GAP_HOST, 100 * US);
    trace_made_drop(&view);
    /* The call takes all the time. */
    view = trace_made_view(with_gap(1100 * US, 1195 * US));
    expect_gap(&view, GAP_LAUNCHES, 100 * US);
    trace_made_drop(&view);
    /* It was submitted while the first kernel ran. */
    view = trace_made_view(with_gap(1050 * US, 1060 * US));
    expect_gap(&view, GAP_QUEUED, 100 * US);
    trace_made_drop(&view);
    /* The host waits, and goes on late. */
    struct trace *trace = with_gap(1190 * US, 1195 * US);
    trace_made_call(trace, 1, THREAD, 1006 * US, 1185 * US, 3, NAME_SYNC);
    view = trace_made_view(trace);
    expect_gap(&view, GAP_WAITED, 100 * US);
    trace_made_drop(&view);
    /* It allocates. */
    trace = with_gap(1190 * US, 1195 * US);
    trace_made_call(trace, 1, THREAD, 1110 * US, 1185 * US, 3, NAME_MALLOC);
    view = trace_made_view(trace);
    expect_gap(&view, GAP_ALLOCATED, 100 * US);
    trace_made_drop(&view);
    /* What another thread does meanwhile is not the cause. */
    trace = with_gap(1190 * US, 1195 * US);
    trace_made_call(trace, 1, THREAD + 1, 1110 * US, 1185 * US, 3, NAME_MALLOC);
    view = trace_made_view(trace);
    expect_gap(&view, GAP_HOST, 100 * US);
    trace_made_drop(&view);
    /* Without calls in the trace nothing is known. */
    trace = with_names();
    trace_made_kernel(trace, 1, STREAM, 1010 * US, 1100 * US, 1, NAME_A);
    trace_made_kernel(trace, 1, STREAM, 1200 * US, 1300 * US, 2, NAME_B);
    view = trace_made_view(trace);
    expect_gap(&view, GAP_UNKNOWN, 100 * US);
    trace_made_drop(&view);
}

/* A kernel in another stream covers the gap. */
static void test_gaps_are_of_the_gpu(void **state)
{
    (void)state;
    struct trace *trace = with_gap(1190 * US, 1195 * US);
    trace_made_kernel(trace, 1, OTHER, 1050 * US, 1250 * US, 9, NAME_A);
    struct trace_view view = trace_made_view(trace);
    struct trace_table *t = page(&view, TRACE_PAGE_GAPS, 1);
    assert_int_equal(t->rows, 0);
    trace_table_free(t);
    trace_made_drop(&view);
}

static void test_call_purposes(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum gap_cause purpose;
    } calls[] = {{"cudaLaunchKernel_v7000", GAP_LAUNCHES},
                 {"cuLaunchKernelEx", GAP_LAUNCHES},
                 {"cuGraphLaunch", GAP_LAUNCHES},
                 {"cudaMemcpyAsync_v3020", GAP_LAUNCHES},
                 {"cudaMemcpy_v3020", GAP_WAITED},
                 {"cuStreamSynchronize", GAP_WAITED},
                 {"cudaEventSynchronize_v3020", GAP_WAITED},
                 {"cudaFree_v3020", GAP_ALLOCATED},
                 {"cuMemAllocAsync", GAP_ALLOCATED},
                 {"cuModuleLoadDataEx", GAP_LOADED},
                 {"cudaMallocHost_v3020", GAP_ALLOCATED},
                 {"cudaEventRecord_v3020", GAP_CALL}};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        assert_int_equal(trace_call_purpose(calls[i].name), calls[i].purpose);
}

static void test_overlap(void **state)
{
    (void)state;
    struct trace *trace = with_names();
    trace_made_kernel(trace, 1, STREAM, 100 * US, 200 * US, 1, NAME_A);
    trace_made_kernel(trace, 1, OTHER, 150 * US, 250 * US, 2, NAME_A);
    trace_made_copy(trace, 1, 9, 240 * US, 300 * US, 3, 1, 2, 3, 100);
    trace_made_copy(trace, 1, 9, 400 * US, 500 * US, 4, 2, 3, 2, 100);
    /* The trace goes on after the last work, and that is idle time, too. */
    trace_made_call(trace, 1, THREAD, 100 * US, 700 * US, 9, NAME_SYNC);
    struct trace_view view = trace_made_view(trace);
    struct trace_table *t = page(&view, TRACE_PAGE_OVERLAP, 0);
    assert_int_equal(t->rows, 1);
    NUMBER(t, 0, "Span", 600 * US);
    NUMBER(t, 0, "Busy of Span", 50);
    NUMBER(t, 0, "Kernels", 150 * US);
    NUMBER(t, 0, "Copies", 160 * US);
    NUMBER(t, 0, "Kernels Together", 50 * US);
    NUMBER(t, 0, "Copies under Kernels", 10 * US);
    NUMBER(t, 0, "of Copies", 6.25);
    NUMBER(t, 0, "Directions", 2);
    trace_table_free(t);
    t = page(&view, TRACE_PAGE_STREAMS, 0);
    assert_int_equal(t->rows, 3);
    NUMBER(t, 0, "Busy of Span", 100 / 6.0);
    NUMBER(t, 2, "Copies", 2);
    NUMBER(t, 2, "Longest Idle", 100 * US);
    trace_table_free(t);
    trace_made_drop(&view);
}

/* GPU time belongs to the range in which it was launched, whenever it ran. */
static void test_nvtx(void **state)
{
    (void)state;
    struct trace *trace = with_names();
    trace_made_range(trace, 1, THREAD, 1000 * US, 1100 * US, NAME_STEP, 0);
    trace_made_range(trace, 1, THREAD, 1010 * US, 1020 * US, NAME_INNER, 1);
    trace_made_range(trace, 1, THREAD, 1200 * US, 1300 * US, NAME_STEP, 0);
    trace_made_call(trace, 1, THREAD, 1012 * US, 1015 * US, 1, NAME_LAUNCH);
    trace_made_call(trace, 1, THREAD, 1050 * US, 1055 * US, 2, NAME_LAUNCH);
    trace_made_call(trace, 1, THREAD + 1, 1050 * US, 1055 * US, 3, NAME_LAUNCH);
    trace_made_kernel(trace, 1, STREAM, 1500 * US, 1530 * US, 1, NAME_A);
    trace_made_kernel(trace, 1, STREAM, 1530 * US, 1570 * US, 2, NAME_A);
    trace_made_kernel(trace, 1, STREAM, 1570 * US, 1600 * US, 3, NAME_A);
    struct trace_view view = trace_made_view(trace);
    struct trace_table *t = page(&view, TRACE_PAGE_NVTX, 0);
    assert_int_equal(t->rows, 2);
    assert_string_equal(text(t, 0, "Range"), "step");
    NUMBER(t, 0, "Count", 2);
    NUMBER(t, 0, "Total", 200 * US);
    NUMBER(t, 0, "GPU Time", 70 * US);
    NUMBER(t, 0, "Kernels", 2);
    assert_string_equal(text(t, 1, "Range"), "step/inner");
    NUMBER(t, 1, "GPU Time", 30 * US);
    trace_table_free(t);
    trace_made_drop(&view);
}

static void add_memory(struct trace *trace, uint64_t time, bool release, uint64_t address,
                       uint64_t bytes)
{
    const uint64_t values[TRACE_MOST_FIELDS] = {[MEMORY_TIME] = time,
                                                [MEMORY_RELEASE] = release,
                                                [MEMORY_KIND] = 3,
                                                [MEMORY_ADDRESS] = address,
                                                [MEMORY_BYTES] = bytes};
    trace_made_row(trace, TRACE_MEMORY, 1, values, NULL);
}

static void test_memory(void **state)
{
    (void)state;
    struct trace *trace = with_names();
    add_memory(trace, 1000, false, 0x1000, 300);
    add_memory(trace, 2000, false, 0x2000, 500);
    add_memory(trace, 3000, true, 0x1000, 0);
    add_memory(trace, 4000, true, 0x9000, 0); /* of before */
    add_memory(trace, 5000, false, 0x1000, 100);
    struct trace_view view = trace_made_view(trace);
    struct trace_table *t = page(&view, TRACE_PAGE_MEMORY, 0);
    assert_int_equal(t->rows, 1);
    NUMBER(t, 0, "Peak", 800);
    NUMBER(t, 0, "Allocations", 3);
    NUMBER(t, 0, "Bytes", 900);
    NUMBER(t, 0, "Largest", 500);
    NUMBER(t, 0, "Releases", 1);
    NUMBER(t, 0, "Left", 2);
    NUMBER(t, 0, "Left Bytes", 600);
    trace_table_free(t);
    trace_made_drop(&view);
}

static const struct trace_finding *find(const struct trace_findings *findings, const char *title)
{
    for (size_t i = 0; i < findings->count; i++)
        if (strcmp(findings->list[i].title, title) == 0)
            return &findings->list[i];
    return NULL;
}

/* Launch bound: kernels of 2 us every 10 us, each with a call of 9 us. */
static void test_findings(void **state)
{
    (void)state;
    struct trace *trace = with_names();
    for (uint64_t i = 1; i <= 100; i++) {
        trace_made_call(trace, 1, THREAD, i * 10 * US, (i * 10 + 9) * US, i, NAME_LAUNCH);
        trace_made_kernel(trace, 1, STREAM, (i * 10 + 9) * US, (i * 10 + 11) * US, i, NAME_A);
    }
    struct trace_view view = trace_made_view(trace);
    struct trace_findings findings;
    trace_findings_make(&findings, &view);
    const struct trace_finding *bound = find(&findings, "Launch Bound");
    assert_non_null(bound);
    assert_true(fabs(bound->saves - 99 * 8 * US) < 1);
    assert_non_null(strstr(bound->text, "9.0 us"));
    assert_non_null(find(&findings, "Kernels Shorter than Their Launch"));
    assert_null(find(&findings, "GPU Waits for the Host"));
    assert_null(find(&findings, "Copies from Pageable Memory"));
    trace_findings_free(&findings);
    trace_made_drop(&view);
}

/* Every page of an empty trace and of a full one prints in every form; JSON can be read. */
static void test_forms(void **state)
{
    (void)state;
    for (int full = 0; full < 2; full++) {
        struct trace *trace = full ? with_gap(1190 * US, 1195 * US) : trace_new();
        struct trace_view view = trace_made_view(trace);
        for (int format = FORMAT_TEXT; format <= FORMAT_MARKDOWN; format++) {
            char *bytes = NULL;
            size_t length = 0;
            FILE *out = open_memstream(&bytes, &length);
            trace_pages_print(&view, (1u << TRACE_PAGES) - 1, (enum page_format)format, out);
            fclose(out);
            assert_true(length > 100);
            if (format == FORMAT_JSON) {
                char problem[128];
                struct json_node *json = json_parse(bytes, length, problem);
                assert_non_null(json);
                assert_string_equal(json_text_at(json, "tables[2].page"), "kernels");
                json_node_free(json);
            }
            free(bytes);
        }
        trace_made_drop(&view);
    }
}

/* Two traces of the same kernels: the first became longer, the second came more often, another is
 * new, and one is gone. */
static void test_diff(void **state)
{
    (void)state;
    struct trace *a = with_names(), *b = with_names();
    trace_made_string(a, 1, 8, "_Z3oldPf");
    trace_made_string(b, 1, 8, "_Z4freshPf");
    for (uint64_t i = 1; i <= 10; i++) {
        trace_made_kernel(a, 1, STREAM, i * MS, i * MS + 10 * US, 3 * i, NAME_A);
        trace_made_kernel(b, 1, STREAM, i * MS, i * MS + 15 * US, 3 * i, NAME_A);
        trace_made_kernel(b, 1, STREAM, i * MS + 20 * US, i * MS + 24 * US, 3 * i + 1, NAME_B);
        if (i <= 5)
            trace_made_kernel(a, 1, STREAM, i * MS + 20 * US, i * MS + 24 * US, 3 * i + 1, NAME_B);
    }
    trace_made_kernel(a, 1, STREAM, 20 * MS, 20 * MS + 2 * US, 90, 8);
    trace_made_kernel(b, 1, STREAM, 20 * MS, 20 * MS + 3 * US, 90, 8);
    const struct trace_view views[] = {trace_made_view(a), trace_made_view(b)};
    static const char *const names[] = {"a.rtrace", "b.rtrace"};
    struct trace_table *tables[TRACE_DIFF_TABLES];
    bool worse;
    assert_int_equal(trace_diff_make(views, names,
                                     1u << TRACE_PAGE_KERNELS | 1u << TRACE_PAGE_COPIES, tables,
                                     &worse),
                     3);
    assert_true(worse);
    NUMBER(tables[0], 1, "Kernels", 21);
    struct trace_table *t = tables[1];
    assert_int_equal(t->rows, 5);
    NUMBER(t, 0, "Change", 50 * US + 20 * US + 3 * US - 2 * US);
    assert_string_equal(text(t, 1, "Kernel"), "first(float *)");
    assert_string_equal(text(t, 1, "Each Is"), "longer");
    NUMBER(t, 1, "Means", 50);
    assert_string_equal(text(t, 2, "Each Is"), "more");
    NUMBER(t, 2, "of A", 100);
    assert_string_equal(text(t, 3, "Each Is"), "new");
    assert_true(isnan(number(t, 3, "of A")));
    assert_string_equal(text(t, 4, "Each Is"), "gone");
    NUMBER(t, 4, "Change", -2 * US);
    for (size_t i = 0; i < 3; i++)
        trace_table_free(tables[i]);
    trace_diff_make((struct trace_view[]){views[0], views[0]}, names, 1u << TRACE_PAGE_KERNELS,
                    tables, &worse);
    assert_false(worse);
    assert_string_equal(text(tables[1], 1, "Each Is"), "alike");
    for (size_t i = 0; i < 2; i++)
        trace_table_free(tables[i]);
    trace_made_drop((struct trace_view *)&views[0]);
    trace_made_drop((struct trace_view *)&views[1]);
}

/* A change within the noise is none. */
static void test_diff_judges_by_noise(void **state)
{
    (void)state;
    static const struct {
        double first, step, second;
        size_t count;
        enum trace_verdict verdict;
    } cases[] = {{100, 0, 101, 20, TRACE_ALIKE},  {100, 0, 103, 20, TRACE_SLOWER},
                 {100, 10, 103, 20, TRACE_ALIKE}, {100, 10, 140, 20, TRACE_SLOWER},
                 {100, 10, 60, 20, TRACE_FASTER}, {100, 0, 109, 1, TRACE_ALIKE},
                 {100, 0, 111, 1, TRACE_SLOWER}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct trace_side a = {0}, b = {0};
        for (size_t j = 0; j < cases[i].count; j++) {
            const double off = cases[i].step * ((double)(j % 5) - 2);
            trace_side_add(&a, cases[i].first + off);
            trace_side_add(&b, cases[i].second + off);
        }
        assert_int_equal(trace_diff_judge(&a, &b), cases[i].verdict);
    }
}

static void test_page_lists(void **state)
{
    (void)state;
    unsigned pages;
    struct error error;
    assert_true(trace_pages_parse("kernels,gaps", &pages, &error));
    assert_int_equal(pages, 1u << TRACE_PAGE_KERNELS | 1u << TRACE_PAGE_GAPS);
    assert_true(trace_pages_parse("all", &pages, &error));
    assert_int_equal(pages, (1u << TRACE_PAGES) - 1);
    assert_false(trace_pages_parse("kernels,gasp", &pages, &error));
    assert_non_null(strstr(error.text, "nearest is gaps"));
    assert_false(trace_pages_parse("", &pages, &error));
    assert_false(trace_pages_parse("kernels,", &pages, &error));
}

/* Means over time, and over the time in which a GPU worked. */
static void test_cpu(void **state)
{
    (void)state;
    struct trace *trace = with_names();
    trace_made_kernel(trace, 1, STREAM, 1000 * US + 150 * US, 1000 * US + 250 * US, 1, NAME_A);
    for (uint64_t i = 0; i < 3; i++) {
        const uint64_t row[] = {1000 * US + i * 100 * US, 1000 * US + (i + 1) * 100 * US,
                                trace_cpu_number((double)i * 1.5)};
        trace_made_row(trace, TRACE_CPU, 9, row, "Reads, socket 0 (GB/s)");
    }
    struct trace_view view = trace_made_view(trace);
    struct trace_table *table = page(&view, TRACE_PAGE_CPU, 0);
    assert_int_equal(table->rows, 1);
    assert_true(fabs(number(table, 0, "Mean") - 1.5) < 1e-9);
    assert_true(fabs(number(table, 0, "While a GPU Works") - 2.25) < 1e-9);
    assert_true(number(table, 0, "Max") == 3);
    assert_true(number(table, 0, "Steps") == 3);
    trace_table_free(table);
    trace_made_drop(&view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cpu),
        cmocka_unit_test(test_kernels),
        cmocka_unit_test(test_copies),
        cmocka_unit_test(test_launches),
        cmocka_unit_test(test_gap_causes),
        cmocka_unit_test(test_call_purposes),
        cmocka_unit_test(test_gaps_are_of_the_gpu),
        cmocka_unit_test(test_overlap),
        cmocka_unit_test(test_nvtx),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_findings),
        cmocka_unit_test(test_forms),
        cmocka_unit_test(test_page_lists),
        cmocka_unit_test(test_diff),
        cmocka_unit_test(test_diff_judges_by_noise),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
