/* The first page of a trace: what it is of, and what could be saved. */
#include <math.h>
#include <stdio.h>

#include "report/base/strbuf.h"
#include "report/trace_pages/trace_findings.h"
#include "report/trace_pages/trace_metrics.h"
#include "report/trace_pages/trace_page_forms.h"
#include "report/trace_pages/trace_print.h"

static void fact(struct trace_table *table, const char *name, const char *value)
{
    trace_table_text(table, name);
    trace_table_text(table, value);
}

static void number_fact(struct trace_table *table, const char *name, enum trace_unit unit,
                        double number)
{
    struct strbuf text = {0};
    trace_cell_text(&text, unit, &(struct trace_cell){NULL, number});
    fact(table, name, text.data);
    strbuf_free(&text);
}

static void text_facts(struct trace *trace, struct trace_table *table)
{
    static const char *const names[FACT_KINDS] = {"Command", "Host", "Version", "Note"};
    const uint64_t *what = trace_column(trace, TRACE_FACT, FACT_WHAT);
    for (size_t i = 0; i < trace_count(trace, TRACE_FACT); i++)
        if (what[i] < FACT_KINDS)
            fact(table, names[what[i]], trace_text(trace, TRACE_FACT, i));
    for (size_t i = 0; i < trace_process_count(trace); i++) {
        const struct trace_process *p = trace_process(trace, i);
        char name[48];
        if (!*p->name)
            continue;
        snprintf(name, sizeof name, p->rank >= 0 ? "Process %u, rank %d" : "Process %u", p->pid,
                 p->rank);
        fact(table, name, p->name);
    }
}

/* When records were lost, from the first to the last of the losses. */
static void note_losses(const struct trace_view *view, struct trace_table *table)
{
    static const char *const why[LOSS_KINDS] = {
        "CUPTI had no room for them (--buffer)", "the host was too slow for them",
        "memory ran out while they were sent", "this version does not know them"};
    struct trace *trace = view->index->trace;
    double counts[LOSS_KINDS] = {0};
    uint64_t first = UINT64_MAX, last = 0;
    for (size_t i = 0; i < trace_count(trace, TRACE_LOSS); i++) {
        const uint64_t kind = trace_column(trace, TRACE_LOSS, LOSS_KIND)[i],
                       start = trace_column(trace, TRACE_LOSS, SPAN_START)[i],
                       end = trace_column(trace, TRACE_LOSS, SPAN_END)[i];
        counts[kind < LOSS_KINDS ? kind : LOSS_UNKNOWN] +=
            (double)trace_column(trace, TRACE_LOSS, LOSS_COUNT)[i];
        first = start && start < first ? start : first;
        last = end > last ? end : last;
    }
    const uint64_t zero = view->index->start;
    for (size_t i = 0; i < LOSS_KINDS; i++)
        if (counts[i] > 0)
            trace_table_note(table, "%.0f records lost between %.1f s and %.1f s: %s", counts[i],
                             first > zero ? (double)(first - zero) / 1e9 : 0.0,
                             last > zero ? (double)(last - zero) / 1e9 : 0.0, why[i]);
    if (view->index->bad)
        trace_table_note(table, "%zu kernels, copies and fills have no times that can be believed",
                         view->index->bad);
    if (*trace_damage(trace))
        trace_table_note(table, "%s", trace_damage(trace));
}

static void gpu_facts(const struct trace_view *view, struct trace_table *table)
{
    struct trace_table *overlap;
    trace_page_overlap(view, &overlap);
    for (size_t i = 0; i < overlap->rows; i++) {
        struct strbuf text = {0};
        strbuf_addf(&text, "%s, busy ", trace_table_cell(overlap, i, 1)->text);
        trace_cell_text(&text, UNIT_PERCENT, trace_table_cell(overlap, i, 3));
        strbuf_adds(&text, " of the span");
        fact(table, trace_table_cell(overlap, i, 0)->text, text.data);
        strbuf_free(&text);
    }
    trace_table_free(overlap);
}

size_t trace_page_summary(const struct trace_view *view, struct trace_table **tables)
{
    static const enum trace_kind counted[] = {
        TRACE_KERNEL, TRACE_COPY,  TRACE_FILL,  TRACE_DECOMPRESSION, TRACE_API,
        TRACE_WAIT,   TRACE_RANGE, TRACE_GRAPH, TRACE_DEVICE_GRAPH,  TRACE_JIT};
    static const char *const names[] = {"Kernels",        "Copies", "Fills",
                                        "Decompressions", "Calls",  "Waits",
                                        "Ranges",         "Graphs", "Graphs Launched by the GPU",
                                        "JIT Operations"};
    struct trace *trace = view->index->trace;
    struct trace_findings findings;
    struct trace_table *table = tables[0] = trace_table_new("summary", "Trace");
    trace_table_column(table, "Fact", "fact", UNIT_TEXT);
    trace_table_column(table, "Value", "value", UNIT_TEXT);
    text_facts(trace, table);
    gpu_facts(view, table);
    number_fact(table, "Span", UNIT_TIME, (double)(view->index->end - view->index->start));
    for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
        if (trace_count(trace, counted[i]))
            number_fact(table, names[i], UNIT_COUNT, (double)trace_count(trace, counted[i]));
    note_losses(view, table);
    table = tables[1] = trace_table_new("summary", "Findings, by the time that they could save");
    trace_table_column(table, "Finding", "finding", UNIT_TEXT);
    trace_table_column(table, "Saves", "saves_ns", UNIT_TIME);
    trace_table_column(table, "of Span", "saves_pct", UNIT_PERCENT);
    trace_table_column(table, "What to Do", "text", UNIT_TEXT);
    trace_findings_make(&findings, view);
    for (size_t i = 0; i < findings.count; i++) {
        const struct trace_finding *f = &findings.list[i];
        trace_table_text(table, f->title);
        trace_table_number(table, f->saves);
        trace_table_number(table, 100 * f->saves / (double)(view->index->end - view->index->start));
        trace_table_text(table, f->text);
        trace_table_page(table, f->page);
    }
    if (!findings.count)
        trace_table_note(table, "no rule has anything to say");
    trace_findings_free(&findings);
    return 2;
}
