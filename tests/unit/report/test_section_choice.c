#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "build_report.h"
#include "report/section/section_choice.h"
#include "temp_folder.h"

#define STORED                                                                                     \
    "Sections { Identifier: 'c' DisplayName: 'c' Order: 2 Sets { Identifier: 'few' } } "           \
    "Sections { Identifier: 'b' DisplayName: '' Order: 1 } "                                       \
    "Sections { Identifier: 'a' DisplayName: 'a' Order: 2 } "                                      \
    "Sections { Identifier: 'd' DisplayName: '' } "                                                \
    "Sections { Identifier: 'e' DisplayName: '' Order: 4000000000 }"

struct fixture {
    struct build build;
    struct report *report;
    struct result *result;
    struct section_library library;
    struct section_choice choice;
    struct error error;
};

static void open_stored(struct fixture *f)
{
    *f = (struct fixture){0};
    f->report = build_one(&f->build, "work", METRIC("0", "Uint64Value: 21") STORED);
    f->result = report_result(f->report, 0, NULL);
    section_library_init(&f->library);
}

static void done(struct fixture *f)
{
    section_choice_free(&f->choice);
    section_library_free(&f->library);
    report_close(f->report);
    build_free(&f->build);
}

static void expect(struct fixture *f, struct section_choice *choice, const char *letters)
{
    size_t count;
    const Rep__ProfilerSection **sections = section_choice_of(choice, f->result, &count);
    char found[64] = "";
    for (size_t i = 0; i < count; i++)
        strncat(found, sections[i]->identifier, 32);
    assert_string_equal(found, letters);
    free(sections);
}

static void all_of_the_report_are_ordered(void **state)
{
    (void)state;
    struct fixture f;
    open_stored(&f);
    expect(&f, NULL, "dbace");
    expect(&f, &f.choice, "dbace");
    done(&f);
}

static void names_and_sets_add_up(void **state)
{
    (void)state;
    struct fixture f;
    open_stored(&f);
    assert_true(section_choice_set(&f.choice, (char *[]){"regex:^[ab]$", "nothing"}, 2,
                                   (char *[]){"few"}, 1, NULL));
    expect(&f, &f.choice, "bac");
    assert_int_equal(f.choice.found, 3);
    done(&f);
    open_stored(&f);
    assert_false(section_choice_set(&f.choice, (char *[]){"a", "regex:("}, 2, NULL, 0, &f.error));
    assert_non_null(strstr(f.error.text, "--section: \"(\" is not a regular expression"));
    done(&f);
}

/* One in place of a stored one, one that the result has a metric of, one that it has none of. */
static void sections_of_files_join(void **state)
{
    (void)state;
    struct fixture f;
    open_stored(&f);
    char *folder = temp_folder_new();
    temp_folder_put(folder, "b.section", "Identifier: \"b\" DisplayName: \"own b\" Order: 9");
    temp_folder_put(folder, "x.section",
                    "Identifier: \"x\" DisplayName: \"x\" Order: 9 Header { Metrics { Label: "
                    "\"l\" Name: \"twice\" } } MetricDefinitions { MetricDefinitions { Name: "
                    "\"twice\" Expression: \"work * 2\" } }");
    temp_folder_put(folder, "y.section",
                    "Identifier: \"y\" DisplayName: \"y\" Header { Metrics { Label: \"l\" "
                    "Name: \"rest\" } }");
    assert_true(section_library_add_folder(&f.library, folder, &f.error));
    f.choice.library = &f.library;
    section_choice_define(&f.choice, f.result);
    double twice = 0;
    assert_true(result_number(f.result, "twice", &twice));
    assert_true(twice == 42);
    expect(&f, &f.choice, "dacbxe");
    assert_true(section_choice_set(&f.choice, (char *[]){"x", "y", "b"}, 3, NULL, 0, NULL));
    expect(&f, &f.choice, "bx");
    done(&f);
    assert_int_equal(temp_folder_free(folder), 0);
}

/* Not with the others of its set, which would be all but empty. */
static void a_built_in_section_shows_by_its_name(void **state)
{
    (void)state;
    struct fixture f = {0};
    f.report =
        build_one(&f.build, "gpu__time_duration.sum",
                  METRIC("0", "DoubleValue: 5") "Sections { Identifier: 'a' DisplayName: 'a' }");
    f.result = report_result(f.report, 0, NULL);
    section_library_init(&f.library);
    f.choice.library = &f.library;
    section_choice_define(&f.choice, f.result);
    expect(&f, &f.choice, "a");
    assert_true(section_choice_set(&f.choice, NULL, 0, (char *[]){"basic"}, 1, NULL));
    section_choice_define(&f.choice, f.result);
    f.choice.found = 0;
    expect(&f, &f.choice, "");
    assert_int_equal(f.choice.found, 0);
    section_choice_free(&f.choice);
    f.choice.library = &f.library;
    assert_true(
        section_choice_set(&f.choice, (char *[]){"SpeedOfLight", "Occupancy"}, 2, NULL, 0, NULL));
    section_choice_define(&f.choice, f.result);
    expect(&f, &f.choice, "SpeedOfLight");
    done(&f);
}

static void nothing_found_is_said(void **state)
{
    (void)state;
    struct fixture f;
    open_stored(&f);
    f.choice.library = &f.library;
    assert_false(section_choice_none(f.report, &f.error));
    assert_string_equal(f.error.text,
                        "the report has no metrics of the requested sections: its first "
                        "result has c, b, a, d, e");
    done(&f);
}

/* Names of sections and sets that are built in, and of one that the report alone has. */
static void unknown_names_are_refused(void **state)
{
    (void)state;
    static char *const names[] = {"Occupancy", "a", "regex:zzz", "SpeedOfLigth"};
    static char *const sets[] = {"basic", "bascic"};
    struct fixture f;
    open_stored(&f);
    f.choice.library = &f.library;
    assert_true(section_choice_set(&f.choice, names, 3, sets, 1, &f.error));
    assert_true(section_choice_known(&f.choice, f.report, &f.error));
    section_choice_free(&f.choice);
    f.choice.library = &f.library;
    assert_true(section_choice_set(&f.choice, names, 4, NULL, 0, &f.error));
    assert_false(section_choice_known(&f.choice, f.report, &f.error));
    assert_string_equal(f.error.text, "no section is called \"SpeedOfLigth\"; nearest is "
                                      "\"SpeedOfLight\"; see --list-sections");
    section_choice_free(&f.choice);
    f.choice.library = &f.library;
    assert_true(section_choice_set(&f.choice, NULL, 0, sets, 2, &f.error));
    assert_false(section_choice_known(&f.choice, f.report, &f.error));
    assert_string_equal(
        f.error.text, "no section set is called \"bascic\"; nearest is \"basic\"; see --list-sets");
    done(&f);
}

/* Beside metrics, as while profiling. */
static void an_unknown_set_beside_metrics_is_left_out(void **state)
{
    (void)state;
    static char *const sets[] = {"bascic", "few"};
    struct metric_choice *metrics;
    struct fixture f;
    open_stored(&f);
    f.choice.library = &f.library;
    assert_true(section_choice_set(&f.choice, NULL, 0, sets, 2, &f.error));
    assert_true(metric_choice_of(&metrics, "work", f.report, &f.error));
    section_choice_add_metrics(&f.choice, metrics, f.report);
    assert_true(section_choice_known(&f.choice, f.report, &f.error));
    assert_string_equal(
        f.error.text, "no section set is called \"bascic\"; nearest is \"basic\"; see --list-sets");
    f.result = report_result(f.report, 0, NULL); /* it was dropped */
    expect(&f, &f.choice, "c" SECTION_OF_COMMAND_LINE);
    metric_choice_free(metrics);
    done(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_the_report_are_ordered),
        cmocka_unit_test(names_and_sets_add_up),
        cmocka_unit_test(sections_of_files_join),
        cmocka_unit_test(a_built_in_section_shows_by_its_name),
        cmocka_unit_test(nothing_found_is_said),
        cmocka_unit_test(unknown_names_are_refused),
        cmocka_unit_test(an_unknown_set_beside_metrics_is_left_out),
    };
    return cmocka_run_group_tests_name("section_choice", tests, NULL, NULL);
}
