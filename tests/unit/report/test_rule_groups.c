#include "report/rules/rule_groups.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/rules/rule_load.h"

/* Metrics by their number in the names. */
#define NAMES                                                                                      \
    "Strings: 'gpu__time_duration.sum' Strings: 'a__x' Strings: 't__x' Strings: "                  \
    "'launch__shared_mem_per_block_dynamic' Strings: "                                             \
    "'device__attribute_compute_capability_major' Strings: "                                       \
    "'device__attribute_compute_capability_minor' Strings: 'device__attribute_display_name' "
#define DURATION(ns) METRIC("0", "DoubleValue: " ns)
#define A(value) METRIC("1", "Uint64Value: " value)
#define TEXT(value) METRIC("2", "StringValue: '" value "'")
#define SHARED(bytes) METRIC("3", "Uint64Value: " bytes)
#define ARCH(major, minor) METRIC("4", "Uint64Value: " major) METRIC("5", "Uint64Value: " minor)
#define CHIP(name) METRIC("6", "StringValue: '" name "'")
#define SHAPED(name, grid, block)                                                                  \
    "ThreadID: 1 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: 'm' "                \
    "KernelFunctionName: '" name "' KernelDemangledName: '" name "()' WorkDimensions: 3 "          \
    "GlobalWorkOffset { } GridSize { X: " grid " Y: 1 Z: 1 } BlockSize { X: " block                \
    " Y: 1 Z: 1 } Source {} "
#define PLAIN(name) SHAPED(name, "8", "64")

enum { MOST_RULES = 4 };

struct fixture {
    struct build build;
    struct report *report;
    struct rule_entry entries[MOST_RULES];
    struct rule_library library;
    struct rule_groups *groups;
    size_t results;
};

static void open(struct fixture *f, const char *const *results, const char *const *rules)
{
    struct error error;
    *f = (struct fixture){.library.entries = f->entries};
    build_begin(&f->build, 7);
    for (; results[f->results]; f->results++)
        build_entry(&f->build, &rep__profile_result__descriptor, results[f->results]);
    char *header = mem_printf("NumResults: %zu StringTable { " NAMES "}", f->results);
    build_block(&f->build, header);
    free(header);
    f->report = build_open(&f->build);
    for (; rules[f->library.count]; f->library.count++) {
        const char *text = rules[f->library.count];
        struct rule *rule = rule_load("own.yaml", text, strlen(text), &error);
        if (!rule)
            fail_msg("%s", error.text);
        f->entries[f->library.count].rule = rule;
    }
    f->groups = rule_groups_new(&f->library);
}

static void add(struct fixture *f)
{
    struct error error;
    for (size_t i = 0; i < f->results; i++) {
        struct result *result = report_result(f->report, i, &error);
        assert_non_null(result);
        rule_groups_add(f->groups, result);
        report_drop(f->report, i);
    }
}

static void done(struct fixture *f)
{
    rule_groups_free(f->groups);
    for (size_t i = 0; i < f->library.count; i++)
        rule_free(f->entries[i].rule);
    report_close(f->report);
    build_free(&f->build);
}

/* Says so at the asking of that number, from 0 on. */
struct interruption {
    size_t at, asked;
};

static bool stop_there(void *context)
{
    struct interruption *stop = context;
    return stop->asked++ == stop->at;
}

/* A line for each message: "KERNEL RULE launches duration: text". */
static void says(struct fixture *f, const char *wanted)
{
    struct strbuf text = {0};
    size_t count;
    const struct rule_group_finding *found = rule_groups_run(f->groups, &count);
    strbuf_adds(&text, "");
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < found[i].rule->body->n_items; j++)
            strbuf_addf(&text, "%s %s %zu %g: %s\n", found[i].kernel ? found[i].kernel : "-",
                        found[i].rule->identifier, found[i].launches, found[i].duration,
                        found[i].rule->body->items[j]->message->message);
    assert_string_equal(text.data, wanted);
    strbuf_free(&text);
}

#define OVER(over, id) "identifier: " id "\nname: Own\nover: " over "\n"
#define SAY(text) "findings:\n- {type: warning, text: '" text "'}\n"

static void look(const char *const *results, const char *const *rules, const char *wanted)
{
    struct fixture f;
    open(&f, results, rules);
    add(&f);
    says(&f, wanted);
    done(&f);
}

/* The same in steps, of which one is given up: at each place where it can be. */
static void look_in_steps(const char *const *results, const char *const *rules, const char *wanted)
{
    struct interruption stop = {0};
    for (stop.at = 0; stop.at <= stop.asked; stop.at++) {
        struct fixture f;
        size_t steps = 0;
        open(&f, results, rules);
        add(&f);
        stop.asked = 0;
        while (!rule_groups_step(f.groups, stop_there, &stop))
            assert_true(steps++ < 1000);
        assert_true(steps > 3);
        says(&f, wanted);
        done(&f);
    }
    assert_true(stop.at > 5);
}

static void launches_are_instances(void **state)
{
    (void)state;
    look((const char *const[]){PLAIN("f") A("3") DURATION("10"), PLAIN("g") A("100") DURATION("7"),
                               PLAIN("f") A("5") DURATION("30"), PLAIN("f") DURATION("20"), NULL},
         (const char *const[]){
             OVER("kernel", "K")
                 SAY("{kernel} {launches} {a__x} {count(a__x)} {largest(a__x)} "
                     "{top_ids(a__x, 2)} {sum(a__x * 2)} {a__x[\"2\"]} {a__x[\"9\"]} "
                     "{time_share|2} {kernels}"),
             OVER("report", "R") SAY("{kernel} {launches} {a__x} {mean(a__x)} {top_ids(a__x, 9)} "
                                     "{time_share} {kernels}"),
             NULL},
         "- R 4 67: n/a 4 108 36 1, 2, 0 1 2\n"
         "f() K 3 60: f() 3 8 2 5 2, 0 16 5 0 0.90 1\n"
         "g() K 1 7: g() 1 100 1 100 1 200 0 0 0.10 1\n");
}

static void what_no_launch_has_is_absent(void **state)
{
    (void)state;
    look((const char *const[]){PLAIN("f") TEXT("word"), PLAIN("f") A("1"), NULL},
         (const char *const[]){OVER("kernel", "K") SAY("{has(t__x)} {has(z__x)} {has(a__x)} "
                                                       "{has(time_share)}"),
                               OVER("kernel", "L") "requires: [z__x]\n" SAY("x"), NULL},
         "f() K 2 0: 0 0 1 0\n");
}

static void configurations_differ_in_shape(void **state)
{
    (void)state;
    look((const char *const[]){SHAPED("f", "8", "64"), SHAPED("f", "8", "64"),
                               SHAPED("f", "16", "64"), SHAPED("f", "8", "32"),
                               SHAPED("f", "8", "64") SHARED("1024"), SHAPED("g", "8", "64"),
                               SHAPED("g", "8", "64"), NULL},
         (const char *const[]){OVER("kernel", "K") SAY("{configurations}"),
                               OVER("report", "R") SAY("{configurations}"), NULL},
         "- R 7 0: 5\nf() K 5 0: 4\ng() K 2 0: 1\n");
}

static void shapes_are_numbered_by_their_time(void **state)
{
    (void)state;
    look((const char *const[]){SHAPED("f", "8", "64") DURATION("10"),
                               SHAPED("f", "9", "64") DURATION("15"),
                               SHAPED("f", "8", "64") DURATION("30"), SHAPED("f", "7", "64"),
                               SHAPED("f", "6", "64") DURATION("90"), NULL},
         (const char *const[]){OVER("kernel", "K") "let: {d: gpu__time_duration.sum}\n" SAY(
                                   "{top_ids(configuration, 9)} {sum(d * (configuration == 2))} "
                                   "{smallest(d / (configuration == 2))} {count(configuration)}"),
                               OVER("report", "R") SAY("{has(configuration)}"), NULL},
         "- R 5 145: 0\nf() K 5 145: 3, 1, 0, 2, 4 40 10 5\n");
}

static void kernels_are_ordered_by_time(void **state)
{
    (void)state;
    look((const char *const[]){PLAIN("f") DURATION("10"), PLAIN("g") DURATION("30"),
                               PLAIN("h") DURATION("20"), PLAIN("f") DURATION("15"), NULL},
         (const char *const[]){OVER("kernel", "K") SAY("x"), OVER("kernel", "L") SAY("y"), NULL},
         "g() K 1 30: x\ng() L 1 30: y\nf() K 2 25: x\nf() L 2 25: y\nh() K 1 20: x\nh() L 1 20: "
         "y\n");
}

static void chips_are_kept_apart(void **state)
{
    (void)state;
    look((const char *const[]){PLAIN("f") CHIP("H100") ARCH("9", "0"),
                               PLAIN("f") CHIP("A100") ARCH("8", "0"),
                               PLAIN("f") CHIP("H100") ARCH("9", "0"), NULL},
         (const char *const[]){OVER("kernel", "K") SAY("{launches} {capability}"),
                               OVER("report", "R") SAY("{launches} {has(capability)}"), NULL},
         "- R 3 0: 3 0\nf() K 2 0: 2 9\nf() K 1 0: 1 8\n");
}

static void scopes_choose_what_is_seen(void **state)
{
    (void)state;
    struct fixture f;
    const char *const rules[] = {OVER("report", "A") SAY("{launches} {is_range}"),
                                 OVER("report", "K") "scope: kernel\n" SAY("{launches} {is_range}"),
                                 OVER("report", "R") "scope: range\n" SAY("{launches} {is_range}"),
                                 NULL};
    open(&f, (const char *const[]){NULL}, rules);
    report_close(f.report);
    build_free(&f.build);
    f.build = (struct build){0};
    build_sample(&f.build);
    f.report = build_open(&f.build);
    f.results = report_count(f.report);
    assert_int_equal(f.results, 4);
    add(&f);
    says(&f, "- A 4 7500: 4 0\n- K 2 4000: 2 0\n- R 2 3500: 2 1\n");
    done(&f);
}

static void rules_that_are_off_or_of_results_are_not_run(void **state)
{
    (void)state;
    struct fixture f;
    open(&f, (const char *const[]){PLAIN("f"), NULL},
         (const char *const[]){OVER("report", "R") SAY("x"), OVER("kernel", "K") SAY("x"),
                               OVER("result", "S") "section: Own\n" SAY("x"),
                               OVER("pair", "P") SAY("x"), NULL});
    f.entries[0].off = true;
    add(&f);
    says(&f, "f() K 1 0: x\n");
    done(&f);
}

static void more_can_be_added(void **state)
{
    (void)state;
    struct fixture f;
    open(&f, (const char *const[]){PLAIN("f") A("3"), NULL},
         (const char *const[]){OVER("kernel", "K") SAY("{launches} {a__x}"), NULL});
    says(&f, "");
    add(&f);
    says(&f, "f() K 1 0: 1 3\n");
    says(&f, "f() K 1 0: 1 3\n");
    add(&f);
    says(&f, "f() K 2 0: 2 6\n");
    done(&f);
}

static void of_several_reports_ids_are_places_in_the_list(void **state)
{
    (void)state;
    struct fixture f;
    struct error error;
    open(&f, (const char *const[]){PLAIN("f") A("3"), NULL},
         (const char *const[]){OVER("kernel", "K") SAY("{top_ids(a__x, 9)}"), NULL});
    assert_true(report_add_bytes(f.report, "again", (const uint8_t *)f.build.file.data,
                                 f.build.file.length, &error));
    f.results = 2;
    add(&f);
    says(&f, "f() K 2 0: 0, 1\n");
    done(&f);
}

static void steps_that_are_given_up_are_made_again(void **state)
{
    (void)state;
    look_in_steps(
        (const char *const[]){KERNEL("f") DURATION("100") A("1"),
                              KERNEL("g") DURATION("900") A("4"),
                              KERNEL("f") DURATION("300") A("2"), NULL},
        (const char *const[]){
            OVER("report", "All") "let: {x: a__x, y: sum(x)}\n"
                                  "findings:\n- {type: warning, text: '{y} of {kernels}'}\n",
            OVER("kernel", "Each") "requires: [a__x]\nlet: {x: a__x}\n"
                                   "findings:\n- first:\n"
                                   "  - {when: x > 3, type: warning, text: 'many: {x}'}\n"
                                   "  - {type: warning, text: 'few: {x}'}\n",
            NULL},
        "- All 3 1300: 7 of 2\n"
        "g<8>(T *) Each 1 900: many: 4\n"
        "f<8>(T *) Each 2 400: few: 3\n");
}

static void what_is_added_in_between_counts(void **state)
{
    (void)state;
    struct fixture f;
    open(&f, (const char *const[]){KERNEL("f") DURATION("100"), KERNEL("g") DURATION("200"), NULL},
         (const char *const[]){OVER("kernel", "Own") SAY("{launches}"), NULL});
    add(&f);
    says(&f, "g<8>(T *) Own 1 200: 1\nf<8>(T *) Own 1 100: 1\n");
    add(&f);
    for (int i = 0; i < 3; i++)
        assert_false(rule_groups_step(f.groups, NULL, NULL));
    add(&f);
    says(&f, "g<8>(T *) Own 3 600: 3\nf<8>(T *) Own 3 300: 3\n");
    done(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_that_are_given_up_are_made_again),
        cmocka_unit_test(what_is_added_in_between_counts),
        cmocka_unit_test(launches_are_instances),
        cmocka_unit_test(what_no_launch_has_is_absent),
        cmocka_unit_test(configurations_differ_in_shape),
        cmocka_unit_test(shapes_are_numbered_by_their_time),
        cmocka_unit_test(kernels_are_ordered_by_time),
        cmocka_unit_test(chips_are_kept_apart),
        cmocka_unit_test(scopes_choose_what_is_seen),
        cmocka_unit_test(rules_that_are_off_or_of_results_are_not_run),
        cmocka_unit_test(more_can_be_added),
        cmocka_unit_test(of_several_reports_ids_are_places_in_the_list),
    };
    return cmocka_run_group_tests_name("rule_groups", tests, NULL, NULL);
}
