#include "report/trace/trace_kind.h"

static const struct trace_kind_info kinds[TRACE_KINDS] = {
    [TRACE_FACT] = {"facts", FACT_WHAT + 1, .has_text = true},
    [TRACE_PROCESS] = {"processes", PROCESS_STARTED + 1, .has_text = true},
    [TRACE_STRING] = {"strings", STRING_ID + 1, .has_text = true},
    [TRACE_DEVICE] = {"devices", DEVICE_MINOR + 1, .has_text = true},
    [TRACE_THREAD] = {"threads", THREAD_ID + 1, .has_text = true},
    [TRACE_KERNEL] = {"kernels", KERNEL_LAUNCH_TYPE + 1, .lasts = true},
    [TRACE_COPY] = {"copies", COPY_NODE + 1, .lasts = true},
    [TRACE_FILL] = {"fills", FILL_NODE + 1, .lasts = true},
    [TRACE_API] = {"calls", API_RESULT + 1, .lasts = true},
    [TRACE_WAIT] = {"waits", WAIT_RESULT + 1, .lasts = true},
    [TRACE_MEMORY] = {"allocations", MEMORY_NAME + 1},
    [TRACE_UM] = {"events of unified memory", UM_STREAM + 1, .lasts = true},
    [TRACE_OVERHEAD] = {"overheads", OVERHEAD_CORRELATION + 1, .lasts = true},
    [TRACE_GRAPH] = {"graphs", GRAPH_CORRELATION + 1, .lasts = true},
    [TRACE_RANGE] = {"ranges", RANGE_OPEN + 1, .lasts = true},
    [TRACE_LOSS] = {"losses", LOSS_COUNT + 1, .lasts = true},
    [TRACE_COST] = {"costs", COST_PACK + 1},
};

const struct trace_kind_info *trace_kind_info(unsigned kind)
{
    return kind < TRACE_KINDS ? &kinds[kind] : (const struct trace_kind_info *)0;
}
