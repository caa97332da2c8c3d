/* Which findings explain which, in rules of our own and in those that come with rooftop. */
#include "report/rules/causes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/file/report.h"
#include "report/rules/opportunities.h"
#include "report/rules/rule_choice.h"
#include "temp_folder.h"

#define SAYS(rule, percent)                                                                        \
    "RuleResults { Identifier: '" rule                                                             \
    "' DisplayName: 'Rule' Body { Items { Message { Message: 'm' Type: Optimization "              \
    "Name: 'Low' } Speedup { SpeedupType: Global Value: " percent " } } } } "

static char *folder;
static struct rule_library library;

static void put_rule(const char *name, const char *explains)
{
    char *file = mem_printf("%s.yaml", name);
    char *text = mem_printf("identifier: %s\nname: The %s\nsection: First\nexplains:\n%s", name,
                            name, explains);
    temp_folder_put(folder, file, text);
    free(text);
    free(file);
}

static int open_rules(void **state)
{
    (void)state;
    folder = temp_folder_new();
    put_rule("Far", "  - {called: Far Apart, symptoms: [Wait/Long *, Busy]}\n");
    put_rule("Wait", "  - {symptoms: [Idle]}\n  - {finding: Short*, called: Shared, symptoms: "
                     "[Busy]}\n");
    put_rule("Chicken", "  - {symptoms: [Egg]}\n");
    put_rule("Egg", "  - {symptoms: [Chicken]}\n");
    put_rule("A", "  - {symptoms: [B]}\n");
    put_rule("B", "  - {symptoms: [C]}\n");
    put_rule("C", "  - {symptoms: [A]}\n");
    library = (struct rule_library){0};
    assert_true(rule_library_add_folder(&library, folder, NULL));
    for (size_t i = 0; i < library.count; i++)
        assert_string_equal(library.entries[i].error.text, "");
    return 0;
}

static int close_rules(void **state)
{
    (void)state;
    rule_library_free(&library);
    return temp_folder_free(folder);
}

static void root_is(const struct cause_finding *findings, size_t count, size_t of, size_t wanted)
{
    size_t *root = mem_alloc(count * sizeof *root);
    causes_find(&library, findings, count, root);
    assert_int_equal(root[of], wanted);
    free(root);
}

static void a_symptom_of_a_symptom_has_the_same_root(void **state)
{
    (void)state;
    const struct cause_finding all[] = {{"Idle", "", 30, true},
                                        {"Wait", "Long Stalls", 40, false},
                                        {"Far", "", 50, false},
                                        {"Wait", "Other Stalls", 10, false},
                                        {"Unknown", "x", 60, false}};
    root_is(all, 5, 0, 2);
    root_is(all, 5, 1, 2);
    root_is(all, 5, 2, 2);
    root_is(all, 5, 3, 3);
    root_is(all, 5, 4, 4);
    root_is(all, 2, 0, 1);
    size_t alone[5];
    causes_find(NULL, all, 5, alone);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(alone[i], i);
}

/* "Long" alone is not "Long *", and the entry about "Short*" is not about another title. */
static void titles_are_patterns(void **state)
{
    (void)state;
    const struct cause_finding all[] = {{"Wait", "Long", 10, false}, {"Far", "", 50, false}};
    const struct cause_finding by_title[] = {
        {"Busy", "", NAN, false}, {"Wait", "Short Stalls", 9, false}, {"Wait", "Long x", 8, false}};
    root_is(all, 2, 0, 0);
    root_is(by_title, 3, 0, 1);
    root_is(&by_title[0], 1, 0, 0);
}

static void a_small_cause_does_not_explain_a_large_finding(void **state)
{
    (void)state;
    struct cause_finding all[] = {{"Wait", "Long Stalls", 60, false}, {"Far", "", 19, false}};
    root_is(all, 2, 0, 0);
    all[1].speedup = 20;
    root_is(all, 2, 0, 1);
    all[1].local = true;
    root_is(all, 2, 0, 0);
    all[0].local = true; /* of a part of the kernel only */
    root_is(all, 2, 0, 1);
    all[0].local = all[1].local = false;
    all[1].speedup = NAN;
    root_is(all, 2, 0, 1);
}

static void of_two_that_explain_each_other_the_larger_is_the_cause(void **state)
{
    (void)state;
    struct cause_finding all[] = {{"Chicken", "", 20, false}, {"Egg", "", 30, false}};
    root_is(all, 2, 0, 1);
    root_is(all, 2, 1, 1);
    all[0].speedup = 30;
    root_is(all, 2, 0, 0);
    root_is(all, 2, 1, 0);
    const struct cause_finding twice[] = {{"Far", "", NAN, false}, {"Far", "", 3, false}};
    root_is(twice, 2, 0, 1);
    root_is(twice, 2, 1, 1);
}

/* Each has one root, and a root is its own. */
static void a_circle_ends(void **state)
{
    (void)state;
    const struct cause_finding all[] = {
        {"A", "", 20, false}, {"B", "", 21, false}, {"C", "", 22, false}};
    size_t root[3];
    causes_find(&library, all, 3, root);
    for (size_t i = 0; i < 3; i++) {
        assert_true(root[i] < 3);
        assert_int_equal(root[root[i]], root[i]);
    }
}

static void causes_have_short_names(void **state)
{
    (void)state;
    assert_string_equal(cause_name(&library, "Far", "", "The Far"), "Far Apart");
    assert_string_equal(cause_name(&library, "Wait", "Short Stalls", "x"), "Shared");
    assert_string_equal(cause_name(&library, "Wait", "Long Stalls", "x"), "Long Stalls");
    assert_string_equal(cause_name(&library, "Chicken", "", "The Chicken"), "The Chicken");
    assert_string_equal(cause_name(NULL, "Far", "", "The Far"), "The Far");
}

/* Titles are known only when a rule speaks; here its template must be able to match. */
static void stock_rules_name_rules_that_exist(void **state)
{
    (void)state;
    struct rule_library stock;
    size_t named = 0;
    rule_library_init(&stock);
    for (size_t i = 0; i < stock.count; i++) {
        const struct rule *rule = stock.entries[i].rule;
        assert_non_null(rule);
        for (size_t j = 0; j < rule->explains_count; j++)
            for (size_t k = 0; k < rule->explains[j].symptom_count; k++) {
                char *symptom = mem_strdup(rule->explains[j].symptoms[k]);
                char *slash = strchr(symptom, '/');
                if (slash)
                    *slash = '\0';
                if (!rule_find(&stock, symptom))
                    fail_msg("%s explains %s, which is no rule", rule->identifier, symptom);
                free(symptom);
                named++;
            }
    }
    assert_in_range(named, 50, 1000);
    rule_library_free(&stock);
}

/* --- the bundled report ----------------------------------------------------------------------- */

static size_t find_kernel(struct report *report, const char *name)
{
    size_t at = 0;
    while (at < report_count(report) &&
           strncmp(report_summary(report, at)->name, name, strlen(name)) != 0)
        at++;
    assert_true(at < report_count(report));
    return at;
}

static void looks_right(struct report *report, struct rule_choice *choice, const char *kernel,
                        const char *name, size_t explained)
{
    size_t count, at = find_kernel(report, kernel);
    struct error error;
    struct result *result = report_result(report, at, &error);
    assert_non_null(result);
    rule_choice_apply(choice, result);
    struct opportunities *all = opportunities_of_result(choice->library, NULL, result);
    const struct cause *causes = opportunities_causes(all, &count);
    assert_true(count > 0);
    assert_string_equal(causes->name, name);
    assert_int_equal(causes->result, at);
    assert_in_range(causes->count, 1 + explained, 20);
    assert_null(causes->place);
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += causes[i].saving;
    assert_true(opportunities_saving(all) <= sum * (1 + 1e-9));
    assert_true(opportunities_saving(all) >= causes->saving * (1 - 1e-9));
    assert_true(opportunities_saving(all) < causes->duration);
    /* All are of this kernel. */
    assert_int_equal(opportunities_overlap(all), count > 1);
    opportunities_free(all);
    report_drop(report, at);
}

static void the_bundled_report_has_these_causes(void **state)
{
    (void)state;
    struct rule_library stock;
    struct error error;
    struct report *report = report_open("tests/data/samples.ncu-rep", &error);
    assert_non_null(report);
    rule_library_init(&stock);
    struct rule_choice choice = {.library = &stock, .again = true};
    looks_right(report, &choice, "histogram", "Global Atomics", 4);
    looks_right(report, &choice, "sgemm_naive", "Tail Effect", 0);
    looks_right(report, &choice, "divergent", "Imbalance", 1);
    rule_library_free(&stock);
    report_close(report);
}

/* A finding that few programs can mend comes with the local ones, however much it estimates. */
static void an_unranked_finding_is_no_cause(void **state)
{
    (void)state;
    struct rule_library stock;
    struct build build = {0};
    size_t count;
    build_begin(&build, 7);
    build_entry(&build, &rep__profile_result__descriptor,
                KERNEL("f") METRIC("0", "DoubleValue: 1000000") SAYS("MemoryL2Compression", "60")
                    SAYS("MemoryL2Other", "50"));
    build_block(&build, "NumResults: 1 StringTable { Strings: 'gpu__time_duration.sum' }");
    struct report *report = build_open(&build);
    rule_library_init(&stock);
    struct opportunities *all =
        opportunities_of_result(&stock, NULL, report_result(report, 0, &(struct error){0}));
    const struct opportunity *ranked = opportunities_ranked(all, &count);
    assert_int_equal(count, 2);
    assert_string_equal(ranked[0].rule, "MemoryL2Other");
    assert_false(ranked[0].local);
    assert_true(ranked[1].local);
    const struct cause *causes = opportunities_causes(all, &count);
    assert_int_equal(count, 1);
    assert_string_equal(causes->findings->rule, "MemoryL2Other");
    assert_false(cause_is_unranked(NULL, "MemoryL2Compression", ""));
    opportunities_free(all);
    rule_library_free(&stock);
    report_close(report);
    build_free(&build);
}

/* What warps wait for limits a kernel unless a unit is busy: then the next cause does, if it saves
 * enough, else the unit. */
static void a_wait_limits_where_no_unit_is_busy(void **state)
{
    (void)state;
    struct rule_library stock;
    struct build build = {0};
    build_begin(&build, 7);
    build_entry(&build, &rep__profile_result__descriptor,
                KERNEL("f") METRIC("0", "DoubleValue: 1000000") SAYS("CPIStall", "60")
                    SAYS("MemoryL2Other", "50"));
    build_entry(&build, &rep__profile_result__descriptor,
                KERNEL("g") METRIC("0", "DoubleValue: 1000000") SAYS("CPIStall", "60"));
    build_block(&build, "NumResults: 2 StringTable { Strings: 'gpu__time_duration.sum' }");
    struct report *report = build_open(&build);
    rule_library_init(&stock);
    for (size_t i = 0; i < 2; i++) {
        struct opportunities *all =
            opportunities_of_result(&stock, NULL, report_result(report, i, &(struct error){0}));
        assert_string_equal(opportunities_limit(all, 10, 59)->findings->rule, "CPIStall");
        const struct cause *busy = opportunities_limit(all, 10, 61);
        if (i == 0)
            assert_string_equal(busy->findings->rule, "MemoryL2Other");
        else
            assert_null(busy);
        opportunities_free(all);
    }
    assert_false(cause_is_wait(&stock, "MemoryL2Other", "") || cause_is_wait(NULL, "CPIStall", ""));
    rule_library_free(&stock);
    report_close(report);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_symptom_of_a_symptom_has_the_same_root),
        cmocka_unit_test(titles_are_patterns),
        cmocka_unit_test(a_small_cause_does_not_explain_a_large_finding),
        cmocka_unit_test(of_two_that_explain_each_other_the_larger_is_the_cause),
        cmocka_unit_test(a_circle_ends),
        cmocka_unit_test(causes_have_short_names),
        cmocka_unit_test(stock_rules_name_rules_that_exist),
        cmocka_unit_test(the_bundled_report_has_these_causes),
        cmocka_unit_test(an_unranked_finding_is_no_cause),
        cmocka_unit_test(a_wait_limits_where_no_unit_is_busy),
    };
    return cmocka_run_group_tests_name("causes", tests, open_rules, close_rules);
}
