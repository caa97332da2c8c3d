#include "report/trace_pages/trace_page_forms.h"

void trace_stat_columns(struct trace_table *table)
{
    trace_table_column(table, "Share", "share_pct", UNIT_PERCENT);
    trace_table_column(table, "Total", "total_ns", UNIT_TIME);
    trace_table_column(table, "Count", "count", UNIT_COUNT);
    trace_table_column(table, "Mean", "mean_ns", UNIT_TIME);
    trace_table_column(table, "Median", "median_ns", UNIT_TIME);
    trace_table_column(table, "Min", "min_ns", UNIT_TIME);
    trace_table_column(table, "Max", "max_ns", UNIT_TIME);
    trace_table_column(table, "Std Dev", "std_dev_ns", UNIT_TIME);
}

void trace_stat_cells(struct trace_table *table, const struct trace_stat *group, double whole)
{
    const double numbers[] = {group->mean, (double)group->median, (double)group->min,
                              (double)group->max, group->deviation};
    if (whole > 0)
        trace_table_number(table, 100 * group->total / whole);
    else
        trace_table_none(table);
    trace_table_number(table, group->total);
    trace_table_number(table, (double)group->count);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (group->timed)
            trace_table_number(table, numbers[i]);
        else
            trace_table_none(table);
}

void trace_note_bad(struct trace_table *table, const struct trace_stats *stats, const char *what)
{
    size_t bad = 0;
    for (size_t i = 0; i < stats->count; i++)
        bad += stats->groups[i].count - stats->groups[i].timed;
    if (bad)
        trace_table_note(table, "%zu %s have no times that can be believed, and are counted only",
                         bad, what);
}

void trace_stat_spot(struct trace_table *table, const struct trace_stat *group,
                     enum trace_kind kind)
{
    if (group->timed)
        trace_table_record(table, kind, group->longest);
}
