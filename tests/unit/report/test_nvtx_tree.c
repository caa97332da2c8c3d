#include "report/content/nvtx_tree.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/filter/launch_filter.h"
#include "report/filter/result_filter.h"
#include "views_sample.h"

static struct build build;
static struct report *report;
static struct nvtx_tree *tree;

static struct nvtx_tree *whole(struct report *of)
{
    struct nvtx_tree *made = nvtx_tree_new(of);
    while (nvtx_tree_pending(made))
        nvtx_tree_step(made);
    return made;
}

static int open_views(void **state)
{
    (void)state;
    build_views(&build);
    report = build_open(&build);
    tree = whole(report);
    return 0;
}

static int close_views(void **state)
{
    (void)state;
    nvtx_tree_free(tree);
    report_close(report);
    build_free(&build);
    return 0;
}

static void ranges_nest_and_add_up(void **state)
{
    (void)state;
    static const struct {
        size_t depth;
        const char *name;
        size_t results;
        double duration;
    } expected[] = {
        {1, "<default domain>", 4, 10000},
        {2, "process 42 (app), thread 7", 4, 10000},
        {3, "epoch 1", 3, 6000},
        {4, "forward", 2, 4000},
        {5, "0 scale(float *, int)", 1, 1000},
        {5, "2 scale(float *, int)", 1, 3000},
        {4, "backward", 1, 2000},
        {5, "1 gemm(float *, int)", 1, 2000},
        {3, "epoch 2", 1, 4000},
        {4, "\u524d\u5411\033[31m/[a]", 1, 4000},
        {5, "3 gemm(float *, int)", 1, 4000},
        {1, "solver", 2, 7000},
        {2, "process 42 (app), thread 7", 1, 1000},
        {3, "assemble", 1, 1000},
        {4, "0 scale(float *, int)", 1, 1000},
        {2, "copy", 2, 7000},
        {3, "0 scale(float *, int)", 1, 1000},
        {3, "5 fill(float *, int)", 1, 6000},
        {1, "outside of ranges", 1, 5000},
        {2, "4 fill(float *, int)", 1, 5000},
    };
    size_t at = 0;
    for (size_t i = 0; i < COUNT(expected); i++) {
        struct strbuf name = {0};
        at = nvtx_tree_after(tree, at, true);
        assert_true(at > 0);
        nvtx_tree_name(tree, at, &name);
        assert_string_equal(name.data, expected[i].name);
        assert_int_equal(tree->nodes[at].depth, expected[i].depth);
        assert_int_equal(tree->nodes[at].results, expected[i].results);
        assert_true(tree->nodes[at].duration == expected[i].duration);
        strbuf_free(&name);
    }
    assert_int_equal(nvtx_tree_after(tree, at, true), 0);
    assert_true(tree->has_ranges);
    assert_int_equal(tree->nodes[0].results, 6);
    assert_true(tree->nodes[0].duration == 21000);
}

static void what_is_folded_is_stepped_over(void **state)
{
    (void)state;
    size_t domain = nvtx_tree_after(tree, 0, true), next = nvtx_tree_after(tree, domain, false);
    assert_string_equal(tree->nodes[next].name, "solver");
    assert_int_equal(tree->nodes[nvtx_tree_after(tree, next, false)].kind, NVTX_OUTSIDE);
}

/* The expression of each range takes just the results below it. */
static void expressions_fit_their_ranges(void **state)
{
    (void)state;
    size_t ranges = 0;
    for (size_t at = 1; at < tree->count; at++) {
        struct strbuf text = {0};
        struct launch_filter filter = {0};
        struct error error = {""};
        const struct nvtx_node *node = &tree->nodes[at];
        bool is_range = node->kind == NVTX_PUSHED || node->kind == NVTX_STARTED;
        assert_int_equal(nvtx_tree_expression(tree, at, &text), is_range);
        if (!is_range)
            continue;
        ranges++;
        assert_true(nvtx_patterns_add(&filter.nvtx.include, text.data, &error));
        size_t count = 0;
        for (size_t i = 0; i < report_count(report); i++) {
            struct launch_counts counts = {0};
            count += result_passes_at(report, &filter, &counts, i);
            launch_counts_free(&counts);
        }
        if (count != node->results)
            fail_msg("%s takes %zu results, not %zu", text.data, count, node->results);
        nvtx_filter_free(&filter.nvtx);
        strbuf_free(&text);
    }
    assert_int_equal(ranges, 7);
}

static void printed(void **state)
{
    (void)state;
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    nvtx_tree_print(tree, false, out);
    fclose(out);
    assert_string_equal(text, "<default domain>: 4 results, 10.00 us, 47.6%\n"
                              "  process 42 (app), thread 7: 4 results, 10.00 us, 47.6%\n"
                              "    epoch 1: 3 results, 6.00 us, 28.6%\n"
                              "      forward: 2 results, 4.00 us, 19.0%\n"
                              "      backward: 1 result, 2.00 us, 9.5%\n"
                              "    epoch 2: 1 result, 4.00 us, 19.0%\n"
                              "      ???[31m/[a]: 1 result, 4.00 us, 19.0%\n"
                              "solver: 2 results, 7.00 us, 33.3%\n"
                              "  process 42 (app), thread 7: 1 result, 1.00 us, 4.8%\n"
                              "    assemble: 1 result, 1.00 us, 4.8%\n"
                              "  copy: 2 results, 7.00 us, 33.3%\n"
                              "outside of ranges: 1 result, 5.00 us, 23.8%\n");
    free(text);
    out = open_memstream(&text, &length);
    nvtx_tree_print(tree, true, out);
    fclose(out);
    assert_non_null(strstr(text, "\"start/end\",\"solver > copy\",\"2\",\"7000\"\n"));
    free(text);
}

/* Ranges of many names stay quick, and are found again. */
static void many_ranges(void **state)
{
    enum { MANY = 3000 };
    (void)state;
    struct build large = {0};
    build_begin(&large, 7);
    for (int i = 0; i < MANY; i++) {
        char *text = mem_printf(KERNEL("f") "Nvtx { Domains { Id: 0 Name: 'd' } Threads { TID: 1 "
                                            "PushPopDomains { Id: 0 Stack { Name: 'all' } Stack { "
                                            "Name: 'step %d' } Stack { Name: 'step %d' } } } } ",
                                i / 2, i / 2);
        build_entry(&large, &rep__profile_result__descriptor, text);
        free(text);
    }
    build_block(&large, "NumResults: 3000 Process { ProcessID: 1 } StringTable { }");
    struct report *of = build_open(&large);
    struct nvtx_tree *made = whole(of);
    /* root, domain, thread, all, two for each name, a launch for each result */
    assert_int_equal(made->count, 4 + MANY / 2 * 2 + MANY);
    assert_int_equal(made->nodes[3].results, MANY);
    nvtx_tree_free(made);
    report_close(of);
    build_free(&large);
}

static void a_report_without_ranges(void **state)
{
    (void)state;
    struct build plain = {0};
    build_sample(&plain);
    struct report *of = build_open(&plain);
    struct nvtx_tree *made = whole(of);
    assert_false(made->has_ranges);
    assert_int_equal(made->nodes[0].results, report_count(of));
    nvtx_tree_free(made);
    report_close(of);
    build_free(&plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_nest_and_add_up),
        cmocka_unit_test(what_is_folded_is_stepped_over),
        cmocka_unit_test(expressions_fit_their_ranges),
        cmocka_unit_test(printed),
        cmocka_unit_test(many_ranges),
        cmocka_unit_test(a_report_without_ranges),
    };
    return cmocka_run_group_tests(tests, open_views, close_views);
}
