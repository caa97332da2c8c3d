/* Idle times of the GPUs: what they add up to by cause, and the longest. */
#include <math.h>
#include <stdlib.h>

#include "report/base/mem.h"
#include "report/trace/trace_gaps.h"
#include "report/trace_pages/trace_page_forms.h"

enum { LONGEST_SHOWN = 40 };

static int by_length(const void *a, const void *b)
{
    const struct trace_gap *first = a, *second = b;
    const uint64_t la = first->end - first->start, lb = second->end - second->start;
    if (la != lb)
        return la > lb ? -1 : 1;
    return (first->start > second->start) - (first->start < second->start);
}

static void cause_table(const struct trace_view *view, const struct trace_gaps *gaps,
                        struct trace_table *table)
{
    struct trace_stats stats = {0};
    for (size_t i = 0; i < gaps->count; i++)
        trace_stat_add_row(trace_stats_group(&stats, gaps->gaps[i].gpu, gaps->gaps[i].cause),
                           gaps->gaps[i].end - gaps->gaps[i].start, i);
    trace_stats_finish(&stats);
    trace_table_column(table, "GPU", "gpu", UNIT_TEXT);
    trace_table_column(table, "Cause", "cause", UNIT_TEXT);
    trace_stat_columns(table);
    for (size_t i = 0; i < stats.count; i++) {
        char gpu[32];
        trace_gpu_text(view, stats.groups[i].key[0], gpu, sizeof gpu);
        trace_table_text(table, gpu);
        trace_table_text(table, gap_cause_texts[stats.groups[i].key[1]]);
        trace_stat_cells(table, &stats.groups[i], (double)(view->index->end - view->index->start));
        const struct trace_gap *longest = &gaps->gaps[stats.groups[i].longest];
        trace_table_gap(table, longest->gpu, longest->start, longest->end);
    }
    trace_stats_free(&stats);
}

static void gap_row(const struct trace_view *view, const struct trace_gap *gap,
                    struct trace_table *table)
{
    struct trace *trace = view->index->trace;
    char gpu[32], room[64];
    trace_gpu_text(view, gap->gpu, gpu, sizeof gpu);
    trace_table_text(table, gpu);
    trace_table_number(table, (double)(gap->start - view->index->start));
    trace_table_number(table, (double)(gap->end - gap->start));
    trace_table_text(table, gap_cause_texts[gap->cause]);
    trace_table_text(
        table, gap->call == TRACE_NONE
                   ? ""
                   : trace_string(trace, trace_column(trace, TRACE_API, API_NAME)[gap->call]));
    trace_table_text(
        table, gap->range == TRACE_NONE
                   ? ""
                   : trace_string(trace, trace_column(trace, TRACE_RANGE, RANGE_NAME)[gap->range]));
    trace_table_text(table,
                     trace_work_name(view, &view->index->works[gap->before], room, sizeof room));
    trace_table_text(table,
                     trace_work_name(view, &view->index->works[gap->after], room, sizeof room));
    trace_table_gap(table, gap->gpu, gap->start, gap->end);
}

size_t trace_page_gaps(const struct trace_view *view, struct trace_table **tables)
{
    struct trace_threads threads;
    struct trace_gaps gaps;
    trace_threads_make(&threads, view->index->trace);
    trace_gaps_make(&gaps, view->index, &threads);
    tables[0] = trace_table_new("gaps", "Idle times of the GPU, by cause");
    cause_table(view, &gaps, tables[0]);
    struct trace_table *table = tables[1] = trace_table_new("gaps", "Longest idle times");
    trace_table_column(table, "GPU", "gpu", UNIT_TEXT);
    trace_table_column(table, "At", "start_ns", UNIT_MOMENT);
    trace_table_column(table, "Length", "length_ns", UNIT_TIME);
    trace_table_column(table, "Cause", "cause", UNIT_TEXT);
    trace_table_column(table, "Call", "call", UNIT_TEXT);
    trace_table_column(table, "Range", "range", UNIT_TEXT);
    trace_table_column(table, "After", "before", UNIT_TEXT);
    trace_table_column(table, "Before", "after", UNIT_TEXT);
    if (gaps.count)
        qsort(gaps.gaps, gaps.count, sizeof *gaps.gaps, by_length);
    for (size_t i = 0; i < gaps.count && i < LONGEST_SHOWN; i++)
        gap_row(view, &gaps.gaps[i], table);
    if (gaps.count > LONGEST_SHOWN)
        trace_table_note(table, "these are the %d longest of %zu", LONGEST_SHOWN, gaps.count);
    trace_gaps_free(&gaps);
    trace_threads_free(&threads);
    return 2;
}
