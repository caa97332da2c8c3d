#include "collect/inject/trace/trace_records.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A GPU is told when its first record comes. */
static void know_device(struct trace_records *r, uint32_t device)
{
    static const CUdevice_attribute wanted[] = {CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID,
                                                CU_DEVICE_ATTRIBUTE_PCI_BUS_ID,
                                                CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID,
                                                CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
                                                CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                                                CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR};
    const struct foil_driver *driver = &r->inject->driver;
    int got[sizeof wanted / sizeof *wanted] = {0};
    char name[256] = "";
    size_t memory = 0;
    if (device >= TRACE_KNOWN_DEVICES || r->devices[device])
        return;
    r->devices[device] = true;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        driver->device_get_attribute(&got[i], wanted[i], (CUdevice)device);
    driver->device_get_name(name, sizeof name, (CUdevice)device);
    driver->device_total_mem(&memory, (CUdevice)device);
    const uint64_t address =
        (uint64_t)got[0] << 16 | (uint64_t)(got[1] & 0xff) << 8 | (uint64_t)(got[2] & 0xff);
    const uint64_t values[] = {device, address,          (uint64_t)got[3],
                               memory, (uint64_t)got[4], (uint64_t)got[5]};
    trace_packer_add(r->packer, TRACE_DEVICE, values, name);
}

/* The system's name of a thread of this process. */
static void know_thread(struct trace_records *r, uint32_t thread)
{
    char path[64], name[64];
    const uint32_t slot = thread * 2654435761u >> 22;
    if (r->threads[slot] == thread || !thread)
        return;
    r->threads[slot] = thread;
    snprintf(path, sizeof path, "/proc/self/task/%u/comm", thread);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return;
    ssize_t length = read(file, name, sizeof name - 1);
    close(file);
    while (length > 0 && name[length - 1] == '\n')
        length--;
    if (length <= 0)
        return;
    name[length] = '\0';
    const uint64_t id = thread;
    trace_packer_add(r->packer, TRACE_THREAD, &id, name);
}

/* Adds a row whose values are in the order of the fields of its kind; `last` is the last field. */
#define ADD(r, kind, last, ...)                                                                    \
    do {                                                                                           \
        const uint64_t values[] = {__VA_ARGS__};                                                   \
        _Static_assert(sizeof values / sizeof *values == (last) + 1, "one value for each field");  \
        trace_packer_add((r)->packer, kind, values, NULL);                                         \
    } while (0)

static uint64_t kernel_name(struct trace_records *r, const char *text)
{
    const size_t slot = (uintptr_t)text / 16 % 256;
    if (!text)
        return 0;
    if (r->kernel_texts[slot] != text) {
        r->kernel_texts[slot] = text;
        r->kernel_names[slot] = trace_packer_string(r->packer, text);
    }
    return r->kernel_names[slot];
}

static void add_kernel(struct trace_records *r, const void *record)
{
    const CUpti_ActivityKernel10 *k = record;
    know_device(r, k->deviceId);
    ADD(r, TRACE_KERNEL, KERNEL_BY_DEVICE, k->start, k->end, k->queued, k->submitted, k->deviceId,
        k->contextId, k->streamId, k->correlationId, kernel_name(r, k->name), (uint32_t)k->gridX,
        (uint32_t)k->gridY, (uint32_t)k->gridZ, (uint32_t)k->blockX, (uint32_t)k->blockY,
        (uint32_t)k->blockZ, k->clusterX, k->clusterY, k->clusterZ, k->registersPerThread,
        (uint32_t)k->staticSharedMemory, (uint32_t)k->dynamicSharedMemory, k->sharedMemoryExecuted,
        k->localMemoryPerThread, k->graphId, k->graphNodeId, k->launchType, k->isDeviceLaunched);
}

/* Both kinds of copies; `from` and `to` are GPUs. */
#define ADD_COPY(r, c, from, to)                                                                   \
    do {                                                                                           \
        know_device(r, (c)->deviceId);                                                             \
        ADD(r, TRACE_COPY, COPY_NODE, (c)->start, (c)->end, (c)->copyKind, (c)->srcKind,           \
            (c)->dstKind, (c)->bytes, (c)->deviceId, (c)->contextId, (c)->streamId,                \
            (c)->correlationId, from, to, (c)->flags &CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC,            \
            (c)->graphId, (c)->graphNodeId);                                                       \
    } while (0)

static void add_copy(struct trace_records *r, const void *record)
{
    const CUpti_ActivityMemcpy6 *c = record;
    ADD_COPY(r, c, c->deviceId, c->deviceId);
}

static void add_peer_copy(struct trace_records *r, const void *record)
{
    const CUpti_ActivityMemcpyPtoP4 *c = record;
    ADD_COPY(r, c, c->srcDeviceId, c->dstDeviceId);
}

static void add_fill(struct trace_records *r, const void *record)
{
    const CUpti_ActivityMemset4 *f = record;
    know_device(r, f->deviceId);
    ADD(r, TRACE_FILL, FILL_NODE, f->start, f->end, f->value, f->bytes, f->memoryKind, f->deviceId,
        f->contextId, f->streamId, f->correlationId, f->graphId, f->graphNodeId);
}

/* "cudaMalloc_v3020" without its version, which says since when the runtime has had it. */
static uint64_t plain_name(struct trace_records *r, const char *name)
{
    char plain[128];
    size_t length = strlen(name), end = length;
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9')
        end--;
    if (end == length || end < 2 || length >= sizeof plain || name[end - 1] != 'v' ||
        name[end - 2] != '_')
        return trace_packer_string(r->packer, name);
    memcpy(plain, name, end - 2);
    plain[end - 2] = '\0';
    return trace_packer_string(r->packer, plain);
}

static uint64_t call_name(struct trace_records *r, CUpti_CallbackDomain domain,
                          CUpti_CallbackId cbid)
{
    const char *name = NULL;
    char number[48];
    if (r->inject->cupti.callback_name && cbid &&
        r->inject->cupti.callback_name(domain, cbid, &name) == CUPTI_SUCCESS && name && *name)
        return domain == CUPTI_CB_DOMAIN_RUNTIME_API ? plain_name(r, name)
                                                     : trace_packer_string(r->packer, name);
    snprintf(number, sizeof number, "%s call %u",
             domain == CUPTI_CB_DOMAIN_DRIVER_API ? "driver" : "runtime", cbid);
    return trace_packer_string(r->packer, number);
}

static void release(struct trace_records *r, struct trace_held *held)
{
    if (held->age)
        trace_packer_add(r->packer, TRACE_API, held->values, NULL);
    held->age = 0;
}

/* The record of a driver call comes before that of the runtime call around it, and has the same
 * correlation. It is held until it is clear that there is none. */
static void add_call(struct trace_records *r, const void *record)
{
    const CUpti_ActivityAPI *a = record;
    const bool driver = a->kind == CUPTI_ACTIVITY_KIND_DRIVER,
               inner = a->kind == CUPTI_ACTIVITY_KIND_INTERNAL_LAUNCH_API;
    const uint64_t values[] = {
        a->start,
        a->end,
        inner ? 2 : driver,
        inner ? trace_packer_string(r->packer, "launch inside of a call")
              : call_name(r, driver ? CUPTI_CB_DOMAIN_DRIVER_API : CUPTI_CB_DOMAIN_RUNTIME_API,
                          a->cbid),
        a->threadId,
        a->correlationId,
        a->returnValue};
    _Static_assert(sizeof values / sizeof *values == API_RESULT + 1, "fields of calls");
    struct trace_held *held = &r->held[a->correlationId % TRACE_HELD_CALLS];
    if (a->threadId == r->own_thread)
        return;
    know_thread(r, a->threadId);
    if (!r->keep_inner && driver) {
        release(r, held);
        memcpy(held->values, values, sizeof values);
        held->age = 1;
        return;
    }
    if (held->age && held->values[API_CORRELATION] == a->correlationId &&
        held->values[SPAN_START] >= a->start && held->values[SPAN_END] <= a->end)
        held->age = 0;
    trace_packer_add(r->packer, TRACE_API, values, NULL);
}

void trace_records_age(struct trace_records *r, bool all)
{
    for (size_t i = 0; i < TRACE_HELD_CALLS; i++)
        if (r->held[i].age && (all || r->held[i].age++ > 1))
            release(r, &r->held[i]);
}

static void add_wait(struct trace_records *r, const void *record)
{
    const CUpti_ActivitySynchronization2 *s = record;
    ADD(r, TRACE_WAIT, WAIT_RESULT, s->start, s->end, s->type, s->contextId, s->streamId,
        s->cudaEventId, s->correlationId, s->returnValue);
}

static void add_memory(struct trace_records *r, const void *record)
{
    const CUpti_ActivityMemory4 *m = record;
    ADD(r, TRACE_MEMORY, MEMORY_NAME, m->timestamp,
        m->memoryOperationType == CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE, m->memoryKind,
        m->address, m->bytes, m->deviceId, m->contextId, m->streamId, m->isAsync, m->correlationId,
        trace_packer_string(r->packer, m->name));
}

static void add_um(struct trace_records *r, const void *record)
{
    const CUpti_ActivityUnifiedMemoryCounter3 *u = record;
    ADD(r, TRACE_UM, UM_STREAM, u->start, u->end, u->counterKind, u->value, u->address, u->srcId,
        u->dstId, u->flags, u->streamId);
}

static void add_overhead(struct trace_records *r, const void *record)
{
    const CUpti_ActivityOverhead3 *o = record;
    ADD(r, TRACE_OVERHEAD, OVERHEAD_CORRELATION, o->start, o->end, o->overheadKind,
        o->objectKind == CUPTI_ACTIVITY_OBJECT_THREAD ? o->objectId.pt.threadId : 0,
        o->correlationId);
}

/* The place of a channel whose keys rotate, or a free one. NULL: too many do at the same time. */
static struct trace_rotation *rotation_of(struct trace_records *r, uint32_t device,
                                          uint32_t channel)
{
    struct trace_rotation *place = NULL;
    for (size_t i = 0; i < TRACE_ROTATIONS; i++) {
        struct trace_rotation *one = &r->rotations[i];
        if (one->since && one->device == device && one->channel == channel)
            return one;
        if (!one->since)
            place = one;
    }
    return place;
}

/* Two spans of three moments: the channel takes no more work, what was queued in it is over, and it
 * is free again. */
static void add_rotation(struct trace_records *r, const void *record)
{
    const CUpti_ActivityConfidentialComputeRotation *c = record;
    struct trace_rotation *one = rotation_of(r, c->deviceId, c->channelId);
    know_device(r, c->deviceId);
    if (!one)
        return;
    if (c->eventType == CUPTI_CONFIDENTIAL_COMPUTE_KEY_ROTATION_CHANNEL_BLOCKED) {
        *one = (struct trace_rotation){c->deviceId, c->channelId, c->timestamp};
    } else if (one->since &&
               c->eventType == CUPTI_CONFIDENTIAL_COMPUTE_KEY_ROTATION_CHANNEL_DRAINED) {
        ADD(r, TRACE_OVERHEAD, OVERHEAD_CORRELATION, one->since, c->timestamp, OVERHEAD_DRAIN, 0,
            0);
        one->since = c->timestamp;
    } else if (one->since &&
               c->eventType == CUPTI_CONFIDENTIAL_COMPUTE_KEY_ROTATION_CHANNEL_UNBLOCKED) {
        ADD(r, TRACE_OVERHEAD, OVERHEAD_CORRELATION, one->since, c->timestamp, OVERHEAD_ROTATION, 0,
            0);
        one->since = 0;
    }
}

static void add_graph(struct trace_records *r, const void *record)
{
    const CUpti_ActivityGraphTrace2 *g = record;
    know_device(r, g->deviceId);
    ADD(r, TRACE_GRAPH, GRAPH_CORRELATION, g->start, g->end, g->graphId, g->deviceId, g->contextId,
        g->streamId, g->correlationId);
}

static void add_device_graph(struct trace_records *r, const void *record)
{
    const CUpti_ActivityDeviceGraphTrace *g = record;
    know_device(r, g->deviceId);
    ADD(r, TRACE_DEVICE_GRAPH, DEVICE_GRAPH_STREAM, g->start, g->end, g->graphId,
        g->launcherGraphId, g->deviceLaunchMode, g->deviceId, g->contextId, g->streamId);
}

static void add_decompression(struct trace_records *r, const void *record)
{
    const CUpti_ActivityMemDecompress *d = record;
    know_device(r, d->deviceId);
    ADD(r, TRACE_DECOMPRESSION, DECOMPRESSION_CORRELATION, d->start, d->end, d->numberOfOperations,
        d->sourceBytes, d->deviceId, d->contextId, d->streamId, d->correlationId);
}

static void add_jit(struct trace_records *r, const void *record)
{
    const CUpti_ActivityJit2 *j = record;
    know_device(r, j->deviceId);
    know_thread(r, j->threadId);
    ADD(r, TRACE_JIT, JIT_PATH, j->start, j->end, j->jitOperationType, j->jitEntryType, j->deviceId,
        j->threadId, j->correlationId, j->jitOperationCorrelationId, j->cacheSize,
        trace_packer_string(r->packer, j->cachePath));
}

static void add_environment(struct trace_records *r, const void *record)
{
    const CUpti_ActivityEnvironment *e = record;
    const struct {
        CUpti_ActivityEnvironmentKind kind;
        enum environment_what what;
        uint32_t value;
    } all[] = {
        {CUPTI_ACTIVITY_ENVIRONMENT_SPEED, ENVIRONMENT_SM_CLOCK, e->data.speed.smClock},
        {CUPTI_ACTIVITY_ENVIRONMENT_SPEED, ENVIRONMENT_MEMORY_CLOCK, e->data.speed.memoryClock},
        {CUPTI_ACTIVITY_ENVIRONMENT_SPEED, ENVIRONMENT_LINK_GENERATION, e->data.speed.pcieLinkGen},
        {CUPTI_ACTIVITY_ENVIRONMENT_SPEED, ENVIRONMENT_LINK_WIDTH, e->data.speed.pcieLinkWidth},
        {CUPTI_ACTIVITY_ENVIRONMENT_SPEED, ENVIRONMENT_THROTTLE,
         (uint32_t)e->data.speed.clocksThrottleReasons},
        {CUPTI_ACTIVITY_ENVIRONMENT_TEMPERATURE, ENVIRONMENT_TEMPERATURE,
         e->data.temperature.gpuTemperature},
        {CUPTI_ACTIVITY_ENVIRONMENT_POWER, ENVIRONMENT_POWER, e->data.power.power},
        {CUPTI_ACTIVITY_ENVIRONMENT_POWER, ENVIRONMENT_POWER_LIMIT, e->data.power.powerLimit},
        {CUPTI_ACTIVITY_ENVIRONMENT_COOLING, ENVIRONMENT_FAN, e->data.cooling.fanSpeed},
    };
    know_device(r, e->deviceId);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].kind == e->environmentKind)
            ADD(r, TRACE_ENVIRONMENT, ENVIRONMENT_VALUE, e->timestamp, e->deviceId, all[i].what,
                all[i].value);
}

typedef void record_adder(struct trace_records *r, const void *record);

static record_adder *const adders[] = {
    [CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL] = add_kernel,
    [CUPTI_ACTIVITY_KIND_KERNEL] = add_kernel,
    [CUPTI_ACTIVITY_KIND_MEMCPY] = add_copy,
    [CUPTI_ACTIVITY_KIND_MEMCPY2] = add_peer_copy,
    [CUPTI_ACTIVITY_KIND_MEMSET] = add_fill,
    [CUPTI_ACTIVITY_KIND_RUNTIME] = add_call,
    [CUPTI_ACTIVITY_KIND_DRIVER] = add_call,
    [CUPTI_ACTIVITY_KIND_INTERNAL_LAUNCH_API] = add_call,
    [CUPTI_ACTIVITY_KIND_SYNCHRONIZATION] = add_wait,
    [CUPTI_ACTIVITY_KIND_MEMORY2] = add_memory,
    [CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER] = add_um,
    [CUPTI_ACTIVITY_KIND_OVERHEAD] = add_overhead,
    [CUPTI_ACTIVITY_KIND_GRAPH_TRACE] = add_graph,
    [CUPTI_ACTIVITY_KIND_DEVICE_GRAPH_TRACE] = add_device_graph,
    [CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS] = add_decompression,
    [CUPTI_ACTIVITY_KIND_JIT] = add_jit,
    [CUPTI_ACTIVITY_KIND_ENVIRONMENT] = add_environment,
    [CUPTI_ACTIVITY_KIND_CONFIDENTIAL_COMPUTE_ROTATION] = add_rotation,
};

void trace_records_add(struct trace_records *r, const CUpti_Activity *record)
{
    const size_t kind = (size_t)record->kind;
    if (kind < sizeof adders / sizeof *adders && adders[kind])
        adders[kind](r, record);
    else
        r->unknown++;
}
