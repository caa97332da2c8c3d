#include "tui/trace/trace_foot.h"

#include <math.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "report/metric/metric_format.h"
#include "report/trace_pages/trace_page_forms.h"
#include "report/trace_pages/trace_print.h"

/* What is at the cursor. */
struct place {
    const struct trace_lane *lane; /* NULL: the trace has none */
    size_t item;                   /* SIZE_MAX: none */
    struct trace_gap gap;
    bool idle;
    double length; /* ns of the item or the gap; 0: neither */
};

static struct place place_of(const struct trace_timeline *t)
{
    struct place p = {.lane = t->lane < t->lanes.count ? &t->lanes.lanes[t->lane] : NULL,
                      .item = trace_timeline_item(t)};
    if (p.lane && p.item != SIZE_MAX)
        p.length = (double)(trace_lane_end(&t->lanes, p.lane, p.item) -
                            trace_lane_start(&t->lanes, p.lane, p.item));
    else if (p.lane)
        p.idle = trace_lane_gap(&t->lanes, p.lane, t->start + (uint64_t)t->time, &p.gap);
    if (p.idle)
        p.length = (double)(p.gap.end - p.gap.start);
    return p;
}

static double less(double a, double b)
{
    return b > 0 && b < a ? b : a;
}

struct unit {
    double ns;
    const char *name;
};

/* The largest unit in which nothing that the row says is a fraction, and a step of the cursor is
 * still seen. */
static const struct unit *unit_of(const struct trace_timeline *t, const struct place *p)
{
    static const struct unit units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "us"}};
    const double least =
        less(less(t->span, p->length), isnan(t->mark) ? 0 : fabs(t->time - t->mark));
    size_t i = 0;
    while (i + 1 < sizeof units / sizeof *units && least < units[i].ns)
        i++;
    return &units[i];
}

static void add_time(struct strbuf *out, const struct unit *unit, double ns)
{
    const unsigned long long parts = (unsigned long long)(fabs(ns) / unit->ns * 1000 + 0.5);
    strbuf_adds(out, ns < 0 && parts ? "-" : "");
    format_thousands(out, parts / 1000);
    strbuf_addf(out, ".%03llu %s", parts % 1000, unit->name);
}

static void add_kernel(const struct trace_timeline *t, struct strbuf *out, uint32_t row)
{
    struct trace *trace = t->view->index->trace;
    const uint64_t *const sizes[] = {trace_column(trace, TRACE_KERNEL, KERNEL_GRID_X),
                                     trace_column(trace, TRACE_KERNEL, KERNEL_GRID_Y),
                                     trace_column(trace, TRACE_KERNEL, KERNEL_GRID_Z),
                                     trace_column(trace, TRACE_KERNEL, KERNEL_BLOCK_X),
                                     trace_column(trace, TRACE_KERNEL, KERNEL_BLOCK_Y),
                                     trace_column(trace, TRACE_KERNEL, KERNEL_BLOCK_Z)};
    for (size_t i = 0; i < 6; i++)
        strbuf_addf(out, "%s%llu",
                    i == 0   ? "  grid "
                    : i == 3 ? "  block "
                             : ",",
                    (unsigned long long)sizes[i][row]);
    strbuf_addf(out, "  %llu registers",
                (unsigned long long)trace_column(trace, TRACE_KERNEL, KERNEL_REGISTERS)[row]);
    if (trace_column(trace, TRACE_KERNEL, KERNEL_BY_DEVICE)[row])
        strbuf_adds(out, "  launched by the GPU");
}

static void add_copy(const struct trace_timeline *t, struct strbuf *out, uint32_t row)
{
    struct trace *trace = t->view->index->trace;
    const double bytes = (double)trace_column(trace, TRACE_COPY, COPY_BYTES)[row];
    strbuf_adds(out, "  ");
    trace_cell_text(out, UNIT_BYTES, &(struct trace_cell){NULL, bytes});
    strbuf_addf(out, "  %s to %s",
                trace_memory_word(trace_column(trace, TRACE_COPY, COPY_FROM)[row]),
                trace_memory_word(trace_column(trace, TRACE_COPY, COPY_TO)[row]));
}

static void add_reasons(struct strbuf *out, uint64_t reasons)
{
    bool any = false;
    for (unsigned bit = 0; bit < 32; bit++)
        if (reasons >> bit & 1 && trace_throttle_word(bit)) {
            strbuf_addf(out, "%s%s", any ? ", " : "", trace_throttle_word(bit));
            any = true;
        }
    if (!any)
        strbuf_adds(out, "no");
}

static void add_item(const struct trace_timeline *t, struct strbuf *out, const struct place *p,
                     const struct unit *unit)
{
    const struct trace_lane *lane = p->lane;
    char room[64];
    const char *name = trace_lane_name(&t->lanes, lane, p->item, room, sizeof room);
    safe_text_add(out, name, strlen(name), false);
    strbuf_adds(out, "  ");
    if (lane->kind == LANE_ENVIRONMENT && lane->series->what == ENVIRONMENT_THROTTLE) {
        add_reasons(out, lane->series->samples[lane->items[p->item]].number);
        return;
    }
    if (trace_lane_has_values(lane)) {
        strbuf_addf(out, "%.4g of at most %.4g", trace_lane_value(&t->lanes, lane, p->item),
                    lane->most);
        return;
    }
    add_time(out, unit, p->length);
    if (lane->kind == LANE_JIT)
        strbuf_addf(out, "  %s",
                    trace_jit_code(trace_column(t->view->index->trace, TRACE_JIT,
                                                JIT_CODE)[lane->items[p->item]]));
    if (lane->kind != LANE_GPU && lane->kind != LANE_STREAM)
        return;
    const struct trace_work *work = &t->view->index->works[lane->items[p->item]];
    if (work->kind == TRACE_KERNEL)
        add_kernel(t, out, work->row);
    if (work->kind == TRACE_COPY)
        add_copy(t, out, work->row);
    if (work->kind == TRACE_DEVICE_GRAPH)
        strbuf_addf(out, "  launched by graph %llu",
                    (unsigned long long)trace_column(t->view->index->trace, TRACE_DEVICE_GRAPH,
                                                     DEVICE_GRAPH_LAUNCHER)[work->row]);
    if (work->kind == TRACE_DECOMPRESSION) {
        strbuf_adds(out, "  ");
        trace_cell_text(out, UNIT_BYTES,
                        &(struct trace_cell){
                            NULL, (double)trace_column(t->view->index->trace, TRACE_DECOMPRESSION,
                                                       DECOMPRESSION_BYTES)[work->row]});
    }
}

static void add_idle(struct strbuf *out, const struct place *p, const struct unit *unit)
{
    static const char *const texts[] = {
        [LANE_GPU] = "idle for",
        [LANE_STREAM] = "idle for",
        [LANE_THREAD] = "in no CUDA call for",
        [LANE_RANGES] = "in no range of this row for",
        [LANE_JIT] = "nothing compiled for",
        [LANE_ENVIRONMENT] = "not told for",
        [LANE_CPU] = "not counted for",
    };
    strbuf_addf(out, "%s ", texts[p->lane->kind]);
    add_time(out, unit, p->length);
}

static void add_named(struct strbuf *out, const char *what, const char *name)
{
    strbuf_addf(out, "%s%s: ", out->length > 1 ? "  " : "", what);
    safe_text_add(out, name, strlen(name), false);
}

/* As the page "gaps" tells it. */
static void add_cause(const struct trace_timeline *t, struct strbuf *out, const struct place *p)
{
    struct trace *trace = t->view->index->trace;
    const struct trace_gap *gap = &p->gap;
    strbuf_adds(out, " ");
    if (p->lane->kind == LANE_GPU || p->lane->kind == LANE_STREAM)
        add_named(out, "cause", gap_cause_texts[gap->cause]);
    if (gap->range != TRACE_NONE)
        add_named(out, "NVTX range",
                  trace_string(trace, trace_column(trace, TRACE_RANGE, RANGE_NAME)[gap->range]));
    if (gap->call != TRACE_NONE)
        add_named(out, "call",
                  trace_string(trace, trace_column(trace, TRACE_API, API_NAME)[gap->call]));
}

void trace_foot_texts(const struct trace_timeline *t, struct strbuf *what, struct strbuf *more)
{
    const struct place p = place_of(t);
    const struct unit *unit = unit_of(t, &p);
    strbuf_adds(what, " ");
    add_time(what, unit, t->time);
    if (!isnan(t->mark)) {
        strbuf_adds(what, "  from the mark: ");
        add_time(what, unit, t->time - t->mark);
    }
    strbuf_adds(what, "  ");
    if (p.lane && p.item != SIZE_MAX) {
        add_item(t, what, &p, unit);
        if (trace_timeline_has_results(t, p.lane, p.item))
            strbuf_adds(more, " this kernel has results in a report: o opens them");
    } else if (p.lane && p.idle) {
        add_idle(what, &p, unit);
        add_cause(t, more, &p);
    } else if (p.lane) {
        strbuf_adds(what, "nothing");
    }
}
