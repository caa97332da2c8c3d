/* The thread that packs takes full buffers from CUPTI as they come, asks CUPTI five times a second
 * for those that are not full, and sends what it has then: if the program is killed, the host has
 * all but the last moment. */
#include "collect/inject/trace/trace_session.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "collect/inject/base/guard.h"
#include "collect/inject/base/now.h"
#include "collect/inject/trace/trace_buffers.h"
#include "collect/inject/trace/trace_nvtx.h"
#include "collect/inject/trace/trace_records.h"

/* ms between two flushes; seconds that the end of the program waits for the thread. */
enum { FLUSH_EACH = 200, LONGEST_END = 60, ENABLED_KINDS = 64 };

static struct {
    struct inject *inject;
    struct trace_packer packer;
    struct trace_records *records;
    uint64_t buffers;
    uint64_t last_dropped; /* when CUPTI was asked last for dropped records */
    atomic_bool running, ending;
    pthread_mutex_t lock; /* of `ended` */
    pthread_cond_t changed;
    bool ended;
    uint64_t enabled; /* kinds of CUPTI, as bits */
} session = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

bool trace_session_runs(void)
{
    return atomic_load(&session.running);
}

static void add_loss(enum loss_kind kind, uint64_t since, uint64_t count)
{
    const uint64_t values[] = {since, trace_now(), kind, count};
    if (count)
        trace_packer_add(&session.packer, TRACE_LOSS, values, NULL);
}

/* What CUPTI had no room for since it was asked last. */
static void note_dropped(CUcontext context, uint32_t stream)
{
    size_t dropped = 0;
    if (session.inject->cupti.activity_dropped &&
        session.inject->cupti.activity_dropped(context, stream, &dropped) == CUPTI_SUCCESS)
        add_loss(LOSS_CUPTI, session.last_dropped, dropped);
    session.last_dropped = trace_now();
}

static void use_buffer(const struct trace_full *full)
{
    CUpti_Activity *record = NULL;
    while (full->valid &&
           session.inject->cupti.activity_next(full->bytes, full->valid, &record) == CUPTI_SUCCESS)
        trace_records_add(session.records, record);
    note_dropped(full->context, full->stream);
    trace_buffers_release(full->bytes);
    session.buffers++;
}

static void tick(bool last)
{
    trace_nvtx_drain(&session.packer, last);
    trace_records_age(session.records, last);
    if (session.records->unknown)
        add_loss(LOSS_UNKNOWN, session.last_dropped, session.records->unknown);
    session.records->unknown = 0;
    add_loss(LOSS_ROOM, session.last_dropped, trace_nvtx_lost());
    trace_packer_flush(&session.packer);
}

static void tell_cost(void)
{
    struct timespec cpu;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
    const uint64_t values[] = {
        trace_now(),          session.packer.records,
        session.buffers,      session.packer.bytes,
        trace_buffers_time(), (uint64_t)cpu.tv_sec * 1000000000u + (uint64_t)cpu.tv_nsec};
    add_loss(LOSS_SEND, session.last_dropped, session.packer.lost);
    trace_packer_add(&session.packer, TRACE_COST, values, NULL);
    trace_packer_flush(&session.packer);
}

static void drain(unsigned milliseconds)
{
    struct trace_full full;
    while (trace_buffers_take(&full, milliseconds))
        use_buffer(&full);
}

/* After the time that is wanted the program shall pay for nothing. */
static void stop_after_time(void)
{
    if (!session.packer.until || !session.enabled || trace_now() <= session.packer.until)
        return;
    for (unsigned kind = 0; kind < ENABLED_KINDS; kind++)
        if (session.enabled >> kind & 1)
            session.inject->cupti.activity_disable((CUpti_ActivityKind)kind);
    session.enabled = 0;
}

static void *pack(void *unused)
{
    uint64_t flushed = now_ns();
    (void)unused;
    guard_enter(GUARD_NESTED);
    session.records->own_thread = (uint32_t)syscall(SYS_gettid);
    while (!atomic_load(&session.ending)) {
        struct trace_full full;
        if (trace_buffers_take(&full, FLUSH_EACH / 2))
            use_buffer(&full);
        if (now_ns() - flushed < FLUSH_EACH * 1000000ull || atomic_load(&session.ending))
            continue;
        session.inject->cupti.activity_flush(0);
        drain(0);
        tick(false);
        stop_after_time();
        flushed = now_ns();
    }
    drain(0);
    note_dropped(NULL, 0);
    tick(true);
    tell_cost();
    pthread_mutex_lock(&session.lock);
    session.ended = true;
    pthread_cond_broadcast(&session.changed);
    pthread_mutex_unlock(&session.lock);
    return NULL;
}

/* Signals are for the program's own threads. */
static bool start_thread(void)
{
    sigset_t all, before;
    pthread_t thread;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool good = pthread_create(&thread, NULL, pack, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (good)
        pthread_detach(thread);
    return good;
}

/* Calls that only ask or set what is cheap: frameworks make very many of them, and their records
 * would cost more than they do. */
static const char *const cheap_calls[] = {
    "cudaGetDevice_v3020",
    "cudaSetDevice_v3020",
    "cudaGetLastError_v3020",
    "cudaPeekAtLastError_v3020",
    "cudaDeviceGetAttribute_v5000",
    "cudaStreamIsCapturing_v10000",
    "cudaStreamIsCapturing_ptsz_v10000",
    "cudaStreamGetCaptureInfo_v10010",
    "cudaStreamGetCaptureInfo_v2_v11030",
    "cudaStreamGetCaptureInfo_v3_v12030",
    "cudaConfigureCall_v3020",
    "cuCtxGetCurrent",
    "cuCtxSetCurrent",
    "cuCtxGetDevice",
    "cuCtxPushCurrent_v2",
    "cuCtxPopCurrent_v2",
    "cuDeviceGet",
    "cuDeviceGetAttribute",
    "cuDevicePrimaryCtxGetState",
    "cuGetProcAddress",
    "cuGetProcAddress_v2",
    "cuStreamIsCapturing",
    "cuPointerGetAttribute",
    "cuPointerGetAttributes",
    "cuFuncGetAttribute",
    "cuKernelGetAttribute",
    "cuKernelGetFunction",
    "cuDriverGetVersion",
    "cuGetErrorString",
};

static void leave_out_cheap(CUpti_CallbackDomain domain, CUpti_CallbackId count,
                            CUptiResult (*enable)(CUpti_CallbackId, uint8_t))
{
    const struct foil_cupti *cupti = &session.inject->cupti;
    for (CUpti_CallbackId id = 1; enable && cupti->callback_name && id < count; id++) {
        const char *name = NULL;
        if (cupti->callback_name(domain, id, &name) != CUPTI_SUCCESS || !name)
            continue;
        for (size_t i = 0; i < sizeof cheap_calls / sizeof *cheap_calls; i++)
            if (strcmp(name, cheap_calls[i]) == 0)
                enable(id, 0);
    }
}

static bool enable(CUpti_ActivityKind kind, const char *what)
{
    const CUptiResult result = session.inject->cupti.activity_enable(kind);
    if (result == CUPTI_SUCCESS && (unsigned)kind < ENABLED_KINDS)
        session.enabled |= (uint64_t)1 << kind;
    if (result != CUPTI_SUCCESS)
        inject_notice(session.inject, false, "%s are not traced: %s", what,
                      inject_cupti_error(session.inject, result));
    return result == CUPTI_SUCCESS;
}

static void enable_um(void)
{
    CUpti_ActivityUnifiedMemoryCounterConfig config[8];
    int devices = 0;
    session.inject->driver.device_get_count(&devices);
    for (int device = 0; device < devices; device++) {
        for (unsigned i = 0; i < 8; i++)
            config[i] = (CUpti_ActivityUnifiedMemoryCounterConfig){
                .scope = CUPTI_ACTIVITY_UNIFIED_MEMORY_COUNTER_SCOPE_PROCESS_SINGLE_DEVICE,
                .kind = (CUpti_ActivityUnifiedMemoryCounterKind)(i + 1),
                .deviceId = (uint32_t)device,
                .enable = 1};
        if (session.inject->cupti.activity_um)
            session.inject->cupti.activity_um(config, 8);
    }
    enable(CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER, "events of unified memory");
}

/* Before the first context CUPTI is not ready for events of unified memory. */
static void CUPTIAPI on_context(void *user, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                                const void *data)
{
    static atomic_flag done = ATOMIC_FLAG_INIT;
    (void)user, (void)data;
    if (domain != CUPTI_CB_DOMAIN_RESOURCE || id != CUPTI_CBID_RESOURCE_CONTEXT_CREATED ||
        !trace_session_runs() || !guard_enter(GUARD_CALL))
        return;
    if (!atomic_flag_test_and_set(&done))
        enable_um();
    guard_leave();
}

static void watch_contexts(void)
{
    struct inject *inject = session.inject;
    CUptiResult result = inject->cupti.subscribe(&inject->subscriber, on_context, NULL);
    if (result == CUPTI_SUCCESS)
        result = inject->cupti.enable_callback(1, inject->subscriber, CUPTI_CB_DOMAIN_RESOURCE,
                                               CUPTI_CBID_RESOURCE_CONTEXT_CREATED);
    if (result != CUPTI_SUCCESS)
        inject_notice(inject, false, "events of unified memory are not traced: %s",
                      inject_cupti_error(inject, result));
}

static void enable_calls(const Wire__TraceSetup *setup)
{
    const struct foil_cupti *cupti = &session.inject->cupti;
    if (setup->runtime && enable(CUPTI_ACTIVITY_KIND_RUNTIME, "calls of the runtime"))
        leave_out_cheap(CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_SIZE,
                        cupti->activity_runtime_api);
    if (setup->driver && enable(CUPTI_ACTIVITY_KIND_DRIVER, "calls of the driver"))
        leave_out_cheap(CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_SIZE,
                        cupti->activity_driver_api);
}

/* One kind that CUPTI refuses does not stop the others. */
static void enable_kinds(const Wire__TraceSetup *setup)
{
    if (setup->cuda) {
        enable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, "kernels");
        enable(CUPTI_ACTIVITY_KIND_MEMCPY, "copies");
        enable(CUPTI_ACTIVITY_KIND_MEMCPY2, "copies between GPUs");
        enable(CUPTI_ACTIVITY_KIND_MEMSET, "fills");
    }
    if (setup->whole_graphs)
        enable(CUPTI_ACTIVITY_KIND_GRAPH_TRACE, "graphs");
    enable_calls(setup);
    if (setup->sync)
        enable(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION, "waits");
    if (setup->memory)
        enable(CUPTI_ACTIVITY_KIND_MEMORY2, "allocations");
    if (setup->um)
        watch_contexts();
    if (setup->overhead)
        enable(CUPTI_ACTIVITY_KIND_OVERHEAD, "overheads");
    if (setup->jit)
        enable(CUPTI_ACTIVITY_KIND_JIT, "operations of the JIT compiler");
    if (setup->environment)
        enable(CUPTI_ACTIVITY_KIND_ENVIRONMENT, "clocks, temperature and power of the GPUs");
    if (setup->decompressions)
        enable(CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS, "decompressions");
    if (setup->rotations)
        enable(CUPTI_ACTIVITY_KIND_CONFIDENTIAL_COMPUTE_ROTATION, "rotations of keys");
}

/* Their records are of the kind of other graphs, or of kernels. CUDA must not have started yet. */
static void enable_device_graphs(struct inject *inject)
{
    const CUptiResult result = inject->cupti.activity_device_graph
                                   ? inject->cupti.activity_device_graph(1)
                                   : CUPTI_ERROR_NOT_SUPPORTED;
    if (result != CUPTI_SUCCESS)
        inject_notice(inject, false, "graphs that the GPU launches are not traced: %s",
                      inject_cupti_error(inject, result));
}

static void tell_process(const Wire__TraceSetup *setup)
{
    char path[4096] = "";
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    const uint64_t values[] = {(uint64_t)getpid(), (uint64_t)getppid(),
                               setup->has_rank ? setup->rank + 1 : 0, trace_now()};
    trace_packer_add(&session.packer, TRACE_PROCESS, values, path);
}

static bool prepare(struct inject *inject, const Wire__TraceSetup *setup)
{
    const uint64_t room = setup->has_buffer_bytes ? setup->buffer_bytes : 64u << 20;
    session.inject = inject;
    session.packer.channel = &inject->channel;
    session.packer.process = (uint32_t)getpid();
    session.packer.from = setup->from;
    session.packer.until = setup->until;
    session.records = calloc(1, sizeof *session.records);
    if (!session.records || !trace_buffers_open(room)) {
        inject_notice(inject, true, "no memory for the buffers of the trace");
        return false;
    }
    session.records->inject = inject;
    session.records->packer = &session.packer;
    session.records->keep_inner = setup->both;
    session.last_dropped = trace_now();
    tell_process(setup);
    return true;
}

/* By default CUPTI fills a buffer for each thread. Steps of a training loop, whose backward pass
 * has a thread of its own, took 20 % longer then (tests/gpu/RESULTS.md). */
static void share_buffers(void)
{
    const struct foil_cupti *cupti = &session.inject->cupti;
    uint8_t for_each_thread = 0;
    size_t size = sizeof for_each_thread;
    if (cupti->activity_attribute)
        cupti->activity_attribute(CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER, &size,
                                  &for_each_thread);
}

bool trace_session_start(struct inject *inject, const Wire__TraceSetup *setup)
{
    const struct foil_cupti *cupti = &inject->cupti;
    if (!prepare(inject, setup))
        return false;
    share_buffers();
    const CUptiResult result = cupti->activity_register(trace_buffer_wanted, trace_buffer_full);
    if (result != CUPTI_SUCCESS) {
        inject_notice(inject, true, "CUPTI gives no records, another tool may have them: %s",
                      inject_cupti_error(inject, result));
        return false;
    }
    if (cupti->thread_id_type)
        cupti->thread_id_type(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM);
    if (setup->queued && cupti->activity_latency)
        cupti->activity_latency(1);
    if (setup->device_graphs)
        enable_device_graphs(inject);
    if (setup->nvtx)
        trace_nvtx_open();
    enable_kinds(setup);
    atomic_store(&session.running, true);
    if (!start_thread()) {
        atomic_store(&session.running, false);
        inject_notice(inject, true, "no thread could be started for the trace");
        return false;
    }
    return true;
}

static void wait_for_end(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += LONGEST_END;
    pthread_mutex_lock(&session.lock);
    while (!session.ended)
        if (pthread_cond_timedwait(&session.changed, &session.lock, &until) != 0)
            break;
    pthread_mutex_unlock(&session.lock);
}

void trace_session_finish(void)
{
    /* In a signal handler that has interrupted our own code, its locks may be held. */
    if (!guard_enter(GUARD_CALL))
        return;
    if (!atomic_exchange(&session.running, false)) {
        guard_leave();
        return;
    }
    session.inject->cupti.activity_flush(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    atomic_store(&session.ending, true);
    trace_buffers_wake();
    wait_for_end();
    guard_leave();
}

void trace_session_forked(void)
{
    atomic_store(&session.running, false);
}
