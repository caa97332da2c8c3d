/* Modes whose kernels change memory of every kind in place: only a replay that restores it all
 * leaves them right. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "app.h"

/* A variable of the module, added to by its kernel. */
static void variable(struct app *app, const char *name, const char *kernel, int times)
{
    CUdeviceptr address = 0;
    size_t size = 0;
    unsigned value = 7;
    CU(cuModuleGetGlobal(&address, &size, app->module, name));
    EXPECT(size == sizeof value);
    CU(cuMemcpyHtoD(address, &value, sizeof value));
    for (int i = 0; i < times; i++)
        app_launch(app_kernel(app, kernel), 2, 32, app->stream, NULL);
    CU(cuCtxSynchronize());
    CU(cuMemcpyDtoH(&value, address, sizeof value));
    EXPECT(value == 7u + 64u * (unsigned)times);
}

static int global(int count)
{
    struct app app;
    app_begin(&app, true);
    variable(&app, "device_value", "_Z10add_globalv", count ? count : 2);
    app_end(&app, true);
    return 0;
}

enum { PAGE = 4096 };

/* Every second page holds what inplace leaves as it is: x * 0.5 + 1 is x. */
static float host_value(size_t index, int steps)
{
    return index / (PAGE / sizeof(float)) % 2 ? 2 : app_stepped(index, steps);
}

/* Runs inplace on memory that the host can read as well. */
static void on_host_memory(const struct app *app, float *x, CUdeviceptr pointer, int times)
{
    for (size_t i = 0; i < APP_COUNT; i++)
        x[i] = host_value(i, 0);
    app_inplace(app, pointer, times);
    CU(cuStreamSynchronize(app->stream));
    size_t wrong = 0;
    for (size_t i = 0; i < APP_COUNT; i++)
        wrong += x[i] != host_value(i, times);
    EXPECT(wrong == 0);
}

static int managed(int count)
{
    struct app app;
    int times = count ? count : 2;
    app_has_managed = true;
    app_begin(&app, true);
    CUdeviceptr x = 0;
    CU(cuMemAllocManaged(&x, APP_COUNT * sizeof(float), CU_MEM_ATTACH_GLOBAL));
    on_host_memory(&app, (float *)(uintptr_t)x, x, times);
    variable(&app, "managed_value", "_Z11add_managedv", times);
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* points: the memory ends with a pointer to itself. */
static int on_pinned(int count, bool points)
{
    struct app app;
    app_begin(&app, true);
    float *memory = NULL;
    CUdeviceptr x = 0;
    CU(cuMemHostAlloc((void **)&memory, APP_COUNT * sizeof *memory + sizeof memory,
                      CU_MEMHOSTALLOC_DEVICEMAP));
    if (points)
        memcpy(memory + APP_COUNT, &memory, sizeof memory);
    CU(cuMemHostGetDevicePointer(&x, memory, 0));
    on_host_memory(&app, memory, x, count ? count : 2);
    CU(cuMemFreeHost(memory));
    app_end(&app, true);
    return 0;
}

static int pinned(int count)
{
    return on_pinned(count, false);
}

static int pinned_pointer(int count)
{
    return on_pinned(count, true);
}

static int on_registered(int count, bool points)
{
    struct app app;
    app_begin(&app, true);
    const size_t size = APP_COUNT * sizeof(float) + sizeof(float *);
    float *memory = malloc(size);
    CUdeviceptr x = 0;
    if (points)
        memcpy(memory + APP_COUNT, &memory, sizeof memory);
    CU(cuMemHostRegister(memory, size, CU_MEMHOSTREGISTER_DEVICEMAP));
    CU(cuMemHostGetDevicePointer(&x, memory, 0));
    on_host_memory(&app, memory, x, count ? count : 2);
    CU(cuMemHostUnregister(memory));
    free(memory);
    app_end(&app, true);
    return 0;
}

static int registered(int count)
{
    return on_registered(count, false);
}

static int registered_pointer(int count)
{
    return on_registered(count, true);
}

/* Memory with two mappings that are both registered. Kernels write by one; the other the processor
 * cannot write, and the device only if N is set. */
static int aliases(int count)
{
    const size_t size = APP_COUNT * sizeof(float);
    struct app app;
    app_begin(&app, true);
    int file = memfd_create("fakeapp", 0);
    EXPECT(file >= 0 && ftruncate(file, (off_t)size) == 0);
    float *written = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    float *read = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    CUdeviceptr x = 0;
    CU(cuMemHostRegister(written, size, CU_MEMHOSTREGISTER_DEVICEMAP));
    CU(cuMemHostRegister(read, size,
                         CU_MEMHOSTREGISTER_DEVICEMAP |
                             (count ? 0 : (unsigned)CU_MEMHOSTREGISTER_READ_ONLY)));
    CU(cuMemHostGetDevicePointer(&x, written, 0));
    EXPECT(mprotect(read, size, PROT_READ) == 0);
    on_host_memory(&app, written, x, 2);
    EXPECT(memcmp(read, written, size) == 0);
    CU(cuMemHostUnregister(read));
    CU(cuMemHostUnregister(written));
    munmap(read, size);
    munmap(written, size);
    close(file);
    app_end(&app, true);
    return 0;
}

/* Memory that the program has unmapped, and still not unregistered, while it launches. */
static int unmapped(int count)
{
    struct app app;
    int times = count ? count : 2;
    app_begin(&app, true);
    void *memory = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CU(cuMemHostRegister(memory, PAGE, CU_MEMHOSTREGISTER_DEVICEMAP));
    CUdeviceptr x = app_floats();
    munmap(memory, PAGE);
    app_inplace(&app, x, times);
    app_check_steps(x, times);
    CU(cuMemHostUnregister(memory));
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

static void fill_device(CUdeviceptr x)
{
    float *values = malloc(APP_COUNT * sizeof *values);
    app_fill(values);
    CU(cuMemcpyHtoD(x, values, APP_COUNT * sizeof *values));
    free(values);
}

static int pool(int count)
{
    struct app app;
    int times = count ? count : 2;
    app_begin(&app, true);
    CUdeviceptr x = 0, y = 0;
    CUmemoryPool standard = NULL;
    CU(cuDeviceGetDefaultMemPool(&standard, 0));
    CU(cuMemAllocAsync(&x, APP_COUNT * sizeof(float), app.stream));
    CU(cuMemAllocFromPoolAsync(&y, APP_COUNT * sizeof(float), standard, app.stream));
    CU(cuStreamSynchronize(app.stream));
    fill_device(x);
    fill_device(y);
    app_inplace(&app, x, times);
    app_inplace(&app, y, times);
    app_check_steps(x, times);
    app_check_steps(y, times);
    CU(cuMemFreeAsync(x, app.stream));
    CU(cuMemFreeAsync(y, app.stream));
    EXPECT(cuMemcpyDtoD(x, y, 4) != CUDA_SUCCESS);
    app_end(&app, true);
    return 0;
}

static int vmm(int count)
{
    struct app app;
    int times = count ? count : 2;
    app_begin(&app, true);
    CUmemAllocationProp property = {
        .type = CU_MEM_ALLOCATION_TYPE_PINNED,
        .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = 0},
    };
    size_t size = 0;
    CUdeviceptr range = 0;
    CUmemGenericAllocationHandle handles[2];
    CU(cuMemGetAllocationGranularity(&size, &property, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CU(cuMemAddressReserve(&range, 2 * size, 0, 0, 0));
    for (size_t i = 0; i < 2; i++) {
        CU(cuMemCreate(&handles[i], size, &property, 0));
        CU(cuMemMap(range + i * size, size, 0, handles[i], 0));
        CU(cuMemRelease(handles[i]));
    }
    EXPECT(cuMemsetD8(range, 0, size) != CUDA_SUCCESS); /* mapped, but no access yet */
    CUmemAccessDesc access = {property.location, CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CU(cuMemSetAccess(range, 2 * size, &access, 1));
    CUdeviceptr x = range + size - 4096; /* lies across both */
    fill_device(x);
    app_inplace(&app, x, times);
    app_check_steps(x, times);
    CU(cuMemUnmap(range, 2 * size));
    CU(cuMemAddressFree(range, 2 * size));
    app_end(&app, true);
    return 0;
}

enum { WIDTH = 32, HEIGHT = 16 };

static void copy_array(CUarray array, unsigned *host, bool to_array)
{
    CUDA_MEMCPY3D copy = {
        .srcMemoryType = to_array ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_ARRAY,
        .srcHost = host,
        .srcArray = array,
        .srcPitch = WIDTH * sizeof *host,
        .srcHeight = HEIGHT,
        .dstMemoryType = to_array ? CU_MEMORYTYPE_ARRAY : CU_MEMORYTYPE_HOST,
        .dstHost = host,
        .dstArray = array,
        .dstPitch = WIDTH * sizeof *host,
        .dstHeight = HEIGHT,
        .WidthInBytes = WIDTH * sizeof *host,
        .Height = HEIGHT,
        .Depth = 1,
    };
    CU(cuMemcpy3D(&copy));
}

static int array(int count)
{
    struct app app;
    unsigned times = count ? (unsigned)count : 2;
    app_begin(&app, true);
    CUDA_ARRAY3D_DESCRIPTOR descriptor = {
        .Width = WIDTH,
        .Height = HEIGHT,
        .Format = CU_AD_FORMAT_UNSIGNED_INT32,
        .NumChannels = 1,
        .Flags = CUDA_ARRAY3D_SURFACE_LDST,
    };
    CUarray handle = NULL;
    CU(cuArray3DCreate(&handle, &descriptor));
    static unsigned values[WIDTH * HEIGHT];
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++)
        values[i] = i;
    copy_array(handle, values, true);
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
    resource.res.array.hArray = handle;
    CUsurfObject surface = 0;
    CU(cuSurfObjectCreate(&surface, &resource));
    int width = WIDTH, height = HEIGHT;
    void *params[] = {&surface, &width, &height};
    for (unsigned i = 0; i < times; i++)
        app_launch(app_kernel(&app, "_Z8surf_incyii"), 2, 256, app.stream, params);
    CU(cuCtxSynchronize());
    copy_array(handle, values, false);
    unsigned wrong = 0;
    for (unsigned i = 0; i < WIDTH * HEIGHT; i++)
        wrong += values[i] != i + times;
    EXPECT(wrong == 0);
    CU(cuSurfObjectDestroy(surface));
    CU(cuArrayDestroy(handle));
    app_end(&app, true);
    return 0;
}

static int many_allocs(int count)
{
    size_t allocations = count ? (size_t)count : 1000;
    struct app app;
    app_begin(&app, true);
    CUdeviceptr *all = calloc(allocations, sizeof *all);
    for (size_t i = 0; i < allocations; i++)
        CU(cuMemAlloc(&all[i], 256));
    CUdeviceptr x = app_floats();
    app_inplace(&app, x, 3);
    app_check_steps(x, 3);
    CU(cuMemFree(x));
    for (size_t i = 0; i < allocations; i++)
        CU(cuMemFree(all[i]));
    free(all);
    app_end(&app, true);
    return 0;
}

/* Fills and copies on the stream, between launches that depend on them. */
static int memops(int count)
{
    int times = count ? count : 4;
    struct app app;
    app_begin(&app, true);
    CUdeviceptr x = app_floats(), y = 0, counter = 0;
    unsigned value = 0;
    CU(cuMemAlloc(&y, APP_COUNT * sizeof(float)));
    CU(cuMemAlloc(&counter, sizeof value));
    void *params[] = {&counter};
    for (int i = 0; i < times; i++) {
        app_inplace(&app, x, 1);
        CU(cuMemcpyDtoDAsync(y, x, APP_COUNT * sizeof(float), app.stream));
        CU(cuMemsetD32Async(counter, (unsigned)i, 1, app.stream));
        app_launch(app_kernel(&app, "_Z5countPj"), 1, 64, app.stream, params);
    }
    CU(cuStreamSynchronize(app.stream));
    CU(cuMemcpyDtoH(&value, counter, sizeof value));
    EXPECT(value == (unsigned)times - 1 + 64);
    app_check_steps(y, times);
    CU(cuMemFree(x));
    CU(cuMemFree(y));
    CU(cuMemFree(counter));
    app_end(&app, true);
    return 0;
}

/* A kernel that writes elsewhere when it runs again, in memory large enough to be compared, and one
 * that changes little of it: only what the program's own launches wrote may be seen afterwards. */
static int strays(int count)
{
    enum { SIZE = 3 << 20, CHANGED = 1 << 20 };
    static uint8_t bytes[SIZE + 5];
    unsigned long long size = SIZE;
    struct app app;
    (void)count;
    app_begin(&app, true);
    CUdeviceptr memory = 0, last;
    CU(cuMemAlloc(&memory, sizeof bytes));
    CU(cuMemsetD8(memory, 0, sizeof bytes));
    CUdeviceptr changed = memory + CHANGED;
    last = memory + SIZE + 1;
    void *wander[] = {&memory, &size}, *tally[] = {&changed}, *end[] = {&last};
    app_launch(app_kernel(&app, "_Z6wanderPhm"), 1, 1, app.stream, wander);
    app_launch(app_kernel(&app, "_Z5countPj"), 1, 64, app.stream, tally);
    app_launch(app_kernel(&app, "_Z5countPj"), 1, 3, app.stream, end);
    CU(cuStreamSynchronize(app.stream));
    CU(cuMemcpyDtoH(bytes, memory, sizeof bytes));
    for (size_t i = 0; i < sizeof bytes; i++) {
        unsigned wanted = i == 0 ? 1 : i == CHANGED ? 64 : i == SIZE + 1 ? 3 : 0;
        if (bytes[i] != wanted) {
            EXPECT(bytes[i] == wanted);
            break;
        }
    }
    CU(cuMemFree(memory));
    app_end(&app, true);
    return 0;
}

/* Two streams that wait for each other by events, and fills and copies on both. */
static int crossed(int count)
{
    int times = count ? count : 5;
    struct app app;
    app_begin(&app, true);
    CUstream other = NULL;
    CUevent here = NULL, there = NULL;
    CUdeviceptr x = app_floats(), y = 0;
    CU(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    CU(cuEventCreate(&here, CU_EVENT_DISABLE_TIMING));
    CU(cuEventCreate(&there, CU_EVENT_DISABLE_TIMING));
    CU(cuMemAlloc(&y, APP_COUNT * sizeof(float)));
    float factor = 0.5F;
    int n = APP_COUNT;
    void *first[] = {&x, &factor, &n}, *second[] = {&y, &factor, &n};
    CUfunction inplace = app_kernel(&app, "_Z7inplacePffi");
    for (int i = 0; i < times; i++) {
        app_launch(inplace, APP_GRID, APP_BLOCK, app.stream, first);
        CU(cuEventRecord(here, app.stream));
        CU(cuStreamWaitEvent(other, here, 0));
        CU(cuMemcpyDtoDAsync(y, x, APP_COUNT * sizeof(float), other));
        app_launch(inplace, APP_GRID, APP_BLOCK, other, second);
        CU(cuEventRecord(there, other));
        CU(cuStreamWaitEvent(app.stream, there, 0));
        CU(cuMemcpyDtoDAsync(x, y, APP_COUNT * sizeof(float), app.stream));
        EXPECT(cuEventQuery(there) == CUDA_SUCCESS);
    }
    CU(cuStreamSynchronize(app.stream));
    app_check_steps(x, 2 * times);
    CU(cuEventDestroy(here));
    CU(cuEventDestroy(there));
    CU(cuStreamDestroy(other));
    CU(cuMemFree(x));
    CU(cuMemFree(y));
    app_end(&app, true);
    return 0;
}

/* Pinned memory that no kernel of these can reach. */
static int idle_pinned(int count)
{
    int times = count ? count : 3;
    struct app app;
    app_begin(&app, true);
    unsigned *pinned = NULL;
    CU(cuMemHostAlloc((void **)&pinned, 4096, 0));
    CUdeviceptr x = app_floats();
    for (int i = 0; i < times; i++) {
        app_inplace(&app, x, 1);
        pinned[0]++;
    }
    CU(cuStreamSynchronize(app.stream));
    app_check_steps(x, times);
    EXPECT(pinned[0] == (unsigned)times);
    CU(cuMemFree(x));
    CU(cuMemFreeHost(pinned));
    app_end(&app, true);
    return 0;
}

/* Pinned memory that kernels reach by a pointer in device memory. */
static int indirect(int count)
{
    int times = count ? count : 3;
    struct app app;
    app_begin(&app, true);
    unsigned *pinned = NULL;
    CUdeviceptr cell = 0;
    CU(cuMemHostAlloc((void **)&pinned, 4096, 0));
    pinned[7] = 0;
    CUdeviceptr target = (CUdeviceptr)(uintptr_t)&pinned[7];
    CU(cuMemAlloc(&cell, sizeof target));
    CU(cuMemcpyHtoD(cell, &target, sizeof target));
    void *params[] = {&cell};
    for (int i = 0; i < times; i++) {
        app_launch(app_kernel(&app, "_Z8count_atPPj"), 1, 64, app.stream, params);
        pinned[7] += 1000;
    }
    CU(cuStreamSynchronize(app.stream));
    EXPECT(pinned[7] == (unsigned)times * 1064);
    CU(cuMemFree(cell));
    CU(cuMemFreeHost(pinned));
    app_end(&app, true);
    return 0;
}

/* Copies from the host between launches, whose source is something else right afterwards. */
static int uploads(int count)
{
    int times = count ? count : 4;
    unsigned value = 0, total = 0;
    struct app app;
    app_begin(&app, true);
    CUdeviceptr counter = 0;
    CU(cuMemAlloc(&counter, sizeof value));
    CU(cuMemsetD32(counter, 0, 1));
    void *params[] = {&counter};
    for (int i = 0; i < times; i++) {
        app_launch(app_kernel(&app, "_Z5countPj"), 1, 64, app.stream, params);
        value = 1000 * (unsigned)i;
        const CUdeviceptr from = (uintptr_t)&value;
        CU(i % 4 == 0   ? cuMemcpyHtoDAsync(counter, &value, sizeof value, app.stream)
           : i % 4 == 1 ? cuMemcpyHtoD(counter, &value, sizeof value)
           : i % 4 == 2 ? cuMemcpyAsync(counter, from, sizeof value, app.stream)
                        : cuMemcpy(counter, from, sizeof value));
        total = value + 64;
        value = 7;
        app_launch(app_kernel(&app, "_Z5countPj"), 1, 64, app.stream, params);
    }
    CU(cuStreamSynchronize(app.stream));
    CU(cuMemcpyDtoH(&value, counter, sizeof value));
    EXPECT(value == total);
    CU(cuMemFree(counter));
    app_end(&app, true);
    return 0;
}

static unsigned read_word(CUdeviceptr at)
{
    unsigned value = 0;
    CU(cuMemcpyDtoH(&value, at, sizeof value));
    return value;
}

/* Between launches it waits, looks at what they computed, and asks for memory that later ones use.
 */
static int looks(int count)
{
    enum { TIMES = 5, BYTES = 512 << 10 };
    struct app app;
    (void)count;
    app_begin(&app, true);
    CUdeviceptr counter = 0, other = 0, added[TIMES];
    CU(cuMemAlloc(&counter, BYTES));
    CU(cuMemAlloc(&other, BYTES));
    CU(cuMemsetD32(counter, 0, 1));
    void *params[] = {&counter};
    app_launch(app_kernel(&app, "_Z5countPj"), 1, 64, app.stream, params);
    CU(cuStreamSynchronize(app.stream));
    for (unsigned i = 0; i < TIMES; i++) {
        void *own[] = {&added[i]};
        app_launch(app_kernel(&app, "_Z5countPj"), 1, 64, app.stream, params);
        CU(i % 2 ? cuStreamSynchronize(app.stream) : cuCtxSynchronize());
        EXPECT(read_word(counter) == 64 * (i + 2));
        CU(cuMemAlloc(&added[i], BYTES));
        CU(cuMemsetD32(added[i], 1000 * i, 1));
        app_launch(app_kernel(&app, "_Z5countPj"), 1, 64, app.stream, own);
    }
    CU(cuMemFree(other));
    EXPECT(read_word(counter) == 64 * (TIMES + 1));
    for (unsigned i = 0; i < TIMES; i++)
        EXPECT(read_word(added[i]) == 1000 * i + 64);
    app_end(&app, true);
    return 0;
}

/* Memory that comes, is written by launches, and goes before they run again. */
static int come_and_go(bool in_order)
{
    enum { TIMES = 6, BYTES = 512 << 10 };
    struct app app;
    CUdeviceptr counter = 0, kept = 0, added = 0;
    CUmemorytype type;
    size_t before = 0, after = 0, total;
    app_begin(&app, true);
    CU(cuMemAlloc(&counter, BYTES));
    CU(cuMemAlloc(&kept, TIMES * sizeof(unsigned)));
    CU(cuMemsetD32(counter, 0, 1));
    CU(cuMemGetInfo(&before, &total));
    for (unsigned i = 0; i < TIMES; i++) {
        void *own[] = {&added}, *shared[] = {&counter};
        CU(in_order ? cuMemAllocAsync(&added, BYTES, app.stream) : cuMemAlloc(&added, BYTES));
        CU(cuMemsetD32(added, 1000 * i, 1));
        app_launch(app_kernel(&app, "_Z5countPj"), 1, 64, app.stream, own);
        app_launch(app_kernel(&app, "_Z5countPj"), 1, 64, app.stream, shared);
        CU(cuMemcpyDtoDAsync(kept + i * sizeof(unsigned), added, sizeof(unsigned), app.stream));
        CU(in_order ? cuMemFreeAsync(added, app.stream) : cuMemFree(added));
        if (i == 2)
            EXPECT(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, added) !=
                   CUDA_SUCCESS);
    }
    EXPECT(cuMemFree(added) != CUDA_SUCCESS);
    CU(cuMemFree(0));
    CU(cuMemGetInfo(&after, &total));
    EXPECT(after == before);
    EXPECT(read_word(counter) == 64 * TIMES);
    for (unsigned i = 0; i < TIMES; i++)
        EXPECT(read_word(kept + i * sizeof(unsigned)) == 1000 * i + 64);
    app_end(&app, true);
    return 0;
}

static int comes_and_goes(int count)
{
    (void)count;
    return come_and_go(false);
}

static int comes_in_order(int count)
{
    (void)count;
    return come_and_go(true);
}

/* Modules that come, with a variable that their launches change, and go before these run again. */
static int unloads(int count)
{
    enum { TIMES = 5 };
    struct app app;
    CUdeviceptr counter = 0;
    size_t before = 0, after = 0, total;
    (void)count;
    app_begin(&app, true);
    CU(cuMemAlloc(&counter, sizeof(unsigned)));
    CU(cuMemsetD32(counter, 0, 1));
    CU(cuMemGetInfo(&before, &total));
    for (unsigned i = 0; i < TIMES; i++) {
        struct app other = app;
        void *image = app_image(), *params[] = {&counter};
        CU(cuModuleLoadData(&other.module, image));
        free(image);
        app_launch(app_kernel(&other, "_Z10add_globalv"), 1, 32, app.stream, NULL);
        app_launch(app_kernel(&other, "_Z5countPj"), 1, 64, app.stream, params);
        CU(cuModuleUnload(other.module));
    }
    EXPECT(cuModuleUnload(NULL) != CUDA_SUCCESS);
    CU(cuMemGetInfo(&after, &total));
    EXPECT(after == before);
    EXPECT(read_word(counter) == 64 * TIMES);
    app_end(&app, true);
    return 0;
}

/* How much memory is free does not tell whether launches are measured, to within small pieces. */
static int asks_room(int count)
{
    enum { TIMES = 5, BYTES = 64 << 20, SMALL = 8 << 20 };
    struct app app;
    CUdeviceptr counter = 0, large = 0, freed = 0;
    size_t before = 0, now = 0, total = 0;
    (void)count;
    app_begin(&app, true);
    CU(cuMemAlloc(&counter, sizeof(unsigned)));
    CU(cuMemAlloc(&large, BYTES));
    CU(cuMemsetD32(counter, 0, 1));
    CU(cuMemGetInfo(&before, &total));
    void *params[] = {&counter};
    for (unsigned i = 0; i < TIMES; i++) {
        CU(cuMemAlloc(&freed, BYTES));
        app_launch(app_kernel(&app, "_Z5countPj"), 1, 64, app.stream, params);
        CU(cuMemFree(freed));
        CU(cuMemGetInfo(&now, &total));
        EXPECT((now < before ? before - now : now - before) < SMALL);
    }
    EXPECT(read_word(counter) == 64 * TIMES);
    CU(cuMemFree(large));
    app_end(&app, true);
    return 0;
}

/* A variable of a module is filled, copied to and from, and changed by launches. */
static int symbols(int count)
{
    enum { TIMES = 5 };
    struct app app;
    CUdeviceptr variable = 0, kept = 0;
    size_t size = 0;
    unsigned value = 0;
    (void)count;
    app_begin(&app, true);
    CU(cuMemAlloc(&kept, 2 * TIMES * sizeof(unsigned)));
    CU(cuModuleGetGlobal(&variable, &size, app.module, "device_value"));
    for (unsigned i = 0; i < TIMES; i++) {
        const CUdeviceptr at = kept + 2 * i * sizeof(unsigned);
        CU(cuMemsetD32Async(variable, 1000 * i, 1, app.stream));
        app_launch(app_kernel(&app, "_Z10add_globalv"), 1, 32, app.stream, NULL);
        CU(cuMemcpyDtoDAsync(at, variable, sizeof(unsigned), app.stream));
        value = 7 * i;
        CU(cuMemcpyHtoDAsync(variable, &value, sizeof value, app.stream));
        app_launch(app_kernel(&app, "_Z10add_globalv"), 1, 32, app.stream, NULL);
        CU(cuMemcpyDtoDAsync(at + sizeof(unsigned), variable, sizeof(unsigned), app.stream));
    }
    CU(cuMemcpyDtoH(&value, variable, sizeof value));
    EXPECT(value == 7 * (TIMES - 1) + 32);
    for (unsigned i = 0; i < TIMES; i++) {
        EXPECT(read_word(kept + 2 * i * sizeof(unsigned)) == 1000 * i + 32);
        EXPECT(read_word(kept + (2 * i + 1) * sizeof(unsigned)) == 7 * i + 32);
    }
    app_end(&app, true);
    return 0;
}

/* All is left as it is at the end. */
static int left(int count)
{
    struct app app;
    (void)count;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    for (int i = 0; i < 6; i++) {
        app_inplace(&app, x, 1);
        CU(cuCtxSynchronize());
    }
    app_check_steps(x, 6);
    return 0;
}

/* Launches change memory of another context. */
static int peers(int count)
{
    struct app app;
    CUcontext other, previous;
    (void)count;
    app_begin(&app, true);
    CU(cuCtxCreate(&other, NULL, 0, 0));
    CUdeviceptr x = app_floats();
    CU(cuCtxPopCurrent(&previous));
    CU(cuCtxEnablePeerAccess(other, 0));
    app_inplace(&app, x, 3);
    CU(cuCtxSynchronize());
    app_inplace(&app, x, 2);
    CU(cuCtxSynchronize());
    CU(cuCtxDisablePeerAccess(other));
    CU(cuCtxPushCurrent(other));
    app_check_steps(x, 5);
    CU(cuCtxDestroy(other));
    app_end(&app, true);
    return 0;
}

/* Two contexts of one GPU by turns. */
static int context_turns(int count)
{
    struct app apps[2];
    CUdeviceptr x[2];
    CUcontext previous;
    for (int k = 0; k < 2; k++) {
        app_begin(&apps[k], false);
        x[k] = app_floats();
        CU(cuCtxPopCurrent(&previous));
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) {
            CU(cuCtxPushCurrent(apps[k].context));
            app_inplace(&apps[k], x[k], 2);
            if (i % 2)
                app_check_steps(x[k], 2 * (i + 1));
            CU(cuCtxPopCurrent(&previous));
        }
    for (int k = 0; k < 2; k++) {
        CU(cuCtxPushCurrent(apps[k].context));
        app_check_steps(x[k], 2 * count);
        app_end(&apps[k], false);
    }
    return 0;
}

/* One context after the other, as after cudaDeviceReset(): nobody unloads the module. */
static int resets(int count)
{
    for (int i = 0; i < count; i++) {
        struct app app;
        app_begin(&app, true);
        CUdeviceptr x = app_floats();
        app_inplace(&app, x, 3);
        app_check_steps(x, 3);
        CU(cuDevicePrimaryCtxRelease(0));
    }
    return 0;
}

/* Each group ends with a call that ends a window. */
static int groups(int count)
{
    static const int sizes[] = {1, 40, 3, 100};
    struct app app;
    int total = 0;
    (void)count;
    app_begin(&app, true);
    CUdeviceptr x = app_floats(), other;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        CU(cuMemAlloc(&other, 256));
        for (int j = 0; j < sizes[i]; j++)
            app_inplace(&app, x, 1);
        CU(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 1024 * (i + 2))); /* ends the window */
        CU(cuMemFree(other));
        total += sizes[i];
    }
    app_check_steps(x, total);
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* A setting of a function between its launches, twice to the same value. */
static int settings(int count)
{
    struct app app;
    (void)count;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    CUfunction inplace = app_kernel(&app, "_Z7inplacePffi");
    app_inplace(&app, x, 1);
    for (int i = 0; i < 2; i++) {
        CU(cuFuncSetAttribute(inplace, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 50));
        app_inplace(&app, x, 1);
    }
    CU(cuStreamSynchronize(app.stream));
    app_check_steps(x, 3);
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* The limit of dynamic shared memory is set before each launch, as libraries do, also below what
 * launches had before. At the end it is what was set last. */
static int limits(int count)
{
    static const unsigned shared[] = {1000, 60000, 50000, 70000, 8000, 8000};
    struct app app;
    (void)count;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    CUfunction inplace = app_kernel(&app, "_Z7inplacePffi");
    int elements = APP_COUNT;
    float a = 0.5f;
    void *params[] = {&x, &a, &elements};
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
        CU(cuFuncSetAttribute(inplace, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                              i == 2 ? 65000 : (int)shared[i]));
        CU(cuLaunchKernel(inplace, APP_GRID, 1, 1, APP_BLOCK, 1, 1, shared[i], app.stream, params,
                          NULL));
    }
    CU(cuStreamSynchronize(app.stream));
    app_check_steps(x, 6);
    int last = 0;
    CU(cuFuncGetAttribute(&last, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, inplace));
    EXPECT(last == 8000);
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

static void *set_later(void *flag)
{
    struct timespec pause = {.tv_nsec = 300 * 1000 * 1000};
    nanosleep(&pause, NULL);
    *(volatile unsigned *)flag = 1;
    return NULL;
}

/* The kernel takes this flag back, and it is set again much later: behind the time in which a
 * replay is let go, before that in which it is given up. */
static void *set_twice(void *word)
{
    volatile unsigned *flag = word;
    const struct timespec first = {.tv_nsec = 300 * 1000 * 1000}, step = {.tv_nsec = 1000 * 1000},
                          later = {.tv_sec = 1, .tv_nsec = 500 * 1000 * 1000};
    nanosleep(&first, NULL);
    *flag = 2;
    while (*flag == 2)
        nanosleep(&step, NULL);
    nanosleep(&later, NULL);
    *flag = 1;
    return NULL;
}

enum waited { BY_PROGRAM, BY_THREAD, BY_THREAD_TWICE, BY_CALL };

/* A kernel that waits for the program: for what it does after the launch, by a call of the driver
 * or by none, or for another thread. */
static int waits(enum waited how)
{
    struct app app;
    pthread_t thread;
    app_begin(&app, true);
    unsigned *pinned = NULL, value = 0;
    CUdeviceptr flag, out = 0;
    CU(cuMemHostAlloc((void **)&pinned, 4096, 0));
    memset(pinned, 0, 4096);
    flag = (CUdeviceptr)(uintptr_t)pinned;
    CU(cuMemAlloc(&out, sizeof value));
    CU(cuMemsetD32(out, 0, 1));
    void *params[] = {&flag, &out};
    if (how == BY_THREAD)
        pthread_create(&thread, NULL, set_later, pinned);
    if (how == BY_THREAD_TWICE)
        pthread_create(&thread, NULL, set_twice, pinned);
    app_launch(app_kernel(&app, "_Z5awaitPjS_"), 1, 1, app.stream, params);
    if (how == BY_THREAD || how == BY_THREAD_TWICE)
        pthread_join(thread, NULL);
    if (how == BY_CALL)
        CU(cuMemsetD32(flag, 1, 1));
    *(volatile unsigned *)pinned = 1;
    CU(cuStreamSynchronize(app.stream));
    CU(cuMemcpyDtoH(&value, out, sizeof value));
    EXPECT(value == 1);
    EXPECT(pinned[0] == 1);
    CUdeviceptr x = app_floats();
    app_inplace(&app, x, 1);
    app_check_steps(x, 1);
    CU(cuMemFree(x));
    CU(cuMemFree(out));
    CU(cuMemFreeHost(pinned));
    app_end(&app, true);
    return 0;
}

/* The program ends, and a kernel of another stream does not. */
static int endless(int count)
{
    struct app app;
    CUstream other;
    void *flag;
    (void)count;
    app_begin(&app, true);
    CUdeviceptr x = app_floats(), out, at;
    app_inplace(&app, x, 3);
    CU(cuStreamSynchronize(app.stream));
    app_check_steps(x, 3);
    CU(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    CU(cuMemHostAlloc(&flag, 4096, 0));
    memset(flag, 0, 4096);
    CU(cuMemAlloc(&out, sizeof(unsigned)));
    at = (CUdeviceptr)(uintptr_t)flag;
    void *params[] = {&at, &out};
    app_launch(app_kernel(&app, "_Z5awaitPjS_"), 1, 1, other, params);
    return 0;
}

static int waits_program(int count)
{
    (void)count;
    return waits(BY_PROGRAM);
}

static int waits_thread(int count)
{
    (void)count;
    return waits(BY_THREAD);
}

static int waits_twice(int count)
{
    (void)count;
    return waits(BY_THREAD_TWICE);
}

static int waits_call(int count)
{
    (void)count;
    return waits(BY_CALL);
}

const struct mode memory_modes[] = {
    {"global", global},
    {"managed", managed},
    {"pinned", pinned},
    {"registered", registered},
    {"aliases", aliases},
    {"unmapped", unmapped},
    {"pool", pool},
    {"vmm", vmm},
    {"array", array},
    {"many_allocs", many_allocs},
    {"memops", memops},
    {"strays", strays},
    {"crossed", crossed},
    {"idle_pinned", idle_pinned},
    {"looks", looks},
    {"comes_and_goes", comes_and_goes},
    {"comes_in_order", comes_in_order},
    {"unloads", unloads},
    {"asks_room", asks_room},
    {"symbols", symbols},
    {"groups", groups},
    {"peers", peers},
    {"context_turns", context_turns},
    {"resets", resets},
    {"left", left},
    {"settings", settings},
    {"limits", limits},
    {"uploads", uploads},
    {"endless", endless},
    {"waits_program", waits_program},
    {"waits_thread", waits_thread},
    {"waits_twice", waits_twice},
    {"waits_call", waits_call},
    {"indirect", indirect},
    {"pinned_pointer", pinned_pointer},
    {"registered_pointer", registered_pointer},
    {NULL, NULL},
};
