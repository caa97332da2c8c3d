/* Queries on the double of CUPTI (ROOFTOP_CUPTI, else beside this program) and, where a CUDA
 * Toolkit is installed, on the real host library, which needs neither a GPU nor a driver. */
#include "collect/plan/query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../cupti/no_deepbind.h"
#include "build_report.h"
#include "collect/cupti/chip_list.h"
#include "collect/plan/query_tables.h"
#include "cupti_paths.h"
#include "report/metric/glossary.h"
#include "report/metric/metric_words.h"

static char double_path[4096], real_path[4096];

static int open_library(void **state, const char *path)
{
    struct error error = {""};
    setenv("ROOFTOP_CUPTI", path, 1);
    *state = cupti_library_open(&error);
    if (!*state)
        print_error("%s\n", error.text);
    return *state ? 0 : -1;
}

static int open_double(void **state)
{
    return open_library(state, double_path);
}

static int open_real(void **state)
{
    return open_library(state, real_path);
}

static int close_library(void **state)
{
    cupti_library_close(*state);
    return 0;
}

static struct query_rows asked(struct cupti_library *library, const char *chip, struct query query)
{
    struct query_rows rows;
    struct error error = {""};
    if (!query_make(&rows, library, chip, &query, &error))
        fail_msg("%s", error.text);
    return rows;
}

static const struct query_row *row_of(const struct query_rows *rows, const char *name)
{
    for (size_t i = 0; i < rows->count; i++)
        if (strcmp(rows->rows[i].name, name) == 0)
            return &rows->rows[i];
    return NULL;
}

static void assert_sorted(const struct query_rows *rows)
{
    for (size_t i = 1; i < rows->count; i++)
        assert_true(strcmp(rows->rows[i - 1].name, rows->rows[i].name) < 0);
}

static void every_collection_has_metrics(void **state)
{
    for (unsigned c = 0; query_collection_names[c]; c++) {
        struct query_rows rows =
            asked(*state, "GH100", (struct query){.collection = (enum query_collection)c});
        assert_true(rows.count > 0);
        assert_sorted(&rows);
        for (size_t i = 0; i < rows.count; i++)
            assert_true(*rows.rows[i].name && *rows.rows[i].type);
        query_free(&rows);
    }
}

static void the_table_is_of_known_collections(void **state)
{
    (void)state;
    for (size_t i = 0; i < query_metric_count; i++) {
        bool known = false;
        for (unsigned c = QUERY_DEVICE; query_collection_names[c]; c++)
            known |= strcmp(query_collection_names[c], query_metrics[i].collection) == 0;
        assert_true(known && *query_metrics[i].description);
    }
}

static void full_and_base_names_choose(void **state)
{
    const char *const names[] = {"sm__cycles_active.avg", "dram__bytes_read"};
    struct query_rows rows =
        asked(*state, "GH100", (struct query){.metrics = names, .metric_count = 2});
    assert_int_equal(rows.count, 2);
    assert_string_equal(rows.rows[0].name, "dram__bytes_read");
    assert_string_equal(rows.rows[0].unit, "byte");
    assert_string_equal(rows.rows[0].hardware, "dram");
    assert_string_equal(rows.rows[0].type, "Counter");
    assert_string_equal(rows.rows[1].name, "sm__cycles_active");
    query_free(&rows);
}

static void suffixes_have_units_of_their_own(void **state)
{
    const char *const names[] = {"dram__bytes_read"};
    struct query_rows rows =
        asked(*state, "GH100", (struct query){QUERY_PROFILING, QUERY_SUFFIX, names, 1});
    assert_sorted(&rows);
    assert_null(row_of(&rows, "dram__bytes_read"));
    assert_string_equal(row_of(&rows, "dram__bytes_read.sum")->unit, "byte");
    assert_string_equal(row_of(&rows, "dram__bytes_read.sum.per_second")->unit, "byte/s");
    assert_string_equal(row_of(&rows, "dram__bytes_read.avg.pct_of_peak_sustained_elapsed")->unit,
                        "%");
    query_free(&rows);
}

static void unknown_names_are_refused(void **state)
{
    const char *const names[] = {"dram__bytes_red"};
    const struct query query = {.metrics = names, .metric_count = 1};
    struct query_rows rows;
    struct error error = {""};
    assert_false(query_make(&rows, *state, "GH100", &query, &error));
    assert_string_equal(error.text, "GH100, profiling: --metrics: unknown metric "
                                    "\"dram__bytes_red\"; nearest is \"dram__bytes_read\"");
    assert_false(query_make(&rows, *state, "GH999", &(struct query){0}, &error));
    assert_non_null(strstr(error.text, "GH999"));
}

static void chips_are_found_in_any_case(void **state)
{
    struct error error = {""};
    char *chip = chip_named(*state, "gb20b", &error);
    assert_string_equal(chip, "GB20B");
    free(chip);
    assert_null(chip_named(*state, "g100", &error));
    assert_non_null(strstr(error.text, "no chip \"g100\"; nearest is \"G"));
    assert_null(chip_named(*state, "", &error));
    assert_int_equal(chip_arch("GH100"), 90);
    assert_int_equal(chip_arch("GB20B"), 121);
    assert_int_equal(chip_arch("XX100"), 0);
}

static void units_of_collections_go_before_those_of_pages(void **state)
{
    (void)state;
    char unit[32];
    static const struct {
        const char *collection, *type, *base, *unit;
    } cases[] = {
        {"profiling", "Counter", "sm__cycles_active", "cycle"},
        {"profiling", "Counter", "TPC.TriageCompute.sm__cycles_active", ""},
        {"pmsampling", "Counter", "TPC.TriageCompute.sm__cycles_active", "cycle"},
        {"profiling", "Ratio", "lts__t_sector_hit_rate", ""},
        {"pmsampling", "Ratio", "lts__t_sector_hit_rate", "%"},
        {"pmsampling", "Ratio", "lts__average_t_sector_op_read", "sector"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_string_equal(
            query_unit(cases[i].collection, cases[i].type, cases[i].base, unit, sizeof unit),
            cases[i].unit);
}

/* The stall reasons of a chip follow from its counters. */
static void samples_of_warps_depend_on_the_chip(void **state)
{
    static const struct {
        const char *chip;
        bool imc_miss, warpgroup;
    } cases[] = {{"GV100", true, false}, {"GH100", true, true}, {"GB100", false, false}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct query_rows rows =
            asked(*state, cases[i].chip, (struct query){.collection = QUERY_WARPSAMPLING});
        assert_int_equal(row_of(&rows, "smsp__pcsamp_warps_issue_stalled_imc_miss") != NULL,
                         cases[i].imc_miss);
        assert_int_equal(row_of(&rows, "smsp__pcsamp_warps_issue_stalled_warpgroup_arrive") != NULL,
                         cases[i].warpgroup);
        assert_non_null(row_of(&rows, "smsp__pcsamp_warps_issue_stalled_wait"));
        query_free(&rows);
    }
}

static void all_names_of_a_chip(void **state)
{
    struct query_rows bases = asked(*state, "GA100", (struct query){0});
    struct query_rows all = asked(*state, "GA100", (struct query){.mode = QUERY_ALL});
    assert_true(bases.count > 2000);
    assert_true(all.count > 30 * bases.count);
    assert_non_null(row_of(&all, "sm__inst_executed.avg.per_cycle_active"));
    assert_string_equal(row_of(&all, "sm__inst_executed.avg.per_cycle_active")->unit, "inst/cycle");
    query_free(&bases);
    query_free(&all);
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct names {
    char **names;
    size_t count, capacity;
};

static void add_names(struct names *to, const struct query_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++) {
        if (to->count == to->capacity) {
            to->capacity = to->capacity ? 2 * to->capacity : 4096;
            to->names = realloc(to->names, to->capacity * sizeof *to->names);
        }
        to->names[to->count++] = strdup(rows->rows[i].name);
    }
}

/* Calls once with every name of every collection of every chip that CUPTI has a list of. */
static void each_name(struct cupti_library *library, void (*use)(const char *name))
{
    char *chips = chip_names(library), *rest = NULL;
    size_t chips_seen = 0;
    struct names all = {0};
    for (char *chip = strtok_r(chips, ", ", &rest); chip; chip = strtok_r(NULL, ", ", &rest)) {
        bool any = false;
        for (unsigned c = 0; query_collection_names[c]; c++) {
            const struct query query = {.collection = (enum query_collection)c};
            struct query_rows rows;
            struct error error;
            /* CUPTI names some chips without a list. */
            if (!query_make(&rows, library, chip, &query, &error))
                continue;
            add_names(&all, &rows);
            any = true;
            query_free(&rows);
        }
        chips_seen += any;
    }
    assert_true(chips_seen >= 20 && all.count > 1500 * chips_seen);
    qsort(all.names, all.count, sizeof *all.names, compare_texts);
    for (size_t i = 0; i < all.count; i++) {
        if (i == 0 || strcmp(all.names[i - 1], all.names[i]) != 0)
            use(all.names[i]);
        if (i > 0)
            free(all.names[i - 1]);
    }
    free(all.names[all.count - 1]);
    free(all.names);
    free(chips);
}

static void ignore(void *context, const struct glossary_term *term)
{
    (void)context, (void)term;
}

/* The word behind the mark in the name is a term, alone or with the mark. */
static void is_term(const char *name, const char *mark)
{
    for (const char *at = name; (at = strstr(at, mark)); at++) {
        char with[256];
        const char *word = at + strlen(mark);
        /* math_pipe_throttle is no pipeline, but a stall reason. */
        if ((at > name && at[-1] != '_') || strncmp(word, "throttle", 8) == 0)
            continue;
        snprintf(with, sizeof with, "%s%.*s", mark, (int)strcspn(word, "_."), word);
        if (!glossary_find(with, ignore, NULL) && !glossary_find(with + strlen(mark), ignore, NULL))
            fail_msg("%s: %s is no term", name, with);
    }
}

static void take_term(void *context, const struct glossary_term *term)
{
    *(const struct glossary_term **)context = term;
}

/* The reason for which warps wait has a cause and something to try, if it is one. */
static void has_reason(const char *name)
{
    static const char mark[] = "issue_stalled_";
    static const char *const ends[] = {"_per_", "_pipe_", "_not_issued", "."};
    const char *at = strstr(name, mark);
    if (!at || strncmp(at + strlen(mark), "per_", 4) == 0)
        return;
    char reason[256];
    snprintf(reason, sizeof reason, "%s", at + strlen(mark));
    for (size_t i = 0; i < COUNT(ends); i++) {
        char *end = strstr(reason, ends[i]);
        /* Not the "pipe" of math_pipe_throttle. */
        if (end && strncmp(end, "_pipe_throttle", 14) != 0)
            *end = '\0';
    }
    const struct glossary_term *term = NULL;
    if (!glossary_find(reason, take_term, &term))
        fail_msg("%s: %s is no term", name, reason);
    assert_string_equal(term->topic, "stall");
    if (!*term->advice && strcmp(term->name, "Selected") != 0)
        fail_msg("nothing to try against %s", term->name);
}

static void has_words_and_terms(const char *name)
{
    static const char *const marks[] = {"pipe_", "srcunit_", "srcnode_", "aperture_"};
    struct metric_words words = metric_words(name);
    if (words.unknown)
        fail_msg("%s: %s", name, words.sentence.data);
    const char *unit = words.parts[METRIC_PART_UNIT].name.data;
    if (unit && !glossary_find(unit, ignore, NULL))
        fail_msg("%s: %s is no term", name, unit);
    metric_words_free(&words);
    for (size_t i = 0; i < COUNT(marks); i++)
        is_term(name, marks[i]);
    has_reason(name);
}

/* No name of any chip keeps a part that is not explained. What the names are made of is in the
 * glossary: units, pipelines, who asks a cache and for what, and the reasons for which warps wait.
 */
static void the_names_of_all_chips_have_words_and_terms(void **state)
{
    each_name(*state, has_words_and_terms);
}

/* The check for leaks fails in what the real library leaves in its threads. */
const char *
__asan_default_options(void); // NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)

const char *
__asan_default_options(void) // NOLINT(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
{
    return "detect_leaks=0";
}

int main(void)
{
#define QUERY_TESTS                                                                                \
    cmocka_unit_test(every_collection_has_metrics), cmocka_unit_test(full_and_base_names_choose),  \
        cmocka_unit_test(suffixes_have_units_of_their_own),                                        \
        cmocka_unit_test(unknown_names_are_refused), cmocka_unit_test(chips_are_found_in_any_case)
    const struct CMUnitTest on_double[] = {QUERY_TESTS};
    const struct CMUnitTest on_real[] = {
        QUERY_TESTS, cmocka_unit_test(samples_of_warps_depend_on_the_chip),
        cmocka_unit_test(the_names_of_all_chips_have_words_and_terms),
        cmocka_unit_test(all_names_of_a_chip)};
    const struct CMUnitTest on_none[] = {
        cmocka_unit_test(the_table_is_of_known_collections),
        cmocka_unit_test(units_of_collections_go_before_those_of_pages)};
    int failed = 0;
    if (cupti_path_double(double_path, sizeof double_path))
        failed += cmocka_run_group_tests_name("query on the double", on_double, open_double,
                                              close_library);
    else
        print_message("query on the double: skipped, no %s (make fakegpu)\n", double_path);
    if (cupti_path_real(real_path, sizeof real_path))
        failed += cmocka_run_group_tests_name("query on CUPTI", on_real, open_real, close_library);
    else
        print_message("query on CUPTI: skipped, no libcupti.so.13 under CUDA_HOME\n");
    return failed + cmocka_run_group_tests_name("query on nothing", on_none, NULL, NULL);
}
