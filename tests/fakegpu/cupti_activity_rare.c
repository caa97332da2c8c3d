/* Activity records that few programs make: of the JIT compiler, of the environment, of batches that
 * are decompressed, of graphs that the GPU launches, and of keys that rotate.
 *
 * To compile a module from PTX takes 2000 ns from the start of its call on; CUDA_CACHE_DISABLE=1
 * leaves out the record that stores it, which takes 500 ns. A batch takes bytes / 8 ns. Each flush
 * samples the environment: sample n, from 0 on, has 40 + n degrees and 300 + n watts of 700, and
 * the clocks are lowered by idleness in the first and by the power limit in every second one. With
 * FAKEGPU_DEVICE_GRAPHS=N each launch of a graph from the host ends with N launches of graph 2, by
 * graph 1, of the same kernels. These are seen as a whole or not at all (CUPTI 13.0, H200). At the
 * first flush the keys of the channels 1 to 3 rotate: their work is over after 2000 ns times the
 * number of the channel, and the keys are new after 8000. The record that 3 was blocked is lost. */
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cupti_activity.h"
#include "cupti_fake.h"

enum { COMPILES = 2000, STORES = 500 };

static bool device_graphs;

static void add_jit(const struct fakegpu_api *call, CUpti_ActivityJitOperationType operation,
                    uint64_t start, uint64_t length)
{
    const bool cached = operation == CUPTI_ACTIVITY_JIT_OPERATION_CACHE_STORE;
    const CUpti_ActivityJit2 record = {.kind = CUPTI_ACTIVITY_KIND_JIT,
                                       .jitEntryType = CUPTI_ACTIVITY_JIT_ENTRY_PTX_TO_CUBIN,
                                       .jitOperationType = operation,
                                       .start = start,
                                       .end = start + length,
                                       .correlationId = call->correlation_id,
                                       .jitOperationCorrelationId = call->correlation_id,
                                       .cacheSize = cached ? 4096 : 0,
                                       .cachePath = cached ? "/cache/ab/cd" : NULL,
                                       .processId = (uint32_t)getpid(),
                                       .threadId = (uint32_t)syscall(SYS_gettid)};
    activity_add(&record, true);
}

void activity_jit(const struct fakegpu_api *call, uint64_t start)
{
    const char *off = getenv("CUDA_CACHE_DISABLE");
    if (call->cbid != CUPTI_DRIVER_TRACE_CBID_cuModuleLoadData ||
        !activity_wants(CUPTI_ACTIVITY_KIND_JIT))
        return;
    const cuModuleLoadData_params *p = call->params;
    if (strncmp(p->image, ".version", 8) != 0)
        return;
    add_jit(call, CUPTI_ACTIVITY_JIT_OPERATION_COMPILE, start, COMPILES);
    if (!off || strcmp(off, "1") != 0)
        add_jit(call, CUPTI_ACTIVITY_JIT_OPERATION_CACHE_STORE, start + COMPILES, STORES);
}

void activity_environment(void)
{
    static uint32_t samples;
    if (!activity_wants(CUPTI_ACTIVITY_KIND_ENVIRONMENT))
        return;
    const uint32_t n = __atomic_fetch_add(&samples, 1, __ATOMIC_RELAXED);
    CUpti_ActivityEnvironment record = {.kind = CUPTI_ACTIVITY_KIND_ENVIRONMENT,
                                        .timestamp = activity_clock(),
                                        .environmentKind = CUPTI_ACTIVITY_ENVIRONMENT_SPEED};
    record.data.speed.smClock = 1980;
    record.data.speed.memoryClock = 3201;
    record.data.speed.pcieLinkGen = 5;
    record.data.speed.pcieLinkWidth = 16;
    record.data.speed.clocksThrottleReasons = !n      ? CUPTI_CLOCKS_THROTTLE_REASON_GPU_IDLE
                                              : n % 2 ? CUPTI_CLOCKS_THROTTLE_REASON_SW_POWER_CAP
                                                      : CUPTI_CLOCKS_THROTTLE_REASON_NONE;
    activity_add(&record, true);
    record.environmentKind = CUPTI_ACTIVITY_ENVIRONMENT_TEMPERATURE;
    record.data.temperature.gpuTemperature = 40 + n;
    activity_add(&record, true);
    record.environmentKind = CUPTI_ACTIVITY_ENVIRONMENT_POWER;
    record.data.power.power = (300 + n) * 1000;
    record.data.power.powerLimit = 700000;
    activity_add(&record, true);
    record.environmentKind = CUPTI_ACTIVITY_ENVIRONMENT_COOLING;
    record.data.cooling.fanSpeed = 30;
    activity_add(&record, true);
}

void activity_rotations(void)
{
    static const CUpti_ConfidentialComputeRotationEventType events[] = {
        CUPTI_CONFIDENTIAL_COMPUTE_KEY_ROTATION_CHANNEL_BLOCKED,
        CUPTI_CONFIDENTIAL_COMPUTE_KEY_ROTATION_CHANNEL_DRAINED,
        CUPTI_CONFIDENTIAL_COMPUTE_KEY_ROTATION_CHANNEL_UNBLOCKED};
    static bool done;
    if (!activity_wants(CUPTI_ACTIVITY_KIND_CONFIDENTIAL_COMPUTE_ROTATION) ||
        __atomic_exchange_n(&done, true, __ATOMIC_RELAXED))
        return;
    const uint64_t now = activity_clock();
    for (unsigned i = 0; i < 3; i++)
        for (uint32_t channel = 1; channel <= 3; channel++) {
            const CUpti_ActivityConfidentialComputeRotation record = {
                .kind = CUPTI_ACTIVITY_KIND_CONFIDENTIAL_COMPUTE_ROTATION,
                .eventType = events[i],
                .channelId = channel,
                .timestamp = now + (uint64_t)i * i * 2000 * channel};
            if (i || channel < 3) /* how it began with the last one was lost */
                activity_add(&record, true);
        }
}

void activity_decompression(const struct fakegpu_api *call, uint32_t stream, uint64_t end)
{
    /* Both forms of the call have the same parameters. */
    const cuMemBatchDecompressAsync_ptsz_params *p = call->params;
    CUpti_ActivityMemDecompress record = {.kind = CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS,
                                          .contextId = call->context_uid,
                                          .streamId = stream,
                                          .correlationId = call->correlation_id,
                                          .numberOfOperations = (uint32_t)p->count};
    for (size_t i = 0; i < p->count; i++)
        record.sourceBytes += p->paramsArray[i].srcNumBytes;
    activity_place(stream, end, record.sourceBytes / 8 + 1, &record.start, &record.end);
    if (activity_wants(CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS))
        activity_add(&record, false);
}

void activity_device_graphs(const CUpti_ActivityKernel10 *kernels, size_t count)
{
    const char *text = getenv("FAKEGPU_DEVICE_GRAPHS");
    const unsigned long times = text && device_graphs ? strtoul(text, NULL, 0) : 0;
    for (unsigned long n = 0; n < times && count; n++) {
        CUpti_ActivityDeviceGraphTrace graph = {.kind = CUPTI_ACTIVITY_KIND_DEVICE_GRAPH_TRACE,
                                                .graphId = 2,
                                                .launcherGraphId = 1,
                                                .deviceLaunchMode =
                                                    CUPTI_DEVICE_GRAPH_LAUNCH_MODE_TAIL,
                                                .contextId = kernels->contextId,
                                                .streamId = kernels->streamId};
        for (size_t i = 0; i < count; i++) {
            uint64_t start;
            activity_place(kernels[i].streamId, 0, kernels[i].end - kernels[i].start, &start,
                           &graph.end);
            graph.start = i ? graph.start : start;
        }
        activity_add(&graph, false);
    }
}

CUptiResult CUPTIAPI cuptiActivityEnableDeviceGraph(uint8_t enable)
{
    CUPTI_FAULT();
    if (driver_find()->started())
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "after CUDA was initialized");
    device_graphs = enable != 0;
    return CUPTI_SUCCESS;
}
