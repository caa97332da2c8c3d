/* The built-in sections that a request needs, against all of them, on the double of CUPTI and,
 * where a CUDA Toolkit is installed, on the real host library. */
#include "collect/plan/plan_sections.h"

#include <stdlib.h>
#include <string.h>

#include "../../cupti/no_deepbind.h"
#include "build_report.h"
#include "cupti_paths.h"
#include "report/base/strbuf.h"

static const struct section_scope hopper = {.arch = 90,
                                            .scope = REP__COLLECTION_SCOPE__CollectionScope_Launch};
static struct section_library all;
static struct cupti_library *cupti;
static struct cupti_chip *chip;

static struct plan_request ask(const char *const *sets, const char *const *sections,
                               const char *const *metrics)
{
    return (struct plan_request){.sets = sets,
                                 .set_count = sets && *sets,
                                 .sections = sections,
                                 .section_count = sections && *sections,
                                 .metrics = metrics,
                                 .metric_count = metrics && *metrics};
}

static void describe_names(struct strbuf *out, const char *what, char **names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        strbuf_addf(out, "%s %s\n", what, names[i]);
}

static void describe_texts(struct strbuf *out, const struct plan_text *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        strbuf_addf(out, "%s = %s\n", texts[i].name, texts[i].value);
}

static void describe_groups(struct strbuf *out, const struct plan_group *groups, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        strbuf_addf(out, "%u passes\n", groups[i].passes);
        describe_names(out, "metric", groups[i].metrics, groups[i].count);
    }
}

/* Everything that the plan says, or what is wrong with the request. */
static char *describe(const struct section_library *library, const struct plan_request *request)
{
    struct strbuf out = {0};
    struct error error = {""};
    struct plan plan;
    struct chip_plan on_chip;
    strbuf_adds(&out, "");
    if (!plan_make(&plan, library, request, &error)) {
        strbuf_adds(&out, error.text);
        return strbuf_detach(&out);
    }
    for (size_t i = 0; i < plan.section_count; i++)
        strbuf_addf(&out, "section %s\n", plan.sections[i]->identifier);
    if (chip_plan_make(&on_chip, &plan, chip, &hopper, &error)) {
        describe_groups(&out, on_chip.groups, on_chip.group_count);
        describe_groups(&out, on_chip.sampled, on_chip.sampled_count);
        describe_texts(&out, on_chip.texts, on_chip.text_count);
        describe_texts(&out, on_chip.definitions, on_chip.definition_count);
        describe_names(&out, "asked", on_chip.requested, on_chip.requested_count);
        describe_names(&out, "refused", on_chip.refused, on_chip.refused_count);
        describe_names(&out, "unknown", on_chip.unknown, on_chip.unknown_count);
        describe_names(&out, "inside", on_chip.inside, on_chip.inside_count);
        strbuf_adds(&out, on_chip.gaps ? on_chip.gaps : "no gaps");
        chip_plan_free(&on_chip);
    } else {
        strbuf_adds(&out, error.text);
    }
    plan_free(&plan);
    return strbuf_detach(&out);
}

/* The request needs fewer sections than there are, `count` of them, and its plan is the same. */
static void needs(const struct plan_request *request, size_t count)
{
    struct section_library some;
    assert_true(plan_sections_load(&some, request));
    assert_int_equal(some.count, count);
    assert_true(some.count < all.count);
    char *expected = describe(&all, request), *found = describe(&some, request);
    assert_string_equal(found, expected);
    free(expected);
    free(found);
    section_library_free(&some);
}

static void needs_all(const struct plan_request *request)
{
    struct section_library some = {0};
    assert_false(plan_sections_load(&some, request));
    assert_int_equal(some.count, 0);
}

static void a_section_alone_makes_the_same_plan(void **state)
{
    (void)state;
    for (size_t i = 0; i < all.count; i++) {
        const char *const name = all.sections[i].message->identifier;
        const struct plan_request request = ask(NULL, &name, NULL);
        needs(&request, 1);
    }
}

static void use_set(void *context, const char *set)
{
    size_t count = 0;
    for (size_t i = 0; i < all.count; i++)
        count += section_in_set(all.sections[i].message, set);
    const struct plan_request request = ask(&set, NULL, NULL);
    needs(&request, count);
    ++*(size_t *)context;
}

static void a_set_alone_makes_the_same_plan(void **state)
{
    (void)state;
    size_t sets = 0;
    section_sets(&all, use_set, &sets);
    assert_true(sets > 3);
}

static void nothing_asked_for_needs_the_basic_set(void **state)
{
    (void)state;
    const struct plan_request request = ask(NULL, NULL, NULL);
    needs(&request, 4);
}

static void metrics_that_no_section_defines_need_none(void **state)
{
    (void)state;
    static const char *const names[] = {"gpu__time_duration.sum", "sm__cycles_active",
                                        "launch__grid_size", "achieved_occupancy", "no__such.sum"};
    for (size_t i = 0; i < COUNT(names); i++) {
        const struct plan_request request = ask(NULL, NULL, &names[i]);
        needs(&request, 0);
    }
    static const char *const section = "Occupancy";
    const struct plan_request both = ask(NULL, &section, names);
    needs(&both, 1);
}

static void what_sections_define_needs_all(void **state)
{
    (void)state;
    size_t count = 0;
    for (size_t i = 0; i < all.count; i++) {
        const Rep__ProfilerSectionMetricDefinitions *defined =
            all.sections[i].message->metricdefinitions;
        for (size_t j = 0; defined && j < defined->n_metricdefinitions; j++, count++) {
            const char *const name = defined->metricdefinitions[j]->name;
            const struct plan_request request = ask(NULL, NULL, &name);
            needs_all(&request);
        }
    }
    assert_true(count > 20);
}

static void what_may_mean_any_section_needs_all(void **state)
{
    (void)state;
    static const char *const sections[] = {"regex:Speed", "Ocupancy",
                                           "Occupancy\"\nDisplayName: \"Occupancy", ""},
                             *const sets[] = {"bacis", "default", ""},
                             *const metrics[] = {"regex:dram", "group:memory__chart",
                                                 "breakdown:x"};
    for (size_t i = 0; i < COUNT(sections); i++) {
        const struct plan_request request = ask(NULL, &sections[i], NULL);
        needs_all(&request);
    }
    for (size_t i = 0; i < COUNT(sets); i++) {
        const struct plan_request request = ask(&sets[i], NULL, NULL);
        needs_all(&request);
    }
    for (size_t i = 0; i < COUNT(metrics); i++) {
        const struct plan_request request = ask(NULL, NULL, &metrics[i]);
        needs_all(&request);
    }
}

static int run_on(const char *name, const char *path)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_section_alone_makes_the_same_plan),
        cmocka_unit_test(a_set_alone_makes_the_same_plan),
        cmocka_unit_test(nothing_asked_for_needs_the_basic_set),
        cmocka_unit_test(metrics_that_no_section_defines_need_none),
        cmocka_unit_test(what_sections_define_needs_all),
        cmocka_unit_test(what_may_mean_any_section_needs_all),
    };
    struct error error = {""};
    int failed = 1;
    setenv("ROOFTOP_CUPTI", path, 1);
    section_library_init(&all);
    cupti = cupti_library_open(&error);
    chip = cupti ? cupti_chip_open(cupti, "GH100", NULL, 0, &error) : NULL;
    if (chip)
        failed = cmocka_run_group_tests_name(name, tests, NULL, NULL);
    else
        print_error("%s\n", error.text);
    if (chip)
        cupti_chip_close(chip);
    cupti_library_close(cupti);
    section_library_free(&all);
    return failed;
}

int main(void)
{
    char path[4096];
    int failed = 0;
    if (cupti_path_double(path, sizeof path))
        failed += run_on("plan_sections on the double", path);
    else
        print_message("plan_sections on the double: skipped, no %s (make fakegpu)\n", path);
    if (cupti_path_real(path, sizeof path))
        failed += run_on("plan_sections on CUPTI", path);
    return failed;
}
