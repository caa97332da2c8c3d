/* trace_lanes: the rows of the timeline of a trace: a GPU with its streams, and a process's threads
 * with their calls and, by depth, their NVTX ranges. Below the GPUs is a row for each metric of the
 * CPU that was counted meanwhile.
 *
 * A lane answers how much of any span of time is busy, and what lies at a time, in a number of
 * steps that grows with the logarithm of its length: ten million records draw within a frame. */
#ifndef ROOFTOP_TUI_TRACE_TRACE_LANES_H
#define ROOFTOP_TUI_TRACE_TRACE_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/trace/trace_busy.h"
#include "report/trace/trace_gaps.h"
#include "report/trace/trace_threads.h"
#include "report/trace_pages/trace_pages.h"

enum lane_kind { LANE_GPU, LANE_STREAM, LANE_THREAD, LANE_RANGES, LANE_CPU };

struct trace_lane {
    enum lane_kind kind;
    char *label;     /* owned, safe */
    uint32_t *items; /* by start: works of the index, or rows of calls or ranges */
    size_t count, capacity;
    struct trace_busy busy;
    size_t gpu, stream; /* of LANE_GPU and LANE_STREAM */
    uint32_t process;   /* of LANE_THREAD and LANE_RANGES */
    uint64_t thread;
    double most; /* of LANE_CPU: the greatest value */
};

struct trace_lanes {
    const struct trace_view *view;
    struct trace_lane *lanes;
    size_t count, capacity;
    struct trace_threads threads;
};

void trace_lanes_make(struct trace_lanes *lanes, const struct trace_view *view);
void trace_lanes_free(struct trace_lanes *lanes);

/* Start and end of an item of the lane, by its place in `items`. */
uint64_t trace_lane_start(const struct trace_lanes *lanes, const struct trace_lane *lane, size_t i);
uint64_t trace_lane_end(const struct trace_lanes *lanes, const struct trace_lane *lane, size_t i);

/* The name of an item; it may lie in `room`. */
const char *trace_lane_name(const struct trace_lanes *lanes, const struct trace_lane *lane,
                            size_t i, char *room, size_t size);

/* The value of an item of a LANE_CPU, and the mean of those that lie in a span of time; NaN: none.
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
