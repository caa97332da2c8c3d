/* The view of the tree of ranges while the tree grows. */
#include "tui/views/nvtx_view.h"

#include "views_sample.h"

static void a_search_sees_what_came_since_the_rows_were_listed(void **state)
{
    (void)state;
    struct build build = {0};
    struct nvtx_view view = {0};
    build_views(&build);
    struct report *report = build_open(&build);
    nvtx_view_update(&view, report);
    const size_t listed = view.listed;
    assert_true(nvtx_view_pending(&view));
    assert_false(nvtx_view_search(&view, "5 fill", 1, true));
    while (nvtx_view_pending(&view))
        nvtx_view_step(&view);
    assert_true(view.tree->count > 2 * listed);
    assert_true(nvtx_view_search(&view, "5 fill", 1, true));
    const struct nvtx_node *node = nvtx_view_node(&view);
    assert_non_null(node);
    assert_int_equal(node->kind, NVTX_LAUNCH);
    assert_int_equal(node->result, 5);
    nvtx_view_free(&view);
    report_close(report);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_sees_what_came_since_the_rows_were_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
