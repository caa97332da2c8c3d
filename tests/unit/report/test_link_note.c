#include "report/content/link_note.h"

#include <string.h>

#include "build_report.h"

/* The note for a section on a result of these metrics has this text; NULL: there is none. */
static void note_is(const char *section_text, const char *name, const char *metric,
                    const char *expected)
{
    struct build build = {0};
    struct report *report = build_one(&build, name, metric);
    Rep__ProfilerSection *section = build_section(section_text);
    struct result *result = report_result(report, 0, NULL);
    const char *note = link_note(result, section);
    if (expected ? !note || !strstr(note, expected) : note != NULL)
        fail_msg("the note is \"%s\" instead of \"%s\"", note ? note : "", expected);
    assert_int_equal(link_note_concerns(section), strstr(section_text, "Body") != NULL);
    rep__profiler_section__free_unpacked(section, NULL);
    report_close(report);
    build_free(&build);
}

#define SECTION(id, body) "Identifier: '" id "' DisplayName: 'S' " body
#define BODY(item) "Body { Items { HorizontalContainer { Items { " item " { Label: 'L' } } } } }"
#define TOPOLOGY SECTION("Any", BODY("NvlinkTopology"))
#define PROPERTIES SECTION("Any", BODY("NvlinkPropertyTable"))
#define NODES SECTION("Any", BODY("NumaIdTable"))

static void what_is_empty_says_why(void **state)
{
    (void)state;
    const char *none = METRIC("0", "DoubleValue: 0");
    note_is(TOPOLOGY, "nvlink__count_logical", none, "joined by NVLink");
    note_is(PROPERTIES, "nvlink__count_logical", none, "No two GPUs");
    note_is(SECTION("Nvlink", ""), "nvlink__count_logical", none, "No two GPUs");
    note_is(SECTION("C2CLink", ""), "c2clink__present", none, "No GPU is linked to a processor");
    note_is(NODES, "numa__dev_display_name_all", none, "No GPU has a place");
}

static void what_was_not_recorded_is_not_called_absent(void **state)
{
    (void)state;
    note_is(TOPOLOGY, "", "", "joined by NVLink was not recorded");
    note_is(SECTION("C2CLink", ""), "", "", "was not recorded");
    note_is(NODES, "", "", "was not recorded");
}

static void what_has_something_or_is_about_other_things_has_none(void **state)
{
    (void)state;
    const char *two = METRIC("0", "Uint64Value: 2");
    note_is(TOPOLOGY, "nvlink__count_logical", two, NULL);
    note_is(NODES, "numa__dev_display_name_all", two, NULL);
    note_is(SECTION("C2CLink", ""), "c2clink__present", two, NULL);
    note_is(SECTION("Occupancy", ""), "", "", NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_empty_says_why),
        cmocka_unit_test(what_was_not_recorded_is_not_called_absent),
        cmocka_unit_test(what_has_something_or_is_about_other_things_has_none),
    };
    return cmocka_run_group_tests_name("link_note", tests, NULL, NULL);
}
