/* Plans on the double of CUPTI (ROOFTOP_CUPTI, else beside this program) and, where a CUDA Toolkit
 * is installed, on the real host library, which needs neither a GPU nor a driver. */
#include "collect/plan/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../cupti/no_deepbind.h"
#include "build_report.h"
#include "collect/plan/plan_wants.h"
#include "cupti_paths.h"
#include "report/base/mem.h"
#include "report/section/section.h"
#include "report/section/section_metrics.h"

static const struct section_scope hopper = {.arch = 90,
                                            .scope = REP__COLLECTION_SCOPE__CollectionScope_Launch};
static char double_path[4096], real_path[4096];

struct fixture {
    struct section_library sections;
    struct cupti_library *cupti;
    struct cupti_chip *chip;
};

static int open_chip(void **state, const char *path)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct error error = {""};
    section_library_init(&f->sections);
    setenv("ROOFTOP_CUPTI", path, 1);
    f->cupti = cupti_library_open(&error);
    if (f->cupti)
        f->chip = cupti_chip_open(f->cupti, "GH100", NULL, 0, &error);
    if (!f->chip)
        print_error("%s\n", error.text);
    *state = f;
    return f->chip ? 0 : -1;
}

static int open_double(void **state)
{
    return open_chip(state, double_path);
}

static int open_real(void **state)
{
    return open_chip(state, real_path);
}

static int close_chip(void **state)
{
    struct fixture *f = *state;
    cupti_chip_close(f->chip);
    cupti_library_close(f->cupti);
    section_library_free(&f->sections);
    free(f);
    return 0;
}

struct words {
    const char *words[8];
};

static size_t count_words(const struct words *words)
{
    size_t count = 0;
    while (count < COUNT(words->words) && words->words[count])
        count++;
    return count;
}

struct made {
    struct words sets, sections, metrics;
    bool no_suffixes;
    struct plan_request request;
    struct plan plan;
    struct chip_plan on_chip;
    struct error error;
};

static bool make_plan(struct fixture *f, struct made *m)
{
    m->error.text[0] = '\0';
    m->request = (struct plan_request){
        m->sets.words,    count_words(&m->sets),    m->sections.words, count_words(&m->sections),
        m->metrics.words, count_words(&m->metrics), !m->no_suffixes,   NULL};
    return plan_make(&m->plan, &f->sections, &m->request, &m->error);
}

static bool make(struct fixture *f, struct made *m)
{
    if (!make_plan(f, m))
        return false;
    if (chip_plan_make(&m->on_chip, &m->plan, f->chip, &hopper, &m->error))
        return true;
    plan_free(&m->plan);
    return false;
}

static void drop(struct made *m)
{
    chip_plan_free(&m->on_chip);
    plan_free(&m->plan);
}

static bool has(const struct chip_plan *plan, const char *metric)
{
    for (size_t i = 0; i < plan->group_count; i++)
        for (size_t j = 0; j < plan->groups[i].count; j++)
            if (strcmp(plan->groups[i].metrics[j], metric) == 0)
                return true;
    return false;
}

static const char *text_of(const struct chip_plan *plan, const char *name)
{
    for (size_t i = 0; i < plan->text_count; i++)
        if (strcmp(plan->texts[i].name, name) == 0)
            return plan->texts[i].value;
    return NULL;
}

static size_t metric_count(const struct chip_plan *plan)
{
    size_t count = 0;
    for (size_t i = 0; i < plan->group_count; i++)
        count += plan->groups[i].count;
    return count;
}

static unsigned passes(const struct chip_plan *plan)
{
    unsigned all = 0;
    for (size_t i = 0; i < plan->group_count; i++)
        all += plan->groups[i].passes;
    return all;
}

static size_t parts_of(const char *list)
{
    size_t count = 1;
    for (; *list; list++)
        count += *list == ',';
    return count;
}

static bool has_inside(const struct chip_plan *plan, const char *name)
{
    size_t found = 0;
    for (size_t i = 0; i < plan->inside_count; i++)
        found += strcmp(plan->inside[i], name) == 0;
    return found == 1;
}

static void fails_with(struct fixture *f, struct made *m, const char *what)
{
    if (make(f, m))
        fail_msg("it was made, \"%s\" was expected", what);
    if (!strstr(m->error.text, what))
        fail_msg("\"%s\" lacks \"%s\"", m->error.text, what);
}

/* ---- on either ---- */

static void nothing_asked_for_is_the_basic_set(void **state)
{
    struct made none = {0}, basic = {.sets = {{"basic"}}};
    assert_true(make(*state, &none));
    assert_true(make(*state, &basic));
    assert_int_equal(none.plan.section_count, basic.plan.section_count);
    assert_int_equal(metric_count(&none.on_chip), metric_count(&basic.on_chip));
    assert_true(has(&none.on_chip, "gpu__time_duration.sum"));
    assert_true(none.on_chip.groups[0].image_size > 0 && none.on_chip.groups[0].image);
    assert_null(none.plan.own);
    drop(&none);
    drop(&basic);
}

static void names_that_do_not_exist_are_refused_with_the_nearest(void **state)
{
    fails_with(*state, &(struct made){.sets = {{"basik"}}}, "nearest is \"basic\"");
    fails_with(*state, &(struct made){.sets = {{"full", "qqqqqqqq"}}}, "\"qqqqqqqq\"");
    fails_with(*state, &(struct made){.sections = {{"Ocupancy"}}}, "nearest is \"Occupancy\"");
    fails_with(*state, &(struct made){.sections = {{"regex:("}}}, "regular expression");
    fails_with(*state, &(struct made){.sections = {{"regex:^nothing$"}}}, "\"regex:^nothing$\"");
    fails_with(*state, &(struct made){.metrics = {{"sm__no_such.sum"}}}, "sm__no_such");
    fails_with(*state, &(struct made){.metrics = {{"sm__cycles_active.awg"}}}, "sm__cycles_active");
    fails_with(*state, &(struct made){.metrics = {{"regex:("}}}, "regular expression");
    fails_with(*state, &(struct made){.metrics = {{"regex:^no_such_at_all"}}}, "no metric matches");
    fails_with(*state, &(struct made){.metrics = {{"group:memory_chart"}}},
               "unknown group \"memory_chart\"; nearest is \"memory__chart\"");
    fails_with(*state, &(struct made){.metrics = {{"launch__grid_sise"}}},
               "nearest is \"launch__grid_size\"");
    static const char *const nobodys[] = {"derived__no_such", "numa__no_such", "memory_no_such",
                                          "sass__no_such", "smsp__pcsamp_no_such"};
    for (size_t i = 0; i < COUNT(nobodys); i++)
        fails_with(*state, &(struct made){.metrics = {{nobodys[i]}}}, nobodys[i]);
    fails_with(*state, &(struct made){.metrics = {{"achieved_ocupancy"}}},
               "nearest is \"achieved_occupancy\"");
    fails_with(*state, &(struct made){.metrics = {{"sm__cycles_active.agv"}}},
               "nearest is \"sm__cycles_active.avg\"");
    fails_with(*state, &(struct made){.metrics = {{"breakdown:sm__cycles_active.avg"}}},
               "no breakdown");
}

static void one_unknown_metric_among_known_ones_is_left_out(void **state)
{
    struct made m = {
        .metrics = {{"sm__cycles_active.avg", "sm__no_such.sum", "gpu__time_duration.sum"}}};
    assert_true(make(*state, &m));
    assert_true(has(&m.on_chip, "sm__cycles_active.avg"));
    assert_false(has(&m.on_chip, "sm__no_such.sum"));
    assert_int_equal(m.on_chip.unknown_count, 1);
    assert_non_null(strstr(m.on_chip.unknown[0], "unknown metric \"sm__no_such.sum\""));
    assert_int_equal(m.on_chip.requested_count, 3); /* its row stays */
    plan_show_requested(&m.plan, &m.on_chip);
    assert_int_equal(m.plan.own->header->n_metrics, 3);
    drop(&m);
}

/* As ncu does; without metrics, nothing would be left. */
static void a_set_that_does_not_exist_is_left_out_beside_metrics(void **state)
{
    struct made m = {.sets = {{"basik", "qqqqqqqq"}}, .metrics = {{"sm__cycles_active.avg"}}};
    assert_true(make(*state, &m));
    assert_int_equal(m.plan.section_count, 1);
    assert_string_equal(
        m.plan.left_out,
        "no section set is called \"basik\"; nearest is \"basic\"; see --list-sets; "
        "no section set is called \"qqqqqqqq\"; see --list-sets");
    drop(&m);
    m = (struct made){.sets = {{"basic"}}, .metrics = {{"sm__cycles_active.avg"}}};
    assert_true(make(*state, &m));
    assert_null(m.plan.left_out);
    drop(&m);
}

/* Its row has the name as it was given. */
static void a_name_with_a_blank_keeps_its_row(void **state)
{
    struct made m = {.metrics = {{"sm__cycles_active.avg", " gpu__time_duration.sum"}}};
    assert_true(make(*state, &m));
    plan_show_requested(&m.plan, &m.on_chip);
    assert_int_equal(m.plan.own->header->n_metrics, 2);
    assert_string_equal(m.plan.own->header->metrics[1]->name, " gpu__time_duration.sum");
    drop(&m);
}

static void metrics_bring_their_siblings(void **state)
{
    static const char *const rollups[] = {"avg", "max", "min", "sum"};
    struct made with = {.metrics = {{"sm__cycles_active.avg"}}};
    struct made without = {.metrics = {{"sm__cycles_active.avg"}}, .no_suffixes = true};
    char name[64];
    assert_true(make(*state, &with));
    assert_true(make(*state, &without));
    for (size_t i = 0; i < COUNT(rollups); i++) {
        snprintf(name, sizeof name, "sm__cycles_active.%s", rollups[i]);
        assert_true(has(&with.on_chip, name));
        assert_int_equal(has(&without.on_chip, name), i == 0);
    }
    assert_int_equal(metric_count(&without.on_chip), 2); /* and the time */
    assert_non_null(with.plan.own);
    assert_int_equal(with.plan.section_count, 1);
    drop(&with);
    drop(&without);
}

static void a_base_name_stands_for_its_first_submetrics(void **state)
{
    struct made m = {.metrics = {{"sm__cycles_active"}}};
    assert_true(make(*state, &m));
    assert_true(has(&m.on_chip, "sm__cycles_active.avg"));
    assert_true(has(&m.on_chip, "sm__cycles_active.sum"));
    assert_false(has(&m.on_chip, "sm__cycles_active"));
    for (size_t i = 0; i < m.on_chip.groups[0].count; i++)
        assert_null(strchr(strchr(m.on_chip.groups[0].metrics[i], '.') + 1, '.'));
    drop(&m);
}

static void an_expression_is_looked_for_in_whole_names(void **state)
{
    struct made part = {.metrics = {{"regex:^sm__cycles_act"}}};
    struct made suffix = {.metrics = {{"regex:^sm__cycles_.*e[.]sum$"}}, .no_suffixes = true};
    struct made base = {.metrics = {{"regex:^sm__cycles_active$"}}};
    assert_true(make(*state, &part));
    assert_true(has(&part.on_chip, "sm__cycles_active.avg"));
    assert_true(has(&part.on_chip, "sm__cycles_active.avg.per_second"));
    assert_true(make(*state, &suffix));
    assert_true(has(&suffix.on_chip, "sm__cycles_active.sum"));
    assert_false(has(&suffix.on_chip, "sm__cycles_active.avg"));
    assert_true(make(*state, &base));
    assert_true(has(&base.on_chip, "sm__cycles_active.avg"));
    assert_false(has(&base.on_chip, "sm__cycles_active.avg.per_second"));
    drop(&part);
    drop(&suffix);
    drop(&base);
}

/* The dots of its domain begin no suffix. */
static void a_base_name_may_have_a_domain(void **state)
{
    struct made m = {.metrics = {{"TPC.TriageCompute.sm__cycles_active"}}};
    assert_true(make(*state, &m));
    assert_true(has(&m.on_chip, "TPC.TriageCompute.sm__cycles_active.avg"));
    drop(&m);
}

static void what_is_computed_is_not_scheduled(void **state)
{
    struct made m = {.metrics = {{"launch__grid_size", "device__attribute_warp_size",
                                  "sm__maximum_warps_per_active_cycle_pct"}}};
    assert_true(make(*state, &m));
    assert_false(has(&m.on_chip, "launch__grid_size"));
    assert_false(has(&m.on_chip, "device__attribute_warp_size"));
    drop(&m);
}

static void a_name_asked_for_twice_is_scheduled_once(void **state)
{
    struct made m = {.metrics = {{"sm__cycles_active.avg", "sm__cycles_active.avg",
                                  "gpu__time_duration.sum", "sm__cycles_active.sum"}}};
    assert_true(make(*state, &m));
    for (size_t i = 0; i < m.on_chip.groups[0].count; i++)
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(m.on_chip.groups[0].metrics[i], m.on_chip.groups[0].metrics[j]);
    drop(&m);
}

static void strange_characters_in_a_name_are_shown(void **state)
{
    fails_with(*state, &(struct made){.metrics = {{"sm__cycles\xe2\x80\x8b_active.avg"}}},
               "\"sm__cycles<U+200B>_active.avg\" has characters that no metric name has; without "
               "them it is \"sm__cycles_active.avg\"");
    fails_with(*state, &(struct made){.metrics = {{"launch__grid_size "}}},
               "without them it is \"launch__grid_size\"");
}

static bool shows(const struct made *m, const char *name)
{
    for (size_t i = 0; i < m->on_chip.requested_count; i++)
        if (strcmp(m->on_chip.requested[i], name) == 0)
            return true;
    return false;
}

static void old_names_are_defined_by_their_successors(void **state)
{
    struct made m = {.metrics = {{"stall_sync", "achieved_occupancy", "stall_sync"}}};
    static const char *const parts[] = {"smsp__warp_issue_stalled_barrier_per_warp_active.pct",
                                        "smsp__warp_issue_stalled_membar_per_warp_active.pct"};
    if (!make(*state, &m))
        fail_msg("%s", m.error.text);
    assert_int_equal(m.on_chip.definition_count, 2);
    assert_string_equal(m.on_chip.definitions[0].name, "stall_sync");
    assert_int_equal(m.on_chip.note_count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_true(has(&m.on_chip, parts[i]) && shows(&m, parts[i]));
        assert_non_null(strstr(m.on_chip.definitions[0].value, parts[i]));
        assert_non_null(strstr(m.on_chip.notes[0], parts[i]));
    }
    assert_non_null(strstr(m.on_chip.notes[0], "stall_sync"));
    assert_true(shows(&m, "stall_sync") && !has(&m.on_chip, "stall_sync"));
    plan_show_requested(&m.plan, &m.on_chip);
    plan_show_requested(&m.plan, &m.on_chip);
    const Rep__ProfilerSectionMetricDefinitions *all = m.plan.own->metricdefinitions;
    assert_int_equal(all->n_metricdefinitions, 2);
    assert_string_equal(all->metricdefinitions[1]->name, "achieved_occupancy");
    assert_string_equal(all->metricdefinitions[1]->expression,
                        "sm__warps_active.avg.pct_of_peak_sustained_active");
    drop(&m);
    fails_with(*state, &(struct made){.metrics = {{"alu_fu_utilization"}}},
               "has no successor; take smsp__inst_executed_pipe_alu.avg");
    fails_with(*state, &(struct made){.metrics = {{"cf_issued"}}}, "has no successor");
}

static void old_names_are_refused_on_old_chips(void **state)
{
    struct fixture *f = *state;
    struct made m = {.metrics = {{"achieved_occupancy"}}};
    static const struct section_scope pascal = {.arch = 61};
    assert_true(make_plan(f, &m));
    assert_false(chip_plan_make(&m.on_chip, &m.plan, f->chip, &pascal, &m.error));
    assert_non_null(strstr(m.error.text, "before compute capability 7.0 cannot be collected"));
    plan_free(&m.plan);
}

static void a_plan_knows_without_a_chip_that_it_samples_warps(void **state)
{
    static const struct {
        struct words sections, metrics;
        bool wanted;
    } cases[] = {{{{"SpeedOfLight", "Occupancy"}}, {{NULL}}, false},
                 {{{"SourceCounters"}}, {{NULL}}, true},
                 {{{NULL}}, {{"inst_executed", "smsp__pcsamp_sample_count"}}, true},
                 {{{NULL}}, {{"inst_executed", "sm__cycles_active.avg"}}, false}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct made m = {.sections = cases[i].sections, .metrics = cases[i].metrics};
        assert_true(make_plan(*state, &m));
        assert_int_equal(plan_wants_warps(&m.plan), cases[i].wanted);
        plan_free(&m.plan);
    }
}

static void a_group_stands_for_its_members(void **state)
{
    struct made m = {.metrics = {{"group:memory__dram_table"}}};
    if (!make(*state, &m))
        fail_msg("%s", m.error.text);
    const char *text = text_of(&m.on_chip, "group:memory__dram_table");
    assert_non_null(text);
    assert_int_equal(parts_of(text), 8);
    assert_int_equal(metric_count(&m.on_chip), 9); /* and the time */
    assert_true(has(&m.on_chip, "dram__bytes_read.sum") && shows(&m, "dram__bytes_read.sum"));
    drop(&m);
}

static void sections_are_taken_by_name_and_expression_once(void **state)
{
    struct made m = {.sections = {{"Occupancy", "regex:^Occ", "LaunchStats", "regex:upan"}}};
    assert_true(make(*state, &m));
    assert_int_equal(m.plan.section_count, 2);
    assert_string_equal(m.plan.sections[0]->identifier, "LaunchStats");
    assert_string_equal(m.plan.sections[1]->identifier, "Occupancy");
    drop(&m);
}

/* A section of another chip: its strange names go, the others stay. */
static void a_sections_unknown_names_do_not_poison_the_others(void **state)
{
    struct fixture *f = *state;
    char folder[] = "/tmp/rt-plan.XXXXXX", path[64];
    struct error error = {""};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/Strange.section", folder);
    FILE *file = fopen(path, "w");
    fputs("Identifier: \"Strange\"\nDisplayName: \"Strange\"\nOrder: 1\nHeader {\n"
          "  Metrics { Label: \"a\" Name: \"sm__cycles_active.avg\" }\n"
          "  Metrics { Label: \"b\" Name: \"sm__no_such_counter.sum\" }\n"
          "  Metrics { Label: \"c\" Name: \"nosuchunit__no_such.avg\" }\n"
          "  Metrics { Label: \"d\" Name: \"dram__bytes_read.sum\" }\n}\n",
          file);
    fclose(file);
    if (!section_library_add_folder(&f->sections, folder, &error))
        fail_msg("%s", error.text);
    struct made m = {.sections = {{"Strange"}}, .no_suffixes = true};
    if (!make(f, &m))
        fail_msg("%s", m.error.text);
    assert_true(has(&m.on_chip, "sm__cycles_active.avg"));
    assert_true(has(&m.on_chip, "dram__bytes_read.sum"));
    assert_true(has(&m.on_chip, "gpu__time_duration.sum"));
    assert_int_equal(metric_count(&m.on_chip), 3);
    assert_int_equal(m.on_chip.refused_count, 2);
    assert_true(passes(&m.on_chip) > 0);
    drop(&m);
    /* Afterwards the chip is as good as before. */
    struct made again = {.sets = {{"basic"}}};
    assert_true(make(f, &again));
    assert_int_equal(again.on_chip.refused_count, 0);
    drop(&again);
    unlink(path);
    rmdir(folder);
}

static void with_section(struct fixture *f, const char *name, const char *text)
{
    char folder[] = "/tmp/rt-plan.XXXXXX", path[64];
    struct error error = {""};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/%s.section", folder, name);
    FILE *file = fopen(path, "w");
    fprintf(file, "Identifier: \"%s\"\nDisplayName: \"%s\"\n%s", name, name, text);
    fclose(file);
    if (!section_library_add_folder(&f->sections, folder, &error))
        fail_msg("%s", error.text);
    for (size_t i = 0; i < f->sections.count; i++)
        if (*f->sections.sections[i].error.text)
            fail_msg("%s", f->sections.sections[i].error.text);
    unlink(path);
    rmdir(folder);
}

/* A section's pattern is collected as the metrics of the chip that it matches, and they are
 * listed. */
static void patterns_of_sections_are_expanded(void **state)
{
    struct fixture *f = *state;
    static const char name[] = "regex:^dram__bytes_(read|write)\\.sum$";
    with_section(f, "Pattern",
                 "Body { Items { BarChart {\n"
                 "  Metrics { Name: \"regex:^dram__bytes_(read|write)\\\\.sum$\" }\n"
                 "  Metrics { Name: \"regex:no_such_metric\" }\n} } }\n");
    struct made m = {.sections = {{"Pattern"}}, .no_suffixes = true};
    if (!make(f, &m))
        fail_msg("%s", m.error.text);
    assert_true(has(&m.on_chip, "dram__bytes_read.sum"));
    assert_true(has(&m.on_chip, "dram__bytes_write.sum"));
    assert_int_equal(metric_count(&m.on_chip), 3);
    assert_string_equal(text_of(&m.on_chip, name), "dram__bytes_read.sum,dram__bytes_write.sum");
    assert_string_equal(text_of(&m.on_chip, "regex:no_such_metric"), "");
    assert_int_equal(m.on_chip.refused_count, 0);
    assert_null(m.on_chip.gaps);
    drop(&m);
}

static void importance_decides_about_missing_metrics(void **state)
{
    struct fixture *f = *state;
    with_section(f, "Optional",
                 "Header { Metrics { Name: \"sm__no_such_counter.sum\" Filter { CollectionFilter { "
                 "Importance: Optional } } } Metrics { Name: \"sm__no_such_thing.sum\" } }\n");
    with_section(f, "Required",
                 "Header { Metrics { Name: \"sm__no_such_counter.sum\" Filter { CollectionFilter { "
                 "Importance: Required } } } Metrics { Name: \"sm__cycles_active.avg\" Filter { "
                 "CollectionFilter { Importance: Required } } } }\n");
    with_section(f, "Elsewhere",
                 "Header { Metrics { Name: \"sm__no_such_counter.sum\" Filter { MaxArch: CC_86 "
                 "CollectionFilter { Importance: Required } } } }\n");
    struct made optional = {.sections = {{"Optional", "Elsewhere"}}, .no_suffixes = true};
    if (!make(f, &optional))
        fail_msg("%s", optional.error.text);
    assert_int_equal(optional.on_chip.refused_count, 1);
    assert_string_equal(optional.on_chip.refused[0], "sm__no_such_thing.sum");
    drop(&optional);
    struct made required = {.sections = {{"Optional", "Required"}}, .no_suffixes = true};
    fails_with(f, &required,
               "section Required requires the metric sm__no_such_counter.sum, which this GPU");
}

static void plan_on_chip(struct fixture *f, const struct section_library *library,
                         const struct plan_request *request, struct plan *plan,
                         struct chip_plan *on_chip)
{
    struct error error = {""};
    assert_true(plan_make(plan, library, request, &error));
    if (!chip_plan_make(on_chip, plan, f->chip, &hopper, &error))
        fail_msg("%s", error.text);
}

/* What a user's rule requires is collected with its section; has() and what only its texts need is
 * not. */
static void what_rules_require_is_collected(void **state)
{
    struct fixture *f = *state;
    char folder[] = "/tmp/rt-plan.XXXXXX", path[64];
    struct error error = {""};
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/Own.yaml", folder);
    FILE *file = fopen(path, "w");
    fputs("identifier: Own\nname: Own\nsection: Launch\nrequires: [busy, "
          "'launch__grid_size > 1', 'sm__no_such_counter.sum']\nlet:\n"
          "  busy: 2 * more\n  more: lts__t_sectors.sum + 1\n"
          "findings:\n  - type: information\n    text: '{dram__bytes_read.sum}'\n",
          file);
    fclose(file);
    with_section(f, "Launch", "Header { Metrics { Name: \"launch__grid_size\" } }\n");
    with_section(f, "Alone", "Header { Metrics { Name: \"launch__grid_size\" } }\n");
    struct rule_library rules;
    rule_library_init(&rules);
    assert_true(rule_library_add_folder(&rules, folder, &error));
    if (*rule_find(&rules, "Own")->error.text)
        fail_msg("%s", rule_find(&rules, "Own")->error.text);
    for (int i = 0; i < 2; i++) {
        const char *section = i ? "Alone" : "Launch";
        struct plan_request request = {.sections = &section, .section_count = 1, .rules = &rules};
        struct plan plan;
        struct chip_plan on_chip;
        plan_on_chip(f, &f->sections, &request, &plan, &on_chip);
        assert_int_equal(has(&on_chip, "lts__t_sectors.sum"), i == 0);
        assert_false(has(&on_chip, "dram__bytes_read.sum"));
        assert_int_equal(on_chip.refused_count, 0);
        chip_plan_free(&on_chip);
        plan_free(&plan);
    }
    rule_library_free(&rules);
    unlink(path);
    rmdir(folder);
}

/* The name of a definition needs no "__". */
static void a_definition_with_any_name_leaves_no_gap(void **state)
{
    struct fixture *f = *state;
    with_section(f, "Defines",
                 "Header { Metrics { Name: \"doubled\" } }\n"
                 "MetricDefinitions { MetricDefinitions { Name: \"doubled\" Expression: "
                 "\"2 * sm__cycles_active.avg\" } }\n");
    struct made m = {.sections = {{"Defines"}}, .no_suffixes = true};
    if (!make(f, &m))
        fail_msg("%s", m.error.text);
    assert_true(has(&m.on_chip, "sm__cycles_active.avg"));
    assert_null(m.on_chip.gaps);
    assert_int_equal(m.on_chip.refused_count, 0);
    drop(&m);
}

/* Their groups are collected where the chip has them, and nobody is told what it lacks. */
static void memory_items_bring_what_the_chip_has(void **state)
{
    struct fixture *f = *state;
    struct made m = {.sections = {{"MemoryWorkloadAnalysis_Tables"}}};
    if (!make(f, &m))
        fail_msg("%s", m.error.text);
    assert_true(has(&m.on_chip, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"));
    assert_false(has(&m.on_chip, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.avg"));
    assert_int_equal(m.on_chip.refused_count, 0);
    const char *list = text_of(&m.on_chip, "group:memory__shared_table");
    assert_non_null(list);
    assert_non_null(strstr(list, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"));
    char *all = mem_strdup(list), *rest = all, *name;
    const char *previous = "";
    while ((name = strsep(&rest, ","))) {
        assert_true(has(&m.on_chip, name) || has_inside(&m.on_chip, name));
        assert_true(strcmp(previous, name) < 0);
        previous = name;
    }
    free(all);
    drop(&m);
}

/* Of a section of one's own: what is an option or an operand comes without siblings, unless the
 * same is a metric, too. */
static void options_and_operands_come_alone(void **state)
{
    struct fixture *f = *state;
    struct section section = {
        .message = build_section(
            "Identifier: 'S' DisplayName: 'S' Header { "
            "Metrics { Name: 'sm__no_such.sum' Options { Name: 'sm__cycles_active.sum' } } "
            "Metrics { Name: 'sm__no_such.sum' Options { Name: 'dram__bytes_read.sum' } } "
            "Metrics { Name: 'dram__bytes_read.sum' } } "
            "MetricDefinitions { MetricDefinitions { Name: 'derived__x' Expression: "
            "'smsp__inst_executed.sum / 2' } }")};
    const struct section_library library = {&section, 1, 1};
    const char *name = "S";
    const struct plan_request request = {
        .sections = &name, .section_count = 1, .extra_suffixes = true};
    struct plan plan;
    struct chip_plan on_chip;
    plan_on_chip(f, &library, &request, &plan, &on_chip);
    assert_true(has(&on_chip, "sm__cycles_active.sum") && !has(&on_chip, "sm__cycles_active.avg"));
    assert_true(has(&on_chip, "dram__bytes_read.sum") && has(&on_chip, "dram__bytes_read.max"));
    assert_true(has(&on_chip, "smsp__inst_executed.sum"));
    assert_false(has(&on_chip, "smsp__inst_executed.avg"));
    assert_int_equal(metric_count(&on_chip), 1 + 4 + 1 + 1); /* and the time */
    chip_plan_free(&on_chip);
    plan_free(&plan);
    rep__profiler_section__free_unpacked(section.message, NULL);
}

static void memory_items_of_other_chips_bring_nothing(void **state)
{
    struct fixture *f = *state;
    struct section section = {
        .message = build_section("Identifier: 'S' DisplayName: 'S' Filter { MinArch: CC_100 } "
                                 "Body { Items { MemoryChart {} } Items { NvlinkTopology {} } }")};
    const struct section_library library = {&section, 1, 1};
    const char *name = "S";
    const struct plan_request request = {.sections = &name, .section_count = 1};
    struct plan plan;
    struct chip_plan on_chip;
    plan_on_chip(f, &library, &request, &plan, &on_chip);
    assert_int_equal(metric_count(&on_chip), 1); /* the time */
    assert_null(on_chip.gaps);
    chip_plan_free(&on_chip);
    plan_free(&plan);
    rep__profiler_section__free_unpacked(section.message, NULL);
}

static void what_is_not_collected_is_named_once(void **state)
{
    struct fixture *f = *state;
    struct made none = {.sets = {{"basic"}}};
    assert_true(make(f, &none));
    assert_null(none.on_chip.gaps);
    drop(&none);
    struct made m = {
        .sections = {{"SourceCounters", "PmSampling", "PmSampling_WarpStates", "InstructionStats"}},
        .metrics = {{"smsp__pcsamp_sample_count"}}};
    if (!make(f, &m))
        fail_msg("%s", m.error.text);
    assert_non_null(m.on_chip.gaps);
    assert_string_equal(m.on_chip.gaps, "PM sampling (PmSampling_WarpStates)");
    size_t sampled = 0;
    for (size_t i = 0; i < m.on_chip.sampled_count; i++) {
        assert_int_equal(m.on_chip.sampled[i].passes, 1);
        assert_true(m.on_chip.sampled[i].image_size > 0);
        sampled += m.on_chip.sampled[i].count;
    }
    assert_true(m.on_chip.sampled_count > 1);
    assert_int_equal(sampled, 32 + 11); /* of newer drivers, and of older ones */
    /* What happens inside of kernels is collected, and is no counter of the schedule. */
    assert_true(has_inside(&m.on_chip, "inst_executed"));
    assert_true(has_inside(&m.on_chip, "memory_type"));
    assert_true(has_inside(&m.on_chip, "smsp__pcsamp_sample_count"));
    assert_true(has_inside(&m.on_chip, "smsp__pcsamp_warps_issue_stalled_wait"));
    assert_true(has_inside(&m.on_chip, "sass__inst_executed_per_opcode"));
    assert_true(has_inside(&m.on_chip, "sass__thread_inst_executed_true_per_opcode"));
    /* As with ncu, the sums of register spilling come with opcodes, and nothing else of that. */
    assert_true(has_inside(&m.on_chip, "sass__inst_executed_register_spilling"));
    assert_true(has_inside(&m.on_chip, "sass__inst_executed_register_spilling_op_read"));
    assert_true(has_inside(&m.on_chip, "sass__inst_executed_register_spilling_op_write"));
    assert_false(has_inside(&m.on_chip, "sass__inst_executed_register_spilling_mem_local"));
    assert_false(has_inside(&m.on_chip, "sass__inst_executed_shared_loads"));
    /* The rest of these sections is collected, source metrics of the whole kernel too. */
    assert_true(has(&m.on_chip, "smsp__inst_issued.sum"));
    assert_true(has(&m.on_chip, "lts__cycles_elapsed.sum"));
    for (size_t i = 0; i < m.on_chip.groups[0].count; i++)
        assert_true(section_metric_kind(m.on_chip.groups[0].metrics[i]) == SECTION_METRIC_COUNTER);
    drop(&m);
}

static void nothing_but_unknown_names_leaves_the_time(void **state)
{
    struct made m = {.sections = {{"LaunchStats"}}};
    assert_true(make(*state, &m));
    assert_true(has(&m.on_chip, "gpu__time_duration.sum"));
    drop(&m);
}

static void links_get_a_group_of_their_own(void **state)
{
    struct made m = {.metrics = {{"sm__cycles_active.avg", "pcie__read_bytes.sum"}}};
    if (!make(*state, &m))
        skip();
    assert_int_equal(m.on_chip.group_count, 2);
    assert_true(m.on_chip.groups[0].passes && m.on_chip.groups[1].passes);
    drop(&m);
}

/* ---- on the double ---- */

static void passes_are_those_of_the_double(void **state)
{
    struct made m = {.metrics = {{"sm__cycles_active.avg"}}};
    assert_true(make(*state, &m));
    assert_int_equal(m.on_chip.group_count, 1);
    /* Two of the names are scheduled: one of the siblings, and the time. */
    assert_int_equal(metric_count(&m.on_chip), 5);
    assert_int_equal(m.on_chip.groups[0].passes, 1);
    drop(&m);
}

/* ---- on the real library ---- */

static void breakdowns_of_throughputs(void **state)
{
    struct fixture *f = *state;
    static const struct {
        const char *name;
        size_t parts;
    } cases[] = {
        {"sm__throughput.avg.pct_of_peak_sustained_elapsed", 25},
        {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", 26},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        char *list = cupti_chip_breakdown(f->chip, cases[i].name);
        assert_non_null(list);
        assert_int_equal(parts_of(list), cases[i].parts);
        /* Sorted, each with the rollup and the submetric, and each one that the chip knows. */
        char previous[256] = "", *rest = list, *part;
        while ((part = strsep(&rest, ","))) {
            assert_true(strcmp(previous, part) < 0);
            assert_non_null(strstr(part, ".avg.pct_of_peak_sustained_elapsed"));
            assert_true(cupti_chip_knows(f->chip, part));
            snprintf(previous, sizeof previous, "%s", part);
        }
        free(list);
    }
    assert_null(cupti_chip_breakdown(f->chip, "sm__cycles_active.avg"));
    assert_null(cupti_chip_breakdown(f->chip, "sm__no_such.avg"));
    assert_null(cupti_chip_breakdown(f->chip, ""));
}

static void the_basic_set_takes_nine_passes(void **state)
{
    struct made m = {.sets = {{"basic"}}};
    assert_true(make(*state, &m));
    assert_int_equal(passes(&m.on_chip), 9);
    assert_int_equal(m.on_chip.refused_count, 0);
    const char *text =
        text_of(&m.on_chip, "breakdown:sm__throughput.avg.pct_of_peak_sustained_elapsed");
    assert_non_null(text);
    assert_int_equal(parts_of(text), 25);
    drop(&m);
}

/* The six of the link between chips are listed, but not collected. Counts of instructions are no
 * counters. */
static void the_chip_has_the_members_of_its_groups(void **state)
{
    static const struct {
        const char *name;
        size_t members;
    } groups[] = {
        {"group:memory__chart", 218},          {"group:memory__first_level_cache_table", 204},
        {"group:memory__l2_cache_table", 105}, {"group:memory__l2_cache_evict_policy_table", 46},
        {"group:memory__shared_table", 23},    {"group:memory__dram_table", 8}};
    for (size_t i = 0; i < COUNT(groups); i++) {
        struct made m = {.metrics = {{groups[i].name}}};
        if (!make(*state, &m))
            fail_msg("%s: %s", groups[i].name, m.error.text);
        const char *list = text_of(&m.on_chip, groups[i].name);
        assert_int_equal(parts_of(list), groups[i].members);
        assert_int_equal(metric_count(&m.on_chip), groups[i].members + 1 -
                                                       (strstr(list, "ctc__") ? 6 : 0) -
                                                       m.on_chip.inside_count);
        drop(&m);
    }
}

/* GH100 has no pipe for half precision alone. */
static void a_successor_that_the_chip_lacks_is_replaced(void **state)
{
    struct made m = {.metrics = {{"half_precision_fu_utilization"}}};
    assert_true(make(*state, &m));
    assert_string_equal(m.on_chip.definitions[0].value,
                        "smsp__inst_executed_pipe_fma_type_fp16.avg.pct_of_peak_sustained_active");
    drop(&m);
}

static void an_unknown_chip_is_refused(void **state)
{
    struct fixture *f = *state;
    struct error error = {""};
    assert_null(cupti_chip_open(f->cupti, "XY999", NULL, 0, &error));
    assert_non_null(strstr(error.text, "XY999"));
}

static void missing_libraries_are_said(void **state)
{
    (void)state;
    struct error error = {""};
    setenv("ROOFTOP_CUPTI", "/nonexistent/libcupti.so", 1);
    assert_null(cupti_library_open(&error));
    assert_non_null(strstr(error.text, "/nonexistent/libcupti.so"));
}

#define PLAN_TESTS                                                                                 \
    cmocka_unit_test(nothing_asked_for_is_the_basic_set),                                          \
        cmocka_unit_test(names_that_do_not_exist_are_refused_with_the_nearest),                    \
        cmocka_unit_test(one_unknown_metric_among_known_ones_is_left_out),                         \
        cmocka_unit_test(a_set_that_does_not_exist_is_left_out_beside_metrics),                    \
        cmocka_unit_test(a_name_with_a_blank_keeps_its_row),                                       \
        cmocka_unit_test(metrics_bring_their_siblings),                                            \
        cmocka_unit_test(a_base_name_stands_for_its_first_submetrics),                             \
        cmocka_unit_test(what_is_computed_is_not_scheduled),                                       \
        cmocka_unit_test(a_name_asked_for_twice_is_scheduled_once),                                \
        cmocka_unit_test(sections_are_taken_by_name_and_expression_once),                          \
        cmocka_unit_test(a_sections_unknown_names_do_not_poison_the_others),                       \
        cmocka_unit_test(patterns_of_sections_are_expanded),                                       \
        cmocka_unit_test(importance_decides_about_missing_metrics),                                \
        cmocka_unit_test(what_rules_require_is_collected),                                         \
        cmocka_unit_test(a_definition_with_any_name_leaves_no_gap),                                \
        cmocka_unit_test(memory_items_bring_what_the_chip_has),                                    \
        cmocka_unit_test(options_and_operands_come_alone),                                         \
        cmocka_unit_test(memory_items_of_other_chips_bring_nothing),                               \
        cmocka_unit_test(what_is_not_collected_is_named_once),                                     \
        cmocka_unit_test(nothing_but_unknown_names_leaves_the_time),                               \
        cmocka_unit_test(links_get_a_group_of_their_own),                                          \
        cmocka_unit_test(strange_characters_in_a_name_are_shown),                                  \
        cmocka_unit_test(old_names_are_defined_by_their_successors),                               \
        cmocka_unit_test(old_names_are_refused_on_old_chips),                                      \
        cmocka_unit_test(a_plan_knows_without_a_chip_that_it_samples_warps),                       \
        cmocka_unit_test(a_group_stands_for_its_members)

int main(void)
{
    const struct CMUnitTest on_double[] = {PLAN_TESTS,
                                           cmocka_unit_test(passes_are_those_of_the_double)};
    const struct CMUnitTest on_real[] = {
        PLAN_TESTS,
        cmocka_unit_test(breakdowns_of_throughputs),
        cmocka_unit_test(an_expression_is_looked_for_in_whole_names),
        cmocka_unit_test(a_base_name_may_have_a_domain),
        cmocka_unit_test(the_basic_set_takes_nine_passes),
        cmocka_unit_test(a_successor_that_the_chip_lacks_is_replaced),
        cmocka_unit_test(the_chip_has_the_members_of_its_groups),
        cmocka_unit_test(an_unknown_chip_is_refused)};
    const struct CMUnitTest on_none[] = {cmocka_unit_test(missing_libraries_are_said)};
    int failed = 0;
    if (cupti_path_double(double_path, sizeof double_path))
        failed +=
            cmocka_run_group_tests_name("plan on the double", on_double, open_double, close_chip);
    else
        print_message("plan on the double: skipped, no %s (make fakegpu)\n", double_path);
    if (cupti_path_real(real_path, sizeof real_path))
        failed += cmocka_run_group_tests_name("plan on CUPTI", on_real, open_real, close_chip);
    else
        print_message("plan on CUPTI: skipped, no libcupti.so.13 under CUDA_HOME\n");
    return failed + cmocka_run_group_tests_name("plan on nothing", on_none, NULL, NULL);
}
