#include "report/rules/finding_text.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/textproto.h"
#include "report/rules/rule_details.h"

static void reads_as(const char *message, const char *expected)
{
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    finding_text_add(&out, message);
    assert_string_equal(out.data, expected);
    strbuf_free(&out);
}

static void links_become_labels(void **state)
{
    (void)state;
    reads_as("see @url:the guide:https://a.b/c:d#e@ now", "see the guide (https://a.b/c:d#e) now");
    reads_as("see @section:Occupancy:the occupancy@.", "see the occupancy.");
    reads_as("@url:a:b@@section:c:d@", "a (b)d");
    reads_as("@section:A:b:c@", "b:c");
    reads_as("at @source:work.cu:77:work.cu, line 78@.", "at work.cu, line 78.");
    reads_as("@source:a:b@ @source:a@", "@source:a:b@ @source:a@");
}

static void what_is_no_link_stays(void **state)
{
    (void)state;
    static const char *const texts[] = {"",       "@",           "a@b.c",          "@url:",
                                        "@url:x", "@url:label@", "@section:only@", "@other:a:b@",
                                        "@@@",    "50 %s %n"};
    for (size_t i = 0; i < COUNT(texts); i++)
        reads_as(texts[i], texts[i]);
}

static void written_as(void (*write)(struct strbuf *, const char *), const char *message,
                       const char *expected)
{
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    write(&out, message);
    assert_string_equal(out.data, expected);
    strbuf_free(&out);
}

static void plain_texts_keep_their_bytes(void **state)
{
    (void)state;
    use_locale("C");
    written_as(finding_text_plain, "a\n\x1b\xc3\xa9 @url:g:https://a/b@ @section:S:l@",
               "a\n\x1b\xc3\xa9 g (https://a/b) l");
}

static void markdown_has_links(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    written_as(finding_text_markdown, "see @url:the [*]:https://a.b/c_d#e@.",
               "see [the \\[\\*\\]](<https://a.b/c_d#e>).");
    written_as(finding_text_markdown, "@url:l:x>y<z|`\\ \x1b@", "[l](<x%3Ey%3Cz%7C%60%5C%20%1B>)");
    written_as(finding_text_markdown, "@section:S:a_b@\n1|2", "a\\_b<br>1\\|2");
}

static void texts_are_made_safe(void **state)
{
    (void)state;
    use_locale("C");
    reads_as("a\x1b[1mb", "a?[1mb");
    reads_as("@url:l\x1b:http://x\x07@", "l? (http://x?)");
}

static void markers(void **state)
{
    (void)state;
    assert_null(finding_marker(REP__RULE_RESULT_MESSAGE_TYPE__None));
    assert_string_equal(finding_marker(REP__RULE_RESULT_MESSAGE_TYPE__Ok), "INF");
    assert_string_equal(finding_marker(REP__RULE_RESULT_MESSAGE_TYPE__Warning), "WRN");
    assert_string_equal(finding_marker(REP__RULE_RESULT_MESSAGE_TYPE__Error), "ERR");
    assert_string_equal(finding_marker(REP__RULE_RESULT_MESSAGE_TYPE__Optimization), "OPT");
    assert_null(finding_marker((Rep__RuleResultMessageType)77));
}

static Rep__RuleResult *parse(const char *body)
{
    struct strbuf text = {0};
    strbuf_addf(&text, "Identifier: 'R' DisplayName: 'Rule' %s", body);
    struct error error;
    Rep__RuleResult *rule = (Rep__RuleResult *)textproto_parse(
        &rep__rule_result__descriptor, "rule", text.data, text.length, &error);
    if (!rule)
        fail_msg("%s", error.text);
    strbuf_free(&text);
    return rule;
}

/* What a rule given as text prints; *any: whether it has messages. */
static char *print(const char *body, bool *any)
{
    Rep__RuleResult *rule = parse(body);
    char *printed;
    size_t length;
    FILE *out = open_memstream(&printed, &length);
    *any = finding_text_any(rule);
    assert_int_equal(finding_text_print(out, rule, "", true, false), *any);
    fclose(out);
    rep__rule_result__free_unpacked(rule, NULL);
    return printed;
}

static void a_rule_without_messages_prints_nothing(void **state)
{
    (void)state;
    bool any;
    char *text = print("Body { Items { SourceMetricTable {} } }", &any);
    assert_false(any);
    assert_string_equal(text, "");
    free(text);
    text = print("", &any);
    assert_false(any);
    free(text);
    text = print("Body { Items { Message { Message: 'x' Type: None } } }", &any);
    assert_false(any);
    free(text);
}

/* "    MARK  TEXT" filled up to 120 columns. */
static void add_line(struct strbuf *out, const char *mark, const char *text)
{
    strbuf_addf(out, "    %-5s %-110s\n", mark, text);
}

static void messages_have_a_line_between_them(void **state)
{
    (void)state;
    bool any;
    char *text = print("Body { Items { Message { Message: 'slow' Type: Optimization } Speedup { "
                       "SpeedupType: Local Value: 12.345 } } Items { Message { Message: 'fine' "
                       "Type: Ok } } }",
                       &any);
    struct strbuf expected = {0};
    add_line(&expected, "OPT", "Est. Local Speedup: 12.35%");
    add_line(&expected, "", "slow");
    strbuf_adds(&expected, "    ----- ");
    strbuf_pad(&expected, '-', 110);
    strbuf_addc(&expected, '\n');
    add_line(&expected, "INF", "fine");
    assert_true(any);
    assert_string_equal(text, expected.data);
    strbuf_free(&expected);
    free(text);
}

/* A line holds one column less than there are; after a break the blank there counts too. Longer
 * words are cut. */
static void lines_break_as_the_reference_breaks_them(void **state)
{
    (void)state;
    static const struct {
        size_t words[5];      /* lengths */
        const char *lines[4]; /* of words, by their letters */
    } cases[] = {
        {{50, 58, 2}, {"ab", "c"}},          /* 109 columns */
        {{50, 59}, {"ab"}},                  /* 110, and nothing follows */
        {{50, 59, 2}, {"a", "bc"}},          /* 110 */
        {{90, 50, 57, 2}, {"a", "bc", "d"}}, /* 108 on the second line */
        {{90, 50, 58, 2}, {"a", "b", "cd"}}, /* 109 there */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct strbuf body = {0}, expected = {0};
        strbuf_adds(&body, "Body { Items { Message { Type: Ok Message: '");
        for (size_t j = 0; cases[i].words[j]; j++) {
            strbuf_adds(&body, j ? " " : "");
            strbuf_pad(&body, (char)('a' + j), cases[i].words[j]);
        }
        strbuf_adds(&body, "' } } }");
        for (size_t j = 0; cases[i].lines[j]; j++) {
            struct strbuf line = {0};
            for (const char *word = cases[i].lines[j]; *word; word++) {
                strbuf_adds(&line, line.length ? " " : "");
                strbuf_pad(&line, *word, cases[i].words[*word - 'a']);
            }
            add_line(&expected, j ? "" : "INF", line.data);
            strbuf_free(&line);
        }
        bool any;
        char *text = print(body.data, &any);
        assert_string_equal(text, expected.data);
        free(text);
        strbuf_free(&body);
        strbuf_free(&expected);
    }
}

/* Tables share 115 columns by their weights; the metrics that a finding names follow them, in
 * whichever item of the body they are. */
static void what_findings_rest_on(void **state)
{
    (void)state;
    bool any;
    char *text = print(
        "Body { Items { Message { Message: 'm' Type: Ok } FocusMetrics { MetricName: 'a__b.sum' "
        "MetricValue: 2.5 Info: 'more' } } Items { RuleTables { Config { Title: 'T' Description: "
        "'why' } Columns { Name: 'Line' Type: TableElement_String Size: 2 StringData: 'x.cu' "
        "StringData: 'y.cu' Config { RelativeWidth: 0.25 } } Columns { Name: 'Count' Type: "
        "TableElement_Double Size: 1 DoubleData: 3 Config { RelativeWidth: 0.75 } } } } Items { "
        "Proposal { Identifier: 'Other' } } Items { Message { Message: 'last' Type: Ok } } }",
        &any);
    struct strbuf expected = {0};
    add_line(&expected, "INF", "m");
    strbuf_adds(&expected, "\n          > T: why\n");
#define ROW(a, b) strbuf_addf(&expected, "          %-28s %-86s\n", a, b)
#define RULE                                                                                       \
    "--------------------------------------------------------------------------------------"
    ROW("----------------------------", RULE);
    ROW("Line", "Count");
    ROW("----------------------------", RULE);
    ROW("x.cu", "3.000000");
    ROW("y.cu", "");
#undef RULE
#undef ROW
    strbuf_adds(&expected, "\n          > Key Performance Indicators: ");
    if (strncmp(text, expected.data, expected.length) != 0)
        fail_msg("printed:\n%s\nexpected:\n%s", text, expected.data);
    strbuf_clear(&expected);
    strbuf_addf(&expected,
                "          %-34s %-23s %-57s\n\n          > See also the rule: Other\n    ----- ",
                "a__b.sum", "2.500000", "more");
    assert_non_null(strstr(text, expected.data));
    strbuf_free(&expected);
    free(text);
}

/* The blank before a word that fits nowhere stays before its first part. */
static void long_words_are_cut(void **state)
{
    (void)state;
    struct strbuf body = {0}, expected = {0}, line = {0};
    strbuf_adds(&body, "Body { Items { Message { Type: Ok Message: 'see ");
    strbuf_pad(&body, 'x', 112);
    strbuf_adds(&body, " end' } } }");
    add_line(&expected, "INF", "see");
    strbuf_addc(&line, ' ');
    strbuf_pad(&line, 'x', 109);
    add_line(&expected, "", line.data);
    add_line(&expected, "", "xxx end");
    bool any;
    char *text = print(body.data, &any);
    assert_string_equal(text, expected.data);
    free(text);
    strbuf_free(&line);
    strbuf_free(&body);
    strbuf_free(&expected);
}

/* The message that stands for what comes before the first one; NULL: there is none. */
static void what_has_no_message_gets_one(void **state)
{
    (void)state;
    static const struct {
        const char *body, *message;
    } cases[] = {
        {"Body { Items { Proposal { Identifier: 'A' } } }", "See also the rule A."},
        {"Body { Items { FocusMetrics { MetricName: 'm' } } Items { Proposal { Identifier: 'A' } } "
         "Items { Proposal { Identifier: 'B' } } Items { Message { Message: 'later' Type: Ok } } }",
         "See also the rule A, and B."},
        {"Body { Items { RuleTables { Config { Title: 'T' } } } }",
         "This rule has no message, only what it shows."},
        {"Body { Items { Message { Message: 'm' Type: Ok } } Items { Proposal { Identifier: 'A' } "
         "} }",
         "m"},
        {"Body { Items { SourceMetricTable {} } }", NULL},
        {"Body { }", NULL},
        {"", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        Rep__RuleResult *rule = parse(cases[i].body);
        struct result result = {.rules = &rule, .rule_count = 1};
        rule_details_speak(&result);
        rule_details_speak(&result);
        Rep__RuleResultBodyItem *first =
            rule->body && rule->body->n_items ? rule->body->items[0] : NULL;
        assert_int_equal(first && first->message, cases[i].message != NULL);
        if (cases[i].message)
            assert_string_equal(first->message->message, cases[i].message);
        if (first && cases[i].message && strcmp(cases[i].message, "m") != 0)
            first->message = NULL; /* the arena has it */
        rep__rule_result__free_unpacked(rule, NULL);
        arena_free(&result.arena);
    }
}

static void a_speedup_of_zero_is_not_shown(void **state)
{
    (void)state;
    bool any;
    char *text = print("Body { Items { Message { Message: 'x' Type: Optimization } Speedup { "
                       "SpeedupType: Global Value: 0 } } }",
                       &any);
    assert_null(strstr(text, "Speedup"));
    assert_non_null(strstr(text, "    OPT   x  "));
    free(text);
}

static void long_messages_wrap_between_words(void **state)
{
    (void)state;
    struct strbuf body = {0};
    strbuf_adds(&body, "Body { Items { Message { Type: Warning Message: '");
    for (int i = 0; i < 60; i++)
        strbuf_addf(&body, "word%d ", i);
    strbuf_pad(&body, 'x', 300);
    strbuf_adds(&body, "' } } }");
    bool any;
    char *text = print(body.data, &any);
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        assert_true(length <= 120);
        line += length + 1;
    }
    assert_non_null(strstr(text, "    WRN   word0 word1"));
    assert_non_null(strstr(text, "word59"));
    free(text);
    strbuf_free(&body);
}

static void wide_characters_wrap_within_the_width(void **state)
{
    (void)state;
    use_locale("C.UTF-8");
    struct strbuf body = {0};
    strbuf_adds(&body, "Body { Items { Message { Type: Warning Message: '");
    for (int i = 0; i < 150; i++)
        strbuf_adds(&body, "\xe4\xb8\xad");
    strbuf_adds(&body, "' } } }");
    bool any;
    char *text = print(body.data, &any);
    size_t longest = 0;
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        longest = length > longest ? length : longest;
        line += length + 1;
    }
    free(text);
    strbuf_free(&body);
    /* 110 columns hold 55 characters of three bytes. */
    assert_true(longest <= 10 + 55 * 3);
}

static void csv_rows(void **state)
{
    (void)state;
    static const char rule_text[] =
        "Identifier: 'R' DisplayName: 'Rule' Body { Items { Message { Message: 'a \"b\", "
        "@section:S:c@' Type: Optimization } Speedup { SpeedupType: Global Value: 3.14159 } } "
        "Items { Message { Message: 'x' Type: Ok } } Items { Proposal { Identifier: 'p' } } }";
    Rep__RuleResult *rule = (Rep__RuleResult *)textproto_parse(
        &rep__rule_result__descriptor, "rule", rule_text, sizeof rule_text - 1, NULL);
    assert_non_null(rule);
    char *printed;
    size_t length;
    FILE *out = open_memstream(&printed, &length);
    finding_text_csv(out, "\"0\",\"Sec\"", rule, NULL);
    fclose(out);
    assert_string_equal(printed, "\"0\",\"Sec\",\"\",\"\",\"\",\"R\",\"OPT\",\"a \"\"b\"\", c\","
                                 "\"global\",\"3.142\"\n"
                                 "\"0\",\"Sec\",\"\",\"\",\"\",\"R\",\"INF\",\"x\",\"\",\"\"\n");
    free(printed);
    rep__rule_result__free_unpacked(rule, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_become_labels),
        cmocka_unit_test(what_is_no_link_stays),
        cmocka_unit_test(plain_texts_keep_their_bytes),
        cmocka_unit_test(markdown_has_links),
        cmocka_unit_test(texts_are_made_safe),
        cmocka_unit_test(markers),
        cmocka_unit_test(a_rule_without_messages_prints_nothing),
        cmocka_unit_test(messages_have_a_line_between_them),
        cmocka_unit_test(lines_break_as_the_reference_breaks_them),
        cmocka_unit_test(long_words_are_cut),
        cmocka_unit_test(what_findings_rest_on),
        cmocka_unit_test(what_has_no_message_gets_one),
        cmocka_unit_test(a_speedup_of_zero_is_not_shown),
        cmocka_unit_test(long_messages_wrap_between_words),
        cmocka_unit_test(wide_characters_wrap_within_the_width),
        cmocka_unit_test(csv_rows),
    };
    return cmocka_run_group_tests_name("finding_text", tests, NULL, NULL);
}
