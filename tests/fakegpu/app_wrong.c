/* Calls that fail and take nothing away: what they name is used as before. */
#include <stdlib.h>

#include "app.h"

enum { WORDS = 64, SOME = 6 };

enum { DEVICE, PINNED, REGISTERED, MAPPED, VARIABLE, KINDS };

struct bench {
    struct app app;
    CUdeviceptr words[KINDS], cells; /* one for each, with its address */
    void *pinned, *registered;
    size_t mapped;
    CUmemGenericAllocationHandle handle;
};

static void map(struct bench *b)
{
    const CUmemAllocationProp property = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                          .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}};
    const CUmemAccessDesc access = {.location = property.location,
                                    .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CU(cuMemGetAllocationGranularity(&b->mapped, &property, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CU(cuMemAddressReserve(&b->words[MAPPED], 2 * b->mapped, 0, 0, 0));
    CU(cuMemCreate(&b->handle, 2 * b->mapped, &property, 0));
    CU(cuMemMap(b->words[MAPPED], 2 * b->mapped, 0, b->handle, 0));
    CU(cuMemSetAccess(b->words[MAPPED], 2 * b->mapped, &access, 1));
}

static void open_bench(struct bench *b)
{
    size_t size;
    app_begin(&b->app, false);
    CU(cuMemAlloc(&b->words[DEVICE], WORDS));
    CU(cuMemHostAlloc(&b->pinned, WORDS, CU_MEMHOSTALLOC_DEVICEMAP));
    CU(cuMemHostGetDevicePointer(&b->words[PINNED], b->pinned, 0));
    b->registered = malloc(WORDS);
    CU(cuMemHostRegister(b->registered, WORDS, CU_MEMHOSTREGISTER_DEVICEMAP));
    CU(cuMemHostGetDevicePointer(&b->words[REGISTERED], b->registered, 0));
    map(b);
    CU(cuModuleGetGlobal(&b->words[VARIABLE], &size, b->app.module, "device_value"));
    for (int i = 0; i < KINDS; i++)
        CU(cuMemsetD32(b->words[i], 7, 1));
    CU(cuMemAlloc(&b->cells, sizeof b->words));
    CU(cuMemcpyHtoD(b->cells, b->words, sizeof b->words));
}

/* By a parameter, and by an address that the kernel finds in memory. */
static void count_all(struct bench *b)
{
    for (int i = 0; i < SOME / 2 * KINDS; i++) {
        CUdeviceptr cell = b->cells + sizeof cell * (size_t)(i % KINDS);
        void *given[] = {&b->words[i % KINDS]}, *found[] = {&cell};
        app_launch(app_kernel(&b->app, "_Z5countPj"), 1, 32, b->app.stream, given);
        app_launch(app_kernel(&b->app, "_Z8count_atPPj"), 1, 32, b->app.stream, found);
    }
}

static void close_bench(struct bench *b, unsigned times)
{
    for (int i = 0; i < KINDS; i++) {
        unsigned value = 0;
        CU(cuMemcpyDtoH(&value, b->words[i], sizeof value));
        EXPECT(value == 7 + times * 32 * SOME);
    }
    CU(cuMemFree(b->words[DEVICE]));
    CU(cuMemFree(b->cells));
    CU(cuMemFreeHost(b->pinned));
    CU(cuMemHostUnregister(b->registered));
    free(b->registered);
    CU(cuMemUnmap(b->words[MAPPED], 2 * b->mapped));
    CU(cuMemRelease(b->handle));
    CU(cuMemAddressFree(b->words[MAPPED], 2 * b->mapped));
    app_end(&b->app, false);
}

/* Of the wrong kind, or only in part. */
static int wrong_frees(int count)
{
    struct bench b;
    (void)count;
    open_bench(&b);
    count_all(&b);
    EXPECT(cuMemHostUnregister(b.pinned) != CUDA_SUCCESS);
    EXPECT(cuMemFreeHost(b.registered) != CUDA_SUCCESS);
    EXPECT(cuMemFree(b.words[MAPPED]) != CUDA_SUCCESS);
    EXPECT(cuMemFree(b.words[DEVICE] + 4) != CUDA_SUCCESS);
    count_all(&b);
    EXPECT(cuMemFreeAsync(b.words[MAPPED], b.app.stream) != CUDA_SUCCESS);
    EXPECT(cuMemUnmap(b.words[MAPPED], b.mapped) != CUDA_SUCCESS);
    count_all(&b);
    close_bench(&b, 3);
    return 0;
}

/* While the thread captures, which the calls end. */
static int wrong_moment(int count)
{
    struct bench b;
    CUstream captured;
    CUgraph graph = NULL;
    (void)count;
    open_bench(&b);
    CU(cuStreamCreate(&captured, CU_STREAM_NON_BLOCKING));
    count_all(&b);
    CU(cuStreamBeginCapture(captured, CU_STREAM_CAPTURE_MODE_GLOBAL));
    EXPECT(cuMemFree(b.words[DEVICE]) == CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    EXPECT(cuMemFreeHost(b.pinned) == CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    EXPECT(cuModuleUnload(b.app.module) == CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    EXPECT(cuStreamEndCapture(captured, &graph) == CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    count_all(&b);
    CU(cuStreamDestroy(captured));
    close_bench(&b, 2);
    return 0;
}

const struct mode wrong_modes[] = {
    {"wrong_frees", wrong_frees}, {"wrong_moment", wrong_moment}, {NULL, NULL}};
