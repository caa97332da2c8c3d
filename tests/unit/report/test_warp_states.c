#include "report/content/warp_states.h"

#include <math.h>
#include <string.h>

#include "figures_sample.h"

static struct build build;
static struct report *report;
static struct result *result;

static int open_view(void **state)
{
    build_figures(&build);
    report = build_open(&build);
    result = report_result(report, 0, NULL);
    for (size_t i = 0; i < result->section_count; i++)
        if (strcmp(result->sections[i]->identifier, "FigStates") == 0)
            *state = section_view_new(result, result->sections[i], (struct view_style){0});
    return *state == NULL;
}

static int close_view(void **state)
{
    section_view_free(*state);
    report_close(report);
    build_free(&build);
    return 0;
}

static void the_longest_comes_first_with_its_share(void **state)
{
    static const char *const labels[] = {
        "MIO Throttle", "Long Scoreboard", "Barrier", "Short Scoreboard",
        "Selected",     "Drain",           "Membar"};
    const struct section_view *view = *state;
    struct warp_states *states = warp_states_new(&view->blocks[0], result, NULL);
    assert_non_null(states);
    assert_int_equal(states->count, COUNT(labels));
    assert_true(fabs(states->whole - 199.6) < 1e-9);
    for (size_t i = 0; i < states->count; i++) {
        assert_string_equal(states->states[i].label, labels[i]);
        assert_int_equal(states->states[i].selected, i == 4);
        assert_true(isnan(states->states[i].baseline));
    }
    assert_true(fabs(states->states[0].share - 100 * 86.2 / 199.6) < 1e-9);
    assert_true(states->states[5].cycles == 0);
    /* Not collected is not 0. */
    assert_true(isnan(states->states[6].cycles) && isnan(states->states[6].share));
    warp_states_free(states);
}

static void a_baseline_gives_a_second_value(void **state)
{
    const struct section_view *view = *state;
    struct warp_states *states = warp_states_new(&view->blocks[0], result, result);
    assert_true(fabs(states->states[1].baseline - 31.9) < 1e-9);
    assert_true(isnan(states->states[6].baseline));
    warp_states_free(states);
}

static void other_blocks_are_none(void **state)
{
    const struct section_view *view = *state;
    struct view_cell cells[2] = {view->blocks[0].cells[0], {.metric = "sm__throughput.avg"}};
    struct view_block block = {.cells = cells, .count = 2};
    assert_null(warp_states_new(&block, result, NULL));
    block.count = 0;
    assert_null(warp_states_new(&block, result, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_longest_comes_first_with_its_share),
        cmocka_unit_test(a_baseline_gives_a_second_value),
        cmocka_unit_test(other_blocks_are_none),
    };
    return cmocka_run_group_tests_name("warp states", tests, open_view, close_view);
}
