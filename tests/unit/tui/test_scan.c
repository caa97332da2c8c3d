/* Looking at all results step by step: what is shown changes only when it is complete. */
#include "tui/views/scan.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/rules/rule_load.h"

#define DURATION(ns) METRIC("0", "DoubleValue: " ns)

static const char *const results[] = {KERNEL("f") DURATION("1000"), KERNEL("g") DURATION("9000"),
                                      KERNEL("f") DURATION("3000")};
static const char rule[] = "identifier: Own\nname: Own\nover: kernel\nfindings:\n"
                           "- {type: optimization, title: T, text: '{launches} of {kernel}', "
                           "speedup: {value: 50}}\n";

struct fixture {
    struct build build;
    struct report *report;
    struct rule_entry entry;
    struct rule_library library;
    struct rule_choice rules;
    struct section_choice sections;
    struct scan scan;
};

static int begin(void **state)
{
    struct fixture *f = mem_alloc(sizeof *f);
    struct error error;
    build_begin(&f->build, 7);
    for (size_t i = 0; i < COUNT(results); i++)
        build_entry(&f->build, &rep__profile_result__descriptor, results[i]);
    build_block(&f->build, "NumResults: 3 StringTable { Strings: 'gpu__time_duration.sum' }");
    f->report = build_open(&f->build);
    f->entry.rule = rule_load("own.yaml", rule, strlen(rule), &error);
    assert_non_null(f->entry.rule);
    f->library = (struct rule_library){.entries = &f->entry, .count = 1};
    f->rules.library = &f->library;
    f->scan = (struct scan){.on = true,
                            .report = f->report,
                            .cache = result_cache_new(f->report, 1 << 20),
                            .sections = &f->sections,
                            .rules = &f->rules};
    *state = f;
    return 0;
}

static int end(void **state)
{
    struct fixture *f = *state;
    struct result_cache *cache = f->scan.cache;
    scan_free(&f->scan);
    result_cache_free(cache);
    report_close(f->report);
    rule_free(f->entry.rule);
    build_free(&f->build);
    free(f);
    return 0;
}

static void shows(const struct scan *scan, const char *wanted)
{
    struct strbuf text = {0};
    strbuf_addf(&text, "%zu:", scan->totals.results);
    for (size_t i = 0; i < scan->count; i++)
        strbuf_addf(&text, " %.1s %g", scan->list[i].kernel, scan->list[i].saving);
    for (size_t i = 0; i < scan->notes.count; i++)
        strbuf_addf(&text, " (%.6s)", scan->notes.items[i].text);
    assert_string_equal(text.data, wanted);
    strbuf_free(&text);
}

#define NOTHING "0:"
#define FIRST "1: f 500 (1 of f)"
#define ALL "3: g 4500 f 2000 (1 of g) (2 of f)"

/* How many steps it took until it is in order. */
static size_t until_ranked(struct scan *scan, const char *before)
{
    size_t steps = 0;
    for (; !scan->is_ranked; steps++) {
        assert_true(steps < 100 && scan_works(scan));
        shows(scan, before);
        scan_step(scan, NULL, NULL);
    }
    return steps;
}

static void all_is_looked_at_and_put_in_order(void **state)
{
    struct scan *scan = &((struct fixture *)*state)->scan;
    assert_true(scan_works(scan));
    assert_in_range(until_ranked(scan, NOTHING), 2 * COUNT(results) + 8, 50);
    shows(scan, ALL);
    assert_false(scan_works(scan));
    scan_step(scan, NULL, NULL);
    shows(scan, ALL);
}

static void so_far_means_so_far(void **state)
{
    struct scan *scan = &((struct fixture *)*state)->scan;
    scan_rank(scan); /* nothing is there yet */
    scan_step(scan, NULL, NULL);
    scan_step(scan, NULL, NULL);
    assert_int_equal(scan->next, 1);
    scan_rank(scan);
    until_ranked(scan, NOTHING);
    assert_int_equal(scan->next, 1);
    shows(scan, FIRST);
    scan_step(scan, NULL, NULL);
    assert_false(scan->is_ranked);
    until_ranked(scan, FIRST);
    shows(scan, ALL);
}

/* As a key that switches a rule does. */
static void it_begins_anew_in_the_middle_of_all(void **state)
{
    struct scan *scan = &((struct fixture *)*state)->scan;
    for (size_t before = 0; before < 30; before++) {
        for (size_t i = 0; i < before; i++)
            scan_step(scan, NULL, NULL);
        scan_restart(scan);
        shows(scan, NOTHING);
    }
    until_ranked(scan, NOTHING);
    shows(scan, ALL);
}

static bool stop_always(void *context)
{
    ++*(size_t *)context;
    return true;
}

static void a_step_is_given_up_for_what_waits(void **state)
{
    struct scan *scan = &((struct fixture *)*state)->scan;
    size_t asked = 0;
    for (int i = 0; i < 100; i++)
        scan_step(scan, stop_always, &asked);
    assert_false(scan->is_ranked);
    assert_true(asked > 10);
    until_ranked(scan, NOTHING);
    shows(scan, ALL);
}

static void only_what_is_wanted_is_looked_at(void **state)
{
    struct scan *scan = &((struct fixture *)*state)->scan;
    const size_t both[] = {2, 0}, one[] = {2}, wrong[] = {1, 7};
    scan_only(scan, both, 2, 3);
    until_ranked(scan, NOTHING);
    shows(scan, "2: f 2000 (2 of f)");
    /* As the same is chosen in another order, nothing is done again. */
    unsigned restarts = scan->restarts;
    scan_only(scan, (const size_t[]){0, 2}, 2, 3);
    assert_true(scan->is_ranked && scan->restarts == restarts);
    scan_only(scan, one, 1, 3);
    assert_int_equal(scan->restarts, restarts + 1);
    until_ranked(scan, NOTHING);
    shows(scan, "1: f 1500 (1 of f)");
    scan_only(scan, wrong, 2, 3);
    until_ranked(scan, NOTHING);
    shows(scan, "1: g 4500 (1 of g)");
}

/* What is behind the known results is looked at once it is known. */
static void what_comes_later_is_added(void **state)
{
    struct scan *scan = &((struct fixture *)*state)->scan;
    const size_t all[] = {0, 1, 2};
    scan_only(scan, all, 1, 1);
    until_ranked(scan, NOTHING);
    shows(scan, FIRST);
    assert_int_equal(scan_percent(scan), 100);
    unsigned restarts = scan->restarts;
    scan_only(scan, all, 3, 3);
    assert_int_equal(scan->restarts, restarts);
    while (scan_works(scan))
        scan_step(scan, NULL, NULL);
    shows(scan, ALL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_what_is_wanted_is_looked_at, begin, end),
        cmocka_unit_test_setup_teardown(what_comes_later_is_added, begin, end),
        cmocka_unit_test_setup_teardown(all_is_looked_at_and_put_in_order, begin, end),
        cmocka_unit_test_setup_teardown(so_far_means_so_far, begin, end),
        cmocka_unit_test_setup_teardown(it_begins_anew_in_the_middle_of_all, begin, end),
        cmocka_unit_test_setup_teardown(a_step_is_given_up_for_what_waits, begin, end),
    };
    return cmocka_run_group_tests_name("scan", tests, NULL, NULL);
}
