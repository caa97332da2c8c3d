#include "report/pages/page.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "json_expect.h"
#include "report/base/mem.h"
#include "report/rules/rule_load.h"

#define SAYS(title, kind, percent)                                                                 \
    "RuleResults { Identifier: 'R' DisplayName: 'Rule' SectionIdentifier: 'S' Body { Items { "     \
    "Message { Message: 'm' Type: Optimization Name: '" title "' } Speedup { SpeedupType: " kind   \
    " Value: " percent " } } } } "
#define SECTION "Sections { Identifier: 'S' DisplayName: 'Section of it' Order: 1 } "
#define DURATION(ns) METRIC("0", "DoubleValue: " ns)

static const char *const launches[] = {
    KERNEL("f") DURATION("1000000") SECTION SAYS("Tail", "Global", "20"),
    KERNEL("g|h") DURATION("3000000") SECTION SAYS("Tail", "Local", "50"),
    KERNEL("f") DURATION("1000000") SECTION SAYS("Tail", "Global", "30")};

static const char own_rule[] =
    "identifier: Own\nname: My own\nover: kernel\nfindings:\n"
    "- {type: optimization, title: Many, when: launches > 1, speedup: {value: 10},\n"
    "   text: 'seen in {top_ids(gpu__time_duration.sum, 9)}, see @url:here:http://h@'}\n"
    "- {type: warning, when: launches == 1, text: 'One.'}\n";

static char *print_limited(enum page_format format, bool base_units, const char *kernel)
{
    struct build build = {0};
    struct error error;
    build_begin(&build, 7);
    for (size_t i = 0; i < COUNT(launches); i++)
        build_entry(&build, &rep__profile_result__descriptor, launches[i]);
    build_block(&build, "NumResults: 3 StringTable { Strings: 'gpu__time_duration.sum' }");
    struct report *report = build_open(&build);
    struct rule_entry entry = {.rule = rule_load("own.yaml", own_rule, strlen(own_rule), &error)};
    const struct rule_library library = {.entries = &entry, .count = 1};
    const struct rule_choice rules = {.library = &library};
    struct launch_filter filter = {.base = KERNEL_NAME_FUNCTION};
    if (kernel)
        assert_true(name_pattern_set(&filter.name, kernel, &error));
    const struct page_options options = {.page = PAGE_SUMMARY,
                                         .format = format,
                                         .base_units = base_units,
                                         .filter = &filter,
                                         .rules = &rules};
    char *text = print_page(report, &options);
    launch_filter_free(&filter);
    rule_free(entry.rule);
    report_close(report);
    build_free(&build);
    return text;
}

static void page_is(enum page_format format, bool base_units, const char *kernel,
                    const char *expected)
{
    char *text = print_limited(format, base_units, kernel);
    assert_string_equal(text, expected);
    free(text);
}

static void as_text(void **state)
{
    (void)state;
    page_is(
        FORMAT_TEXT, false, NULL,
        "built: 3 results, 2 kernels, 5.00 ms\n"
        "\n"
        "Root causes\n"
        "  Mending all of them could save 500.00 us of 5.00 ms. What a cause explains goes with "
        "it, and counts no second time.\n"
        "  - --------- ------ --------- ---------- ---- -------- ------\n"
        "  #    Saving  Share Kernel    Root cause Line Explains Result\n"
        "  - --------- ------ --------- ---------- ---- -------- ------\n"
        "  1 500.00 us 10.00% f<8>(T *) Tail                     2     \n"
        "  2 200.00 us  4.00% f<8>(T *) Many                     all   \n"
        "\n"
        "Opportunities\n"
        "  What fixing the finding could save. Several findings may be about the same time: "
        "their savings do not add up.\n"
        "  - --------- ------ --------- -------- ------- ------- ------------- ------\n"
        "  #    Saving  Share Kernel    Launches Finding Speedup Section       Result\n"
        "  - --------- ------ --------- -------- ------- ------- ------------- ------\n"
        "  1 500.00 us 10.00% f<8>(T *)        2 Tail        25% Section of it 2     \n"
        "  2 200.00 us  4.00% f<8>(T *)        2 Many        10%               all   \n"
        "\n"
        "Local opportunities\n"
        "  The estimate is for a part of the kernel, such as one unit: the whole kernel may "
        "gain nothing.\n"
        "  - ------- ------ ----------- -------- ------- ------- ------------- ------\n"
        "  #  Saving  Share Kernel      Launches Finding Speedup Section       Result\n"
        "  - ------- ------ ----------- -------- ------- ------- ------------- ------\n"
        "  3 1.50 ms 30.00% g|h<8>(T *)        1 Tail        50% Section of it 1     \n"
        "\n"
        "Findings over several launches\n"
        "  g|h<8>(T *), 1 launch, 3.00 ms\n"
        "    WRN   One.                                                                        "
        "                                  \n"
        "\n"
        "  f<8>(T *), 2 launches, 2.00 ms\n"
        "    OPT   Est. Speedup: 10%                                                           "
        "                                  \n"
        "          seen in 0, 2, see here (http://h)                                           "
        "                                  \n");
}

static void of_some_launches_in_base_units(void **state)
{
    (void)state;
    page_is(FORMAT_TEXT, true, "g|h",
            "built: 1 result, 1 kernel, 3,000,000.00 ns\n"
            "\n"
            "Local opportunities\n"
            "  The estimate is for a part of the kernel, such as one unit: the whole kernel may "
            "gain nothing.\n"
            "  - --------------- ------ ----------- -------- ------- ------- ------------- ------\n"
            "  #          Saving  Share Kernel      Launches Finding Speedup Section       Result\n"
            "  - --------------- ------ ----------- -------- ------- ------- ------------- ------\n"
            "  1 1,500,000.00 ns 50.00% g|h<8>(T *)        1 Tail        50% Section of it 1     \n"
            "\n"
            "Findings over several launches\n"
            "  g|h<8>(T *), 1 launch, 3,000,000.00 ns\n"
            "    WRN   One.                                                                        "
            "                                  \n");
}

static void as_csv(void **state)
{
    (void)state;
    page_is(FORMAT_CSV, false, NULL,
            "\"Rank\",\"Kernel Name\",\"Launches\",\"Duration (ns)\",\"Rule Name\",\"Rule Type\","
            "\"Title\",\"Section Name\",\"Estimated Speedup Type\",\"Estimated Speedup (%)\","
            "\"Saving (ns)\",\"Saving (% of Time)\",\"Report\",\"ID\",\"Rule Description\"\n"
            "\"\",\"\",\"3\",\"5000000\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"\n"
            "\"1\",\"f<8>(T *)\",\"2\",\"2000000\",\"R\",\"OPT\",\"Tail\",\"S\",\"global\",\"25\","
            "\"500000\",\"10\",\"built\",\"2\",\"\"\n"
            "\"2\",\"f<8>(T *)\",\"2\",\"2000000\",\"Own\",\"OPT\",\"Many\",\"\",\"global\",\"10\","
            "\"200000\",\"4\",\"\",\"\",\"\"\n"
            "\"3\",\"g|h<8>(T *)\",\"1\",\"3000000\",\"R\",\"OPT\",\"Tail\",\"S\",\"local\",\"50\","
            "\"1500000\",\"30\",\"built\",\"1\",\"\"\n"
            "\"\",\"g|h<8>(T *)\",\"1\",\"3000000\",\"Own\",\"WRN\",\"\",\"\",\"\",\"\",\"\",\"\","
            "\"\",\"\",\"One.\"\n"
            "\"\",\"f<8>(T *)\",\"2\",\"2000000\",\"Own\",\"OPT\",\"Many\",\"\",\"\",\"\",\"\","
            "\"\",\"\",\"\",\"seen in 0, 2, see here (http://h)\"\n");
}

static void as_markdown(void **state)
{
    (void)state;
    char *text = print_limited(FORMAT_MARKDOWN, false, NULL);
    const char *const parts[] = {
        "`built`: 3 results, 2 kernels, 5.00 ms\n\n## Root causes\n\nMending all of them could",
        "| # | Saving | Share | Kernel | Root cause | Line | Explains | Result |\n"
        "| ---: | ---: | ---: | --- | --- | --- | --- | --- |\n"
        "| 1 | 500.00 us | 10.00% | `f<8>(T *)` | Tail |  |  | 2 |\n"
        "| 2 | 200.00 us | 4.00% | `f<8>(T *)` | Many |  |  | all |\n\n",
        "## Opportunities\n\nWhat fixing the finding",
        "| # | Saving | Share | Kernel | Launches | Finding | Speedup | Section | Result |\n"
        "| ---: | ---: | ---: | --- | ---: | --- | ---: | --- | --- |\n"
        "| 1 | 500.00 us | 10.00% | `f<8>(T *)` | 2 | Tail | 25% | Section of it | 2 |\n"
        "| 2 | 200.00 us | 4.00% | `f<8>(T *)` | 2 | Many | 10% |  | all |\n\n",
        "## Local opportunities\n\n",
        "| 3 | 1.50 ms | 30.00% | `g\\|h<8>(T *)` | 1 | Tail | 50% | Section of it | 1 |\n\n",
        "## Findings over several launches\n\n### g\\|h",
        "\n\n> - **WRN** One.\n\n### f",
        "> - **OPT** **Est. Speedup: 10%** seen in 0, 2, see [here](<http://h>)\n"};
    const char *at = text;
    for (size_t i = 0; i < COUNT(parts); i++) {
        at = strstr(at, parts[i]);
        if (!at)
            fail_msg("no \"%s\" in:\n%s", parts[i], text);
    }
    free(text);
}

static void as_json(void **state)
{
    (void)state;
    char *text = print_limited(FORMAT_JSON, false, NULL);
    struct json_node *page = json_expect(text);
    is(page, "page", "summary");
    is(page, "totals.results", "3");
    is(page, "totals.timed", "3");
    is(page, "totals.kernels", "2");
    is(page, "totals.duration", "5000000");
    is(page, "totals.saving", "500000");
    counts(page, "causes", 2);
    is(page, "causes[0].name", "Tail");
    is(page, "causes[0].kernel", "f<8>(T *)");
    is(page, "causes[0].saving", "500000");
    is(page, "causes[0].share", "0.1");
    is(page, "causes[0].launches", "2");
    is(page, "causes[0].result", "2");
    counts(page, "causes[0].findings", 1);
    is(page, "causes[0].findings[0].rule", "R");
    is(page, "causes[0].findings[0].title", "Tail");
    lacks(page, "causes[0].line");
    is(page, "causes[1].name", "Many");
    lacks(page, "causes[1].result");
    counts(page, "opportunities", 3);
    is(page, "opportunities[0].rank", "1");
    is(page, "opportunities[0].kernel", "f<8>(T *)");
    is(page, "opportunities[0].launches", "2");
    is(page, "opportunities[0].duration", "2000000");
    is(page, "opportunities[0].rule", "R");
    is(page, "opportunities[0].rule_name", "Rule");
    is(page, "opportunities[0].title", "Tail");
    is(page, "opportunities[0].section", "S");
    is(page, "opportunities[0].speedup.kind", "global");
    is(page, "opportunities[0].speedup.unit", "%");
    is(page, "opportunities[0].speedup.value", "25");
    is(page, "opportunities[0].saving", "500000");
    is(page, "opportunities[0].share", "0.1");
    is(page, "opportunities[0].report", "0");
    is(page, "opportunities[0].result", "2");
    is(page, "opportunities[1].rule", "Own");
    lacks(page, "opportunities[1].section");
    lacks(page, "opportunities[1].result");
    is(page, "opportunities[2].speedup.kind", "local");
    counts(page, "together", 2);
    is(page, "together[0].kernel", "g|h<8>(T *)");
    is(page, "together[0].type", "warning");
    is(page, "together[0].text", "One.");
    is(page, "together[1].launches", "2");
    is(page, "together[1].duration", "2000000");
    is(page, "together[1].text", "seen in 0, 2, see here (http://h)");
    is(page, "together[1].speedup.value", "10");
    lacks(page, "together[1].origin");
    is(page, "error", "null");
    json_node_free(page);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_text), cmocka_unit_test(of_some_launches_in_base_units),
        cmocka_unit_test(as_csv),  cmocka_unit_test(as_markdown),
        cmocka_unit_test(as_json),
    };
    return cmocka_run_group_tests_name("page_opportunities", tests, NULL, NULL);
}
