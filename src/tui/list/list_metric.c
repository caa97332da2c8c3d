#include "tui/list/list_metric.h"

static const char duration[] = "gpu__time_duration.sum";

/* Columns that stand in the summaries of results, and so name no metric to read. */
static const struct {
    enum list_field field;
    const char *metric;
} summarised[] = {
    {LIST_SUM, duration},
    {LIST_SPREAD, duration},
    {LIST_COMPUTE, "sm__throughput.avg.pct_of_peak_sustained_elapsed"},
    {LIST_MEMORY, "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"},
    {LIST_L1, "l1tex__throughput.avg.pct_of_peak_sustained_active"},
    {LIST_L2, "lts__throughput.avg.pct_of_peak_sustained_elapsed"},
    {LIST_DRAM, "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed"},
    {LIST_OCCUPANCY, "sm__warps_active.avg.pct_of_peak_sustained_active"},
    {LIST_LAUNCH, "launch__grid_size"},
    {LIST_GRID, "launch__grid_size"},
    {LIST_BLOCK, "launch__block_size"},
    {LIST_STREAM, "launch__stream_id"},
    {LIST_CONTEXT, "launch__context_id"},
};

const char *list_metric_of(const struct list_column *column)
{
    const char *name = list_column_metric(column);
    for (size_t i = 0; !name && i < sizeof summarised / sizeof *summarised; i++)
        if (summarised[i].field == column->field)
            name = summarised[i].metric;
    return name;
}
