#include "report/metric/instance_kind.h"

#include <string.h>

#include "build_report.h"

static void kind_is(const char *metric, const char *text, const char *expected)
{
    struct strbuf bytes = {0};
    build_message(&bytes, &rep__profile_metric_result__descriptor, text);
    Rep__ProfileMetricResult *result =
        rep__profile_metric_result__unpack(NULL, bytes.length, (const uint8_t *)bytes.data);
    const char *kind = instance_kind(metric, result);
    if (!expected)
        assert_null(kind);
    else if (!kind || strcmp(kind, expected) != 0)
        fail_msg("%s: %s, not %s", metric, kind ? kind : "none", expected);
    rep__profile_metric_result__free_unpacked(result, NULL);
    strbuf_free(&bytes);
}

#define NUMBER "NameId: 0 MetricValueList { CorrelationId { Uint64Value: 3 } ElementValue {} } "
#define NAME "NameId: 0 MetricValueList { CorrelationId { StringValue: 'FADD' } ElementValue {} }"

static void kinds(void **state)
{
    (void)state;
    static const struct {
        const char *metric, *kind;
    } cases[] = {
        {"inst_executed", "address"},
        {"thread_inst_executed_true", "address"},
        {"memory_l2_theoretical_sectors_global", "address"},
        {"smsp__pcsamp_sample_count", "address"},
        {"smsp__pcsamp_warps_issue_stalled_wait_not_issued", "address"},
        {"derived__avg_thread_executed_true", "address"},
        {"derived__memory_l1_conflicts_shared_nway", "address"},
        {"launch__occupancy_per_block_size", "argument"},
        {"derived__pct_occupancy_per_register_count", "argument"},
        {"launch__grid_size", "index"},
        {"nvlink__max_count", "index"},
        {"profiler__pmsampler_pass_groups", "index"},
        {"profiler__timestamp_workload_start_0", "time"},
        {"pmsampling:smsp__warps_active.avg", "time"},
        {"something__else.sum", "number"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        kind_is(cases[i].metric, NUMBER, cases[i].kind);
}

static void texts_and_samples_tell_themselves(void **state)
{
    (void)state;
    kind_is("sass__inst_executed_per_opcode", NAME, "name");
    kind_is("inst_executed", NAME, "name");
    kind_is("TPC.TriageCompute.sm__cycles_active.avg", NUMBER "Category: MetricCategorySampler",
            "time");
    kind_is("inst_executed", "NameId: 0", NULL);
    kind_is("inst_executed", "NameId: 0 MetricValueList { ElementValue {} } ", NULL);
    /* The first that has one decides. */
    kind_is("inst_executed",
            "NameId: 0 MetricValueList { ElementValue {} } MetricValueList { "
            "CorrelationId { StringValue: 'x' } ElementValue {} } ",
            "name");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds),
        cmocka_unit_test(texts_and_samples_tell_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
