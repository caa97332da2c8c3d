/* trace_lanes: the rows of the timeline of a trace: a GPU with its streams, its clocks, temperature
 * and power, and a process's threads with their calls, what the JIT compiler did in them and, by
 * depth, their NVTX ranges. Below the GPUs is a row for each metric of the CPU that was counted
 * meanwhile.
 *
 * A lane answers how much of any span of time is busy, and what lies at a time, in a number of
 * steps that grows with the logarithm of its length: ten million records draw within a frame. */
#ifndef ROOFTOP_TUI_TRACE_TRACE_LANES_H
#define ROOFTOP_TUI_TRACE_TRACE_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/trace/trace_busy.h"
#include "report/trace/trace_environment.h"
#include "report/trace/trace_gaps.h"
#include "report/trace/trace_threads.h"
#include "report/trace_pages/trace_pages.h"

enum lane_kind {
    LANE_GPU,
    LANE_STREAM,
    LANE_ENVIRONMENT, /* values of a GPU over time */
    LANE_THREAD,
    LANE_JIT,
    LANE_RANGES,
    LANE_CPU, /* values of a CPU over time */
};

struct trace_lane {
    enum lane_kind kind;
    char *label;     /* owned, safe */
    uint32_t *items; /* by start: works of the index, rows of records, or samples */
    size_t count, capacity;
    struct trace_busy busy;
    size_t gpu, stream; /* of LANE_GPU and LANE_STREAM */
    uint32_t process;   /* of LANE_THREAD, LANE_JIT and LANE_RANGES */
    uint64_t thread;
    double most;                       /* of values: the greatest */
    const struct trace_series *series; /* of LANE_ENVIRONMENT */
};

struct trace_lanes {
    const struct trace_view *view;
    struct trace_lane *lanes;
    size_t count, capacity;
    struct trace_threads threads;
    struct trace_environment environment;
};

void trace_lanes_make(struct trace_lanes *lanes, const struct trace_view *view);
void trace_lanes_free(struct trace_lanes *lanes);

/* Start and end of an item of the lane, by its place in `items`. */
uint64_t trace_lane_start(const struct trace_lanes *lanes, const struct trace_lane *lane, size_t i);
uint64_t trace_lane_end(const struct trace_lanes *lanes, const struct trace_lane *lane, size_t i);

/* The name of an item; it may lie in `room`. */
const char *trace_lane_name(const struct trace_lanes *lanes, const struct trace_lane *lane,
                            size_t i, char *room, size_t size);

/* Whether the lane has values over time, and not what happened. */
bool trace_lane_has_values(const struct trace_lane *lane);

/* The value of an item of such a lane, and the mean of those that lie in a span of time; NaN: none.
 */
double trace_lane_value(const struct trace_lanes *lanes, const struct trace_lane *lane, size_t i);
double trace_lane_mean(const struct trace_lanes *lanes, const struct trace_lane *lane,
                       uint64_t from, uint64_t to);

/* Equal for items that have the same name. */
uint64_t trace_lane_name_key(const struct trace_lanes *lanes, const struct trace_lane *lane,
                             size_t i);

/* The first item that starts at `time` or later; count if there is none. */
size_t trace_lane_from(const struct trace_lanes *lanes, const struct trace_lane *lane,
                       uint64_t time);

/* The idle time between two items that `time` lies in. On the row of a GPU or a stream, its cause,
 * call and range are those of trace_gaps; on that of a thread, the range is the one that is open at
 * `time`. false: there is none. */
bool trace_lane_gap(const struct trace_lanes *lanes, const struct trace_lane *lane, uint64_t time,
                    struct trace_gap *gap);

/* The item that is there at `time`, the latest that started before it; SIZE_MAX: none. */
size_t trace_lane_at(const struct trace_lanes *lanes, const struct trace_lane *lane, uint64_t time);

#endif
