#include "report/metric/glossary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"

struct found {
    const struct glossary_term *terms[64];
    size_t count;
};

static void take(void *context, const struct glossary_term *term)
{
    struct found *found = context;
    if (found->count < COUNT(found->terms))
        found->terms[found->count++] = term;
}

static bool has(const struct found *found, const char *name)
{
    for (size_t i = 0; i < found->count; i++)
        if (strcmp(found->terms[i]->name, name) == 0)
            return true;
    return false;
}

static void names_are_found_in_all_spellings(void **state)
{
    (void)state;
    static const char *const spellings[] = {"Long Scoreboard", "long_scoreboard", "stall_long_sb",
                                            "LONG-SCOREBOARD"};
    for (size_t i = 0; i < COUNT(spellings); i++) {
        struct found found = {.count = 0};
        assert_true(glossary_find(spellings[i], take, &found));
        assert_int_equal(found.count, 1);
        assert_string_equal(found.terms[0]->name, "Long Scoreboard");
        assert_string_equal(found.terms[0]->topic, "stall");
        assert_true(*found.terms[0]->advice);
    }
    struct found none = {.count = 0};
    static const char *const unknown[] = {"long", "scoreboard", "", " ", "long scoreboards"};
    for (size_t i = 0; i < COUNT(unknown); i++)
        assert_false(glossary_find(unknown[i], take, &none));
    assert_int_equal(none.count, 0);
}

/* Words of sections, findings and columns that are no part of a metric's name. */
static void words_of_the_screen_are_terms(void **state)
{
    (void)state;
    static const char *const words[] = {"waves per SM", "Tail Effect", "Small Grid",   "latency",
                                        "spill",        "spilling",    "est. speedup", "occupancy"};
    for (size_t i = 0; i < COUNT(words); i++) {
        struct found found = {.count = 0};
        if (!glossary_find(words[i], take, &found))
            fail_msg("\"%s\" is no term", words[i]);
    }
    struct found found = {.count = 0};
    glossary_of_metric("launch__waves_per_multiprocessor", take, &found);
    assert_true(has(&found, "wave"));
}

static void units_of_measure_are_terms(void **state)
{
    (void)state;
    static const char *const units[] = {"GB/s", "Tbyte/s", "GHz",       "Ghz",           "KB",
                                        "IPC",  "FLOP/s",  "FLOP/byte", "sector/request"};
    for (size_t i = 0; i < COUNT(units); i++) {
        struct found found = {.count = 0};
        assert_true(glossary_find(units[i], take, &found));
        assert_string_equal(found.terms[0]->topic, "measure");
    }
    /* They are no part of a metric's name. */
    struct found none = {.count = 0};
    glossary_of_metric("sm__b.sum", take, &none);
    assert_false(has(&none, "B"));
}

/* Whole sentences, each name once and no spelling of another one, topics together. */
static void check_term(void *context, const struct glossary_term *term)
{
    struct found *seen = context;
    size_t length = strlen(term->text);
    if (length < 10 || term->text[length - 1] != '.')
        fail_msg("%s: \"%s\" is no sentence", term->name, term->text);
    if (*term->advice && term->advice[strlen(term->advice) - 1] != '.')
        fail_msg("%s: \"%s\" is no sentence", term->name, term->advice);
    struct found same = {.count = 0};
    assert_true(glossary_find(term->name, take, &same));
    if (same.count != 1)
        fail_msg("%s has %zu meanings", term->name, same.count);
    const char *names[32] = {term->name};
    char *also = strdup(term->also), *rest = also;
    size_t count = 1;
    for (char *name; (name = strsep(&rest, ",")) && *name && count < COUNT(names); count++) {
        for (size_t i = 0; i < count; i++)
            if (glossary_same(names[i], name))
                fail_msg("%s is \"%s\" again", name, names[i]);
        names[count] = name;
    }
    free(also);
    if (seen->count && strcmp(seen->terms[seen->count - 1]->topic, term->topic) == 0)
        return;
    for (size_t i = 0; i < seen->count; i++)
        assert_string_not_equal(seen->terms[i]->topic, term->topic);
    take(seen, term);
}

static void every_term_is_whole(void **state)
{
    (void)state;
    struct found topics = {.count = 0};
    glossary_each(check_term, &topics);
    assert_int_equal(topics.count, 9);
}

static void the_guides_terms_are_there(void **state)
{
    (void)state;
    static const char *const terms[] = {"ADU",
                                        "ALU",
                                        "CBU",
                                        "FMA",
                                        "FMAheavy",
                                        "FP16",
                                        "FP64",
                                        "LSU",
                                        "TEX",
                                        "TMA",
                                        "Tensor",
                                        "Uniform",
                                        "XU",
                                        "fbpa",
                                        "fe",
                                        "gpc",
                                        "gpu",
                                        "gr",
                                        "idc",
                                        "l1tex",
                                        "ltc",
                                        "lts",
                                        "mcc",
                                        "pm",
                                        "sm",
                                        "smsp",
                                        "sys",
                                        "tpc",
                                        "mio",
                                        "xbar",
                                        "lrc",
                                        "dram",
                                        "gcc",
                                        "fbp",
                                        "hub",
                                        "raster",
                                        "tram",
                                        "vpc",
                                        "instruction",
                                        "request",
                                        "sector",
                                        "tag",
                                        "wavefront",
                                        "sectors/request",
                                        "pass",
                                        "kernel replay",
                                        "application replay",
                                        "range replay",
                                        "cache control",
                                        "clock control",
                                        "roofline",
                                        "arithmetic intensity",
                                        "ridge point",
                                        "memory bound",
                                        "compute bound",
                                        "achieved value"};
    for (size_t i = 0; i < COUNT(terms); i++) {
        struct found found = {.count = 0};
        if (!glossary_find(terms[i], take, &found))
            fail_msg("%s is not explained", terms[i]);
    }
}

static void every_stall_reason_has_a_term(void **state)
{
    (void)state;
    static const char *const ids[] = {"barrier",
                                      "branch_resolving",
                                      "dispatch_stall",
                                      "drain",
                                      "gmma",
                                      "imc_miss",
                                      "lg_throttle",
                                      "long_scoreboard",
                                      "math_pipe_throttle",
                                      "membar",
                                      "mio_throttle",
                                      "misc",
                                      "no_instruction",
                                      "not_selected",
                                      "selected",
                                      "short_scoreboard",
                                      "sleeping",
                                      "tex_throttle",
                                      "wait"};
    for (size_t i = 0; i < COUNT(ids); i++) {
        struct found found = {.count = 0};
        struct strbuf name = {0};
        strbuf_addf(&name, "smsp__average_warps_issue_stalled_%s_per_issue_active.ratio", ids[i]);
        assert_true(glossary_find(ids[i], take, &found));
        const char *term = found.terms[0]->name;
        found.count = 0;
        glossary_of_metric(name.data, take, &found);
        if (!has(&found, term) || !has(&found, "smsp"))
            fail_msg("%s lacks %s", name.data, term);
        strbuf_free(&name);
    }
}

static const struct {
    const char *table, *row, *column, *unit, *formula;
} cells[] = {
#include "memory_tables.inc"
};

static bool is_explained(const char *header)
{
    struct found found = {.count = 0};
    glossary_of_metric(header, take, &found);
    return found.count || glossary_find(header, take, &found);
}

static void every_header_of_the_memory_tables_is_explained(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cells); i++) {
        if (!is_explained(cells[i].column))
            fail_msg("the column %s is not explained", cells[i].column);
        const char *row = cells[i].row;
        row += strncmp(row, "node ", 5) == 0 ? 5 : 0;
        /* A link of the chart has two ends. */
        const char *arrow = strstr(row, " -> ");
        char from[64];
        snprintf(from, sizeof from, "%.*s", arrow ? (int)(arrow - row) : 63, row);
        if (!is_explained(from) || (arrow && !is_explained(arrow + 4)))
            fail_msg("the row %s is not explained", cells[i].row);
    }
}

static void names_of_metrics_have_their_terms(void **state)
{
    (void)state;
    static const struct {
        const char *metric, *terms[4], *none;
    } cases[] = {
        {"sm__inst_executed_pipe_lsu.avg.pct_of_peak_sustained_active",
         {"LSU", "sm", "instruction", "peak"},
         "ALU"},
        {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", {"sector", "l1tex", "LSU"}, "sm"},
        {"lts__t_sector_hit_rate.pct", {"lts", "sector", "hit rate"}, "ltc"},
        {"dram__bytes_read.sum", {"dram", "byte"}, "lts"},
        {"Shared Load: Wavefronts", {"Shared Load", "wavefront"}, "Shared Store"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct found found = {.count = 0};
        glossary_of_metric(cases[i].metric, take, &found);
        for (size_t j = 0; j < 4 && cases[i].terms[j]; j++)
            if (!has(&found, cases[i].terms[j]))
                fail_msg("%s lacks %s", cases[i].metric, cases[i].terms[j]);
        assert_false(has(&found, cases[i].none));
    }
    struct found found = {.count = 0};
    char longest[2048];
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    glossary_of_metric(longest, take, &found);
    glossary_of_metric("", take, &found);
    assert_int_equal(found.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found_in_all_spellings),
        cmocka_unit_test(words_of_the_screen_are_terms),
        cmocka_unit_test(units_of_measure_are_terms),
        cmocka_unit_test(every_term_is_whole),
        cmocka_unit_test(the_guides_terms_are_there),
        cmocka_unit_test(every_stall_reason_has_a_term),
        cmocka_unit_test(every_header_of_the_memory_tables_is_explained),
        cmocka_unit_test(names_of_metrics_have_their_terms),
    };
    return cmocka_run_group_tests_name("glossary", tests, NULL, NULL);
}
