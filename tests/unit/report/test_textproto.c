#include "report/base/textproto.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "guarded_copy.h"

static Rep__ProfilerSection *parse(const char *text, struct error *error)
{
    return (Rep__ProfilerSection *)textproto_parse(&rep__profiler_section__descriptor, "f.section",
                                                   text, strlen(text), error);
}

static Rep__ProfilerSection *parsed(const char *text)
{
    struct error error = {""};
    Rep__ProfilerSection *section = parse(text, &error);
    if (!section)
        fail_msg("%s", error.text);
    return section;
}

static void release(Rep__ProfilerSection *section)
{
    rep__profiler_section__free_unpacked(section, NULL);
}

#define HEAD "Identifier: 'S' DisplayName: 'Name' "

static void block_openers(void **state)
{
    (void)state;
    static const char *const openers[] = {
        HEAD "Header { Rows: 3 }",        HEAD "Header{Rows: 3}",    HEAD "Header: { Rows: 3 }",
        HEAD "Header:{Rows:3}",           HEAD "Header < Rows: 3 >", HEAD "Header: <Rows: 3>",
        HEAD "Header\n{\n  Rows: 3\n}\n",
    };
    for (size_t i = 0; i < COUNT(openers); i++) {
        Rep__ProfilerSection *section = parsed(openers[i]);
        assert_int_equal(section->header->rows, 3);
        release(section);
    }
}

static void comments_and_separators(void **state)
{
    (void)state;
    Rep__ProfilerSection *section =
        parsed("# first line\n" HEAD "# behind a field\nOrder: 5, # comma\n"
               "Description: 'a # b';\r\n\tExtends: \"#\" # last, without a newline");
    assert_int_equal(section->order, 5);
    assert_string_equal(section->description, "a # b");
    assert_string_equal(section->extends, "#");
    release(section);
}

static void strings(void **state)
{
    (void)state;
    static const struct {
        const char *text, *value;
    } cases[] = {
        {"\"plain\"", "plain"},
        {"'plain'", "plain"},
        {"\"it's\"", "it's"},
        {"'say \"x\"'", "say \"x\""},
        {"\"\"", ""},
        {"'a' \"b\"\n  'c'", "abc"},
        {"'a' # comment\n 'b'", "ab"},
        {"\"\\n\\t\\\\\\\"\\'\\a\\b\\f\\r\\v\\?\"", "\n\t\\\"'\a\b\f\r\v?"},
        {"\"\\x41\\X42\\103\"", "ABC"},
        {"\"\\x4g\"", "\x04g"},
        {"\"\\1012\"", "A2"},
        {"\"\xc3\xa9 \xff\"", "\xc3\xa9 \xff"},
        {"\"\\377\"", "\xff"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct strbuf text = {0};
        strbuf_addf(&text, HEAD "Description: %s Order: 1", cases[i].text);
        Rep__ProfilerSection *section = parsed(text.data);
        assert_string_equal(section->description, cases[i].value);
        assert_int_equal(section->order, 1);
        release(section);
        strbuf_free(&text);
    }
}

static void repeated_fields_keep_their_order(void **state)
{
    (void)state;
    Rep__ProfilerSection *section =
        parsed("Sets { Identifier: 'a' } Order: 9 Sets { Identifier: 'b' } " HEAD
               "Sets: [{ Identifier: 'c' }, < Identifier: 'd' >] "
               "Filter { CollectionFilter { CollectionScopes: [CollectionScope_Range, 1] "
               "CollectionScopes: CollectionScope_Cmdlist CollectionScopes: [] } }");
    assert_int_equal(section->n_sets, 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(section->sets[i]->identifier[0], "abcd"[i]);
    const Rep__CollectionFilter *filter = section->filter->collectionfilter;
    assert_int_equal(filter->n_collectionscopes, 3);
    assert_int_equal(filter->collectionscopes[0], REP__COLLECTION_SCOPE__CollectionScope_Range);
    assert_int_equal(filter->collectionscopes[1], REP__COLLECTION_SCOPE__CollectionScope_Launch);
    assert_int_equal(filter->collectionscopes[2], REP__COLLECTION_SCOPE__CollectionScope_Cmdlist);
    release(section);
}

static void code_points_are_utf8(void **state)
{
    (void)state;
    struct error error = {""};
    Rep__ProfilerSection *section = parse(
        "Identifier: 'x' DisplayName: '\\u0041\\u00e9\\u20AC\\U0001f600\\ud83d\\ude00'", &error);
    if (!section)
        fail_msg("%s", error.text);
    assert_string_equal(section->displayname,
                        "A\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xf0\x9f\x98\x80");
    release(section);
    static const char *const bad[] = {"'\\u00e'",  "'\\u'",         "'\\ud83d'", "'\\ud83d\\u0041'",
                                      "'\\u0000'", "'\\U00110000'", "'\\U1'",    "'\\ude00'",
                                      "'\\uZZZZ'", "'\\ud83d\\ude'"};
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct strbuf text = {0};
        strbuf_addf(&text, "Identifier: %s", bad[i]);
        assert_null(parse(text.data, &error));
        assert_non_null(strstr(error.text, "f.section:1:14: "));
        strbuf_free(&text);
    }
}

/* As the guides write them. */
static void short_forms_of_enums_and_descriptions(void **state)
{
    (void)state;
    struct error error = {""};
    Rep__ProfilerSection *section =
        parse(HEAD "Header { Metrics { Name: 'm' Description: 'What it is' Filter { "
                   "CollectionFilter { CollectionScopes: Range Importance: Required } } } "
                   "Metrics { Name: 'n' Description { Text: 'More' Mode: DescrReplace } } }",
              &error);
    if (!section)
        fail_msg("%s", error.text);
    Rep__ProfilerSectionMetric *const *metrics = section->header->metrics;
    assert_string_equal(metrics[0]->description->text, "What it is");
    assert_string_equal(metrics[1]->description->text, "More");
    const Rep__CollectionFilter *filter = metrics[0]->filter->collectionfilter;
    assert_int_equal(filter->importance, REP__COLLECTION_IMPORTANCE__CollectionImportance_Required);
    assert_int_equal(filter->collectionscopes[0], REP__COLLECTION_SCOPE__CollectionScope_Range);
    release(section);
    assert_null(parse(HEAD "Filter { CollectionFilter { Importance: Needed } }", &error));
    assert_non_null(strstr(error.text, "unknown CollectionImportance \"Needed\""));
    assert_null(parse(HEAD "Filter 'text'", &error));
    assert_non_null(strstr(error.text, "expected '{'"));
}

static void booleans(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        bool value;
    } cases[] = {{"true", true}, {"false", false}, {"1", true},    {"0", false},
                 {"t", true},    {"f", false},     {"True", true}, {"False", false}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct strbuf text = {0};
        strbuf_addf(&text, HEAD "Body { SetDefault: %s }", cases[i].word);
        Rep__ProfilerSection *section = parsed(text.data);
        assert_true(section->body[0]->has_setdefault);
        assert_int_equal(section->body[0]->setdefault, cases[i].value);
        release(section);
        strbuf_free(&text);
    }
}

static void integers(void **state)
{
    (void)state;
    Rep__ProfilerSection *section = parsed(
        HEAD "Order: 4294967295 Group { SchedulingHints { CtrDomains { Name: 'd' "
             "Ctrs: 0xffffffffffffffff Ctrs: 0X10 Ctrs: 18446744073709551615 Ctrs: 017 } } } "
             "Body { Items { BarChart { ValueAxis { Range { Min: -9223372036854775808 "
             "Max: 9223372036854775807 } } } } }");
    const Rep__CounterDomain *domain = section->group[0]->schedulinghints->ctrdomains[0];
    assert_true(section->order == UINT32_MAX);
    assert_true(domain->ctrs[0] == UINT64_MAX);
    assert_int_equal(domain->ctrs[1], 16);
    assert_true(domain->ctrs[2] == UINT64_MAX);
    assert_int_equal(domain->ctrs[3], 15);
    const Rep__ProfilerSectionChartAxisRange *range =
        section->body[0]->items[0]->barchart->valueaxis->range;
    assert_true(range->min == INT64_MIN);
    assert_true(range->max == INT64_MAX);
    release(section);
}

static void real_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        double value;
    } cases[] = {{"0.5", 0.5},  {"1", 1},          {"-2.5e3", -2500},  {"1.5f", 1.5},
                 {".25", 0.25}, {"inf", INFINITY}, {"-inf", -INFINITY}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct strbuf text = {0};
        strbuf_addf(&text, HEAD "Header { Metrics { Name: 'm' Multiplier: %s } }", cases[i].word);
        Rep__ProfilerSection *section = parsed(text.data);
        assert_true(section->header->metrics[0]->multiplier == cases[i].value);
        release(section);
        strbuf_free(&text);
    }
}

static void enums_by_name_and_number(void **state)
{
    (void)state;
    Rep__ProfilerSection *section =
        parsed(HEAD "Filter { MinArch: CC_90 MaxArch: 80 MinKmd: 560 } Body { Items { Table { "
                    "Columns: 1 SortKey: ByValue SortDirection: Descending Order: ColumnMajor } "
                    "} }");
    assert_int_equal(section->filter->minarch, 90);
    assert_int_equal(section->filter->maxarch, 80);
    assert_true(section->filter->minkmd == 560);
    const Rep__ProfilerSectionTable *table = section->body[0]->items[0]->table;
    assert_true(table->has_order);
    assert_int_equal(table->order, REP__PROFILER_SECTION_TABLE__LAYOUT_ORDER__ColumnMajor);
    assert_int_equal(table->sortdirection, REP__SORT_DIRECTIONS__Descending);
    release(section);
}

/* "Base" of a roofline axis has another name in the generated struct. */
static void renamed_fields(void **state)
{
    (void)state;
    Rep__ProfilerSection *section =
        parsed(HEAD "Body { Items { RooflineChart { AxisWork { Base: 10 } } } }");
    assert_true(section->body[0]->items[0]->rooflinechart->axiswork->axisbase == 10);
    release(section);
}

#define VALUE(content)                                                                             \
    HEAD "Body { Items { RooflineChart { Rooflines { PeakWork { " content                          \
         " } PeakTraffic { Constant: 2 } } } } }"

static void a_choice_of_fields(void **state)
{
    (void)state;
    Rep__ProfilerSection *section = parsed(VALUE("Metric { Name: 'm' }"));
    const Rep__ProfilerSectionChartRoofline *roofline =
        section->body[0]->items[0]->rooflinechart->rooflines[0];
    assert_int_equal(roofline->peakwork->roofline_value_case,
                     REP__PROFILER_SECTION_ROOFLINE_VALUE__ROOFLINE_VALUE_METRIC);
    assert_string_equal(roofline->peakwork->metric->name, "m");
    assert_true(roofline->peaktraffic->constant == 2);
    release(section);
}

/* The two share one place: neither may be lost without a word (or leak). */
static void two_fields_of_one_choice_are_refused(void **state)
{
    (void)state;
    struct error error = {""};
    static const char *const texts[] = {
        VALUE("Metric { Name: 'm' } Constant: 1"), VALUE("Constant: 1 Metric { Name: 'm' }"),
        VALUE("Metric { Name: 'm' } ValueCyclesPerSecondExpression {}")};
    for (size_t i = 0; i < COUNT(texts); i++) {
        Rep__ProfilerSection *section = parse(texts[i], &error);
        if (section)
            release(section);
        assert_null(section);
    }
}

static void errors_have_line_column_and_nearest(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"Identifer: 'a'",
         "1:1: ProfilerSection has no field \"Identifer\", nearest is \"Identifier\""},
        {HEAD "\n  Haeder { }",
         "2:3: ProfilerSection has no field \"Haeder\", nearest is \"Header\""},
        {HEAD "Qqqqqqqqqq: 1", "1:37: ProfilerSection has no field \"Qqqqqqqqqq\""},
        {HEAD "\nHeader {\n\tMetrics { Nmae: 'x' }\n}",
         "3:12: ProfilerSectionMetric has no field \"Nmae\", nearest is \"Name\""},
        {HEAD "\nFilter { MinArch: CC_9O }",
         "2:19: unknown GpuArch \"CC_9O\", nearest is \"CC_90\""},
        {HEAD "\nFilter { MinArch: 91 }", "2:19: unknown GpuArch \"91\""},
        {HEAD "\nOrder: 4294967296", "2:8: 4294967296 is too large for a 32 bit integer"},
        {HEAD "\nOrder: -1", "2:8: \"-1\" is not a positive integer"},
        {HEAD "\nOrder: 1.5", "2:8: \"1.5\" is not a positive integer"},
        {HEAD "\nOrder: 'x'", "2:8: expected a number, found '''"},
        {HEAD "\nOrder: 99999999999999999999999", "2:8: 99999999999999999999999 is too large"},
        {HEAD "\nOrder 5", "2:7: expected ':' after \"Order\""},
        {HEAD "\nHeader: 5", "2:9: expected '{' after \"Header\""},
        {HEAD "\nDescription: plain", "2:14: expected a quoted string"},
        {HEAD "\nDescription: \"open\nOrder: 1", "2:14: the string has no closing \" on its line"},
        {HEAD "\nDescription: 'open", "2:14: the string has no closing '"},
        {HEAD "\nDescription: '\\q'", "2:15: unknown escape in a string"},
        {HEAD "\nDescription: '\\x'", "2:15: unknown escape in a string"},
        {HEAD "\nDescription: '\\777'", "2:15: unknown escape in a string"},
        {HEAD "\nDescription: '\\", "2:15: the file ends inside an escape"},
        {HEAD "\nBody { SetDefault: maybe }", "2:20: \"maybe\" is neither true nor false"},
        {HEAD "\nHeader {\n", "3:1: the file ends before the '}' of ProfilerSectionHeader"},
        {HEAD "\nHeader { >", "2:10: expected a field name, found '>'"},
        {HEAD "}", "1:37: expected a field name, found '}'"},
        {HEAD "\x01", "1:37: expected a field name, found byte 0x01"},
        {HEAD "\nOrder: 1\nOrder: 2", "3:1: \"Order\" is given twice"},
        {HEAD "\nOrder: 1\nOrder\n: 2", "3:1: \"Order\" is given twice"},
        {HEAD "\nHeader { Metrics: [{ Name: 'a' } { Name: 'b' }] }",
         "2:34: expected ',' or ']' in the list of \"Metrics\""},
        {"Identifier: 'a'", "ProfilerSection lacks its field \"DisplayName\""},
        {HEAD "\nHeader { Metrics { Label: 'l' } }",
         "ProfilerSectionMetric lacks its field \"Name\""},
        {HEAD "\nOrder:", "2:7: the file ends where a number is expected"},
        {HEAD "\nHeader { Metrics { Name: 'm' Multiplier: fast } }",
         "2:42: \"fast\" is not a number"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error error = {""};
        Rep__ProfilerSection *section = parse(cases[i].text, &error);
        if (section)
            fail_msg("accepted: %s", cases[i].text);
        assert_memory_equal(error.text, "f.section:", 10);
        if (!strstr(error.text, cases[i].message))
            fail_msg("\"%s\" is not \"%s\"", error.text, cases[i].message);
    }
}

static void a_lone_suffix_is_no_number(void **state)
{
    (void)state;
    struct error error = {""};
    Rep__ProfilerSection *section =
        parse(HEAD "Header { Metrics { Name: 'm' Multiplier: f } }", &error);
    if (section)
        release(section);
    assert_null(section);
}

/* 2^32 + 90 must not pass as 90. */
static void a_number_over_32_bits_is_no_enum_value(void **state)
{
    (void)state;
    struct error error = {""};
    Rep__ProfilerSection *section = parse(HEAD "Filter { MinArch: 4294967386 }", &error);
    if (section)
        release(section);
    assert_null(section);
}

static void deep_blocks_are_refused(void **state)
{
    (void)state;
    struct strbuf text = {0};
    strbuf_adds(&text, HEAD "Body { ");
    for (int i = 0; i < 10000; i++)
        strbuf_adds(&text, "Items { HorizontalContainer { ");
    struct error error;
    assert_null(parse(text.data, &error));
    assert_non_null(strstr(error.text, "nested more than 64 deep"));
    strbuf_free(&text);
}

static void a_long_word_is_refused(void **state)
{
    (void)state;
    struct strbuf text = {0};
    struct error error;
    strbuf_pad(&text, 'a', 5000);
    assert_null(parse(text.data, &error));
    assert_non_null(strstr(error.text, "a word of 5000 characters is too long"));
    strbuf_free(&text);
}

/* Exactly the given bytes are read, wherever they end. */
static void cut_at_every_byte(void **state)
{
    (void)state;
    static const char text[] =
        HEAD "Order: 0x10 # c\nFilter { MinArch: CC_75 Items { MaxArch: 90 } } Header { "
             "Metrics: [{ Name: \"\\x41\" 'b' Multiplier: 0.5, ShowInstances: 1 }]; }";
    for (size_t length = 0; length <= sizeof text - 1; length++) {
        char *copy = (char *)guarded_copy(text, length);
        struct error error = {""};
        ProtobufCMessage *section =
            textproto_parse(&rep__profiler_section__descriptor, "f", copy, length, &error);
        if (section)
            protobuf_c_message_free_unpacked(section, NULL);
        else
            assert_true(*error.text);
        guarded_free(copy);
    }
}

static void an_empty_text_is_an_empty_message(void **state)
{
    (void)state;
    ProtobufCMessage *message =
        textproto_parse(&rep__profiler_section_header__descriptor, "f", " # nothing", 10, NULL);
    assert_non_null(message);
    protobuf_c_message_free_unpacked(message, NULL);
}

static void a_null_error_is_allowed(void **state)
{
    (void)state;
    assert_null(parse("x", NULL));
}

static void bytes_may_hold_any_value(void **state)
{
    (void)state;
    static const char text[] = "Binary: '\\0\\xff' 'x'";
    Rep__SourceData *source = (Rep__SourceData *)textproto_parse(&rep__source_data__descriptor, "f",
                                                                 text, sizeof text - 1, NULL);
    assert_non_null(source);
    assert_int_equal(source->binary.len, 3);
    assert_memory_equal(source->binary.data, "\0\xffx", 3);
    rep__source_data__free_unpacked(source, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_openers),
        cmocka_unit_test(comments_and_separators),
        cmocka_unit_test(strings),
        cmocka_unit_test(repeated_fields_keep_their_order),
        cmocka_unit_test(booleans),
        cmocka_unit_test(integers),
        cmocka_unit_test(real_numbers),
        cmocka_unit_test(enums_by_name_and_number),
        cmocka_unit_test(renamed_fields),
        cmocka_unit_test(a_choice_of_fields),
        cmocka_unit_test(two_fields_of_one_choice_are_refused),
        cmocka_unit_test(errors_have_line_column_and_nearest),
        cmocka_unit_test(a_lone_suffix_is_no_number),
        cmocka_unit_test(a_number_over_32_bits_is_no_enum_value),
        cmocka_unit_test(deep_blocks_are_refused),
        cmocka_unit_test(code_points_are_utf8),
        cmocka_unit_test(short_forms_of_enums_and_descriptions),
        cmocka_unit_test(a_long_word_is_refused),
        cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(an_empty_text_is_an_empty_message),
        cmocka_unit_test(a_null_error_is_allowed),
        cmocka_unit_test(bytes_may_hold_any_value),
    };
    return cmocka_run_group_tests_name("textproto", tests, NULL, NULL);
}
