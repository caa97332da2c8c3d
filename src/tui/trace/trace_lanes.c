#include "tui/trace/trace_lanes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/trace_pages/trace_page_forms.h"

enum { DEEPEST_RANGES = 6, MOST_CPU_LANES = 256 };

static struct trace_lane *add(struct trace_lanes *lanes, struct trace_lane lane, const char *label)
{
    mem_grow(&lanes->lanes, lanes->count, &lanes->capacity, sizeof *lanes->lanes);
    lane.label = safe_text(label);
    lanes->lanes[lanes->count] = lane;
    return &lanes->lanes[lanes->count++];
}

static void add_item(struct trace_lane *lane, uint32_t item, uint64_t start, uint64_t end)
{
    mem_grow(&lane->items, lane->count, &lane->capacity, sizeof *lane->items);
    lane->items[lane->count++] = item;
    trace_busy_add(&lane->busy, start, end);
}

static void add_series(struct trace_lanes *lanes, const struct trace_series *s)
{
    const struct trace_environment_info *info = trace_environment_info(s->what);
    char text[64], gpu[32];
    if (!info->changes)
        return;
    trace_series_gpu_text(lanes->view, s, gpu, sizeof gpu);
    if (s->gpu == TRACE_NONE)
        snprintf(text, sizeof text, "%s %s", gpu, info->name);
    else
        snprintf(text, sizeof text, "  %s", info->name);
    struct trace_lane *lane =
        add(lanes, (struct trace_lane){.kind = LANE_ENVIRONMENT, .gpu = s->gpu, .series = s}, text);
    for (size_t i = 0; i < s->count; i++) {
        add_item(lane, (uint32_t)i, s->samples[i].start, s->samples[i].end);
        lane->most = fmax(lane->most, trace_environment_value(s->what, s->samples[i].number));
    }
}

static void add_environment(struct trace_lanes *lanes, uint32_t gpu)
{
    for (size_t i = 0; i < lanes->environment.count; i++)
        if (lanes->environment.series[i].gpu == gpu)
            add_series(lanes, &lanes->environment.series[i]);
}

static void add_gpu(struct trace_lanes *lanes, size_t gpu)
{
    const struct trace_index *index = lanes->view->index;
    char text[64];
    const size_t first = lanes->count;
    size_t *place = mem_alloc((index->stream_count + 1) * sizeof *place);
    trace_gpu_text(lanes->view, gpu, text, sizeof text);
    add(lanes, (struct trace_lane){.kind = LANE_GPU, .gpu = gpu}, text);
    for (size_t i = 0; i < index->stream_count; i++) {
        if (index->streams[i].gpu != gpu)
            continue;
        place[i] = lanes->count;
        snprintf(text, sizeof text, "  stream %llu", (unsigned long long)index->streams[i].stream);
        add(lanes, (struct trace_lane){.kind = LANE_STREAM, .gpu = gpu, .stream = i}, text);
    }
    for (size_t i = 0; i < index->work_count; i++) {
        const struct trace_work *w = &index->works[i];
        if (w->gpu != gpu)
            continue;
        add_item(&lanes->lanes[first], (uint32_t)i, w->start, w->end);
        add_item(&lanes->lanes[place[w->stream]], (uint32_t)i, w->start, w->end);
    }
    free(place);
    add_environment(lanes, (uint32_t)gpu);
}

/* Ranges of one depth do not overlap; a started range may, and then lies a row deeper. */
static void add_ranges(struct trace_lanes *lanes, const struct trace_thread *thread)
{
    struct trace *trace = lanes->view->index->trace;
    const uint64_t *start = trace_column(trace, TRACE_RANGE, SPAN_START);
    const uint64_t *end = trace_column(trace, TRACE_RANGE, SPAN_END);
    uint64_t ends[DEEPEST_RANGES] = {0};
    const size_t first = lanes->count;
    size_t used = 0;
    for (size_t i = 0; i < thread->range_count; i++) {
        const uint32_t row = thread->ranges[i];
        size_t depth = 0;
        while (depth < DEEPEST_RANGES && ends[depth] > start[row])
            depth++;
        if (depth == DEEPEST_RANGES)
            continue;
        if (depth >= used) {
            used = depth + 1;
            add(lanes,
                (struct trace_lane){
                    .kind = LANE_RANGES, .process = thread->process, .thread = thread->thread},
                "    ranges");
        }
        add_item(&lanes->lanes[first + depth], row, start[row], end[row]);
        ends[depth] = end[row];
    }
}

/* A thread that ended before its name was read has the name of its program. */
static char *label_of(const struct trace_thread *thread, const struct trace_process *process)
{
    const char *slash = strrchr(process->name, '/');
    const char *name = *thread->name ? thread->name : slash ? slash + 1 : process->name;
    return *name ? mem_printf("%s %llu", name, (unsigned long long)thread->thread)
                 : mem_printf("%u %llu", process->pid, (unsigned long long)thread->thread);
}

static void add_jits(struct trace_lanes *lanes, const struct trace_thread *thread)
{
    struct trace *trace = lanes->view->index->trace;
    const uint64_t *start = trace_column(trace, TRACE_JIT, SPAN_START),
                   *end = trace_column(trace, TRACE_JIT, SPAN_END);
    if (!thread->jit_count)
        return;
    struct trace_lane *lane = add(
        lanes,
        (struct trace_lane){.kind = LANE_JIT, .process = thread->process, .thread = thread->thread},
        "    JIT");
    for (size_t i = 0; i < thread->jit_count; i++)
        add_item(lane, thread->jits[i], start[thread->jits[i]], end[thread->jits[i]]);
}

static void add_thread(struct trace_lanes *lanes, const struct trace_thread *thread)
{
    struct trace *trace = lanes->view->index->trace;
    const uint64_t *start = trace_column(trace, TRACE_API, SPAN_START);
    const uint64_t *end = trace_column(trace, TRACE_API, SPAN_END);
    char *text = label_of(thread, trace_process(trace, thread->process));
    struct trace_lane *lane =
        add(lanes,
            (struct trace_lane){
                .kind = LANE_THREAD, .process = thread->process, .thread = thread->thread},
            text);
    for (size_t i = 0; i < thread->call_count; i++)
        add_item(lane, thread->calls[i], start[thread->calls[i]], end[thread->calls[i]]);
    free(text);
    add_jits(lanes, thread);
    add_ranges(lanes, thread);
}

static struct trace_lane *cpu_lane(struct trace_lanes *lanes, size_t first, const char *name)
{
    for (size_t i = first; i < lanes->count; i++)
        if (strcmp(lanes->lanes[i].label, name) == 0)
            return &lanes->lanes[i];
    return add(lanes, (struct trace_lane){.kind = LANE_CPU}, name);
}

static void add_cpu(struct trace_lanes *lanes)
{
    struct trace *trace = lanes->view->index->trace;
    const uint64_t *start = trace_column(trace, TRACE_CPU, SPAN_START),
                   *end = trace_column(trace, TRACE_CPU, SPAN_END),
                   *value = trace_column(trace, TRACE_CPU, CPU_VALUE);
    const size_t first = lanes->count;
    for (size_t i = 0; i < trace_count(trace, TRACE_CPU); i++) {
        if (!trace_span_is_good(start[i], end[i]) || lanes->count - first >= MOST_CPU_LANES)
            continue;
        char *name = safe_text(trace_text(trace, TRACE_CPU, i));
        struct trace_lane *lane = cpu_lane(lanes, first, name);
        free(name);
        if (lane->count && start[i] < start[lane->items[lane->count - 1]])
            continue; /* of another file that overlaps this one */
        add_item(lane, (uint32_t)i, start[i], end[i]);
        if (trace_cpu_value(value[i]) > lane->most)
            lane->most = trace_cpu_value(value[i]);
    }
}

void trace_lanes_make(struct trace_lanes *lanes, const struct trace_view *view)
{
    *lanes = (struct trace_lanes){.view = view};
    trace_threads_make(&lanes->threads, view->index->trace);
    trace_environment_make(&lanes->environment, view->index);
    for (size_t i = 0; i < view->index->gpu_count; i++)
        add_gpu(lanes, i);
    add_environment(lanes, TRACE_NONE);
    add_cpu(lanes);
    for (size_t i = 0; i < lanes->threads.count; i++)
        add_thread(lanes, &lanes->threads.threads[i]);
}

void trace_lanes_free(struct trace_lanes *lanes)
{
    for (size_t i = 0; i < lanes->count; i++) {
        free(lanes->lanes[i].label);
        free(lanes->lanes[i].items);
        trace_busy_free(&lanes->lanes[i].busy);
    }
    free(lanes->lanes);
    trace_threads_free(&lanes->threads);
    trace_environment_free(&lanes->environment);
    *lanes = (struct trace_lanes){0};
}

/* Of lanes whose items are rows of records. */
static enum trace_kind kind_of(const struct trace_lane *lane)
{
    static const enum trace_kind kinds[] = {[LANE_THREAD] = TRACE_API,
                                            [LANE_JIT] = TRACE_JIT,
                                            [LANE_RANGES] = TRACE_RANGE,
                                            [LANE_CPU] = TRACE_CPU};
    return kinds[lane->kind];
}

bool trace_lane_has_values(const struct trace_lane *lane)
{
    return lane->kind == LANE_CPU || lane->kind == LANE_ENVIRONMENT;
}

static bool is_of_gpu(const struct trace_lane *lane)
{
    return lane->kind == LANE_GPU || lane->kind == LANE_STREAM;
}

uint64_t trace_lane_start(const struct trace_lanes *lanes, const struct trace_lane *lane, size_t i)
{
    if (lane->kind == LANE_ENVIRONMENT)
        return lane->series->samples[lane->items[i]].start;
    return is_of_gpu(lane)
               ? lanes->view->index->works[lane->items[i]].start
               : trace_column(lanes->view->index->trace, kind_of(lane), SPAN_START)[lane->items[i]];
}

uint64_t trace_lane_end(const struct trace_lanes *lanes, const struct trace_lane *lane, size_t i)
{
    if (lane->kind == LANE_ENVIRONMENT)
        return lane->series->samples[lane->items[i]].end;
    return is_of_gpu(lane)
               ? lanes->view->index->works[lane->items[i]].end
               : trace_column(lanes->view->index->trace, kind_of(lane), SPAN_END)[lane->items[i]];
}

const char *trace_lane_name(const struct trace_lanes *lanes, const struct trace_lane *lane,
                            size_t i, char *room, size_t size)
{
    struct trace *trace = lanes->view->index->trace;
    if (is_of_gpu(lane))
        return trace_work_name(lanes->view, &lanes->view->index->works[lane->items[i]], room, size);
    if (trace_lane_has_values(lane))
        return lane->label;
    if (lane->kind == LANE_JIT)
        return trace_jit_word(trace_column(trace, TRACE_JIT, JIT_OPERATION)[lane->items[i]]);
    return trace_string(trace, trace_column(trace, kind_of(lane),
                                            lane->kind == LANE_THREAD
                                                ? (size_t)API_NAME
                                                : (size_t)RANGE_NAME)[lane->items[i]]);
}

uint64_t trace_lane_name_key(const struct trace_lanes *lanes, const struct trace_lane *lane,
                             size_t i)
{
    struct trace *trace = lanes->view->index->trace;
    if (trace_lane_has_values(lane))
        return 0;
    if (lane->kind == LANE_JIT)
        return trace_column(trace, TRACE_JIT, JIT_OPERATION)[lane->items[i]];
    if (!is_of_gpu(lane))
        return trace_column(trace, kind_of(lane),
                            lane->kind == LANE_THREAD ? (size_t)API_NAME
                                                      : (size_t)RANGE_NAME)[lane->items[i]];
    const struct trace_work *work = &lanes->view->index->works[lane->items[i]];
    if (work->kind == TRACE_KERNEL)
        return trace_column(trace, TRACE_KERNEL, KERNEL_NAME)[work->row];
    const uint64_t part =
        work->kind == TRACE_COPY    ? trace_column(trace, TRACE_COPY, COPY_KIND)[work->row]
        : work->kind == TRACE_GRAPH ? trace_column(trace, TRACE_GRAPH, GRAPH_ID)[work->row]
        : work->kind == TRACE_DEVICE_GRAPH
            ? trace_column(trace, TRACE_DEVICE_GRAPH, DEVICE_GRAPH_ID)[work->row]
            : 0;
    return (uint64_t)work->kind << 40 | part;
}

size_t trace_lane_from(const struct trace_lanes *lanes, const struct trace_lane *lane,
                       uint64_t time)
{
    size_t low = 0, high = lane->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (trace_lane_start(lanes, lane, middle) < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t trace_lane_at(const struct trace_lanes *lanes, const struct trace_lane *lane, uint64_t time)
{
    enum { FURTHEST = 64 }; /* works of a GPU overlap, but few of them at a time */
    const size_t from = trace_lane_from(lanes, lane, time + 1);
    for (size_t i = from, looked = 0; i-- > 0 && looked < FURTHEST; looked++)
        if (trace_lane_end(lanes, lane, i) > time || trace_lane_start(lanes, lane, i) == time)
            return i;
    return SIZE_MAX;
}

bool trace_lane_gap(const struct trace_lanes *lanes, const struct trace_lane *lane, uint64_t time,
                    struct trace_gap *gap)
{
    const size_t next = trace_busy_find(&lane->busy, time);
    if (next == 0 || next >= lane->busy.count || lane->busy.starts[next] <= time)
        return false;
    *gap = (struct trace_gap){.start = lane->busy.ends[next - 1],
                              .end = lane->busy.starts[next],
                              .before = TRACE_NONE,
                              .after = TRACE_NONE,
                              .call = TRACE_NONE,
                              .range = TRACE_NONE,
                              .cause = GAP_UNKNOWN};
    if (is_of_gpu(lane)) {
        gap->gpu = (uint16_t)lane->gpu;
        gap->after = lane->items[trace_lane_from(lanes, lane, gap->end)];
        trace_gap_explain(gap, lanes->view->index, &lanes->threads);
    } else if (lane->kind == LANE_THREAD) {
        const struct trace_thread *thread =
            trace_threads_find(&lanes->threads, lane->process, lane->thread);
        if (thread)
            gap->range = trace_thread_range_at(thread, lanes->view->index->trace, time);
    }
    return true;
}

double trace_lane_value(const struct trace_lanes *lanes, const struct trace_lane *lane, size_t i)
{
    if (lane->kind == LANE_ENVIRONMENT)
        return trace_environment_value(lane->series->what,
                                       lane->series->samples[lane->items[i]].number);
    return trace_cpu_value(
        trace_column(lanes->view->index->trace, TRACE_CPU, CPU_VALUE)[lane->items[i]]);
}

double trace_lane_mean(const struct trace_lanes *lanes, const struct trace_lane *lane,
                       uint64_t from, uint64_t to)
{
    size_t i = trace_lane_at(lanes, lane, from);
    double sum = 0, time = 0;
    i = i == SIZE_MAX ? trace_lane_from(lanes, lane, from) : i;
    for (; i < lane->count && trace_lane_start(lanes, lane, i) < to; i++) {
        const uint64_t start = trace_lane_start(lanes, lane, i),
                       end = trace_lane_end(lanes, lane, i);
        const double part = (double)((end < to ? end : to) - (start > from ? start : from));
        sum += part * trace_lane_value(lanes, lane, i);
        time += part;
    }
    return time > 0 ? sum / time : NAN;
}
