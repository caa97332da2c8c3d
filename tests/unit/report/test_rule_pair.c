#include "report/rules/rule_pair.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/rules/rule_load.h"

struct fixture {
    struct rule_entry entries[5];
    struct rule_library library;
    struct name_index metrics;
    struct metric_change changes[64];
    struct rule_pair pair;
    struct rule_findings found;
};

/* Values of both sides of some metrics; NAN: a side has none. */
struct value {
    const char *metric;
    double a, b;
};

/* One launch on each side. */
static void look(struct fixture *f, const struct value *values, size_t count)
{
    for (size_t i = 0; i < f->metrics.count; i++)
        f->changes[i] = (struct metric_change){.a = NAN, .b = NAN};
    double duration = 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(values[i].metric, "gpu__time_duration.sum") == 0)
            duration = values[i].b;
    for (size_t i = 0; i < count; i++) {
        size_t known = f->metrics.count, at = name_index_add(&f->metrics, values[i].metric);
        if (at == known)
            fail_msg("no rule looks at %s", values[i].metric);
        f->changes[at] =
            metric_change_judge(values[i].metric, &values[i].a, 1, &values[i].b, 1, duration);
    }
    f->pair.metrics = &f->metrics;
    f->pair.changes = f->changes;
    rule_pair_run(&f->library, &f->pair, &f->found);
}

static void open(struct fixture *f, const char *const *rules)
{
    *f = (struct fixture){
        .library.entries = f->entries,
        .pair = {
            .kernel = "f()", .launches = 3, .time_share = 0.25, .arch = 90, .is_kernel = true}};
    for (; rules[f->library.count]; f->library.count++) {
        struct error error;
        const char *text = rules[f->library.count];
        struct rule *rule = rule_load("own.yaml", text, strlen(text), &error);
        if (!rule)
            fail_msg("%s", error.text);
        f->entries[f->library.count].rule = rule;
    }
    rule_pair_metrics(&f->library, &f->metrics);
}

static void done(struct fixture *f)
{
    rule_findings_free(&f->found);
    name_index_free(&f->metrics);
    for (size_t i = 0; i < f->library.count; i++)
        rule_free(f->entries[i].rule);
}

/* The messages, a line each. */
static void says(struct fixture *f, const char *wanted)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    for (size_t i = 0; i < f->found.count; i++)
        for (size_t j = 0; j < f->found.results[i]->body->n_items; j++)
            strbuf_addf(&text, "%s\n", f->found.results[i]->body->items[j]->message->message);
    assert_string_equal(text.data, wanted);
    strbuf_free(&text);
}

#define PAIR(id) "identifier: " id "\nname: Own\nover: pair\n"
#define SAY(text) "findings:\n- {type: warning, text: '" text "'}\n"

static void both_sides_and_their_noise(void **state)
{
    (void)state;
    struct fixture f;
    open(&f, (const char *const[]){
                 PAIR("P") SAY("{before.dram__x} {dram__x} {noise.dram__x} {before.only__x} "
                               "{only__x} {noise.only__x} {none__x} {kernel} {launches} "
                               "{time_share} {capability} {is_range} {has(dram__x[\"1\"])}"),
                 NULL});
    assert_int_equal(f.metrics.count, 6);
    /* dram__ varies by a tenth of the greater value. */
    const struct value values[] = {{"dram__x", 100, 300}, {"only__x", NAN, 5}};
    look(&f, values, COUNT(values));
    says(&f, "100 300 30 n/a 5 n/a n/a f() 3 0.25 9 0 0\n");
    done(&f);
}

static void only_rules_over_pairs_of_this_kind(void **state)
{
    (void)state;
    struct fixture f;
    open(&f,
         (const char *const[]){PAIR("A") "scope: range\n" SAY("a {a__x}"),
                               PAIR("B") "scope: kernel\n" SAY("b {b__x}"),
                               PAIR("C") "requires: [c__x]\n" SAY("c"),
                               "identifier: D\nname: Own\nover: kernel\n" SAY("d {d__x}"), NULL});
    assert_int_equal(f.metrics.count, 3);
    f.entries[3].off = true;
    look(&f, NULL, 0);
    says(&f, "b n/a\n");
    assert_int_equal(f.found.count, 1);
    rule_findings_free(&f.found);
    f.pair.is_kernel = false;
    look(&f, NULL, 0);
    says(&f, "a n/a\n");
    rule_findings_free(&f.found);
    rule_pair_run(NULL, &f.pair, &f.found);
    assert_int_equal(f.found.count, 0);
    done(&f);
}

/* --- the built-in rules --- */

static void compare(struct fixture *b, const struct value *values, size_t count)
{
    open(b, (const char *const[]){NULL});
    rule_library_init(&b->library);
    rule_pair_metrics(&b->library, &b->metrics);
    assert_true(b->metrics.count < COUNT(b->changes));
    look(b, values, count);
}

static void compared(struct fixture *b)
{
    rule_findings_free(&b->found);
    name_index_free(&b->metrics);
    rule_library_free(&b->library);
}

static const char *message(const struct fixture *b, size_t i)
{
    assert_int_equal(b->found.count, 1);
    assert_true(i < b->found.results[0]->body->n_items);
    return b->found.results[0]->body->items[i]->message->message;
}

static void starts(const char *text, const char *start)
{
    if (strncmp(text, start, strlen(start)) != 0)
        fail_msg("\"%s\" is not the start of: %s", start, text);
    assert_null(strstr(text, "n/a"));
}

static void what_explains_a_slower_kernel(void **state)
{
    (void)state;
    struct fixture b;
    const struct value values[] = {
        {"gpu__time_duration.sum", 10000, 15000},
        {"smsp__inst_executed.sum", 1000, 1500},
        {"gpc__cycles_elapsed.avg.per_second", 2e9, 1.99e9}, /* noise */
        {"lts__t_sector_hit_rate.pct", 80, 70},
        {"derived__local_spilling_requests", 0, 5000},
        {"dram__bytes_read.sum", 4e6, 2e6}, /* better */
        {"launch__registers_per_thread", 32, 32},
        {"sm__warps_active.avg.pct_of_peak_sustained_active", NAN, 10},
        {"smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio", 1, 2},
        {"smsp__average_warps_issue_stalled_wait_per_issue_active.ratio", 1, 1.7}};
    compare(&b, values, COUNT(values));
    assert_int_equal(b.found.results[0]->body->n_items, 5);
    starts(message(&b, 0), "A launch takes 15 us instead of 10 us, 50.0% longer. What changed "
                           "with it, the likeliest cause first:");
    starts(message(&b, 1), "Executed instructions: 1,000 to 1,500. The code does more");
    starts(message(&b, 2),
           "Requests for spilled registers: 0 to 5,000. There are too few registers now");
    starts(message(&b, 3), "Hit rate of the L2 cache: 80.0 to 70.0%.");
    starts(message(&b, 4), "Between two instructions a warp waits 1.0 cycles longer at barriers");
    assert_int_equal(b.found.results[0]->body->items[0]->message->type,
                     REP__RULE_RESULT_MESSAGE_TYPE__Warning);
    compared(&b);
}

static void a_slower_kernel_without_a_cause(void **state)
{
    (void)state;
    struct fixture b;
    const struct value values[] = {{"gpu__time_duration.sum", 1e7, 1.2e7},
                                   {"smsp__inst_executed.sum", 1000, 1000}};
    compare(&b, values, COUNT(values));
    assert_int_equal(b.found.results[0]->body->n_items, 1);
    starts(message(&b, 0), "A launch takes 12 ms instead of 10 ms, 20.0% longer. Nothing that");
    compared(&b);
}

static void not_slower_is_not_explained(void **state)
{
    (void)state;
    struct fixture b;
    const struct value noise[] = {{"gpu__time_duration.sum", 10000, 10250},
                                  {"smsp__inst_executed.sum", 1000, 2000}};
    const struct value faster[] = {{"gpu__time_duration.sum", 10000, 5000},
                                   {"smsp__inst_executed.sum", 1000, 2000}};
    const struct value unknown[] = {{"gpu__time_duration.sum", NAN, 5000},
                                    {"smsp__inst_executed.sum", 1000, 2000}};
    compare(&b, noise, COUNT(noise));
    assert_int_equal(b.found.count, 0);
    compared(&b);
    compare(&b, faster, COUNT(faster));
    assert_int_equal(b.found.count, 0);
    compared(&b);
    compare(&b, unknown, COUNT(unknown));
    assert_int_equal(b.found.count, 0);
    compared(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_sides_and_their_noise),
        cmocka_unit_test(only_rules_over_pairs_of_this_kind),
        cmocka_unit_test(what_explains_a_slower_kernel),
        cmocka_unit_test(a_slower_kernel_without_a_cause),
        cmocka_unit_test(not_slower_is_not_explained),
    };
    return cmocka_run_group_tests_name("rule_pair", tests, NULL, NULL);
}
