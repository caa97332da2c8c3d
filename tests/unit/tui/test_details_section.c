/* What a section costs before it is seen. */
#include "build_report.h"
#include "tui/details/details_section.h"

#define SECTION                                                                                    \
    "Sections { Identifier: 'S' DisplayName: 'Section' Body { Items { LineChart { Label: 'Waves' " \
    "Metrics { Name: 'a' } } } } }"

static struct build build;
static struct report *report;
static struct details_section section;

static int open_section(void **state)
{
    (void)state;
    report = build_one(&build, "a", METRIC("0", "DoubleValue: 1") SECTION);
    const struct result *result = report_result(report, 0, NULL);
    section = (struct details_section){
        .view = section_view_new(result, result->sections[0], (struct view_style){0}),
        .result = result};
    return 0;
}

static int close_section(void **state)
{
    (void)state;
    section_view_free(section.view);
    report_close(report);
    build_free(&build);
    return 0;
}

/* Its digest is made of figures, which are made of all its metrics. */
static void a_folded_pane_is_measured_without_figures(void **state)
{
    (void)state;
    struct painter p = {.measure = true, .width = 80};
    details_section_draw(&section, &p);
    assert_int_equal(p.line, 1);
    assert_false(section.view->digest_made);
    assert_null(section.view->figures);
}

static void a_search_looks_at_its_title(void **state)
{
    (void)state;
    struct painter p = {.measure = true, .width = 80, .search = "sect"};
    details_section_draw(&section, &p);
    assert_int_equal(p.line, 1);
    assert_true(p.matched);
    assert_true(section.view->digest_made);
    assert_non_null(section.view->figures);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_folded_pane_is_measured_without_figures),
        cmocka_unit_test(a_search_looks_at_its_title),
    };
    return cmocka_run_group_tests_name("details_section", tests, open_section, close_section);
}
