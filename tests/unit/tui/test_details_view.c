/* Where the cursor of the details is when another result is shown. */
#include "tui/details/details_view.h"

#include <string.h>

#include "build_report.h"
#include "tui/details/details_section.h"

#define SECTION(identifier)                                                                        \
    "Sections { Identifier: '" identifier "' DisplayName: '" identifier "' Header { Metrics { "    \
    "Name: 'a' Label: 'A' } } } "

static struct build build;
static struct report *report;
static struct details_view view;

/* Two results that share a section at other places, and one that has none of them. */
static int open_details(void **state)
{
    (void)state;
    build_begin(&build, 7);
    build_entry(&build, &rep__profile_result__descriptor,
                KERNEL("f") METRIC("0", "DoubleValue: 1") SECTION("One") SECTION("Two")
                    SECTION("Three"));
    build_entry(&build, &rep__profile_result__descriptor,
                KERNEL("g") METRIC("0", "DoubleValue: 2") SECTION("Three") SECTION("Two"));
    build_entry(&build, &rep__profile_result__descriptor,
                KERNEL("h") METRIC("0", "DoubleValue: 2") SECTION("Four"));
    build_block(&build, "NumResults: 3 StringTable { Strings: 'a' }");
    report = build_open(&build);
    details_view_init(&view);
    return 0;
}

static int close_details(void **state)
{
    (void)state;
    details_view_free(&view);
    report_close(report);
    build_free(&build);
    return 0;
}

static void show(size_t result)
{
    details_view_show(&view, report_result(report, result, NULL));
}

static void is_at(const char *section)
{
    assert_string_equal(details_section_id(&view.sections[view.selected]), section);
}

static void go_to(const char *section)
{
    for (size_t i = 0; i < view.count; i++)
        if (strcmp(details_section_id(&view.sections[i]), section) == 0)
            view.selected = i;
    is_at(section);
}

static void the_section_stays_selected(void **state)
{
    (void)state;
    show(0);
    is_at("One");
    go_to("Three");
    show(1);
    is_at("Three");
    go_to("Two");
    show(0);
    is_at("Two");
    show(2);
    is_at("Four");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_section_stays_selected)};
    return cmocka_run_group_tests_name("details_view", tests, open_details, close_details);
}
