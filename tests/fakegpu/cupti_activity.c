/* Activity records. Each call of the driver becomes a record of its kind, and what the device did
 * inside of it becomes others, when the call ends (cupti_activity_made.c, cupti_activity_rare.c).
 * Records wait here: those of the device and those of the host apart, so that a kernel may be
 * handed over long before or after its call, as with the real CUPTI. They are handed over when that
 * is asked for, when there are many, and when a thread that launched something ends, on that
 * thread.
 *
 * FAKEGPU_DROPPED=N: every N-th record of the device is lost and counted. Records for which the
 * profiler gives no buffer are lost and counted, too. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cupti_activity.h"
#include "cupti_fake.h"

enum { KINDS = CUPTI_ACTIVITY_KIND_COUNT, MANY = 256 << 10, MOST = 256 << 20 };

struct store {
    uint8_t *bytes;
    size_t length, capacity;
};

static CUpti_BuffersCallbackRequestFunc wanted;
static CUpti_BuffersCallbackCompleteFunc complete;
static bool enabled[KINDS];
static struct store stores[2]; /* of the device, of the host */
static size_t dropped, made;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t handing = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t ending;
static pthread_once_t ending_made = PTHREAD_ONCE_INIT;

static const struct {
    CUpti_ActivityKind kind;
    size_t size;
} sizes[] = {
    {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, sizeof(CUpti_ActivityKernel10)},
    {CUPTI_ACTIVITY_KIND_MEMCPY, sizeof(CUpti_ActivityMemcpy6)},
    {CUPTI_ACTIVITY_KIND_MEMCPY2, sizeof(CUpti_ActivityMemcpyPtoP4)},
    {CUPTI_ACTIVITY_KIND_MEMSET, sizeof(CUpti_ActivityMemset4)},
    {CUPTI_ACTIVITY_KIND_DRIVER, sizeof(CUpti_ActivityAPI)},
    {CUPTI_ACTIVITY_KIND_RUNTIME, sizeof(CUpti_ActivityAPI)},
    {CUPTI_ACTIVITY_KIND_SYNCHRONIZATION, sizeof(CUpti_ActivitySynchronization2)},
    {CUPTI_ACTIVITY_KIND_MEMORY2, sizeof(CUpti_ActivityMemory4)},
    {CUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER, sizeof(CUpti_ActivityUnifiedMemoryCounter3)},
    {CUPTI_ACTIVITY_KIND_OVERHEAD, sizeof(CUpti_ActivityOverhead3)},
    {CUPTI_ACTIVITY_KIND_GRAPH_TRACE, sizeof(CUpti_ActivityGraphTrace2)},
    {CUPTI_ACTIVITY_KIND_DEVICE_GRAPH_TRACE, sizeof(CUpti_ActivityDeviceGraphTrace)},
    {CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS, sizeof(CUpti_ActivityMemDecompress)},
    {CUPTI_ACTIVITY_KIND_JIT, sizeof(CUpti_ActivityJit2)},
    {CUPTI_ACTIVITY_KIND_ENVIRONMENT, sizeof(CUpti_ActivityEnvironment)},
    {CUPTI_ACTIVITY_KIND_CONFIDENTIAL_COMPUTE_ROTATION,
     sizeof(CUpti_ActivityConfidentialComputeRotation)},
};

/* 0: a kind that CUDA 13 has no records of. */
static size_t size_of(CUpti_ActivityKind kind)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (sizes[i].kind == kind)
            return sizes[i].size;
    return 0;
}

bool activity_wants(CUpti_ActivityKind kind)
{
    return __atomic_load_n(&enabled[kind], __ATOMIC_RELAXED);
}

/* As many whole records of the front as fit into a buffer. */
static size_t whole_records(const uint8_t *bytes, size_t length, size_t room)
{
    size_t taken = 0;
    while (taken < length) {
        CUpti_ActivityKind kind;
        memcpy(&kind, bytes + taken, sizeof kind);
        if (taken + size_of(kind) > room)
            break;
        taken += size_of(kind);
    }
    return taken;
}

static void count_lost(const uint8_t *bytes, size_t length)
{
    while (length) {
        CUpti_ActivityKind kind;
        memcpy(&kind, bytes, sizeof kind);
        bytes += size_of(kind);
        length -= size_of(kind);
        __atomic_add_fetch(&dropped, 1, __ATOMIC_RELAXED);
    }
}

static void hand_over_store(struct store *store)
{
    pthread_mutex_lock(&lock);
    const struct store taken = *store;
    *store = (struct store){0};
    pthread_mutex_unlock(&lock);
    for (size_t at = 0; at < taken.length;) {
        uint8_t *buffer = NULL;
        size_t size = 0, most = 0;
        if (wanted)
            wanted(&buffer, &size, &most);
        const size_t given = buffer ? whole_records(taken.bytes + at, taken.length - at, size) : 0;
        if (!given) {
            count_lost(taken.bytes + at, taken.length - at);
            break;
        }
        memcpy(buffer, taken.bytes + at, given);
        complete(NULL, 0, buffer, size, given);
        at += given;
    }
    free(taken.bytes);
}

static void hand_over(void)
{
    pthread_mutex_lock(&handing);
    hand_over_store(&stores[0]);
    hand_over_store(&stores[1]);
    pthread_mutex_unlock(&handing);
}

static void on_thread_end(void *launched)
{
    (void)launched;
    hand_over();
}

static void make_ending(void)
{
    pthread_key_create(&ending, on_thread_end);
}

static bool is_dropped(bool host)
{
    const char *text = getenv("FAKEGPU_DROPPED");
    const size_t every = text ? strtoul(text, NULL, 0) : 0;
    return !host && every && ++made % every == 0;
}

void activity_add(const void *record, bool host)
{
    CUpti_ActivityKind kind;
    memcpy(&kind, record, sizeof kind);
    const size_t size = size_of(kind);
    struct store *store = &stores[host];
    pthread_once(&ending_made, make_ending);
    pthread_setspecific(ending, &ending);
    pthread_mutex_lock(&lock);
    if (is_dropped(host) || store->length + size > MOST) {
        dropped++;
    } else {
        if (store->length + size > store->capacity) {
            store->capacity = store->capacity ? 2 * store->capacity : MANY;
            store->bytes = realloc(store->bytes, store->capacity);
        }
        memcpy(store->bytes + store->length, record, size);
        store->length += size;
    }
    const bool many = store->length >= MANY;
    pthread_mutex_unlock(&lock);
    if (many)
        hand_over();
}

bool activity_on(void)
{
    return enabled[CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL];
}

CUptiResult CUPTIAPI cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                                    CUpti_BuffersCallbackCompleteFunc completed)
{
    int fault;
    if (fault_wanted("cuptiActivityRegisterCallbacks", &fault))
        return (CUptiResult)fault;
    if (wanted)
        return refuse(__func__, CUPTI_ERROR_INVALID_OPERATION, "callbacks registered twice");
    wanted = request;
    complete = completed;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityEnable(CUpti_ActivityKind kind)
{
    static const CUpti_ActivityKind legacy[] = {CUPTI_ACTIVITY_KIND_SOURCE_LOCATOR,
                                                CUPTI_ACTIVITY_KIND_GLOBAL_ACCESS,
                                                CUPTI_ACTIVITY_KIND_BRANCH,
                                                CUPTI_ACTIVITY_KIND_INSTRUCTION_EXECUTION,
                                                CUPTI_ACTIVITY_KIND_SHARED_ACCESS,
                                                CUPTI_ACTIVITY_KIND_PC_SAMPLING,
                                                CUPTI_ACTIVITY_KIND_PC_SAMPLING_RECORD_INFO,
                                                CUPTI_ACTIVITY_KIND_INSTRUCTION_CORRELATION};
    CUPTI_FAULT();
    for (size_t i = 0; i < sizeof legacy / sizeof *legacy; i++)
        if (kind == legacy[i])
            return refuse(__func__, CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED, "a legacy kind");
    if (!wanted || !size_of(kind) || kind == CUPTI_ACTIVITY_KIND_DEVICE_GRAPH_TRACE)
        return refuse("cuptiActivityEnable", CUPTI_ERROR_INVALID_KIND,
                      "no callbacks or not a known kind");
    if (range_counting())
        return refuse("cuptiActivityEnable", CUPTI_ERROR_INVALID_OPERATION, "while it counts");
    hook_install();
    __atomic_store_n(&enabled[kind], true, __ATOMIC_RELAXED);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityDisable(CUpti_ActivityKind kind)
{
    __atomic_store_n(&enabled[kind], false, __ATOMIC_RELAXED);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityFlushAll(uint32_t flag)
{
    (void)flag;
    activity_environment();
    activity_rotations();
    hand_over();
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityGetNumDroppedRecords(CUcontext context, uint32_t stream,
                                                       size_t *count)
{
    (void)context, (void)stream;
    *count = __atomic_exchange_n(&dropped, 0, __ATOMIC_RELAXED);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid,
                                                CUpti_Activity **record)
{
    uint8_t *next = *record ? (uint8_t *)*record + size_of((*record)->kind) : buffer;
    if (next >= buffer + valid)
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    *record = (CUpti_Activity *)(void *)next;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityConfigureUnifiedMemoryCounter(
    CUpti_ActivityUnifiedMemoryCounterConfig *config, uint32_t count)
{
    CUPTI_FAULT();
    return config && count ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_PARAMETER;
}

CUptiResult CUPTIAPI cuptiSetThreadIdType(CUpti_ActivityThreadIdType type)
{
    CUPTI_FAULT();
    return type == CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM ? CUPTI_SUCCESS
                                                        : CUPTI_ERROR_INVALID_PARAMETER;
}

static bool left_out[1024];

bool activity_call_wanted(uint32_t cbid)
{
    return cbid >= sizeof left_out || !left_out[cbid];
}

CUptiResult CUPTIAPI cuptiActivityEnableDriverApi(CUpti_CallbackId cbid, uint8_t enable)
{
    CUPTI_FAULT();
    if (cbid >= sizeof left_out)
        return CUPTI_ERROR_INVALID_PARAMETER;
    left_out[cbid] = !enable;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityEnableRuntimeApi(CUpti_CallbackId cbid, uint8_t enable)
{
    (void)cbid, (void)enable;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityEnableLatencyTimestamps(uint8_t enable)
{
    CUPTI_FAULT();
    activity_latency(enable != 0);
    return CUPTI_SUCCESS;
}

/* Here a buffer is never of one thread. */
CUptiResult CUPTIAPI cuptiActivitySetAttribute(CUpti_ActivityAttribute attribute, size_t *size,
                                               void *value)
{
    CUPTI_FAULT();
    return attribute == CUPTI_ACTIVITY_ATTR_PER_THREAD_ACTIVITY_BUFFER && size &&
                   *size == sizeof(uint8_t) && value && !wanted
               ? CUPTI_SUCCESS
               : CUPTI_ERROR_INVALID_PARAMETER;
}
