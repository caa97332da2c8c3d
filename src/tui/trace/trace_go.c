#include "tui/trace/trace_go.h"

#include <math.h>

static void go(struct trace_timeline *t, size_t lane, uint64_t time)
{
    t->lane = lane;
    t->time = (double)(time > t->start ? time - t->start : 0);
}

static bool go_to_thread(struct trace_timeline *t, enum lane_kind kind, uint32_t process,
                         uint64_t thread, size_t row, uint64_t time)
{
    for (size_t i = 0; i < t->lanes.count; i++) {
        const struct trace_lane *lane = &t->lanes.lanes[i];
        if (lane->kind != kind || lane->process != process || lane->thread != thread)
            continue;
        const size_t item = trace_lane_at(&t->lanes, lane, time);
        /* Ranges of a thread lie on several rows. */
        if (kind != LANE_THREAD && (item == SIZE_MAX || lane->items[item] != row))
            continue;
        go(t, i, time);
        return true;
    }
    return false;
}

bool trace_go_to_call(struct trace_timeline *t, size_t call)
{
    struct trace *trace = t->view->index->trace;
    return go_to_thread(t, LANE_THREAD, trace_processes(trace, TRACE_API)[call],
                        trace_column(trace, TRACE_API, API_THREAD)[call], call,
                        trace_column(trace, TRACE_API, SPAN_START)[call]);
}

bool trace_go_to_work(struct trace_timeline *t, size_t work)
{
    const struct trace_work *w = &t->view->index->works[work];
    for (size_t i = 0; i < t->lanes.count; i++)
        if (t->lanes.lanes[i].kind == LANE_STREAM && t->lanes.lanes[i].stream == w->stream) {
            go(t, i, w->start);
            return true;
        }
    return false;
}

size_t trace_go_work_of(const struct trace_timeline *t, enum trace_kind kind, size_t row)
{
    const struct trace_index *index = t->view->index;
    const uint64_t start = trace_column(index->trace, kind, SPAN_START)[row];
    for (size_t i = trace_index_from(index, start);
         i < index->work_count && index->works[i].start == start; i++)
        if (index->works[i].kind == kind && index->works[i].row == row)
            return i;
    return SIZE_MAX;
}

/* A wait is found by its call. What has no row of its own is shown by its time. */
static void go_to_record(struct trace_timeline *t, enum trace_kind kind, size_t row)
{
    const struct trace_index *index = t->view->index;
    struct trace *trace = index->trace;
    const uint64_t start = trace_column(trace, kind, SPAN_START)[row];
    const uint32_t process = trace_processes(trace, kind)[row];
    size_t work;
    uint32_t call;
    bool found = false;
    switch (kind) {
    case TRACE_KERNEL:
    case TRACE_COPY:
    case TRACE_FILL:
    case TRACE_GRAPH:
    case TRACE_DEVICE_GRAPH:
    case TRACE_DECOMPRESSION:
        work = trace_go_work_of(t, kind, row);
        found = work != SIZE_MAX && trace_go_to_work(t, work);
        break;
    case TRACE_API:
        found = trace_go_to_call(t, row);
        break;
    case TRACE_RANGE:
        found = go_to_thread(t, LANE_RANGES, process, trace_column(trace, kind, RANGE_THREAD)[row],
                             row, start);
        break;
    case TRACE_JIT:
        found = go_to_thread(t, LANE_JIT, process, trace_column(trace, kind, JIT_THREAD)[row], row,
                             start);
        break;
    case TRACE_WAIT:
        call = trace_index_call(index, process, trace_column(trace, kind, WAIT_CORRELATION)[row]);
        found = call != TRACE_NONE && trace_go_to_call(t, call);
        break;
    default:
        break;
    }
    if (!found)
        go(t, t->lane, start);
}

static void go_to_gap(struct trace_timeline *t, const struct trace_spot *spot)
{
    for (size_t i = 0; i < t->lanes.count; i++)
        if (t->lanes.lanes[i].kind == LANE_GPU && t->lanes.lanes[i].gpu == spot->row) {
            go(t, i, spot->start);
            return;
        }
}

/* A closer look only at what would be hard to see, or has no room. */
static void see(struct trace_timeline *t, double length)
{
    static const double least = 0.05, around = 3;
    if (length < t->span * least || length > t->span)
        trace_timeline_show(t, t->time - length, length * around);
}

bool trace_go_to_spot(struct trace_timeline *t, const struct trace_spot *spot)
{
    struct trace *trace = t->view->index->trace;
    uint64_t start = spot->start, end = spot->end;
    if (spot->form == SPOT_GAP) {
        go_to_gap(t, spot);
    } else if (spot->form == SPOT_RECORD) {
        start = trace_column(trace, spot->kind, SPAN_START)[spot->row];
        end = trace_column(trace, spot->kind, SPAN_END)[spot->row];
        go_to_record(t, spot->kind, spot->row);
    } else {
        return false;
    }
    see(t, (double)(end - start));
    return true;
}
