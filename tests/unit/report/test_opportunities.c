#include "report/rules/opportunities.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/page_parts/cause_cells.h"
#include "report/rules/rule_load.h"

#define DURATION(ns) METRIC("0", "DoubleValue: " ns)
/* A finding of a rule of this name and title; `speedup` is the text of its value or type. */
#define SAYS(title, speedup)                                                                       \
    "Items { Message { Message: 'm' Type: Optimization Name: '" title "' } Speedup { " speedup     \
    " } } "
#define RULE(name, items)                                                                          \
    "RuleResults { Identifier: '" name "' DisplayName: 'The " name                                 \
    "' SectionIdentifier: 'Own' Body { " items "} } "
#define GLOBAL(percent) "SpeedupType: Global Value: " percent
#define LOCAL(percent) "SpeedupType: Local Value: " percent

struct fixture {
    struct build build;
    struct report *report;
    struct rule_entry entry;
    struct rule_library library;
    struct opportunities *all;
    const struct opportunity *list;
    size_t count;
};

static void sum_up(struct fixture *f, const char *const *results, const char *rule)
{
    struct error error;
    *f = (struct fixture){0};
    build_begin(&f->build, 7);
    size_t count = 0;
    for (; results[count]; count++)
        build_entry(&f->build, &rep__profile_result__descriptor, results[count]);
    char *header =
        mem_printf("NumResults: %zu StringTable { Strings: 'gpu__time_duration.sum' }", count);
    build_block(&f->build, header);
    free(header);
    f->report = build_open(&f->build);
    f->library = (struct rule_library){.entries = &f->entry, .count = rule != NULL};
    f->entry.rule = rule ? rule_load("own.yaml", rule, strlen(rule), &error) : NULL;
    if (rule && !f->entry.rule)
        fail_msg("%s", error.text);
    f->all = opportunities_new(&f->library);
    for (size_t i = 0; i < count; i++) {
        struct result *result = report_result(f->report, i, &error);
        assert_non_null(result);
        opportunities_add(f->all, result, result->rules, result->rule_count);
        report_drop(f->report, i);
    }
    f->list = opportunities_ranked(f->all, &f->count);
}

static void done(struct fixture *f)
{
    opportunities_free(f->all);
    rule_free(f->entry.rule);
    report_close(f->report);
    build_free(&f->build);
}

static void is(const struct opportunity *o, const char *kernel, const char *rule, const char *title,
               bool local, size_t launches)
{
    char name[32];
    snprintf(name, sizeof name, "%s<8>(T *)", kernel);
    assert_string_equal(o->kernel, name);
    assert_string_equal(o->rule, rule);
    assert_string_equal(o->title, title);
    assert_int_equal(o->local, local);
    assert_int_equal(o->launches, launches);
}

static void numbers(const struct opportunity *o, double duration, double speedup, double saving,
                    double share)
{
    assert_float_equal(o->duration, duration, 1e-9);
    assert_float_equal(o->speedup, speedup, 1e-9);
    assert_float_equal(o->saving, saving, 1e-9);
    assert_float_equal(o->share, share, 1e-12);
}

static void savings_are_added_up_over_launches(void **state)
{
    (void)state;
    struct fixture f;
    sum_up(&f,
           (const char *const[]){KERNEL("f") DURATION("1000") RULE("A", SAYS("t", GLOBAL("50"))),
                                 KERNEL("g") DURATION("6000") RULE("A", SAYS("t", GLOBAL("10"))),
                                 KERNEL("f") DURATION("3000") RULE("A", SAYS("t", GLOBAL("30")))
                                     RULE("B", SAYS("u", LOCAL("90"))),
                                 KERNEL("f") DURATION("10000"), NULL},
           NULL);
    assert_int_equal(f.count, 3);
    is(&f.list[0], "f", "A", "t", false, 2);
    /* 1000 * 50 % + 3000 * 30 %, of 20000 */
    numbers(&f.list[0], 4000, 35, 1400, 0.07);
    assert_int_equal(f.list[0].result, 2);
    assert_false(f.list[0].together);
    assert_string_equal(f.list[0].rule_name, "The A");
    assert_string_equal(f.list[0].section, "Own");
    is(&f.list[1], "g", "A", "t", false, 1);
    numbers(&f.list[1], 6000, 10, 600, 0.03);
    /* Local ones come last, whatever they promise. */
    is(&f.list[2], "f", "B", "u", true, 1);
    numbers(&f.list[2], 3000, 90, 2700, 0.135);
    struct opportunity_totals totals = opportunities_totals(f.all);
    assert_int_equal(totals.results, 4);
    assert_int_equal(totals.timed, 4);
    assert_int_equal(totals.kernels, 2);
    assert_float_equal(totals.duration, 20000, 0);
    done(&f);
}

/* What is known of a part of a kernel only is told, but behind all that is known of its time. */
static void a_cause_of_a_part_stands_apart(void **state)
{
    (void)state;
    struct fixture f;
    size_t count, partial;
    sum_up(&f,
           (const char *const[]){KERNEL("f") DURATION("10000") RULE("A", SAYS("t", GLOBAL("10"))),
                                 KERNEL("g") DURATION("30000") RULE("B", SAYS("u", LOCAL("90"))),
                                 NULL},
           NULL);
    const struct cause *causes = opportunities_causes(f.all, &count);
    assert_int_equal(count, 1);
    assert_string_equal(causes[0].name, "t");
    assert_false(causes[0].partial);
    assert_float_equal(opportunities_saving(f.all), 1000, 1e-9);
    assert_false(opportunities_overlap(f.all));
    causes = opportunities_partial(f.all, &partial);
    assert_int_equal(partial, 1);
    assert_string_equal(causes[0].name, "u");
    assert_true(causes[0].partial);
    assert_float_equal(causes[0].saving, 27000, 1e-9);
    assert_int_equal(causes[0].result, 1);
    done(&f);
}

static void overlap_is(const char *const *results, bool overlap)
{
    struct fixture f;
    sum_up(&f, results, NULL);
    assert_int_equal(opportunities_overlap(f.all), overlap);
    char *note = cause_note(f.all, false);
    assert_int_equal(strstr(note, "Savings of one kernel overlap") != NULL, overlap);
    free(note);
    done(&f);
}

/* Only causes of the same kernel are about the same time. */
static void it_is_said_where_savings_overlap(void **state)
{
    (void)state;
    overlap_is((const char *const[]){KERNEL("f") DURATION("10000")
                                         RULE("A", SAYS("t", GLOBAL("10")))
                                             RULE("B", SAYS("u", GLOBAL("20"))),
                                     NULL},
               true);
    overlap_is(
        (const char *const[]){KERNEL("f") DURATION("10000") RULE("A", SAYS("t", GLOBAL("10"))),
                              KERNEL("g") DURATION("10000") RULE("B", SAYS("u", GLOBAL("20"))),
                              NULL},
        false);
    overlap_is((const char *const[]){KERNEL("f") DURATION("10000")
                                         RULE("A", SAYS("t", GLOBAL("10")))
                                             RULE("B", SAYS("u", LOCAL("20"))),
                                     NULL},
               false);
}

/* A kernel that waits is limited by what a tenth of its time goes into, a busy one by a third. */
static void what_saves_little_limits_nothing(void **state)
{
    (void)state;
    struct fixture f;
    sum_up(&f,
           (const char *const[]){KERNEL("f") DURATION("10000") RULE("A", SAYS("t", GLOBAL("20"))),
                                 NULL},
           NULL);
    assert_string_equal(opportunities_limit(f.all, 10, 50)->name, "t");
    assert_null(opportunities_limit(f.all, 70, 50));
    assert_null(opportunities_limit(f.all, 10, 90));
    done(&f);
}

static void what_is_different_stays_apart(void **state)
{
    (void)state;
    struct fixture f;
    sum_up(&f,
           (const char *const[]){
               KERNEL("f") DURATION("100")
                   RULE("A", SAYS("t", GLOBAL("10")) SAYS("u", GLOBAL("20")) SAYS("t", LOCAL("30")))
                       RULE("B", SAYS("t", GLOBAL("40"))),
               NULL},
           NULL);
    assert_int_equal(f.count, 4);
    is(&f.list[0], "f", "B", "t", false, 1);
    is(&f.list[1], "f", "A", "u", false, 1);
    is(&f.list[2], "f", "A", "t", false, 1);
    is(&f.list[3], "f", "A", "t", true, 1);
    done(&f);
}

static void a_launch_counts_once(void **state)
{
    (void)state;
    struct fixture f;
    sum_up(&f,
           (const char *const[]){
               KERNEL("f") DURATION("1000") RULE(
                   "A", SAYS("t", GLOBAL("10")) SAYS("t", GLOBAL("30")) SAYS("t", GLOBAL("20"))),
               KERNEL("f") DURATION("1000") RULE("A", SAYS("t", GLOBAL("50"))), NULL},
           NULL);
    assert_int_equal(f.count, 1);
    assert_int_equal(f.list[0].launches, 2);
    numbers(&f.list[0], 2000, 40, 800, 0.4);
    done(&f);
}

static void what_promises_nothing_is_left_out(void **state)
{
    (void)state;
    struct fixture f;
    sum_up(
        &f,
        (const char *const[]){
            KERNEL("f") DURATION("1000") RULE(
                "A",
                "Items { Message { Message: 'm' Type: Optimization } } " SAYS("zero", GLOBAL("0"))
                    SAYS("less", GLOBAL("-5")) SAYS("nothing", "SpeedupType: Global")
                        SAYS("not", GLOBAL("nan")) SAYS("much", GLOBAL("250")) SAYS(
                            "unknown",
                            "Value: 5")) "RuleResults { Identifier: 'N' DisplayName: 'No body' } ",
            NULL},
        NULL);
    assert_int_equal(f.count, 2);
    is(&f.list[0], "f", "A", "much", false, 1);
    numbers(&f.list[0], 1000, 100, 1000, 1);
    is(&f.list[1], "f", "A", "unknown", true, 1);
    done(&f);
}

static void without_durations_speedups_rank(void **state)
{
    (void)state;
    struct fixture f;
    sum_up(&f,
           (const char *const[]){KERNEL("f") RULE("A", SAYS("t", GLOBAL("10"))),
                                 KERNEL("g") RULE("A", SAYS("t", GLOBAL("40"))),
                                 KERNEL("f") RULE("A", SAYS("t", GLOBAL("30"))), NULL},
           NULL);
    assert_int_equal(f.count, 2);
    is(&f.list[0], "g", "A", "t", false, 1);
    is(&f.list[1], "f", "A", "t", false, 2);
    numbers(&f.list[1], 0, 20, 0, 0);
    assert_int_equal(opportunities_totals(f.all).timed, 0);
    done(&f);
}

static void rules_over_several_results_have_items_of_their_own(void **state)
{
    (void)state;
    struct fixture f;
    sum_up(
        &f,
        (const char *const[]){KERNEL("f") DURATION("1000"),
                              KERNEL("g") DURATION("500") RULE("A", SAYS("t", GLOBAL("80"))),
                              KERNEL("f") DURATION("3000"), NULL},
        "identifier: Own\nname: My own\nover: kernel\nfindings:\n"
        "- {type: optimization, title: Many, when: launches > 1, text: x, speedup: {value: 25}}\n"
        "- {type: information, text: y}\n");
    assert_int_equal(f.count, 2);
    is(&f.list[0], "f", "Own", "Many", false, 2);
    assert_true(f.list[0].together);
    assert_string_equal(f.list[0].section, "");
    numbers(&f.list[0], 4000, 25, 1000, 1000 / 4500.0);
    is(&f.list[1], "g", "A", "t", false, 1);
    size_t count;
    const struct rule_group_finding *found = opportunities_together(f.all, &count);
    assert_int_equal(count, 2);
    assert_string_equal(found[0].kernel, "f<8>(T *)");
    assert_int_equal(found[0].rule->body->n_items, 2);
    assert_string_equal(found[1].kernel, "g<8>(T *)");
    assert_int_equal(found[1].rule->body->n_items, 1);
    done(&f);
}

static void more_can_be_added_later(void **state)
{
    (void)state;
    struct fixture f;
    struct error error;
    sum_up(&f,
           (const char *const[]){KERNEL("f") DURATION("1000") RULE("A", SAYS("t", GLOBAL("50"))),
                                 NULL},
           NULL);
    numbers(&f.list[0], 1000, 50, 500, 0.5);
    struct result *result = report_result(f.report, 0, &error);
    opportunities_add(f.all, result, result->rules, result->rule_count);
    opportunities_add(f.all, result, NULL, 0);
    f.list = opportunities_ranked(f.all, &f.count);
    assert_int_equal(f.count, 1);
    numbers(&f.list[0], 2000, 50, 1000, 1 / 3.0);
    done(&f);
}

/* The list of before stands until the next one is complete, however far that is. */
static void lists_are_made_in_steps(void **state)
{
    (void)state;
    struct fixture whole, f;
    struct error error;
    size_t steps = 0, count;
    const char *const results[] = {KERNEL("f") DURATION("1000") RULE("A", SAYS("t", GLOBAL("50"))),
                                   KERNEL("g") DURATION("9000") RULE("A", SAYS("t", GLOBAL("10"))),
                                   KERNEL("h") DURATION("9000") RULE("B", SAYS("u", LOCAL("90"))),
                                   NULL};
    const char *rule = "identifier: Own\nname: My own\nover: kernel\nfindings:\n"
                       "- {type: optimization, title: Many, text: x, speedup: {value: 20}}\n";
    sum_up(&whole, results, rule);
    sum_up(&f, results, rule);
    assert_int_equal(f.count, 6);
    struct result *result = report_result(f.report, 0, &error);
    opportunities_add(f.all, result, result->rules, result->rule_count);
    for (; !opportunities_step(f.all, NULL, NULL); steps++) {
        assert_true(steps < 100);
        assert_memory_equal(&f.list[1].saving, &whole.list[1].saving, sizeof(double));
        assert_string_equal(f.list[5].title, whole.list[5].title);
    }
    assert_true(steps > 8);
    assert_true(opportunities_step(f.all, NULL, NULL));
    result = report_result(whole.report, 0, &error);
    opportunities_add(whole.all, result, result->rules, result->rule_count);
    whole.list = opportunities_ranked(whole.all, &whole.count);
    const struct opportunity *list = opportunities_ranked(f.all, &count);
    assert_ptr_not_equal(list, f.list);
    assert_int_equal(count, whole.count);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(list[i].kernel, whole.list[i].kernel);
        assert_string_equal(list[i].title, whole.list[i].title);
        numbers(&list[i], whole.list[i].duration, whole.list[i].speedup, whole.list[i].saving,
                whole.list[i].share);
    }
    done(&whole);
    done(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_made_in_steps),
        cmocka_unit_test(savings_are_added_up_over_launches),
        cmocka_unit_test(a_cause_of_a_part_stands_apart),
        cmocka_unit_test(it_is_said_where_savings_overlap),
        cmocka_unit_test(what_saves_little_limits_nothing),
        cmocka_unit_test(what_is_different_stays_apart),
        cmocka_unit_test(a_launch_counts_once),
        cmocka_unit_test(what_promises_nothing_is_left_out),
        cmocka_unit_test(without_durations_speedups_rank),
        cmocka_unit_test(rules_over_several_results_have_items_of_their_own),
        cmocka_unit_test(more_can_be_added_later),
    };
    return cmocka_run_group_tests_name("opportunities", tests, NULL, NULL);
}
