#include "report/compare/report_diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "json_expect.h"
#include "report/base/mem.h"
#include "report/diff_pages/page_diff.h"
#include "report/rules/rule_load.h"

/* Metrics by their number in the names of a report. */
#define DURATION(value) METRIC("0", "DoubleValue: " value)
#define INSTRUCTIONS(value) METRIC("1", "Uint64Value: " value)
#define REGISTERS(value) METRIC("2", "Uint64Value: " value)
#define CACHE(value) METRIC("3", "StringValue: '" value "'")
#define DEVICE(value) METRIC("4", "Uint64Value: " value)
#define OCCUPANCY(value) METRIC("5", "DoubleValue: " value)
#define INSTANCES(a, b)                                                                            \
    "MetricResults { NameId: 6 MetricValueList { ElementValue { Uint64Value: " a " } } "           \
    "MetricValueList { ElementValue { Uint64Value: " b " } } } "
#define PASSES(value) METRIC("7", "Uint64Value: " value)
#define BODY(value) METRIC("8", "Uint64Value: " value)
#define NAMES                                                                                      \
    "Strings: 'gpu__time_duration.sum' Strings: 'smsp__inst_executed.sum' Strings: "               \
    "'launch__registers_per_thread' Strings: 'launch__func_cache_config' Strings: "                \
    "'device__attribute_device_index' Strings: "                                                   \
    "'sm__warps_active.avg.pct_of_peak_sustained_active' Strings: "                                \
    "'sass__inst_executed_per_opcode' Strings: 'profiler__replayer_passes' Strings: "              \
    "'smsp__inst_executed_op_branch.sum' "

#define LAUNCH(name, grid, more)                                                                   \
    "ThreadID: 7 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: 'm' "                \
    "KernelFunctionName: '" name "' KernelDemangledName: '" name "()' WorkDimensions: 3 "          \
    "GlobalWorkOffset { } GridSize { X: " grid " Y: 1 Z: 1 } BlockSize { X: 64 Y: 1 Z: 1 } "       \
    "Source {} KmdVersion: 580.5 ClockStatus { RequestedLock: 1 ExecutedLocked: 1 } "              \
    "Sections { Identifier: 'Speed' DisplayName: 'Speed of it' Order: 1 Sets { Identifier: "       \
    "'basic' } Header { "                                                                          \
    "Metrics { Name: 'gpu__time_duration.sum' Label: 'Duration' } "                                \
    "Metrics { Name: 'launch__registers_per_thread' Label: 'Registers' } } "                       \
    "Body { DisplayName: 'More' Items { Table { Label: 'T' Columns: 1 Order: RowMajor "            \
    "Metrics { Name: 'smsp__inst_executed_op_branch.sum' Label: 'Branches' } } } } } "             \
    "Sections { Identifier: 'Work' DisplayName: 'Work of it' Order: 2 Header { "                   \
    "Metrics { Name: 'smsp__inst_executed.sum' Label: 'Instructions' } "                           \
    "Metrics { Name: 'sm__warps_active.avg.pct_of_peak_sustained_active' Label: 'Occupancy' } "    \
    "} } " more

#define PLAIN LAUNCH("f", "8", DURATION("50000") INSTRUCTIONS("1000") REGISTERS("32"))

struct fixture {
    struct build builds[2];
    struct report *reports[2];
    struct report_diff *diff;
    struct error error;
    struct diff_outcome outcome;
    char *page;
};

static struct report *build_launches(struct build *build, const char *const *texts,
                                     const char *session)
{
    build_begin(build, 7);
    size_t count = 0;
    for (; texts[count]; count++)
        build_entry(build, &rep__profile_result__descriptor, texts[count]);
    char *header = mem_printf(
        "NumResults: %zu Process { ProcessID: 5 } StringTable { " NAMES "} %s", count, session);
    build_block(build, header);
    free(header);
    return build_open(build);
}

static void compare_with(struct fixture *f, const char *const *a, const char *const *b,
                         const struct diff_options *options, const struct page_diff_options *page,
                         const char *session)
{
    size_t length;
    *f = (struct fixture){0};
    FILE *out = open_memstream(&f->page, &length);
    f->reports[0] = build_launches(&f->builds[0], a, "");
    f->reports[1] = build_launches(&f->builds[1], b, session);
    f->diff = report_diff_new(f->reports[0], f->reports[1], options, &f->error);
    if (f->diff)
        assert_true(page_diff_print(f->diff, page, out, &f->outcome, &f->error));
    fclose(out);
}

static void compare(struct fixture *f, const char *const *a, const char *const *b)
{
    compare_with(f, a, b, &(struct diff_options){0}, &(struct page_diff_options){0}, "");
}

static void done(struct fixture *f)
{
    if (f->diff)
        report_diff_free(f->diff);
    for (int i = 0; i < 2; i++) {
        report_close(f->reports[i]);
        build_free(&f->builds[i]);
    }
    free(f->page);
}

static void has(const struct fixture *f, const char *text)
{
    if (!strstr(f->page, text))
        fail_msg("no \"%s\" in:\n%s", text, f->page);
}

static void page_lacks(const struct fixture *f, const char *text)
{
    if (strstr(f->page, text))
        fail_msg("\"%s\" is in:\n%s", text, f->page);
}

static void the_same_is_one_line(void **state)
{
    (void)state;
    struct fixture f;
    const char *const launches[] = {PLAIN, LAUNCH("g", "1", ""), NULL};
    compare(&f, launches, launches);
    assert_string_equal(f.page, "Nothing differs: 2 launches, 3 metrics equal, 0 within noise\n");
    assert_false(f.outcome.changed || f.outcome.worse || f.outcome.unmatched);
    done(&f);
    /* Noise too is no difference. */
    const char *const near[] = {
        LAUNCH("f", "8", DURATION("50500") INSTRUCTIONS("1000") REGISTERS("32")),
        LAUNCH("g", "1", ""), NULL};
    compare(&f, launches, near);
    assert_string_equal(f.page, "Nothing differs: 2 launches, 2 metrics equal, 1 within noise\n");
    done(&f);
    const char *const none[] = {NULL};
    compare(&f, none, none);
    assert_string_equal(f.page, "Nothing differs: 0 launches, 0 metrics equal, 0 within noise\n");
    done(&f);
}

static void what_changed_is_told(void **state)
{
    (void)state;
    struct fixture f;
    const char *const a[] = {PLAIN, NULL};
    const char *const b[] = {
        LAUNCH("f", "8", DURATION("60000") INSTRUCTIONS("1001") REGISTERS("40")), NULL};
    compare(&f, a, b);
    assert_true(f.outcome.changed && f.outcome.worse);
    assert_int_equal(f.diff->group_count, 1);
    assert_int_equal(f.diff->groups[0].duration.verdict, CHANGE_WORSE);
    assert_true(f.diff->groups[0].share == 1);
    has(&f, "50 us   60 us +10 us +20.0 % 100 % worse");
    /* Facts of the launch come first and only there. */
    const char *launch = strstr(f.page, "    Launch\n"), *speed = strstr(f.page, "Speed of it");
    assert_true(launch && speed && launch < speed &&
                strstr(launch, "Registers Per Thread") < speed);
    assert_null(strstr(speed, "Registers"));
    has(&f, "32 40");
    has(&f, "1,000 1,001");
    done(&f);
    /* The other way round it is better. */
    compare(&f, b, a);
    assert_true(f.outcome.changed && !f.outcome.worse);
    has(&f, "better");
    page_lacks(&f, "worse");
    done(&f);
}

static void groups_are_by_change_of_total_time(void **state)
{
    (void)state;
    struct fixture f;
    const char *const a[] = {
        LAUNCH("small", "8", DURATION("1000000")), LAUNCH("gone", "8", DURATION("7000")),
        LAUNCH("big", "8", DURATION("100000")), LAUNCH("big", "8", DURATION("100000")), NULL};
    const char *const b[] = {
        LAUNCH("small", "8", DURATION("1001000")), LAUNCH("big", "8", DURATION("150000")),
        LAUNCH("new", "8", DURATION("3000")),      LAUNCH("new", "8", DURATION("3000")),
        LAUNCH("big", "8", DURATION("150000")),    NULL};
    compare(&f, a, b);
    assert_int_equal(f.diff->group_count, 4);
    static const char *const order[] = {"big()", "gone()", "new()", "small()"};
    static const double shares[] = {100. / 114, 7. / 114, 6. / 114, 1. / 114};
    for (size_t i = 0; i < COUNT(order); i++) {
        const struct diff_group *group = &f.diff->groups[i];
        assert_string_equal(group->names[DIFF_A] ? group->names[DIFF_A] : group->names[DIFF_B],
                            order[i]);
        assert_true(fabs(group->share - shares[i]) < 1e-12);
    }
    assert_int_equal(f.diff->groups[0].count, 2);
    assert_true(f.diff->groups[0].total[DIFF_B] == 300000);
    assert_true(f.diff->groups[0].mean[DIFF_B] == 150000);
    assert_true(f.diff->total[DIFF_A] == 1207000 && f.diff->total[DIFF_B] == 1307000);
    assert_int_equal(f.outcome.matched, 3);
    assert_int_equal(f.outcome.unmatched, 3);
    has(&f, "  big() (8, 1, 1)x(64, 1, 1), 2 launches\n");
    has(&f, "  gone() (8, 1, 1)x(64, 1, 1), 1 launch only in A (#1)\n");
    has(&f, "  new() (8, 1, 1)x(64, 1, 1), 2 launches only in B (#2, 3)\n");
    has(&f, "noise");
    done(&f);
}

static void other_shapes_and_templates_are_named(void **state)
{
    (void)state;
    struct fixture f;
    const char *const a[] = {LAUNCH("f", "8", DURATION("5000")), NULL};
    const char *const b[] = {LAUNCH("f", "9", DURATION("5000")), NULL};
    compare(&f, a, b);
    assert_int_equal(f.diff->group_count, 1);
    assert_true(diff_group_matched(&f.diff->groups[0]));
    assert_int_equal(f.diff->groups[0].shapes[DIFF_B][0], 9);
    assert_true(f.outcome.changed && !f.outcome.worse);
    has(&f, "  f() (8, 1, 1)x(64, 1, 1)\n"
            "  B: f() (9, 1, 1)x(64, 1, 1), 1.12 times the threads\n");
    done(&f);
}

/* A sixteenth of the work in less time is not better. A longer time still fails a gate. */
static void times_of_other_grids_are_not_judged(void **state)
{
    (void)state;
    static const struct {
        const char *before, *after, *threads;
        bool worse;
    } cases[] = {{"64000", "13000", ", 1/16 of the threads", false},
                 {"13000", "64000", ", 1/16 of the threads", true}};
    struct fixture f;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct strbuf a = {0}, b = {0};
        strbuf_addf(&a, LAUNCH("f", "64", DURATION("%s")), cases[i].before);
        strbuf_addf(&b, LAUNCH("f", "4", DURATION("%s")), cases[i].after);
        compare(&f, (const char *const[]){a.data, NULL}, (const char *const[]){b.data, NULL});
        has(&f, cases[i].threads);
        has(&f, "resized");
        page_lacks(&f, "better");
        page_lacks(&f, "worse");
        assert_true(f.outcome.worse == cases[i].worse);
        done(&f);
        strbuf_free(&a);
        strbuf_free(&b);
    }
}

static void names_choose_what_is_compared(void **state)
{
    (void)state;
    struct fixture f;
    const char *const a[] = {LAUNCH("f", "8",
                                    DURATION("50000") INSTRUCTIONS("1000") REGISTERS("32") BODY("5")
                                        INSTANCES("1", "2") PASSES("9") CACHE("x")),
                             NULL};
    const char *const b[] = {LAUNCH("f", "8",
                                    DURATION("60000") INSTRUCTIONS("1001") REGISTERS("40") BODY("6")
                                        INSTANCES("1", "3") PASSES("8") CACHE("y")),
                             NULL};
    struct page_diff_options csv = {.format = FORMAT_CSV};
    compare_with(&f, a, b, &(struct diff_options){.metrics = "smsp__inst_executed"}, &csv, "");
    has(&f, "\"smsp__inst_executed.sum\",\"inst\",\"1000\",\"1001\",\"1\",\"0.1");
    page_lacks(&f, "launch__");
    page_lacks(&f, "\"Duration\"");
    /* Named metrics decide what got worse; none of them did. */
    assert_true(f.outcome.changed && !f.outcome.worse);
    done(&f);
    struct section_choice work = {0}, basic = {.sets = (const char *[]){"basic"}, .set_count = 1};
    assert_true(section_choice_set(&work, (char *[]){"Work"}, 1, NULL, 0, NULL));
    compare_with(&f, a, b, &(struct diff_options){.sections = &work}, &csv, "");
    has(&f, "\"Work of it\"");
    page_lacks(&f, "\"Speed of it\"");
    has(&f, "\"Launch\",\"Registers Per Thread\"");
    done(&f);
    section_choice_free(&work);
    compare_with(&f, a, b, &(struct diff_options){.sections = &basic}, &csv, "");
    page_lacks(&f, "\"Work of it\"");
    has(&f, "\"Speed of it\"");
    page_lacks(&f, "Branches");
    done(&f);
    compare_with(&f, a, b, &(struct diff_options){.scope = DIFF_BODIES}, &csv, "");
    has(&f, "\"Speed of it\",\"Branches\",\"smsp__inst_executed_op_branch.sum\"");
    page_lacks(&f, "sass__");
    done(&f);
    /* Everything: instances without a value by their sum, texts, but nothing of the profiler. */
    compare_with(&f, a, b, &(struct diff_options){.scope = DIFF_ALL}, &csv, "");
    has(&f, "\"sass__inst_executed_per_opcode\",\"\",\"3\",\"4\",\"1\"");
    has(&f, "\"launch__func_cache_config\",\"\",\"x\",\"y\",\"\",\"\",\"\",\"changed\"");
    page_lacks(&f, "profiler__");
    done(&f);
}

static void nothing_of_the_name_is_an_error(void **state)
{
    (void)state;
    struct fixture f;
    const char *const a[] = {PLAIN, NULL};
    struct page_diff_options page = {0};
    compare_with(&f, a, a, &(struct diff_options){.metrics = "no__such.sum"}, &page, "");
    assert_null(f.diff);
    assert_non_null(strstr(f.error.text, "no__such.sum"));
    done(&f);
    struct section_choice none = {.sets = (const char *[]){"none"}, .set_count = 1};
    compare_with(&f, a, a, &(struct diff_options){.sections = &none}, &page, "");
    assert_null(f.diff);
    done(&f);
    struct launch_filter filter = {.base = KERNEL_NAME_FUNCTION};
    assert_true(name_pattern_set(&filter.name, "nobody", NULL));
    compare_with(&f, a, a, &(struct diff_options){.filter = &filter}, &page, "");
    assert_null(f.diff);
    assert_non_null(strstr(f.error.text, "no result passes the filters"));
    done(&f);
    launch_filter_free(&filter);
}

static void metrics_of_one_side_are_named_once(void **state)
{
    (void)state;
    struct fixture f;
    const char *const a[] = {LAUNCH("f", "8", DURATION("5000") OCCUPANCY("50")),
                             LAUNCH("g", "8", DURATION("5000") OCCUPANCY("50")), NULL};
    const char *const b[] = {LAUNCH("f", "8", DURATION("5000")), LAUNCH("g", "8", DURATION("5000")),
                             NULL};
    compare(&f, a, b);
    assert_string_equal(f.page, "Nothing differs: 2 launches, 2 metrics equal, 0 within noise\n"
                                "Only in A, so not compared: 1 metric, "
                                "sm__warps_active.avg.pct_of_peak_sustained_active\n");
    done(&f);
}

static void values_that_are_none(void **state)
{
    (void)state;
    struct fixture f;
    const char *const a[] = {LAUNCH("f", "8", DURATION("nan") OCCUPANCY("nan") CACHE("old")), NULL};
    const char *const b[] = {LAUNCH("f", "8", DURATION("nan") OCCUPANCY("7") CACHE("new\x1b[31m")),
                             NULL};
    compare_with(&f, a, b, &(struct diff_options){.scope = DIFF_ALL},
                 &(struct page_diff_options){0}, "");
    /* Without a time there is no verdict on it. */
    assert_int_equal(f.diff->groups[0].duration.verdict, CHANGE_ABSENT);
    has(&f, "Only in B, so not compared: 1 metric, sm__warps_active");
    has(&f, "new");
    page_lacks(&f, "\x1b");
    done(&f);
    /* A text against a number is a change. */
    const char *const number[] = {LAUNCH("f", "8", METRIC("3", "Uint64Value: 3")), NULL};
    const char *const text[] = {LAUNCH("f", "8", CACHE("three")), NULL};
    compare_with(&f, number, text, &(struct diff_options){.scope = DIFF_ALL},
                 &(struct page_diff_options){.format = FORMAT_CSV}, "");
    has(&f, "\"3\",\"three\",\"\",\"\",\"\",\"changed\"");
    done(&f);
}

static void unfair_comparisons_are_warned_of(void **state)
{
    (void)state;
    struct fixture f;
    const char *const a[] = {PLAIN, NULL};
    const char *const b[] = {
        "ThreadID: 7 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: 'm' "
        "KernelFunctionName: 'f' KernelDemangledName: 'f()' WorkDimensions: 3 GlobalWorkOffset { } "
        "GridSize { X: 8 Y: 1 Z: 1 } BlockSize { X: 64 Y: 1 Z: 1 } Source {} KmdVersion: 590 "
        "ClockStatus { RequestedLock: 1 ExecutedLocked: 0 } " DURATION("50000") INSTRUCTIONS("1000")
            REGISTERS("32"),
        NULL};
    compare_with(&f, a, b, &(struct diff_options){0}, &(struct page_diff_options){0},
                 "SessionDetails { ProfilerCmdline: 'ncu --cache-control none app' }");
    has(&f, "Warning: different drivers: A 580.50; B 590.00\n");
    has(&f, "Warning: different clock control: A locked; B not locked\n");
    has(&f, "Warning: different cache control: A all; B none\n");
    has(&f, "Warning: different sections were collected, so the passes differ: only in A Speed, "
            "Work\n");
    has(&f, "Nothing differs: 1 launch");
    done(&f);
}

static void lines_fit_the_terminal(void **state)
{
    (void)state;
    struct fixture f;
    const char *const a[] = {
        LAUNCH("a_kernel_whose_name_is_longer_than_any_terminal_has_columns_for_it_and_goes_on",
               "8", DURATION("50000") INSTRUCTIONS("123456789012") REGISTERS("32")),
        NULL};
    const char *const b[] = {
        LAUNCH("a_kernel_whose_name_is_longer_than_any_terminal_has_columns_for_it_and_goes_on",
               "9", DURATION("60000") INSTRUCTIONS("223456789012") REGISTERS("40")),
        NULL};
    for (size_t columns = 80; columns <= 120; columns += 20) {
        compare_with(&f, a, b, &(struct diff_options){.scope = DIFF_ALL},
                     &(struct page_diff_options){.columns = columns}, "");
        for (const char *line = f.page; *line; line += strcspn(line, "\n") + 1)
            if (strcspn(line, "\n") > columns)
                fail_msg("longer than %zu: %s", columns, line);
        done(&f);
    }
}

/* --- rules --- */

static const char own_rule[] =
    "identifier: Own\nname: My own\nover: pair\n"
    "when: smsp__inst_executed.sum > before.smsp__inst_executed.sum\nfindings:\n"
    "- {type: warning, title: More, text: '{kernel}, {launches} x {before.smsp__inst_executed.sum} "
    "to {smsp__inst_executed.sum}, {100 * time_share|0}% of the time, see "
    "@section:Work:the work@.'}\n";

/* Compares, in this form, launches of f that execute more in B and one of g that does not. */
static void compare_more(struct fixture *f, enum page_format format, size_t columns,
                         const char *metrics)
{
    const char *const a[] = {PLAIN, PLAIN, LAUNCH("g", "1", DURATION("100000")), NULL};
#define MORE LAUNCH("f", "8", DURATION("50000") INSTRUCTIONS("3000") REGISTERS("32"))
    const char *const b[] = {MORE, MORE, LAUNCH("g", "1", DURATION("100000")), NULL};
    struct error error;
    struct rule_entry entry = {.rule = rule_load("own.yaml", own_rule, strlen(own_rule), &error)};
    assert_non_null(entry.rule);
    const struct rule_library library = {.entries = &entry, .count = 1};
    compare_with(f, a, b, &(struct diff_options){.rules = &library, .metrics = metrics},
                 &(struct page_diff_options){.format = format, .columns = columns}, "");
    rule_free(entry.rule);
}

static void rules_say_what_explains_a_change(void **state)
{
    (void)state;
    struct fixture f;
    compare_more(&f, FORMAT_TEXT, 0, NULL);
    has(&f, "changed\n\n    WRN   f(), 2 x 1000 to 3000, 50% of the time, see the work.\n\n");
    done(&f);
    compare_more(&f, FORMAT_TEXT, 40, NULL);
    has(&f, "    WRN   f(), 2 x 1000 to 3000, 50% of\n          the time, see the work.\n\n");
    done(&f);
    compare_more(&f, FORMAT_MARKDOWN, 0, NULL);
    has(&f, "\n\n> - **WRN** f(), 2 x 1000 to 3000, 50% of the time, see the work.\n\n");
    done(&f);
    compare_more(&f, FORMAT_TEXT, 0, "smsp__inst_executed.sum");
    page_lacks(&f, "WRN");
    done(&f);
    compare_more(&f, FORMAT_JSON, 0, NULL);
    struct json_node *page = json_expect(f.page);
    counts(page, "kernels[0].findings", 1);
    is(page, "kernels[0].findings[0].rule", "Own");
    is(page, "kernels[0].findings[0].type", "warning");
    is(page, "kernels[0].findings[0].title", "More");
    is(page, "kernels[0].findings[0].text",
       "f(), 2 x 1000 to 3000, 50% of the time, see the work.");
    lacks(page, "kernels[0].findings[0].origin");
    counts(page, "kernels[1].findings", 0);
    json_node_free(page);
    done(&f);
}

/* --- JSON --- */

static struct json_node *json_of(struct fixture *f, const char *const *a, const char *const *b,
                                 const struct diff_options *options)
{
    compare_with(f, a, b, options, &(struct page_diff_options){.format = FORMAT_JSON}, "");
    struct json_node *page = json_expect(f->page);
    return page;
}

static void json_has_every_metric(void **state)
{
    (void)state;
    struct fixture f;
    const char *const a[] = {PLAIN, NULL};
    const char *const b[] = {LAUNCH("f", "8",
                                    DURATION("60000") INSTRUCTIONS("1000") REGISTERS("40")
                                        CACHE("PreferL1") OCCUPANCY("50")),
                             NULL};
    struct json_node *page = json_of(&f, a, b, &(struct diff_options){0});
    is(page, "schema", "rooftop-diff");
    is(page, "version", "1");
    is(page, "a.path", "built");
    is(page, "b.launches", "1");
    is(page, "a.clocks", "locked");
    counts(page, "a.sections", 2);
    is(page, "a.sections[1]", "Work");
    counts(page, "warnings", 0);
    counts(page, "kernels", 1);
    const struct json_node *kernel = json_at(page, "kernels[0]");
    assert_null(json_at(kernel, "only_in"));
    is(kernel, "altered", "false");
    is(kernel, "a.name", "f()");
    is(kernel, "b.grid[0]", "8");
    is(kernel, "b.block[0]", "64");
    counts(kernel, "a.ids", 1);
    is(kernel, "total.unit", "ns");
    is(kernel, "total.a", "50000");
    is(kernel, "total.change", "10000");
    is(kernel, "mean.b", "60000");
    is(kernel, "share", "1");
    is(kernel, "duration.noise", "1800");
    is(kernel, "duration.estimated", "false");
    is(kernel, "duration.beyond_noise", "true");
    is(kernel, "duration.verdict", "worse");
    is(kernel, "sections[0].identifier", "launch");
    const struct json_node *metric = json_at(kernel, "sections[0].metrics[0]");
    is(metric, "name", "launch__registers_per_thread");
    is(metric, "label", "Registers Per Thread");
    is(metric, "a", "32");
    is(metric, "b", "40");
    is(metric, "change", "8");
    is(metric, "percent", "25");
    is(metric, "noise", "0");
    is(metric, "beyond_noise", "true");
    /* A text has no change, and what one side lacks is no change either. */
    metric = json_at(kernel, "sections[0].metrics[1]");
    is(metric, "name", "launch__func_cache_config");
    is(metric, "b", "PreferL1");
    is(metric, "verdict", "only B");
    assert_null(json_at(metric, "a"));
    assert_null(json_at(metric, "change"));
    assert_null(json_at(metric, "beyond_noise"));
    is(kernel, "sections[2].identifier", "Work");
    metric = json_at(kernel, "sections[2].metrics[0]");
    is(metric, "verdict", "equal");
    is(metric, "beyond_noise", "false");
    is(metric, "change", "0");
    assert_null(json_at(metric, "noise"));
    is(page, "total.change", "10000");
    is(page, "outcome.matched", "1");
    is(page, "outcome.unmatched", "0");
    is(page, "outcome.changed", "true");
    is(page, "outcome.worse", "true");
    is(page, "outcome.metrics.equal", "1");
    is(page, "outcome.metrics.only_b", "2");
    counts(page, "only_in_a", 0);
    counts(page, "only_in_b", 2);
    is(page, "error", "null");
    json_node_free(page);
    done(&f);
}

static void json_has_launches_of_one_side(void **state)
{
    (void)state;
    struct fixture f;
    const char *const a[] = {PLAIN, LAUNCH("gone\x1b[2J", "1", DURATION("7000")), NULL};
    const char *const b[] = {PLAIN, LAUNCH("come", "2", ""), LAUNCH("come", "2", ""), NULL};
    struct json_node *page = json_of(&f, a, b, &(struct diff_options){0});
    assert_null(strchr(f.page, 0x1b));
    counts(page, "kernels", 3);
    is(page, "kernels[0].only_in", "a");
    is(page, "kernels[0].a.name", "gone\x1b[2J()");
    is(page, "kernels[0].a.ids[0]", "1");
    is(page, "kernels[0].total.a", "7000");
    assert_null(json_at(page, "kernels[0].b"));
    assert_null(json_at(page, "kernels[0].total.b"));
    assert_null(json_at(page, "kernels[0].sections"));
    const struct json_node *come = json_at(page, "kernels[2]");
    is(come, "only_in", "b");
    counts(come, "b.ids", 2);
    is(come, "b.ids[1]", "2");
    assert_null(json_at(come, "total.b"));
    is(page, "outcome.matched", "1");
    is(page, "outcome.unmatched", "3");
    is(page, "outcome.changed", "false");
    json_node_free(page);
    done(&f);
}

static void json_tells_of_damage(void **state)
{
    (void)state;
    struct fixture f;
    const char *const a[] = {PLAIN, NULL};
    f = (struct fixture){0};
    f.reports[0] = build_launches(&f.builds[0], a, "");
    build_begin(&f.builds[1], 7);
    build_raw_entry(&f.builds[1], "\xff", 1);
    build_entry(&f.builds[1], &rep__profile_result__descriptor, PLAIN);
    build_block(&f.builds[1], "NumResults: 2 StringTable { " NAMES "}");
    f.reports[1] = build_open(&f.builds[1]);
    f.diff = report_diff_new(f.reports[0], f.reports[1], &(struct diff_options){0}, &f.error);
    assert_non_null(f.diff);
    size_t length;
    char problem[128];
    FILE *out = open_memstream(&f.page, &length);
    page_diff_print(f.diff, &(struct page_diff_options){.format = FORMAT_JSON}, out, &f.outcome,
                    &f.error);
    fclose(out);
    struct json_node *page = json_parse(f.page, length, problem);
    assert_non_null(page);
    is(page, "b.damaged", "1");
    is(page, "b.launches", "1");
    counts(page, "kernels", 1);
    json_node_free(page);
    done(&f);
}

static void markdown_has_tables(void **state)
{
    (void)state;
    struct fixture f;
    struct page_diff_options options = {.format = FORMAT_MARKDOWN, .naming = METRIC_LABEL_NAME};
    const char *const a[] = {LAUNCH("f|`", "8", DURATION("50000") REGISTERS("32")),
                             LAUNCH("gone", "1", ""), NULL};
    const char *const b[] = {LAUNCH("f|`", "9", DURATION("60000") REGISTERS("40")), NULL};
    compare_with(&f, a, b, &(struct diff_options){0}, &options, "");
    has(&f, "- **A**: `built`: ");
    has(&f, ", 2 launches\n- **B**: `built`: ");
    has(&f, "\n| Kernel | Total A | Total B | Change | % | Share | Verdict |\n"
            "| --- | ---: | ---: | ---: | ---: | ---: | --- |\n"
            "| ``f\\|`()`` (8, 1, 1)x(64, 1, 1)<br>B: ``f\\|`()`` (9, 1, 1)x(64, 1, 1), 1.12 times "
            "the threads | 50 us | 60 us | +10 us | +20.0 % | 100 % | resized |\n");
    has(&f,
        "\n| `gone()` (1, 1, 1)x(64, 1, 1), 1 launch only in A (\\#1) |  |  |  |  |  | only A |\n"
        "| All | 50 us | 60 us | +10 us | +20.0 % |  |  |\n\n");
    has(&f,
        "\n### ``f|`()`` (8, 1, 1)x(64, 1, 1), B: ``f|`()`` (9, 1, 1)x(64, 1, 1)\n\n"
        "#### Launch\n\n"
        "| Metric Name | Metric Unit | A | B | Change | % | Verdict |\n"
        "| --- | --- | ---: | ---: | ---: | ---: | --- |\n"
        "| Registers Per Thread `launch__registers_per_thread` | register/thread | 32 | 40 | +8 "
        "| +25.0 % | changed |\n\n");
    page_lacks(&f, "Instructions");
    done(&f);
    compare_with(&f, a, a, &(struct diff_options){0}, &options, "");
    assert_string_equal(f.page, "Nothing differs: 2 launches, 2 metrics equal, 0 within noise\n\n");
    done(&f);
}

/* Two results that nothing would match are compared all the same. */
static void one_result_of_each_side(void **state)
{
    (void)state;
    struct fixture f;
    const char *const a[] = {PLAIN, LAUNCH("slow", "8", DURATION("90000") REGISTERS("40")), NULL};
    const char *const b[] = {LAUNCH("other", "2", DURATION("10000")),
                             LAUNCH("fast", "4", DURATION("30000") REGISTERS("32")), PLAIN, NULL};
    const size_t only[] = {1, 1}, none[] = {1, 7};
    compare_with(&f, a, b, &(struct diff_options){.only = only}, &(struct page_diff_options){0},
                 "");
    assert_int_equal(f.diff->group_count, 1);
    assert_int_equal(f.diff->groups[0].launches[0].a, 1);
    assert_int_equal(f.diff->groups[0].launches[0].b, 1);
    assert_int_equal(f.outcome.matched, 1);
    assert_int_equal(f.outcome.unmatched, 0);
    has(&f, "slow");
    has(&f, "fast");
    has(&f, "-66.7 %");
    page_lacks(&f, "other()");
    done(&f);
    compare_with(&f, a, b, &(struct diff_options){.only = none}, &(struct page_diff_options){0},
                 "");
    assert_null(f.diff);
    done(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_is_one_line),
        cmocka_unit_test(what_changed_is_told),
        cmocka_unit_test(groups_are_by_change_of_total_time),
        cmocka_unit_test(other_shapes_and_templates_are_named),
        cmocka_unit_test(times_of_other_grids_are_not_judged),
        cmocka_unit_test(names_choose_what_is_compared),
        cmocka_unit_test(nothing_of_the_name_is_an_error),
        cmocka_unit_test(metrics_of_one_side_are_named_once),
        cmocka_unit_test(values_that_are_none),
        cmocka_unit_test(unfair_comparisons_are_warned_of),
        cmocka_unit_test(lines_fit_the_terminal),
        cmocka_unit_test(rules_say_what_explains_a_change),
        cmocka_unit_test(json_has_every_metric),
        cmocka_unit_test(json_has_launches_of_one_side),
        cmocka_unit_test(json_tells_of_damage),
        cmocka_unit_test(markdown_has_tables),
        cmocka_unit_test(one_result_of_each_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
