/* Where rules say that there is most of something: instructions of a made-up module, by line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_cubin.h"
#include "build_report.h"
#include "report/base/mem.h"
#include "report/rules/rule_run.h"
#include "temp_folder.h"

enum { INSTRUCTIONS = 6 };

/* Two loads of line 7 with the barriers 0 and 1, what waits for both, a reduction of h.h line 3,
 * and what waits for the first load again. */
static const struct {
    unsigned bits, barrier, mask;
} instructions[INSTRUCTIONS] = {{0x981, 0, 0},      {0x981, 1, 0}, {0x223, 7, 1 << 0},
                                {0x223, 7, 1 << 1}, {0x98e, 7, 0}, {0x223, 7, 1 << 0}};
static const struct build_line_row rows[] = {
    {0x00, 1, 7}, {0x20, 1, 8}, {0x40, 2, 3}, {0x50, 1, 9}};

static void add_module(struct build *build, bool has_lines)
{
    uint8_t code[INSTRUCTIONS][16] = {{0}};
    struct build_cubin module = {
        .name = "_Z1k", .instructions = INSTRUCTIONS, .code = code[0], .place_count = has_lines};
    struct build_source entry = {7, 0x1000, 9, NULL};
    struct strbuf packed = {0};
    for (size_t i = 0; i < INSTRUCTIONS; i++) {
        uint32_t control = instructions[i].barrier << 14 | 7u << 17 | instructions[i].mask << 20;
        code[i][0] = (uint8_t)instructions[i].bits;
        code[i][1] = (uint8_t)(instructions[i].bits >> 8);
        for (size_t byte = 0; byte < 4; byte++)
            code[i][12 + byte] = (uint8_t)(control >> (8 * byte));
    }
    if (has_lines)
        module.places[0] =
            build_line_rows(&module.lines, rows, COUNT(rows), INSTRUCTIONS * 16, true);
    build_source(&packed, &module, &entry);
    build_raw_entry(build, packed.data, packed.length);
    build_block(build, "NumSources: 1 Process { ProcessID: 5 }");
    strbuf_free(&packed);
    strbuf_free(&module.lines);
}

/* The values are those of the instructions; what a rule says that has these `let`. */
static void says(bool has_lines, const double values[INSTRUCTIONS], const char *lets,
                 const char *text, const char *wanted)
{
    struct build build = {0};
    struct strbuf entry = {0};
    struct rule_library library = {0};
    struct rule_findings findings = {0};
    struct error error;
    char *folder = temp_folder_new();
    char *rule = mem_printf("identifier: A\nname: A\nsection: One\nlet:\n%sfindings:\n"
                            "  - {type: warning, text: '%s'}\n",
                            lets, text);
    build_begin(&build, 7);
    add_module(&build, has_lines);
    strbuf_adds(&entry, "ThreadID: 1 APICallID: 2 References: 7 Sections { Identifier: 'One' "
                        "DisplayName: 'One' } MetricResults { NameId: 0 Category: 0 "
                        "MetricValue { DoubleValue: 0 } ");
    for (size_t i = 0; i < INSTRUCTIONS; i++)
        strbuf_addf(&entry,
                    "MetricValueList { ElementValue { DoubleValue: %g } CorrelationId { "
                    "Uint64Value: %zu } } ",
                    values[i], 0x1000 + i * 16);
    strbuf_adds(&entry, "}");
    build_entry(&build, &rep__range_result__descriptor, entry.data);
    build_block(&build, "NumRangeResults: 1 Process { ProcessID: 5 } StringTable { Strings: "
                        "'a__x' }");
    struct report *report = build_open(&build);
    struct rule_source *source = rule_source_new(report);
    temp_folder_put(folder, "A.yaml", rule);
    assert_true(rule_library_add_folder(&library, folder, &error));
    if (*library.entries[0].error.text)
        fail_msg("%s", library.entries[0].error.text);
    rule_run(&library, report_result(report, 0, &error), source, &findings);
    assert_int_equal(findings.count, 1);
    assert_string_equal(findings.results[0]->body->items[0]->message->message, wanted);
    rule_findings_free(&findings);
    rule_library_free(&library);
    rule_source_free(source);
    report_close(report);
    build_free(&build);
    strbuf_free(&entry);
    free(rule);
    assert_int_equal(temp_folder_free(folder), 0);
}

#define TEXT "{s} {s.access} at {s.place}"

static void instructions_of_a_line_count_together(void **state)
{
    (void)state;
    const double values[] = {3, 3, 5, 0, 4, 0};
    says(true, values, "  s: {instructions: a__x}\n", TEXT,
         "6 global load at @source:work.cu:6:work.cu, line 7@");
}

static void without_lines_each_is_alone(void **state)
{
    (void)state;
    const double values[] = {3, 3, 5, 0, 4, 0};
    says(false, values, "  s: {instructions: a__x}\n", TEXT,
         "5 instruction at offset 0x20 of the code");
}

static void what_waits_counts_for_what_is_awaited(void **state)
{
    (void)state;
    const double values[] = {0, 0, 5, 2, 1, 4};
    says(true, values, "  s: {instructions: a__x, awaits: long}\n", TEXT,
         "11 global load at @source:work.cu:6:work.cu, line 7@");
    says(false, values, "  s: {instructions: a__x, awaits: long}\n", TEXT,
         "9 global load at offset 0x0 of the code");
}

static void only_some_accesses_and_who_called_them(void **state)
{
    (void)state;
    const double values[] = {3, 3, 5, 0, 4, 0};
    says(true, values, "  s: {instructions: a__x, only: [global reduction, global atomic]}\n", TEXT,
         "4 global reduction at @source:h.h:2:h.h, line 3@ (near @source:work.cu:7:work.cu, line "
         "8@)");
}

static void a_value_is_that_of_these_instructions(void **state)
{
    (void)state;
    const double values[] = {10, 20, 5, 2, 1, 4};
    says(true, values,
         "  s: {instructions: a__x / (a__x < 9), awaits: long, value: 2 * a__x + twice}\n"
         "  twice: a__x * 2\n",
         "{s}", "120");
}

static void nothing_is_absent(void **state)
{
    (void)state;
    const double values[INSTRUCTIONS] = {0};
    says(true, values, "  s: {instructions: a__x}\n", "{has(s)} {has(s.place)}", "0 0");
    says(true, values, "  s: {instructions: z__x}\n", "{has(s)}", "0");
    const double some[] = {0, 0, 0, 0, 1, 0};
    says(true, some, "  s: {instructions: a__x, awaits: long}\n", "{has(s)}", "0");
    says(true, some, "  s: {instructions: a__x, value: z__x}\n", "{has(s)}", "0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(instructions_of_a_line_count_together),
                                       cmocka_unit_test(without_lines_each_is_alone),
                                       cmocka_unit_test(what_waits_counts_for_what_is_awaited),
                                       cmocka_unit_test(only_some_accesses_and_who_called_them),
                                       cmocka_unit_test(a_value_is_that_of_these_instructions),
                                       cmocka_unit_test(nothing_is_absent)};
    return cmocka_run_group_tests_name("rule_spot", tests, NULL, NULL);
}
