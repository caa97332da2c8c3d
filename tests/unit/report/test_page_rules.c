/* The details page with what rules find, of a report that holds findings and of results that hold
 * none. */
#include "report/pages/page.h"

#include <stdlib.h>
#include <string.h>

#include "json_expect.h"
#include "page_sample.h"
#include "report/rules/rule_library.h"
#include "temp_folder.h"

static char *folder;
static struct rule_library library;
static struct rule_choice choice;

static int open_rules(void **state)
{
    folder = temp_folder_new();
    temp_folder_put(folder, "r.yaml",
                    "identifier: R\nname: Rule\nsection: First\nfindings:\n"
                    "  - {type: warning, text: 'took {gpu__time_duration.sum|0} ns'}\n");
    library = (struct rule_library){0};
    assert_true(rule_library_add_folder(&library, folder, NULL));
    choice = (struct rule_choice){.library = &library};
    return open_sample(state);
}

static int close_rules(void **state)
{
    close_sample(state);
    rule_library_free(&library);
    return temp_folder_free(folder);
}

static struct page_options options_for(enum page_format format, bool again)
{
    choice.again = again;
    return (struct page_options){.format = format, .rules = &choice};
}

static void text_marks_what_the_report_holds(void **state)
{
    (void)state;
    struct page_options options = options_for(FORMAT_TEXT, false);
    sample_contains(&options, "\n    WRN   took 2500 ns ");
    sample_contains(&options, "\n    INF   fine ");
    sample_lacks(&options, "took 1500 ns");
    sample_lacks(&options, "[report]");
    options = options_for(FORMAT_TEXT, true);
    struct strbuf text = {0}, rule = {0};
    strbuf_pad(&rule, '-', 110);
    strbuf_addf(&text, "    WRN   %-110s\n    ----- %s\n    OPT   %-110s\n          %-110s\n",
                "took 1500 ns", rule.data, "[report] Est. Local Speedup: 12.5%",
                "Slow \"loads\", see the guide (https://a.b/c:d).");
    strbuf_addf(&text, "    ----- %s\n    INF   %-110s\n\n", rule.data, "[report] fine");
    sample_contains(&options, text.data);
    strbuf_free(&text);
    strbuf_free(&rule);
}

static void rules_that_have_nothing_to_say_leave_the_page_as_it_is(void **state)
{
    (void)state;
    struct page_options plain = {.format = FORMAT_TEXT};
    char *expected = print_page(sample_report(), &plain);
    library.entries[0].off = true;
    plain.rules = &choice;
    sample_prints(&plain, expected);
    free(expected);
}

static void csv_has_a_column_where_both_are(void **state)
{
    (void)state;
    struct page_options options = options_for(FORMAT_CSV, false);
    sample_contains(&options, "\"Estimated Speedup Type\",\"Estimated Speedup\"\n");
    sample_contains(&options, "\"R\",\"WRN\",\"took 2500 ns\",\"\",\"\"\n");
    sample_contains(&options, "\"R\",\"INF\",\"fine\",\"\",\"\"\n");
    options = options_for(FORMAT_CSV, true);
    sample_contains(&options, "\"Estimated Speedup Type\",\"Estimated Speedup\",\"Rule Origin\"\n");
    sample_contains(&options, "\"R\",\"WRN\",\"took 1500 ns\",\"\",\"\",\"rooftop\"\n");
    sample_contains(&options, "\"R\",\"INF\",\"fine\",\"\",\"\",\"report\"\n");
}

static void markdown_marks_too(void **state)
{
    (void)state;
    struct page_options options = options_for(FORMAT_MARKDOWN, true);
    sample_contains(&options, "> - **WRN** took 1500 ns\n"
                              "> - **OPT** [report] **Est. Local Speedup: 12.5%** Slow");
}

static void json_says_which_is_which(void **state)
{
    (void)state;
    struct page_options options = options_for(FORMAT_JSON, false);
    char *text = print_page(sample_report(), &options);
    struct json_node *page = json_expect(text);
    counts(page, "results[0].sections[0].findings", 2);
    is(page, "results[0].sections[0].findings[0].origin", "report");
    counts(page, "results[1].sections[0].findings", 1);
    is(page, "results[1].sections[0].findings[0].origin", "rooftop");
    json_node_free(page);
    free(text);
    options = options_for(FORMAT_JSON, true);
    text = print_page(sample_report(), &options);
    page = json_expect(text);
    counts(page, "results[0].sections[0].findings", 3);
    is(page, "results[0].sections[0].findings[0].origin", "rooftop");
    is(page, "results[0].sections[0].findings[0].text", "took 1500 ns");
    is(page, "results[0].sections[0].findings[1].origin", "report");
    json_node_free(page);
    free(text);
}

static void other_pages_stay_as_they_are(void **state)
{
    (void)state;
    static const struct page_options others[] = {{.page = PAGE_RAW},
                                                 {.page = PAGE_RAW, .format = FORMAT_JSON},
                                                 {.summary = SUMMARY_PER_KERNEL}};
    for (size_t i = 0; i < COUNT(others); i++) {
        struct page_options options = others[i];
        char *expected = print_page(sample_report(), &options);
        options.rules = &choice;
        sample_prints(&options, expected);
        free(expected);
    }
}

int main(void)
{
#define with_rules(test) cmocka_unit_test_setup_teardown(test, open_rules, close_rules)
    const struct CMUnitTest tests[] = {
        with_rules(text_marks_what_the_report_holds),
        with_rules(rules_that_have_nothing_to_say_leave_the_page_as_it_is),
        with_rules(csv_has_a_column_where_both_are),
        with_rules(markdown_marks_too),
        with_rules(json_says_which_is_which),
        with_rules(other_pages_stay_as_they_are),
    };
    return cmocka_run_group_tests_name("page_rules", tests, NULL, NULL);
}
