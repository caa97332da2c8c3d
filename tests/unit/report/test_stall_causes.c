/* Which findings explain a stall reason. */
#include "report/content/stall_causes.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/rules/rule_library.h"

static void a_cause_counts_more_than_the_wait_itself(void **state)
{
    (void)state;
    assert_int_equal(
        stall_cause_of("UncoalescedGlobalAccess", "Uncoalesced Global Accesses", "long scoreboard"),
        STALL_CAUSE);
    assert_int_equal(stall_cause_of("CPIStall", "Long Scoreboard Stalls", "long scoreboard"),
                     STALL_CAUSE_WAIT);
    assert_int_equal(stall_cause_of("MyRule", "Anything", "long scoreboard"), STALL_CAUSE_UNKNOWN);
    assert_true(STALL_CAUSE > STALL_CAUSE_WAIT && STALL_CAUSE_WAIT > STALL_CAUSE_UNKNOWN &&
                STALL_CAUSE_UNKNOWN > STALL_CAUSE_NONE);
}

static void a_finding_about_something_else_is_none(void **state)
{
    (void)state;
    assert_int_equal(
        stall_cause_of("FPInstructions", "FP32 Non-Fused Instructions", "long scoreboard"),
        STALL_CAUSE_NONE);
    assert_int_equal(
        stall_cause_of("FPInstructions", "FP32 Non-Fused Instructions", "math pipe throttle"),
        STALL_CAUSE);
    assert_int_equal(stall_cause_of("CPIStall", "Wait Stalls", "long scoreboard"),
                     STALL_CAUSE_NONE);
    assert_int_equal(stall_cause_of("MemoryL2Compression", "Low Compression Rate", "barrier"),
                     STALL_CAUSE_NONE);
    assert_int_equal(
        stall_cause_of("MemoryCacheAccessPattern", "L2 Load Access Pattern", "long scoreboard"),
        STALL_CAUSE_NONE);
}

static void findings_about_a_kernel_are_about_what_its_lines_use(void **state)
{
    (void)state;
    const unsigned local =
        stall_cause_uses("MemoryCacheAccessPattern", "L2 Local Load Access Pattern");
    assert_int_equal(local, USES_LOCAL);
    assert_true(local & stall_cause_uses_of("LDL.64"));
    assert_false(local & stall_cause_uses_of("LDG.E"));
    assert_true(stall_cause_uses("GlobalAtomics", "Global Atomics") &
                stall_cause_uses_of("REDG.E"));
    assert_int_equal(stall_cause_uses("CPIStall", "Wait Stalls"), USES_NONE);
    assert_int_equal(stall_cause_uses_of(NULL), USES_NONE);
    assert_int_equal(stall_cause_uses_of("FADD"), USES_NONE);
}

/* "CPIStall/Lg Throttle Stalls": lg throttle. NULL: another symptom. */
static char *stall_of(const char *symptom)
{
    static const char rule[] = "CPIStall/", end[] = " Stalls";
    if (strncmp(symptom, rule, strlen(rule)) != 0)
        return NULL;
    char *stall = mem_strndup(symptom + strlen(rule), strlen(symptom) - strlen(rule) - strlen(end));
    for (char *c = stall; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return stall;
}

/* A title that the pattern means. */
static const char *title_of(const char *rule, const char *pattern)
{
    if (strcmp(rule, "MemoryCacheAccessPattern") != 0)
        return pattern ? pattern : "";
    return pattern ? "L1TEX Local Load Access Pattern" : "L1TEX Global Load Access Pattern";
}

/* Fewer warps than possible are a reason for each stall, and for no line more than for another. */
static bool is_of_no_line(const char *rule)
{
    return strcmp(rule, "TheoreticalOccupancy") == 0;
}

static void stock_rules_that_explain_a_stall_are_in_the_table(void **state)
{
    (void)state;
    struct rule_library library;
    int found = 0;
    rule_library_init(&library);
    for (size_t i = 0; i < library.count; i++) {
        const struct rule *rule = library.entries[i].rule;
        for (size_t e = 0; rule && e < rule->explains_count; e++)
            for (size_t s = 0; s < rule->explains[e].symptom_count; s++) {
                char *stall = stall_of(rule->explains[e].symptoms[s]);
                const char *title = title_of(rule->identifier, rule->explains[e].finding);
                if (stall && !is_of_no_line(rule->identifier)) {
                    found++;
                    if (stall_cause_of(rule->identifier, title, stall) != STALL_CAUSE)
                        fail_msg("%s, \"%s\" does not explain %s", rule->identifier, title, stall);
                }
                free(stall);
            }
    }
    assert_true(found > 15);
    rule_library_free(&library);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cause_counts_more_than_the_wait_itself),
        cmocka_unit_test(a_finding_about_something_else_is_none),
        cmocka_unit_test(findings_about_a_kernel_are_about_what_its_lines_use),
        cmocka_unit_test(stock_rules_that_explain_a_stall_are_in_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
