/* The ranks of a parallel job: how even their load is, and who waits where for whom. */
#include <math.h>
#include <stdio.h>

#include "report/trace/trace_collectives.h"
#include "report/trace_pages/trace_page_forms.h"

/* The rank that computes longest is told from here on. */
#define UNEVEN 1.01

static void rank_text(struct trace *trace, const struct trace_rank *rank, char *text, size_t room)
{
    const struct trace_process *process = trace_process(trace, rank->process);
    if (process->rank >= 0)
        snprintf(text, room, "rank %d", process->rank);
    else
        snprintf(text, room, "process %u", process->pid);
}

static struct trace_table *rank_table(struct trace *trace, const struct trace_collectives *c)
{
    struct trace_table *table = trace_table_new("ranks", "Ranks");
    double sum = 0, most = 0;
    size_t busiest = 0;
    trace_table_column(table, "Rank", "rank", UNIT_TEXT);
    trace_table_column(table, "Host", "host", UNIT_TEXT);
    trace_table_column(table, "Clock", "clock_offset_ns", UNIT_TIME);
    trace_table_column(table, "Computes", "computes_ns", UNIT_TIME);
    trace_table_column(table, "than Mean", "than_mean_pct", UNIT_PERCENT);
    trace_table_column(table, "Collectives", "collectives_ns", UNIT_TIME);
    trace_table_column(table, "Waits", "waits_ns", UNIT_TIME);
    trace_table_column(table, "of Collectives", "waits_pct", UNIT_PERCENT);
    for (size_t i = 0; i < c->rank_count; i++) {
        sum += c->ranks[i].computed;
        if (c->ranks[i].computed > most) {
            most = c->ranks[i].computed;
            busiest = i;
        }
    }
    const double mean = sum / (double)c->rank_count;
    for (size_t i = 0; i < c->rank_count; i++) {
        const struct trace_rank *rank = &c->ranks[i];
        char text[32];
        rank_text(trace, rank, text, sizeof text);
        trace_table_text(table, text);
        trace_table_text(table, rank->host);
        trace_table_number(table, rank->offset);
        trace_table_number(table, rank->computed);
        trace_table_number(table, mean > 0 ? 100 * (rank->computed / mean - 1) : NAN);
        trace_table_number(table, rank->met);
        trace_table_number(table, rank->waited);
        trace_table_number(table, rank->met > 0 ? 100 * rank->waited / rank->met : NAN);
    }
    if (c->rank_count > 1 && most > UNEVEN * mean) {
        char text[32];
        rank_text(trace, &c->ranks[busiest], text, sizeof text);
        trace_table_note(table, "%s computes longest, %.1f %% more than the mean", text,
                         100 * (most / mean - 1));
    }
    if (c->rank_count < 2)
        trace_table_note(table, "there is one rank; open the traces of all ranks together");
    return table;
}

static struct trace_table *meeting_table(const struct trace_view *view,
                                         const struct trace_collectives *c)
{
    struct trace *trace = view->index->trace;
    struct trace_table *table =
        trace_table_new("ranks", "Where ranks meet, by the time that they wait");
    trace_table_column(table, "Collective", "kernel", UNIT_TEXT);
    trace_table_column(table, "Ranks", "ranks", UNIT_COUNT);
    trace_table_column(table, "Count", "count", UNIT_COUNT);
    trace_table_column(table, "Total", "total_ns", UNIT_TIME);
    trace_table_column(table, "Waits", "waits_ns", UNIT_TIME);
    trace_table_column(table, "of Total", "waits_pct", UNIT_PERCENT);
    trace_table_column(table, "Comes Last", "last_rank", UNIT_TEXT);
    trace_table_column(table, "Times", "last_count", UNIT_COUNT);
    trace_table_column(table, "Waits Longest", "waits_longest_rank", UNIT_TEXT);
    trace_table_column(table, "its Waits", "waits_longest_ns", UNIT_TIME);
    for (size_t i = 0; i < c->meeting_count; i++) {
        const struct trace_meeting *m = &c->meetings[i];
        char text[32];
        trace_table_text(table, trace_kernel_name(view->names, m->name));
        trace_table_number(table, (double)m->ranks);
        trace_table_number(table, (double)m->count);
        trace_table_number(table, m->time);
        trace_table_number(table, m->waited);
        trace_table_number(table, m->time > 0 ? 100 * m->waited / m->time : NAN);
        rank_text(trace, &c->ranks[m->last], text, sizeof text);
        trace_table_text(table, text);
        trace_table_number(table, (double)m->last_count);
        rank_text(trace, &c->ranks[m->waits], text, sizeof text);
        trace_table_text(table, text);
        trace_table_number(table, m->waits_time);
    }
    if (c->unmatched)
        trace_table_note(table,
                         "%zu kernels of communication cannot be matched: ranks launched them a "
                         "different number of times, or only one did",
                         c->unmatched);
    if (!c->meeting_count && !c->unmatched)
        trace_table_note(table, "no kernel of NCCL or NVSHMEM was launched");
    return table;
}

size_t trace_page_ranks(const struct trace_view *view, struct trace_table **tables)
{
    struct trace_collectives collectives;
    trace_collectives_make(&collectives, view->index->trace);
    tables[0] = rank_table(view->index->trace, &collectives);
    tables[1] = meeting_table(view, &collectives);
    trace_collectives_free(&collectives);
    return 2;
}
