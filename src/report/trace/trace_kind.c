#include "report/trace/trace_kind.h"

static const struct trace_kind_info kinds[TRACE_KINDS] = {
    [TRACE_FACT] = {"facts", FACT_WHAT + 1, .has_text = true},
    [TRACE_PROCESS] = {"processes", PROCESS_STARTED + 1, .has_text = true},
    [TRACE_STRING] = {"strings", STRING_ID + 1, .has_text = true},
    [TRACE_DEVICE] = {"devices", DEVICE_MINOR + 1, .has_text = true},
    [TRACE_THREAD] = {"threads", THREAD_ID + 1, .has_text = true},
    [TRACE_KERNEL] = {"kernels", KERNEL_BY_DEVICE + 1, .lasts = true},
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
    [TRACE_CPU] = {"metrics of the CPU", CPU_VALUE + 1, .has_text = true, .lasts = true},
    [TRACE_JIT] = {"operations of the JIT compiler", JIT_PATH + 1, .lasts = true},
    [TRACE_ENVIRONMENT] = {"values of the environment", ENVIRONMENT_VALUE + 1},
    [TRACE_DECOMPRESSION] = {"decompressions", DECOMPRESSION_CORRELATION + 1, .lasts = true},
    [TRACE_DEVICE_GRAPH] = {"graphs launched by the GPU", DEVICE_GRAPH_STREAM + 1, .lasts = true},
};

static const double parts = 1e6, most_parts = 9e18;

unsigned long long trace_cpu_number(double value)
{
    const double number = value * parts;
    return number >= most_parts ? (unsigned long long)most_parts
                                : (unsigned long long)(number > 0 ? number + 0.5 : 0);
}

double trace_cpu_value(unsigned long long number)
{
    return (double)number / parts;
}

const struct trace_kind_info *trace_kind_info(unsigned kind)
{
    return kind < TRACE_KINDS ? &kinds[kind] : (const struct trace_kind_info *)0;
}
