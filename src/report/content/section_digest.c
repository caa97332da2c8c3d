#include "report/content/section_digest.h"

#include <string.h>

#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "report/content/section_view.h"

enum { MOST_PARTS = 5, FALLBACK_PARTS = 3 };

static const struct {
    const char *section;
    struct {
        const char *metric, *before, *after;
    } parts[MOST_PARTS];
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
};

static void add_part(struct strbuf *out, const struct view_cell *cell, const char *before,
                     const char *after)
{
    if (cell->missing || !cell->metric)
        return;
    if (out->length)
        strbuf_adds(out, safe_text_utf8() ? " \xc2\xb7 " : " | ");
    strbuf_addf(out, "%s%s%s%s%s", before, cell->value, *cell->unit ? " " : "", cell->unit, after);
}

char *section_digest(const struct section_view *view, const struct result *result)
{
    struct strbuf out = {0};
    strbuf_adds(&out, "");
    for (size_t i = 0; i < sizeof digests / sizeof *digests; i++) {
        if (strcmp(digests[i].section, view->section->identifier) != 0)
            continue;
        for (size_t j = 0; j < MOST_PARTS && digests[i].parts[j].metric; j++) {
            struct view_cell cell;
            view_cell_fill(&cell, result, digests[i].parts[j].metric, "", (struct view_style){0});
            add_part(&out, &cell, digests[i].parts[j].before, digests[i].parts[j].after);
            view_cell_free(&cell);
        }
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
