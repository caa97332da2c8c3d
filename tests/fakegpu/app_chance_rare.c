/* Steps of mode chance that very few programs make: values that streams write and wait for, copies
 * asked for by one call, fills of rows, cooperative kernels, memory of another process, a copy that
 * goes on while other work runs, and calls that fail. */
#include "app_chance.h"
#include "peer.h"

enum { CARRIED = 2048, SHIFT = CARRIED / 2, LENT = 1 << 14 };

/* A value that one stream writes and another waits for, or the same one. */
static void signal_word(struct chance_walk *w, const struct chance_array *a, CUstream stream)
{
    const CUdeviceptr word = a->x + 4u * chance_below(w, 20);
    const unsigned value = chance_below(w, 1000);
    CUstreamBatchMemOpParams both[2] = {0};
    chance_enter_any(w);
    if (chance_below(w, 2)) {
        CU(cuStreamWriteValue32(stream, word, value, CU_STREAM_WRITE_VALUE_DEFAULT));
        CU(cuStreamWaitValue32(chance_stream(w, a), word, value, CU_STREAM_WAIT_VALUE_EQ));
        return;
    }
    both[0].writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    both[0].writeValue.address = word;
    both[0].writeValue.value = value;
    both[1].waitValue.operation = CU_STREAM_MEM_OP_WAIT_VALUE_32;
    both[1].waitValue.address = word;
    both[1].waitValue.value = value;
    both[1].waitValue.flags = CU_STREAM_WAIT_VALUE_GEQ;
    CU(cuStreamBatchMemOp(stream, 2, both, 0));
}

static void batch(struct chance_walk *w, const struct chance_array *to,
                  const struct chance_array *from, CUstream stream)
{
    enum { MOST = 3, PIECE = 32 };
    CUdeviceptr dsts[MOST], srcs[MOST];
    size_t sizes[MOST], first = 0;
    CUmemcpyAttributes attributes = {.srcAccessOrder = CU_MEMCPY_SRC_ACCESS_ORDER_STREAM};
    const unsigned count = 1 + chance_below(w, MOST);
    for (unsigned i = 0; i < count; i++) {
        dsts[i] = to->x + (size_t)PIECE * i;
        srcs[i] = from->x + (size_t)PIECE * chance_below(w, 4);
        sizes[i] = PIECE / (1 + chance_below(w, 2));
    }
    CU(cuMemcpyBatchAsync(dsts, srcs, sizes, count, &attributes, &first, 1, stream));
}

static void rows(struct chance_walk *w, const struct chance_array *a, CUstream stream)
{
    const size_t pitch = 16 + 4 * (size_t)chance_below(w, 4);
    CU(cuMemsetD2D32Async(a->x, pitch, chance_below(w, 1u << 20), 3, 5, stream));
}

static void together(const struct chance_array *a, CUstream stream)
{
    float half = 0.5f;
    int n = (int)a->words;
    void *params[] = {(void *)&a->x, &half, &n};
    CU(cuLaunchCooperativeKernel((CUfunction)chance_step_kernel, 4, 1, 1, 64, 1, 1, 0, stream,
                                 params));
}

static void import(struct chance_walk *w)
{
    CUipcMemHandle handle;
    CU(cuCtxSetCurrent(chance_sides[0].context));
    CU(cuMemAlloc(&w->lent, LENT));
    CU(cuIpcGetMemHandle(&handle, w->lent));
    CU(cuIpcOpenMemHandle(&w->imported, handle, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
    CU(cuMemsetD8(w->imported, 0, LENT));
}

static void use_imported(struct chance_walk *w)
{
    unsigned word = 0;
    void *params[] = {&w->imported};
    const CUstream stream = w->streams[0][chance_below(w, 2)];
    chance_launch(chance_count_kernel, 1, 32, stream, params);
    if (chance_below(w, 3))
        return;
    CU(cuCtxSetCurrent(chance_sides[0].context));
    CU(cuStreamSynchronize(stream));
    CU(cuMemcpyDtoH(&word, w->imported, sizeof word));
    chance_fold(w, &word, 1);
}

static bool carry_on(void *context)
{
    struct chance_walk *w = context;
    w->carried[SHIFT + w->moved % SHIFT]++;
    w->moved++;
    return w->moved % 16 != 0;
}

/* Kernels of the first side use the same memory while it goes on. */
static void slow(struct chance_walk *w)
{
    void *params[] = {&w->carried};
    CU(cuCtxSetCurrent(chance_sides[1].context));
    CU(cuCtxSynchronize());
    fakegpu_goes_on(chance_sides[1].device, carry_on, w);
    for (unsigned i = chance_below(w, 3); i > 0; i--)
        chance_launch(chance_count_kernel, 1, 32, w->streams[0][chance_below(w, 2)], params);
}

/* What is freed in a wrong way stays. */
static void fail(const struct chance_array *a)
{
    chance_enter(a);
    if (a->kind == PINNED)
        EXPECT(cuMemHostUnregister(a->host) != CUDA_SUCCESS);
    else if (a->kind == REGISTERED)
        EXPECT(cuMemFreeHost(a->host) != CUDA_SUCCESS);
    else if (a->kind == MAPPED || a->kind == TWICE)
        EXPECT(cuMemFree(a->x) != CUDA_SUCCESS);
    else if (a->kind == DEVICE)
        EXPECT(cuMemFreeHost((void *)(uintptr_t)a->x) != CUDA_SUCCESS);
}

void chance_rare(struct chance_walk *w, const struct chance_array *to,
                 const struct chance_array *from, CUstream stream)
{
    switch (chance_below(w, 7)) {
    case 0:
        signal_word(w, to, stream);
        break;
    case 1:
        batch(w, to, from, stream);
        break;
    case 2:
        rows(w, to, stream);
        break;
    case 3:
        together(to, stream);
        break;
    case 4:
        fail(to);
        break;
    default:
        if (chance_traits.imports)
            use_imported(w);
        if (chance_traits.slow)
            slow(w);
    }
}

void chance_rare_begin(struct chance_walk *w)
{
    if (chance_traits.imports)
        import(w);
    if (!chance_traits.slow)
        return;
    CU(cuCtxSetCurrent(chance_sides[0].context));
    CU(cuMemHostAlloc((void **)&w->carried, CARRIED * sizeof *w->carried,
                      CU_MEMHOSTALLOC_PORTABLE));
    for (unsigned i = 0; i < CARRIED; i++)
        w->carried[i] = i;
}

void chance_rare_end(struct chance_walk *w)
{
    CU(cuCtxSetCurrent(chance_sides[0].context));
    if (w->imported) {
        for (int i = 0; i < 2; i++)
            CU(cuStreamSynchronize(w->streams[0][i]));
        CU(cuIpcCloseMemHandle(w->imported));
        CU(cuMemFree(w->lent));
    }
    if (!w->carried)
        return;
    for (int i = 0; i < SIDES; i++) {
        CU(cuCtxSetCurrent(chance_sides[i].context));
        CU(cuCtxSynchronize());
    }
    chance_fold(w, w->carried, CARRIED);
    CU(cuMemFreeHost(w->carried));
}
