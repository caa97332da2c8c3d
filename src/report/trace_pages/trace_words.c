/* The numbers are those of CUPTI's enums (cupti_activity.h); this part of rooftop is built without
 * that header, too. */
#include <stdio.h>

#include "report/base/mem.h"
#include "report/trace_pages/trace_page_forms.h"

#define WORD_OF(words, number, otherwise)                                                          \
    ((number) < sizeof words / sizeof *words && words[number] ? words[number] : (otherwise))

const char *trace_copy_word(uint64_t kind)
{
    static const char *const words[] = {NULL,   "HtoD", "DtoH", "HtoA", "AtoH", "AtoA",
                                        "AtoD", "DtoA", "DtoD", "HtoH", "PtoP"};
    return WORD_OF(words, kind, "unknown");
}

const char *trace_memory_word(uint64_t kind)
{
    static const char *const words[] = {NULL,    "pageable", "pinned",        "device",
                                        "array", "managed",  "device static", "managed static"};
    return WORD_OF(words, kind, "unknown");
}

const char *trace_wait_word(uint64_t type)
{
    static const char *const words[] = {NULL, "event", "stream waits for event", "stream",
                                        "context"};
    return WORD_OF(words, type, "unknown");
}

const char *trace_overhead_word(uint64_t kind)
{
    static const char *const words[] = {NULL,
                                        "CUPTI: buffer flush",
                                        "CUPTI: instrumentation",
                                        "CUPTI: resources",
                                        "module loading by the runtime",
                                        "lazy function loading",
                                        "command buffer full",
                                        "CUPTI: buffer request",
                                        "CUPTI: unified memory set-up"};
    static const char *const small[] = {NULL, "driver compiler", "key rotation: work drains",
                                        "key rotation: new keys"};
    if (kind && kind < sizeof small / sizeof *small)
        return small[kind];
    return kind & 0xffff ? "unknown" : WORD_OF(words, kind >> 16, "unknown");
}

const char *trace_um_word(uint64_t kind)
{
    static const char *const words[] = {
        NULL,        "moved HtoD",    "moved DtoH",      "CPU page faults", "GPU page faults",
        "thrashing", "GPU throttled", "mapped remotely", "moved DtoD"};
    return WORD_OF(words, kind, "unknown");
}

const char *trace_jit_word(uint64_t operation)
{
    static const char *const words[] = {NULL, "loaded from the cache", "stored in the cache",
                                        "compiled"};
    return WORD_OF(words, operation, "unknown");
}

const char *trace_jit_code(uint64_t code)
{
    static const char *const words[] = {NULL, "PTX to SASS", "NVVM IR to PTX"};
    return WORD_OF(words, code, "unknown");
}

const char *trace_launch_word(uint64_t mode)
{
    static const char *const words[] = {NULL, "fire and forget", "tail", "sibling"};
    return WORD_OF(words, mode, "unknown");
}

const char *trace_um_cause(uint64_t kind, uint64_t flags)
{
    static const char *const causes[] = {"",         "user",     "coherence",
                                         "prefetch", "eviction", "access counters"};
    static const char *const accesses[] = {"", "read", "write", "atomic", "prefetch"};
    if (kind == 1 || kind == 2 || kind == 8)
        return WORD_OF(causes, flags, "");
    return kind == 4 ? WORD_OF(accesses, flags, "") : "";
}

/* The rank of the processes of a file, if they have one; else -1. */
static int rank_of(const struct trace *trace, unsigned source)
{
    int rank = -1;
    for (size_t i = 0; i < trace_process_count(trace); i++) {
        const struct trace_process *process = trace_process(trace, i);
        if (process->source != source || process->rank < 0)
            continue;
        if (rank >= 0 && rank != process->rank)
            return -1;
        rank = process->rank;
    }
    return rank;
}

void trace_gpu_text(const struct trace_view *view, size_t gpu, char *text, size_t room)
{
    const struct trace_gpu *g = &view->index->gpus[gpu];
    bool several = false;
    for (size_t i = 0; i < view->index->gpu_count; i++)
        several = several || view->index->gpus[i].source != g->source;
    const int rank = several ? rank_of(view->index->trace, g->source) : -1;
    if (rank >= 0)
        snprintf(text, room, "rank %d GPU %u", rank, g->number);
    else if (several)
        snprintf(text, room, "%u: GPU %u", g->source, g->number);
    else
        snprintf(text, room, "GPU %u", g->number);
}

void trace_series_gpu_text(const struct trace_view *view, const struct trace_series *series,
                           char *text, size_t room)
{
    if (series->gpu != TRACE_NONE)
        trace_gpu_text(view, series->gpu, text, room);
    else
        snprintf(text, room, "GPU %u", series->device);
}

const char *trace_work_name(const struct trace_view *view, const struct trace_work *work,
                            char *room, size_t size)
{
    struct trace *trace = view->index->trace;
    switch (work->kind) {
    case TRACE_KERNEL:
        return trace_kernel_name(view->names,
                                 trace_column(trace, TRACE_KERNEL, KERNEL_NAME)[work->row]);
    case TRACE_COPY:
        snprintf(room, size, "copy %s",
                 trace_copy_word(trace_column(trace, TRACE_COPY, COPY_KIND)[work->row]));
        return room;
    case TRACE_GRAPH:
        snprintf(room, size, "graph %llu",
                 (unsigned long long)trace_column(trace, TRACE_GRAPH, GRAPH_ID)[work->row]);
        return room;
    case TRACE_DEVICE_GRAPH:
        snprintf(room, size, "graph %llu",
                 (unsigned long long)trace_column(trace, TRACE_DEVICE_GRAPH,
                                                  DEVICE_GRAPH_ID)[work->row]);
        return room;
    case TRACE_DECOMPRESSION:
        return "decompression";
    default:
        return "fill";
    }
}
