#include "report/content/section_digest.h"

#include <stdio.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "report/content/section_view.h"
#include "report/metric/metric_value.h"
#include "report/metric/unit_spelling.h"

enum { MOST_PARTS = 5, FALLBACK_PARTS = 3 };

static const struct {
    const char *section;
    struct {
        const char *metric, *before, *after;
        bool unless_zero;
    } parts[MOST_PARTS];
    const char *busiest; /* what goes before its greatest percentage; NULL: nothing is said of it */
} digests[] = {
    {"SpeedOfLight",
     {{"sm__throughput.avg.pct_of_peak_sustained_elapsed", "compute ", ""},
      {"gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed", "memory ", ""},
      {"gpu__time_duration.sum", "", ""}}},
    {"LaunchStats",
     {{"launch__grid_size", "", " blocks"},
      {"launch__block_size", "of ", " threads"},
      {"launch__registers_per_thread", "", ""},
      {"launch__waves_per_multiprocessor", "", " waves per SM"}}},
    {"Occupancy",
     {{"sm__maximum_warps_per_active_cycle_pct", "", " theoretical"},
      {"sm__warps_active.avg.pct_of_peak_sustained_active", "", " achieved"}}},
    {"WorkloadDistribution",
     {{"sm__cycles_active.avg", "SM active ", ""}, {"lts__cycles_active.avg", "L2 active ", ""}}},
    {"MemoryWorkloadAnalysis",
     {{"l1tex__t_sector_hit_rate.pct", "L1 hit ", ""},
      {"lts__t_sector_hit_rate.pct", "L2 hit ", ""},
      {"dram__bytes.sum.per_second", "DRAM ", ""}}},
    {"WarpStateStats", {{"smsp__average_warp_latency_per_inst_issued.ratio", "", " per issue"}}},
    {"ComputeWorkloadAnalysis",
     {{"sm__instruction_throughput.avg.pct_of_peak_sustained_elapsed", "SM busy ", ""},
      {"sm__inst_executed.avg.per_cycle_active", "", ""}},
     "busiest pipe "},
    {"SchedulerStats",
     {{"smsp__issue_inst0.avg.pct_of_peak_sustained_active", "",
       " of cycles without eligible warp"},
      {"smsp__warps_eligible.avg.per_cycle_active", "", " eligible"},
      {"smsp__warps_active.avg.per_cycle_active", "", " active"}}},
    {"InstructionStats", {{"smsp__inst_executed.sum", "", " executed"}}},
    {"SourceCounters",
     {{"derived__memory_l2_theoretical_sectors_global_excessive", "excessive ", " to L2", true},
      {"derived__memory_l1_wavefronts_shared_excessive", "excessive ", " in shared memory", true},
      {"smsp__sass_average_branch_targets_threads_uniform.pct", "branch efficiency ", ""}}},
    {"PmSampling", {{NULL, NULL, NULL}}},
};

static void add_part(struct strbuf *out, const struct view_cell *cell, const char *before,
                     const char *after)
{
    if (cell->missing || !cell->metric)
        return;
    if (out->length)
        strbuf_adds(out, safe_text_utf8() ? " \xc2\xb7 " : " | ");
    strbuf_addf(out, "%s%s%s%s", before, cell->value, *cell->unit ? " " : "", cell->unit);
    if (*after == ' ') {
        char word[48];
        snprintf(word, sizeof word, "%s", after + 1);
        unit_count(word, sizeof word, cell->number);
        strbuf_addf(out, " %s", word);
    }
}

/* "busiest pipe LSU 61.78 %", of the bar charts */
static void add_busiest(struct strbuf *out, const struct section_view *view, const char *before)
{
    const struct view_cell *busiest = NULL;
    for (size_t i = 0; i < view->block_count; i++)
        for (size_t j = 0; view->blocks[i].chart && j < view->blocks[i].count; j++) {
            const struct view_cell *cell = &view->blocks[i].cells[j];
            if (cell->percent && cell->number > 0 && (!busiest || cell->number > busiest->number))
                busiest = cell;
        }
    if (!busiest)
        return;
    struct strbuf label = {0};
    strbuf_addf(&label, "%s%s ", before, busiest->label);
    add_part(out, busiest, label.data, "");
    strbuf_free(&label);
}

/* The text or number of an instance; "" without one. */
static void add_instance(struct strbuf *out, const Rep__ProfileMetricResult *metric, size_t at)
{
    const Rep__ProfileMetricValue *value =
        metric && at < metric->n_metricvaluelist ? metric->metricvaluelist[at]->elementvalue : NULL;
    double number;
    strbuf_adds(out, "");
    if (value && value->stringvalue)
        safe_text_add(out, value->stringvalue, strlen(value->stringvalue), false);
    else if (metric_value_number(value, &number))
        strbuf_addf(out, "%.0f", number);
}

/* "CPUs 0-31 of NUMA node 1, memory of node 0", of the first GPU; "and 7 more GPUs" behind it. */
static void add_numa(struct strbuf *out, const struct result *result)
{
    const Rep__ProfileMetricResult *node = result_metric_instances(result, "numa__id_cpu"),
                                   *memory = result_metric_instances(result, "numa__id_memory"),
                                   *cpus = result_metric_instances(result, "numa__cpu_affinity");
    const size_t gpus = node ? node->n_metricvaluelist : 0;
    struct strbuf texts[3] = {{0}, {0}, {0}};
    add_instance(&texts[0], node, 0);
    add_instance(&texts[1], memory, 0);
    add_instance(&texts[2], cpus, 0);
    if (gpus) {
        if (texts[2].length)
            strbuf_addf(out, "CPUs %s of ", texts[2].data);
        strbuf_addf(out, "NUMA node %s", texts[0].data);
        if (texts[1].length)
            strbuf_addf(out, ", memory of node %s", texts[1].data);
        if (gpus > 1)
            strbuf_addf(out, ", and %zu more GPU%s", gpus - 1, gpus == 2 ? "" : "s");
    }
    for (size_t i = 0; i < 3; i++)
        strbuf_free(&texts[i]);
}

char *section_digest(const struct section_view *view, const struct result *result)
{
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    if (strcmp(view->section->identifier, "NumaAffinity") == 0)
        add_numa(&out, result);
    if (out.length)
        return strbuf_detach(&out);
    for (size_t i = 0; i < sizeof digests / sizeof *digests; i++) {
        if (strcmp(digests[i].section, view->section->identifier) != 0)
            continue;
        for (size_t j = 0; j < MOST_PARTS && digests[i].parts[j].metric; j++) {
            struct view_cell cell;
            view_cell_fill(&cell, result, digests[i].parts[j].metric, "",
                           (struct view_style){.usual_units = true});
            if (!digests[i].parts[j].unless_zero || cell.number != 0)
                add_part(&out, &cell, digests[i].parts[j].before, digests[i].parts[j].after);
            view_cell_free(&cell);
        }
        if (digests[i].busiest)
            add_busiest(&out, view, digests[i].busiest);
        return strbuf_detach(&out);
    }
    for (size_t i = 0; i < view->header_count && i < FALLBACK_PARTS; i++) {
        struct strbuf label = {0};
        strbuf_addf(&label, "%s ", view->header[i].label);
        add_part(&out, &view->header[i], label.data, "");
        strbuf_free(&label);
    }
    return strbuf_detach(&out);
}
