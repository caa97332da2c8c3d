#include "report/section/metric_choice.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"

#define NAMES                                                                                      \
    "a__b.avg a__b.max a__bc.sum launch__d breakdown:a__b.avg group:memory__chart x__y.sum"

struct fixture {
    struct build build;
    struct report *report;
};

static void open_it(struct fixture *f)
{
    *f = (struct fixture){0};
    f->report = build_one(&f->build, NAMES " dram__bytes_read.sum",
                          METRIC("0", "Uint64Value: 1") METRIC("1", "Uint64Value: 1")
                              METRIC("2", "Uint64Value: 1") METRIC("3", "Uint64Value: 1")
                                  METRIC("4", "StringValue: 'a__bc.sum,gone__x.sum'")
                                      METRIC("5", "StringValue: 'x__y.sum'"));
}

static void close_it(struct fixture *f)
{
    report_close(f->report);
    build_free(&f->build);
}

/* Which names of the report the list chooses. */
static void chosen_are(const char *list, const char *expected)
{
    struct fixture f;
    struct metric_choice *choice;
    struct strbuf names = {0};
    struct error error;
    open_it(&f);
    assert_true(metric_choice_of(&choice, list, f.report, &error));
    strbuf_adds(&names, "");
    for (uint32_t i = 0; i < report_string_count(f.report); i++)
        if (metric_choice_takes(choice, report_string(f.report, i)))
            strbuf_addf(&names, "%s%s", names.length ? " " : "", report_string(f.report, i));
    assert_string_equal(names.data, expected);
    strbuf_free(&names);
    metric_choice_free(choice);
    close_it(&f);
}

static void no_list_chooses_everything(void **state)
{
    (void)state;
    chosen_are(NULL, NAMES " dram__bytes_read.sum");
    chosen_are("", "");
}

static void a_base_name_chooses_its_metrics(void **state)
{
    (void)state;
    chosen_are("a__b", "a__b.avg a__b.max");
    chosen_are("a__b.max,launch__d", "a__b.max launch__d");
    chosen_are(" a__b.max,a__b.m", "");
}

/* As while profiling: in full names, else in a base name. */
static void an_expression_is_found_in_names(void **state)
{
    (void)state;
    chosen_are("regex:^launch__", "launch__d");
    chosen_are("regex:__b{1,1}[.],x__y.sum", "a__b.avg a__b.max x__y.sum");
    chosen_are("regex:__b$", "a__b.avg a__b.max");
    chosen_are("regex:__b([.]avg)?$", "a__b.avg");
    chosen_are("regex:memory__chart", "");
}

static void lists_choose_what_results_say(void **state)
{
    (void)state;
    chosen_are("breakdown:a__b.avg", "a__bc.sum breakdown:a__b.avg");
    chosen_are("group:memory__chart", "group:memory__chart x__y.sum");
    chosen_are("breakdown:a__b.max", "");
}

/* Such results do not hold the list. */
static void a_group_is_known_all_the_same(void **state)
{
    (void)state;
    chosen_are("group:memory__dram_table", "dram__bytes_read.sum");
    chosen_are("group:memory__no_table", "");
}

static void a_wrong_expression_is_an_error(void **state)
{
    (void)state;
    struct metric_choice *choice;
    struct error error;
    assert_false(metric_choice_new(&choice, "a,regex:(", &error));
    assert_non_null(strstr(error.text, "--metrics: \"(\" is not a regular expression: "));
    assert_null(choice);
}

static void add_name(void *context, const char *name)
{
    strbuf_addf(context, "<%s>", name);
}

/* What stands for no list of the results is shown by its members that are there. */
static void a_section_names_what_is_chosen(void **state)
{
    (void)state;
    struct fixture f;
    struct metric_choice *choice;
    struct strbuf names = {0};
    struct error error;
    open_it(&f);
    assert_true(metric_choice_of(&choice,
                                 "a__b,gone,regex:__b$,breakdown:a__b.avg,group:memory__dram_table",
                                 f.report, &error));
    metric_choice_names(choice, f.report, add_name, &names);
    assert_string_equal(names.data, "<a__b><gone><regex:__b$><a__b><breakdown:a__b.avg>"
                                    "<dram__bytes_read.sum>");
    strbuf_free(&names);
    metric_choice_free(choice);
    close_it(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_list_chooses_everything),
        cmocka_unit_test(a_base_name_chooses_its_metrics),
        cmocka_unit_test(an_expression_is_found_in_names),
        cmocka_unit_test(lists_choose_what_results_say),
        cmocka_unit_test(a_group_is_known_all_the_same),
        cmocka_unit_test(a_wrong_expression_is_an_error),
        cmocka_unit_test(a_section_names_what_is_chosen),
    };
    return cmocka_run_group_tests_name("metric_choice", tests, NULL, NULL);
}
