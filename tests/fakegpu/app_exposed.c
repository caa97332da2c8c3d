/* Modes whose memory others write while launches run: another GPU or process (peer.h). Each keeps a
 * model of what it and they have written, and compares everything at the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "app.h"
#include "peer.h"

enum { INBOX = 1 << 20, WORDS = INBOX / sizeof(unsigned), ROUNDS = 6, MAPPED = 2 << 20 };

/* What others write, as the processor reaches it, and what they have written. */
struct inbox {
    unsigned *words, *sent;
    unsigned next;
};

static void write_inbox(void *context)
{
    struct inbox *inbox = context;
    for (int i = 0; i < 3; i++) {
        inbox->next = (inbox->next * 2654435761u + 12345) % WORDS;
        inbox->words[inbox->next]++;
        inbox->sent[inbox->next]++;
    }
}

static void inbox_open(struct inbox *inbox, void *words)
{
    *inbox = (struct inbox){.words = words, .sent = calloc(WORDS, sizeof(unsigned)), .next = 7};
    memset(words, 0, INBOX);
    fakegpu_peer(write_inbox, inbox);
}

static void inbox_check(struct inbox *inbox)
{
    fakegpu_peer(NULL, NULL);
    EXPECT(inbox->next != 7);
    EXPECT(memcmp(inbox->words, inbox->sent, INBOX) == 0);
    free(inbox->sent);
}

/* The program's own work: kernels that add up in memory of its own and never see the inbox. */
struct own {
    struct app app;
    CUdeviceptr x, counter;
};

static void own_begin(struct own *own)
{
    app_begin(&own->app, true);
    own->x = app_floats();
    CU(cuMemAlloc(&own->counter, INBOX));
    CU(cuMemsetD32(own->counter, 0, WORDS));
}

static unsigned word_at(CUdeviceptr address)
{
    unsigned value = 0;
    CU(cuMemcpyDtoH(&value, address, sizeof value));
    return value;
}

static void own_work(struct own *own)
{
    void *params[] = {&own->counter};
    for (int i = 0; i < ROUNDS; i++) {
        app_inplace(&own->app, own->x, 2);
        app_launch(app_kernel(&own->app, "_Z5countPj"), 1, 64, own->app.stream, params);
    }
    CU(cuCtxSynchronize());
}

static void own_check(struct own *own, int times)
{
    app_check_steps(own->x, 2 * ROUNDS * times);
    EXPECT(word_at(own->counter) == 64u * ROUNDS * (unsigned)times);
    CU(cuMemFree(own->x));
    CU(cuMemFree(own->counter));
    app_end(&own->app, true);
}

static void *reach(CUdeviceptr address)
{
    return (void *)(uintptr_t)address;
}

/* Own work beside an inbox that is ready. */
static void work_beside(struct own *own, void *words)
{
    struct inbox inbox;
    inbox_open(&inbox, words);
    own_work(own);
    own_work(own);
    inbox_check(&inbox);
    own_check(own, 2);
}

static int exports(int count)
{
    struct own own;
    CUdeviceptr memory;
    CUipcMemHandle handle;
    (void)count;
    own_begin(&own);
    CU(cuMemAlloc(&memory, INBOX));
    CU(cuIpcGetMemHandle(&handle, memory));
    work_beside(&own, reach(memory));
    return 0;
}

static int exports_pool(int count)
{
    struct own own;
    CUdeviceptr memory;
    CUmemPoolPtrExportData data;
    (void)count;
    own_begin(&own);
    CU(cuMemAllocAsync(&memory, INBOX, own.app.stream));
    CU(cuMemPoolExportPointer(&data, memory));
    work_beside(&own, reach(memory));
    return 0;
}

static int imports(int count)
{
    struct own own;
    CUdeviceptr memory;
    CUipcMemHandle handle;
    const size_t size = INBOX;
    (void)count;
    own_begin(&own);
    memcpy(&handle, &size, sizeof size);
    CU(cuIpcOpenMemHandle(&memory, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    work_beside(&own, reach(memory));
    return 0;
}

static CUdeviceptr map(CUmemGenericAllocationHandle handle)
{
    const CUmemAccessDesc access = {.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE},
                                    .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CUdeviceptr range = 0;
    CU(cuMemAddressReserve(&range, MAPPED, 0, 0, 0));
    CU(cuMemMap(range, MAPPED, 0, handle, 0));
    CU(cuMemSetAccess(range, MAPPED, &access, 1));
    return range;
}

static CUmemGenericAllocationHandle create(void)
{
    const CUmemAllocationProp property = {.type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                          .requestedHandleTypes =
                                              CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                          .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}};
    CUmemGenericAllocationHandle handle = 0;
    CU(cuMemCreate(&handle, MAPPED, &property, 0));
    return handle;
}

/* early: exported before it is mapped. */
static int export_handle(bool early)
{
    struct own own;
    int file = -1;
    own_begin(&own);
    const CUmemGenericAllocationHandle handle = create();
    if (early)
        CU(cuMemExportToShareableHandle(&file, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                        0));
    const CUdeviceptr memory = map(handle);
    if (!early)
        CU(cuMemExportToShareableHandle(&file, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                        0));
    close(file);
    work_beside(&own, reach(memory));
    return 0;
}

static int exports_handle(int count)
{
    (void)count;
    return export_handle(false);
}

static int exports_early(int count)
{
    (void)count;
    return export_handle(true);
}

static int imports_handle(int count)
{
    struct own own;
    CUmemGenericAllocationHandle handle;
    (void)count;
    own_begin(&own);
    int file = memfd_create("theirs", 0);
    EXPECT(file >= 0 && ftruncate(file, MAPPED) == 0);
    CU(cuMemImportFromShareableHandle(&handle, (void *)(intptr_t)file,
                                      CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    const CUdeviceptr memory = map(handle);
    CU(cuMemRelease(handle));
    close(file);
    work_beside(&own, reach(memory));
    return 0;
}

/* Memory of the host that several processes have, as NCCL's is, larger than may have a shadow.
 * Device memory points to it. */
static int shares_host(int count)
{
    const size_t size = 20 << 20;
    struct own own;
    struct inbox inbox;
    CUdeviceptr cell, address;
    (void)count;
    own_begin(&own);
    unsigned char *memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    EXPECT(memory != MAP_FAILED);
    CU(cuMemHostRegister(memory, size, CU_MEMHOSTREGISTER_DEVICEMAP));
    CU(cuMemHostGetDevicePointer(&address, memory, 0));
    CU(cuMemAlloc(&cell, sizeof cell));
    CU(cuMemcpyHtoD(cell, &address, sizeof address));
    inbox_open(&inbox, memory);
    own_work(&own);
    inbox_check(&inbox);
    CU(cuMemHostUnregister(memory));
    munmap(memory, size);
    CU(cuMemFree(cell));
    own_check(&own, 1);
    return 0;
}

/* Kernels of this process add up in exported memory: directly, and by a pointer in device memory.
 * Another process adds to the words beside. */
static int exported_sum(int count)
{
    struct own own;
    struct inbox inbox;
    CUdeviceptr memory, cell;
    CUipcMemHandle handle;
    (void)count;
    own_begin(&own);
    CU(cuMemAlloc(&memory, INBOX + 2 * sizeof(unsigned)));
    CUdeviceptr direct = memory + INBOX, by_cell = direct + sizeof(unsigned);
    CU(cuMemsetD32(direct, 0, 2));
    CU(cuMemAlloc(&cell, sizeof cell));
    CU(cuMemcpyHtoD(cell, &by_cell, sizeof by_cell));
    CU(cuIpcGetMemHandle(&handle, memory));
    inbox_open(&inbox, reach(memory));
    own_work(&own);
    for (int i = 0; i < ROUNDS; i++) {
        void *first[] = {&direct}, *second[] = {&cell};
        app_launch(app_kernel(&own.app, "_Z5countPj"), 1, 32, own.app.stream, first);
        app_launch(app_kernel(&own.app, "_Z8count_atPPj"), 1, 16, own.app.stream, second);
        app_inplace(&own.app, own.x, 1);
    }
    CU(cuCtxSynchronize());
    inbox_check(&inbox);
    EXPECT(word_at(direct) == 32u * ROUNDS);
    EXPECT(word_at(by_cell) == 16u * ROUNDS);
    CU(cuMemFree(cell));
    app_check_steps(own.x, 3 * ROUNDS);
    EXPECT(word_at(own.counter) == 64u * ROUNDS);
    app_end(&own.app, true);
    return 0;
}

/* Registers of a network card, which a pointer in device memory leads to as well: a kernel rings
 * one of them, and the card writes others. */
static int registers(int count)
{
    struct own own;
    struct inbox inbox;
    const size_t size = INBOX + 2 * sizeof(unsigned);
    unsigned *memory = calloc(1, size);
    CUdeviceptr bells[2], cell;
    (void)count;
    own_begin(&own);
    CU(cuMemHostRegister(memory, size, CU_MEMHOSTREGISTER_DEVICEMAP | CU_MEMHOSTREGISTER_IOMEMORY));
    CU(cuMemHostGetDevicePointer(&bells[0], memory + WORDS, 0));
    bells[1] = bells[0] + sizeof(unsigned);
    CU(cuMemAlloc(&cell, sizeof cell));
    CU(cuMemcpyHtoD(cell, &bells[1], sizeof cell));
    inbox_open(&inbox, memory);
    for (int i = 0; i < ROUNDS; i++) {
        void *given[] = {&bells[0]}, *found[] = {&cell};
        const unsigned rung = memory[WORDS];
        app_inplace(&own.app, own.x, 1);
        app_launch(app_kernel(&own.app, "_Z5countPj"), 1, 32, own.app.stream, given);
        app_launch(app_kernel(&own.app, "_Z8count_atPPj"), 1, 16, own.app.stream, found);
        EXPECT(memory[WORDS] == rung + 32); /* at once */
    }
    own_work(&own);
    inbox_check(&inbox);
    EXPECT(memory[WORDS] == 32u * ROUNDS && memory[WORDS + 1] == 16u * ROUNDS);
    CU(cuMemHostUnregister(memory));
    free(memory);
    app_check_steps(own.x, 3 * ROUNDS);
    EXPECT(word_at(own.counter) == 64u * ROUNDS);
    app_end(&own.app, true);
    return 0;
}

/* Kernels add to a picture of graphics by a surface: by a parameter of its own. */
static int graphics(int count)
{
    enum { WIDTH = 32, HEIGHT = 16 };
    static unsigned pixels[WIDTH * HEIGHT];
    struct own own;
    int width = WIDTH, height = HEIGHT;
    unsigned wrong = 0;
    CUDA_RESOURCE_DESC resource = {.resType = CU_RESOURCE_TYPE_ARRAY};
    CUsurfObject surface;
    CUarray picture;
    (void)count;
    own_begin(&own);
    CU(cuGraphicsSubResourceGetMappedArray(&picture, (CUgraphicsResource)&own, 0, 0));
    resource.res.array.hArray = picture;
    CU(cuSurfObjectCreate(&surface, &resource));
    for (int i = 0; i < ROUNDS; i++) {
        void *params[] = {&surface, &width, &height};
        app_inplace(&own.app, own.x, 1);
        app_launch(app_kernel(&own.app, "_Z8surf_incyii"), 1, WIDTH, own.app.stream, params);
    }
    own_work(&own);
    const CUDA_MEMCPY3D copy = {.srcMemoryType = CU_MEMORYTYPE_ARRAY,
                                .srcArray = picture,
                                .dstMemoryType = CU_MEMORYTYPE_HOST,
                                .dstHost = pixels,
                                .dstPitch = WIDTH * sizeof *pixels,
                                .WidthInBytes = WIDTH * sizeof *pixels,
                                .Height = HEIGHT,
                                .Depth = 1};
    CU(cuMemcpy3D(&copy));
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        wrong += pixels[i] != ROUNDS;
    EXPECT(wrong == 0);
    CU(cuSurfObjectDestroy(surface));
    CU(cuArrayDestroy(picture));
    app_check_steps(own.x, 3 * ROUNDS);
    EXPECT(word_at(own.counter) == 64u * ROUNDS);
    app_end(&own.app, true);
    return 0;
}

/* The same with two devices: the cell lies in memory of the second one, and memory of the first one
 * holds a pointer to the cell. Both devices work. */
static int exported_far(int count)
{
    struct own own;
    struct inbox inbox;
    struct app second = {0};
    CUdeviceptr memory, cell, table, x;
    CUipcMemHandle handle;
    void *image = app_image();
    (void)count;
    own_begin(&own);
    CU(cuCtxCreate(&second.context, NULL, 0, 1));
    CU(cuModuleLoadData(&second.module, image));
    CU(cuStreamCreate(&second.stream, CU_STREAM_NON_BLOCKING));
    free(image);
    x = app_floats();
    CU(cuMemAlloc(&cell, sizeof cell));
    CU(cuCtxEnablePeerAccess(own.app.context, 0));
    CU(cuCtxSetCurrent(own.app.context));
    CU(cuCtxEnablePeerAccess(second.context, 0));
    CU(cuMemAlloc(&memory, INBOX + sizeof(unsigned)));
    CUdeviceptr by_cell = memory + INBOX;
    CU(cuMemsetD32(by_cell, 0, 1));
    CU(cuMemcpyHtoD(cell, &by_cell, sizeof by_cell));
    CU(cuMemAlloc(&table, 2 * sizeof table));
    CU(cuMemsetD32(table, 0, 2));
    CU(cuMemcpyHtoD(table + sizeof table, &cell, sizeof cell));
    CU(cuIpcGetMemHandle(&handle, memory));
    inbox_open(&inbox, reach(memory));
    for (int i = 0; i < ROUNDS; i++) {
        void *first[] = {&cell}, *then[] = {&table}, *third[] = {&own.counter};
        app_inplace(&own.app, own.x, 2);
        CU(cuCtxSetCurrent(second.context));
        app_inplace(&second, x, 1);
        if (i % 2 == 0)
            app_launch(app_kernel(&second, "_Z8count_atPPj"), 1, 16, second.stream, first);
        CU(cuCtxSetCurrent(own.app.context));
        if (i % 2)
            app_launch(app_kernel(&own.app, "_Z8count_atPPj"), 1, 16, own.app.stream, first);
        app_launch(app_kernel(&own.app, "_Z5countPj"), 1, 32, own.app.stream, then);
        app_launch(app_kernel(&own.app, "_Z5countPj"), 1, 64, own.app.stream, third);
    }
    CU(cuCtxSynchronize());
    inbox_check(&inbox);
    EXPECT(word_at(by_cell) == 16u * ROUNDS);
    EXPECT(word_at(table) == 32u * ROUNDS);
    app_check_steps(x, ROUNDS);
    own_check(&own, 1);
    CU(cuCtxSetCurrent(second.context));
    app_end(&second, false);
    return 0;
}

/* A graph whose kernels add up in exported memory and in the program's own. Two are alike. */
static int exported_graph(int count)
{
    struct own own;
    struct inbox inbox;
    CUdeviceptr memory;
    CUipcMemHandle handle;
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    float a = 0.5f;
    int n = APP_COUNT;
    (void)count;
    own_begin(&own);
    CU(cuMemAlloc(&memory, INBOX + sizeof(unsigned)));
    CUdeviceptr sum = memory + INBOX;
    CU(cuMemsetD32(sum, 0, 1));
    CU(cuIpcGetMemHandle(&handle, memory));
    void *adds[] = {&sum}, *steps[] = {&own.x, &a, &n};
    CU(cuGraphCreate(&graph, 0));
    CUgraphNode first =
        app_add_kernel(graph, app_kernel(&own.app, "_Z5countPj"), 1, 32, adds, NULL);
    CUgraphNode second = app_add_kernel(graph, app_kernel(&own.app, "_Z7inplacePffi"), APP_GRID,
                                        APP_BLOCK, steps, first);
    app_add_kernel(graph, app_kernel(&own.app, "_Z5countPj"), 1, 32, adds, second);
    CU(cuGraphInstantiate(&executable, graph, 0));
    CU(cuGraphDestroy(graph));
    inbox_open(&inbox, reach(memory));
    own_work(&own);
    for (int i = 0; i < ROUNDS; i++) {
        CU(cuGraphLaunch(executable, own.app.stream));
        app_inplace(&own.app, own.x, 1);
    }
    CU(cuCtxSynchronize());
    inbox_check(&inbox);
    CU(cuGraphExecDestroy(executable));
    EXPECT(word_at(sum) == 2 * 32u * ROUNDS);
    app_check_steps(own.x, 4 * ROUNDS);
    EXPECT(word_at(own.counter) == 64u * ROUNDS);
    app_end(&own.app, true);
    return 0;
}

/* A pointer to exported memory comes to device memory while launches are collected, by a copy from
 * the host and by one on the device; the launches behind it follow it. */
static int exported_later(int count)
{
    struct own own;
    CUdeviceptr memory, cells, table;
    CUipcMemHandle handle;
    (void)count;
    own_begin(&own);
    CU(cuMemAlloc(&memory, INBOX));
    CU(cuMemsetD32(memory, 0, WORDS));
    CU(cuMemAlloc(&cells, 2 * sizeof cells));
    CU(cuMemsetD32(cells, 0, 4));
    CU(cuMemAlloc(&table, sizeof table));
    CU(cuMemcpyHtoD(table, &memory, sizeof memory));
    CU(cuIpcGetMemHandle(&handle, memory));
    for (int i = 0; i < 2; i++) {
        CUdeviceptr cell = cells + (size_t)i * sizeof cell;
        void *params[] = {&cell};
        app_inplace(&own.app, own.x, 3);
        if (i == 0)
            CU(cuMemcpyHtoDAsync(cell, &memory, sizeof memory, own.app.stream));
        else
            CU(cuMemcpyDtoDAsync(cell, table, sizeof memory, own.app.stream));
        app_launch(app_kernel(&own.app, "_Z8count_atPPj"), 1, 16, own.app.stream, params);
        app_inplace(&own.app, own.x, 3);
    }
    CU(cuCtxSynchronize());
    EXPECT(word_at(memory) == 2 * 16u);
    app_check_steps(own.x, 12);
    app_end(&own.app, true);
    return 0;
}

/* Somebody writes once, at a moment of its own, memory that no call has handed out and no kernel
 * gets at. */
struct stranger {
    unsigned *large, *small;
    int at, moments;
};

static void write_once(void *context)
{
    struct stranger *them = context;
    if (++them->moments != them->at)
        return;
    them->large[3] = them->large[WORDS - 5] = 41;
    them->small[2] = 43;
}

static int stranger(int count)
{
    enum { FEW = 16 };
    static unsigned large[WORDS], small[FEW], wanted[WORDS], wanted_small[FEW];
    struct own own;
    CUdeviceptr first, second;
    own_begin(&own);
    CU(cuMemAlloc(&first, INBOX));
    CU(cuMemAlloc(&second, sizeof small));
    CU(cuMemsetD32(first, 0, WORDS));
    CU(cuMemsetD32(second, 0, FEW));
    struct stranger them = {.large = reach(first), .small = reach(second), .at = count};
    fakegpu_peer(write_once, &them);
    own_work(&own);
    own_work(&own);
    fakegpu_peer(NULL, NULL);
    CU(cuMemcpyDtoH(large, first, sizeof large));
    CU(cuMemcpyDtoH(small, second, sizeof small));
    if (them.moments >= count) {
        wanted[3] = wanted[WORDS - 5] = 41;
        wanted_small[2] = 43;
    }
    printf("stranger: %d of %d moments\n", count, them.moments);
    EXPECT(memcmp(large, wanted, sizeof large) == 0);
    EXPECT(memcmp(small, wanted_small, sizeof small) == 0);
    own_check(&own, 2);
    return 0;
}

/* A kernel that gets at its memory by a pointer in device memory, and writes elsewhere each time.
 */
static int strays_at(int count)
{
    static uint8_t bytes[INBOX];
    struct own own;
    CUdeviceptr memory, cell;
    unsigned long long size = INBOX;
    int written = 0;
    (void)count;
    own_begin(&own);
    CU(cuMemAlloc(&memory, INBOX));
    CU(cuMemsetD8(memory, 0, INBOX));
    CU(cuMemAlloc(&cell, sizeof cell));
    CU(cuMemcpyHtoD(cell, &memory, sizeof memory));
    void *params[] = {&cell, &size};
    app_launch(app_kernel(&own.app, "_Z9wander_atPPhm"), 1, 1, own.app.stream, params);
    own_work(&own);
    CU(cuMemcpyDtoH(bytes, memory, INBOX));
    for (size_t i = 0; i < INBOX; i++)
        written += bytes[i];
    EXPECT(written == 1 && bytes[0] == 1);
    CU(cuMemFree(memory));
    CU(cuMemFree(cell));
    own_check(&own, 1);
    return 0;
}

/* Two pieces that are mapped side by side, as allocators grow what they have. Returns where. */
static CUdeviceptr map_two(CUmemGenericAllocationHandle handles[2])
{
    const CUmemAccessDesc access = {.location = {.type = CU_MEM_LOCATION_TYPE_DEVICE},
                                    .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    CUdeviceptr range = 0;
    CU(cuMemAddressReserve(&range, 2 * MAPPED, 0, 0, 0));
    for (int i = 0; i < 2; i++) {
        handles[i] = create();
        CU(cuMemMap(range + (size_t)i * MAPPED, MAPPED, 0, handles[i], 0));
        CU(cuMemSetAccess(range + (size_t)i * MAPPED, MAPPED, &access, 1));
    }
    CU(cuMemsetD8(range, 0, 2 * MAPPED));
    return range;
}

/* A kernel gets a pointer into the first piece and writes elsewhere in both each time. */
static int strays_on(int count)
{
    static uint8_t bytes[2 * MAPPED];
    CUmemGenericAllocationHandle handles[2];
    struct own own;
    unsigned long long size = 2 * MAPPED;
    (void)count;
    own_begin(&own);
    CUdeviceptr memory = map_two(handles);
    void *params[] = {&memory, &size};
    for (int i = 0; i < 5; i++)
        app_launch(app_kernel(&own.app, "_Z6wanderPhm"), 1, 1, own.app.stream, params);
    own_work(&own);
    CU(cuMemcpyDtoH(bytes, memory, sizeof bytes));
    for (size_t i = 0; i < sizeof bytes; i++)
        if (bytes[i] != (i % 300000 == 0 && i / 300000 < 5))
            return !EXPECT(!"what the program's own run left");
    own_check(&own, 1);
    return 0;
}

/* The second piece is exported. A kernel gets a pointer into the first one and adds up behind it.
 */
static int exports_behind(int count)
{
    CUmemGenericAllocationHandle handles[2];
    struct own own;
    int file = -1;
    unsigned long long size = 2 * MAPPED;
    (void)count;
    own_begin(&own);
    CUdeviceptr memory = map_two(handles);
    CU(cuMemExportToShareableHandle(&file, handles[1], CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                    0));
    close(file);
    void *params[] = {&memory, &size};
    app_launch(app_kernel(&own.app, "_Z6wanderPhm"), 1, 1, own.app.stream, params);
    own_work(&own);
    own_check(&own, 1);
    return 0;
}

const struct mode exposed_modes[] = {
    {"exports", exports},
    {"exports_pool", exports_pool},
    {"exports_handle", exports_handle},
    {"exports_early", exports_early},
    {"imports", imports},
    {"imports_handle", imports_handle},
    {"shares_host", shares_host},
    {"registers", registers},
    {"graphics", graphics},
    {"exported_sum", exported_sum},
    {"exported_far", exported_far},
    {"exported_graph", exported_graph},
    {"exported_later", exported_later},
    {"stranger", stranger},
    {"strays_at", strays_at},
    {"strays_on", strays_on},
    {"exports_behind", exports_behind},
    {NULL, NULL},
};
