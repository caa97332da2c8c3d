/* The built-in rules over several results. */
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/rules/rule_groups.h"

/* Metrics by their number in the names. */
#define NAMES                                                                                      \
    "Strings: 'gpu__time_duration.sum' Strings: 'gpc__cycles_elapsed.avg.per_second' Strings: "    \
    "'smsp__inst_executed.sum' Strings: 'launch__block_size' Strings: 'launch__grid_size' "        \
    "Strings: 'device__attribute_clock_rate' Strings: 'dram__cycles_elapsed.avg.per_second' "

struct launch {
    const char *kernel;
    double duration; /* ns; all: 0 for none */
    double clock;    /* GHz */
    double instructions;
    unsigned block, grid;
    double memory_clock; /* GHz */
    unsigned clock_rate;
};

static void add_metric(struct strbuf *text, int id, double value)
{
    if (value != 0)
        strbuf_addf(text, "MetricResults { NameId: %d MetricValue { DoubleValue: %.17g } } ", id,
                    value);
}

static void add_launch(struct build *build, const struct launch *launch)
{
    struct strbuf text = {0};
    unsigned block = launch->block ? launch->block : 128, grid = launch->grid ? launch->grid : 100;
    strbuf_addf(&text,
                "ThreadID: 1 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: 'm' "
                "KernelFunctionName: '%s' KernelDemangledName: '%s()' WorkDimensions: 3 "
                "GlobalWorkOffset { } GridSize { X: %u Y: 1 Z: 1 } BlockSize { X: %u Y: 1 Z: 1 } "
                "Source {} ",
                launch->kernel, launch->kernel, grid, block);
    add_metric(&text, 0, launch->duration);
    add_metric(&text, 1, launch->clock * 1e9);
    add_metric(&text, 2, launch->instructions);
    add_metric(&text, 3, block);
    add_metric(&text, 4, grid);
    add_metric(&text, 5, launch->clock_rate);
    add_metric(&text, 6, launch->memory_clock * 1e9);
    build_entry(build, &rep__profile_result__descriptor, text.data);
    strbuf_free(&text);
}

struct fixture {
    struct build build;
    struct report *report;
    struct rule_library library;
    struct rule_groups *groups;
    const struct rule_group_finding *found;
    size_t count;
};

static void look(struct fixture *f, const struct launch *launches, size_t count)
{
    struct error error;
    *f = (struct fixture){0};
    build_begin(&f->build, 7);
    for (size_t i = 0; i < count; i++)
        add_launch(&f->build, &launches[i]);
    char *header = mem_printf("NumResults: %zu StringTable { " NAMES "}", count);
    build_block(&f->build, header);
    free(header);
    f->report = build_open(&f->build);
    rule_library_init(&f->library);
    f->groups = rule_groups_new(&f->library);
    for (size_t i = 0; i < count; i++)
        rule_groups_add(f->groups, report_result(f->report, i, &error));
    f->found = rule_groups_run(f->groups, &f->count);
}

static void done(struct fixture *f)
{
    rule_groups_free(f->groups);
    rule_library_free(&f->library);
    report_close(f->report);
    build_free(&f->build);
}

/* The one finding that there is. */
static const Rep__RuleResultBodyItem *only(const struct fixture *f, const char *rule)
{
    for (size_t i = 1; i < f->count; i++)
        print_message("%s\n", f->found[i].rule->body->items[0]->message->message);
    assert_int_equal(f->count, 1);
    assert_string_equal(f->found[0].rule->identifier, rule);
    assert_int_equal(f->found[0].rule->body->n_items, 1);
    return f->found[0].rule->body->items[0];
}

/* The message has all of these parts; speedup: 0 for none. */
static void says(const struct launch *launches, size_t count, const char *rule, const char *title,
                 double speedup, const char *const *parts)
{
    struct fixture f;
    look(&f, launches, count);
    const Rep__RuleResultBodyItem *item = only(&f, rule);
    assert_string_equal(item->message->name, title);
    for (size_t i = 0; parts[i]; i++)
        if (!strstr(item->message->message, parts[i]))
            fail_msg("\"%s\" is not in: %s", parts[i], item->message->message);
    assert_null(strstr(item->message->message, "n/a"));
    assert_int_equal(item->speedup != NULL, speedup != 0);
    if (speedup != 0) {
        assert_float_equal(item->speedup->value, speedup, 0.001);
        assert_int_equal(item->speedup->speeduptype, REP__RULE_RESULT_SPEEDUP_TYPE__Local);
    }
    for (size_t i = 0; i < item->n_focusmetrics; i++)
        assert_string_equal(item->focusmetrics[i]->metricname, "gpu__time_duration.sum");
    done(&f);
}

static void says_nothing(const struct launch *launches, size_t count)
{
    struct fixture f;
    look(&f, launches, count);
    if (f.count)
        fail_msg("%s", f.found[0].rule->body->items[0]->message->message);
    done(&f);
}

#define PARTS(...) ((const char *const[]){__VA_ARGS__, NULL})

static void uneven_launches_tell_what_goes_along(void **state)
{
    (void)state;
    /* The last one has another shape and counts only for the time of the kernel. */
    struct launch launches[] = {{"f", 10000, 1.9, 100},
                                {"f", 20000, 1.9, 200},
                                {"f", 10000, 1.89, 100},
                                {"f", 40000, 1.9, 400},
                                {"f", 20000, 1.9, 100, .block = 64, .grid = 200}};
    says(launches, 5, "LaunchSpread", "Uneven Launches", 100 * 40000 / 100000.0,
         PARTS("4 launches of the same shape take 10 to 40 us",
               "on average 100% longer than the fastest; the longest: 3.",
               "the number of instructions. The launches have different amounts of work"));
    for (size_t i = 0; i < 4; i++) {
        launches[i].instructions = 100;
        launches[i].clock = 2 / (launches[i].duration / 10000);
    }
    struct fixture f;
    look(&f, launches, 5);
    assert_int_equal(f.count, 2);
    assert_string_equal(f.found[0].rule->identifier, "ClocksMoved");
    assert_non_null(strstr(f.found[1].rule->body->items[0]->message->message,
                           "What changes with the durations is the clock. Lock the clocks"));
    done(&f);
    for (size_t i = 0; i < 4; i++)
        launches[i].clock = 2;
    says(launches, 5, "LaunchSpread", "Uneven Launches", 40,
         PARTS("None of the clocks, instructions and memory traffic"));
}

static void small_or_rare_differences_are_none(void **state)
{
    (void)state;
    const struct launch close[] = {
        {"f", 10000, 1.9}, {"f", 10900, 1.9}, {"f", 11000, 1.9}, {"f", 10000, 1.9}};
    const struct launch few[] = {{"f", 10000, 1.9}, {"f", 20000, 1.9}, {"f", 10000, 1.9}};
    const struct launch brief[] = {
        {"f", 1000, 1.9}, {"f", 2500, 1.9}, {"f", 1000, 1.9}, {"f", 2000, 1.9}};
    const struct launch small_part[] = {{"f", 10000, 1.9},
                                        {"f", 20000, 1.9},
                                        {"f", 10000, 1.9},
                                        {"g", 5000000, 1.9},
                                        {"f", 10000, 1.9}};
    says_nothing(close, COUNT(close));
    says_nothing(few, COUNT(few));
    says_nothing(brief, COUNT(brief));
    says_nothing(small_part, COUNT(small_part));
}

static void tiny_launches_are_counted(void **state)
{
    (void)state;
    struct launch launches[50];
    for (size_t i = 0; i < 50; i++)
        launches[i] = (struct launch){i < 25 ? "f" : "g", i < 25 ? 2000 : 5000};
    says(launches, 50, "TinyLaunches", "Tiny Launches", 0,
         PARTS("25 of 50 launches (50%) are shorter than 5 us, on average 2.0 us",
               "together they are 28.6% of the time"));
    says_nothing(launches + 6, 44);
    says_nothing(launches, 0);
}

static void block_shapes_for_the_same_threads(void **state)
{
    (void)state;
    struct launch launches[] = {{"f", 30000, .block = 256, .grid = 100},
                                {"f", 60000, .block = 64, .grid = 400},
                                {"f", 60000, .block = 64, .grid = 400}};
    says(launches, 3, "Configurations", "Block Shape", 100 * 60000 / 150000.0,
         PARTS("For the same 25,600 threads, launches in blocks of 64 (such as 1) take 60.0 us",
               "and launches in blocks of 256 (such as 0) 30.0 us"));
    launches[1].duration = launches[2].duration = 32000;
    says_nothing(launches, 3);
}

static void launches_too_small_or_too_large(void **state)
{
    (void)state;
    struct launch launches[] = {{"f", 20000, .grid = 10}, {"f", 100000, .grid = 1000}};
    /* 2 against 0.1 us for a block */
    says(launches, 2, "Configurations", "Small Launches", 100 * 19000 / 120000.0,
         PARTS(
             "launches of 1,280 threads (such as 0) take 20.0 times as long as launches of 128,000 "
             "(such as 1)"));
    launches[1].duration = 4000000;
    says(
        launches, 2, "Configurations", "Large Launches", 0,
        PARTS(
            "launches of 128,000 threads (such as 1) take 2.0 times as long as launches of 1,280"));
    launches[1].duration = 2000000;
    says_nothing(launches, 2);
}

static void clocks_that_moved(void **state)
{
    (void)state;
    struct launch launches[] = {{"f", 30000, 2},
                                {"g", 40000, 1.8},
                                {"h", 30000, 1.95},
                                {"i", 10000, 1}, /* too short to tell */
                                {"j", 90000, 1.5}};
    says(launches, 5, "ClocksMoved", "Clocks of multiprocessors", 0,
         PARTS("was 1.50 to 2.00 GHz. It was below 95% of the highest in 2 of 5 launches",
               "65.0% of the time; the lowest: 4, 1."));
    for (size_t i = 0; i < 5; i++) {
        launches[i].memory_clock = launches[i].clock;
        launches[i].clock = 2;
    }
    says(launches, 5, "ClocksMoved", "Clocks of DRAM", 0, PARTS("The clock of DRAM was 1.50"));
    for (size_t i = 0; i < 5; i++)
        launches[i].clock_rate = i < 2 ? 1000 : 2000;
    says_nothing(launches, 5); /* devices of different kinds */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uneven_launches_tell_what_goes_along),
        cmocka_unit_test(small_or_rare_differences_are_none),
        cmocka_unit_test(tiny_launches_are_counted),
        cmocka_unit_test(block_shapes_for_the_same_threads),
        cmocka_unit_test(launches_too_small_or_too_large),
        cmocka_unit_test(clocks_that_moved),
    };
    return cmocka_run_group_tests_name("group_rules", tests, NULL, NULL);
}
