/* Activity records of kernels: enough of the API for a profiler that asks what one launch was
 * given. What is recorded is handed over when that is asked for, and when a thread that launched
 * something ends, on that thread. The shared memory configuration of every kernel is 32 KiB up to
 * 256 threads a block and 64 KiB above, or what a carve-out asks for, in whole KiB; every kernel
 * has 16 registers. */
#include <pthread.h>
#include <string.h>

#include "cupti_fake.h"

enum { RECORDS_MAX = 16384 };

static CUpti_BuffersCallbackRequestFunc wanted;
static CUpti_BuffersCallbackCompleteFunc complete;
static bool enabled;
static CUpti_ActivityKernel10 records[RECORDS_MAX];
static size_t count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t ending;
static pthread_once_t ending_made = PTHREAD_ONCE_INIT;
static __thread uint32_t current;

void activity_note_call(uint32_t correlation)
{
    current = correlation;
}

static void hand_over(void)
{
    uint8_t *buffer = NULL;
    size_t size = 0, most = 0;
    for (size_t at = 0; wanted && at < count;) {
        wanted(&buffer, &size, &most);
        size_t fits = size / sizeof *records;
        size_t given = count - at < fits ? count - at : fits;
        if (!given)
            break;
        memcpy(buffer, records + at, given * sizeof *records);
        complete(NULL, 0, buffer, size, given * sizeof *records);
        at += given;
    }
    count = 0;
}

static void on_thread_end(void *launched)
{
    (void)launched;
    pthread_mutex_lock(&lock);
    hand_over();
    pthread_mutex_unlock(&lock);
}

static void make_ending(void)
{
    pthread_key_create(&ending, on_thread_end);
}

static void add_record(const struct fakegpu_work *work)
{
    unsigned threads = work->block[0] * work->block[1] * work->block[2];
    const unsigned chosen = threads > 256 ? 65536 : 32768;
    const unsigned asked = work->carveout > 0 ? (unsigned)work->carveout * 228 / 100 * 1024 : 0;
    records[count] = (CUpti_ActivityKernel10){.kind = CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                                              .sharedMemoryExecuted = asked ? asked : chosen,
                                              .registersPerThread = 16,
                                              .start = 1000,
                                              .end = 2000 + threads / 10,
                                              .gridX = (int32_t)work->grid[0],
                                              .gridY = (int32_t)work->grid[1],
                                              .gridZ = (int32_t)work->grid[2],
                                              .blockX = (int32_t)work->block[0],
                                              .blockY = (int32_t)work->block[1],
                                              .blockZ = (int32_t)work->block[2],
                                              .name = work->name,
                                              .correlationId = current};
    count++;
}

void activity_work(const struct fakegpu_work *work)
{
    pthread_once(&ending_made, make_ending);
    pthread_setspecific(ending, &ending);
    pthread_mutex_lock(&lock);
    if (enabled && count < RECORDS_MAX)
        add_record(work);
    pthread_mutex_unlock(&lock);
}

bool activity_on(void)
{
    return enabled;
}

CUptiResult CUPTIAPI cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                                    CUpti_BuffersCallbackCompleteFunc completed)
{
    int fault;
    if (fault_wanted("cuptiActivityRegisterCallbacks", &fault))
        return (CUptiResult)fault;
    wanted = request;
    complete = completed;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityEnable(CUpti_ActivityKind kind)
{
    if (!wanted || kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
        return refuse("cuptiActivityEnable", CUPTI_ERROR_INVALID_KIND,
                      "no callbacks or not a kernel kind");
    if (range_counting())
        return refuse("cuptiActivityEnable", CUPTI_ERROR_INVALID_OPERATION, "while it counts");
    enabled = true;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityDisable(CUpti_ActivityKind kind)
{
    (void)kind;
    enabled = false;
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityFlushAll(uint32_t flag)
{
    (void)flag;
    pthread_mutex_lock(&lock);
    hand_over();
    pthread_mutex_unlock(&lock);
    return CUPTI_SUCCESS;
}

CUptiResult CUPTIAPI cuptiActivityGetNextRecord(uint8_t *buffer, size_t valid,
                                                CUpti_Activity **record)
{
    uint8_t *next = *record ? (uint8_t *)*record + sizeof *records : buffer;
    if (next >= buffer + valid)
        return CUPTI_ERROR_MAX_LIMIT_REACHED;
    *record = (CUpti_Activity *)(void *)next;
    return CUPTI_SUCCESS;
}
