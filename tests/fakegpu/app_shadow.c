/* Modes in which kernels and the program's own code share memory while a window may be open:
 * the processor changes it right after a launch, reads what kernels wrote, and gives it back. The
 * kernel follow() tells on standard output if it finds something else than the program had put
 * there. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app.h"

enum { PAGE = 4096, TIMES = 6 };

/* The memory is managed, else it is pinned. */
static bool is_managed;

static unsigned *shared_words(size_t size)
{
    void *words = NULL;
    CUdeviceptr managed = 0;
    if (is_managed)
        CU(cuMemAllocManaged(&managed, size, CU_MEM_ATTACH_GLOBAL));
    else
        CU(cuMemHostAlloc(&words, size, 0));
    words = is_managed ? (void *)(uintptr_t)managed : words;
    memset(words, 0, size);
    return words;
}

static void free_words(void *words)
{
    if (is_managed)
        CU(cuMemFree((uintptr_t)words));
    else
        CU(cuMemFreeHost(words));
}

static CUdeviceptr counter(void)
{
    CUdeviceptr out = 0;
    CU(cuMemAlloc(&out, sizeof(unsigned)));
    CU(cuMemsetD32(out, 0, 1));
    return out;
}

static unsigned value_of(CUdeviceptr at)
{
    unsigned value = 0;
    CU(cuMemcpyDtoH(&value, at, sizeof value));
    return value;
}

/* Adds one to *out if *at is what it should be. */
static void follow(const struct app *app, const unsigned *at, unsigned expected, CUdeviceptr out,
                   CUstream stream)
{
    CUdeviceptr pointer = (uintptr_t)at;
    void *params[] = {&pointer, &expected, &out};
    app_launch(app_kernel(app, "_Z6followPKjjPj"), 1, 1, stream, params);
}

static void count(const struct app *app, CUdeviceptr at)
{
    void *params[] = {&at};
    app_launch(app_kernel(app, "_Z5countPj"), 1, 64, app->stream, params);
}

/* The processor writes the memory anew right after each launch. */
static int rewritten(int unused)
{
    struct app app;
    (void)unused;
    app_begin(&app, true);
    unsigned *words = shared_words(PAGE);
    CUdeviceptr out = counter();
    for (unsigned i = 0; i < TIMES; i++) {
        words[3] = 100 + i;
        follow(&app, &words[3], 100 + i, out, app.stream);
        words[3] = 7;
    }
    CU(cuStreamSynchronize(app.stream));
    EXPECT(words[3] == 7 && value_of(out) == TIMES);
    CU(cuMemFree(out));
    free_words(words);
    app_end(&app, true);
    return 0;
}

struct beside {
    volatile unsigned *word;
    volatile bool done;
    unsigned count;
};

static void *count_beside(void *argument)
{
    struct beside *beside = argument;
    while (!beside->done) {
        *beside->word = *beside->word + 1;
        beside->count++;
    }
    return NULL;
}

/* Kernels write one word, which the program reads after it has waited, and clears. A thread of the
 * program counts in the word beside it all the time: not one of its steps may be lost. */
static int answers(int unused)
{
    struct app app;
    (void)unused;
    app_begin(&app, true);
    unsigned *words = shared_words(PAGE);
    struct beside beside = {.word = &words[1]};
    pthread_t thread;
    EXPECT(pthread_create(&thread, NULL, count_beside, &beside) == 0);
    for (unsigned i = 0; i < TIMES; i++) {
        EXPECT(words[0] == 0);
        count(&app, (uintptr_t)words);
        count(&app, (uintptr_t)words);
        CU(cuStreamSynchronize(app.stream));
        EXPECT(words[0] == 128);
        words[0] = 0;
    }
    usleep(20 * 1000);
    beside.done = true;
    pthread_join(thread, NULL);
    EXPECT(words[0] == 0 && words[1] == beside.count);
    free_words(words);
    EXPECT(!app_failed());
    app_end(&app, true);
    return 0;
}

/* Two streams; each launch finds its own number in the same word. */
static int in_turn(int unused)
{
    struct app app;
    CUstream other = NULL;
    (void)unused;
    app_begin(&app, true);
    CU(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    unsigned *words = shared_words(PAGE);
    CUdeviceptr out = counter();
    for (unsigned i = 0; i < TIMES; i++) {
        words[PAGE / 4 - 1] = i;
        follow(&app, &words[PAGE / 4 - 1], i, out, i % 2 ? other : app.stream);
    }
    words[PAGE / 4 - 1] = 99;
    CU(cuCtxSynchronize());
    EXPECT(value_of(out) == TIMES);
    CU(cuMemFree(out));
    free_words(words);
    CU(cuStreamDestroy(other));
    app_end(&app, true);
    return 0;
}

/* The memory is given back and made anew, of another size, maybe at the same address. */
static int anew(int unused)
{
    struct app app;
    (void)unused;
    app_begin(&app, true);
    CUdeviceptr out = counter();
    for (unsigned i = 0; i < TIMES; i++) {
        const size_t size = PAGE * (1 + i % 3);
        unsigned *words = shared_words(size);
        words[size / 4 - 1] = i;
        follow(&app, &words[size / 4 - 1], i, out, app.stream);
        CU(cuStreamSynchronize(app.stream));
        words[size / 4 - 1] = 1000;
        free_words(words);
    }
    EXPECT(value_of(out) == TIMES);
    CU(cuMemFree(out));
    app_end(&app, true);
    return 0;
}

/* A word of device memory points to another pinned word each time. */
static int pointed(int unused)
{
    struct app app;
    (void)unused;
    app_begin(&app, true);
    unsigned *words = shared_words(PAGE);
    CUdeviceptr cell = 0;
    CU(cuMemAlloc(&cell, sizeof cell));
    CU(cuMemsetD32(cell, 0, 2));
    void *params[] = {&cell};
    for (unsigned i = 0; i < TIMES; i++) {
        const CUdeviceptr at = (uintptr_t)&words[i];
        CU(cuMemcpyHtoDAsync(cell, &at, sizeof at, app.stream));
        app_launch(app_kernel(&app, "_Z8count_atPPj"), 1, 64, app.stream, params);
        words[i] += 1000;
    }
    CU(cuStreamSynchronize(app.stream));
    for (unsigned i = 0; i < TIMES; i++)
        EXPECT(words[i] == 1064);
    CU(cuMemFree(cell));
    free_words(words);
    app_end(&app, true);
    return 0;
}

/* Pinned memory that holds a pointer to more of it: nothing knows where a kernel ends up. */
static int nested(int unused)
{
    struct app app;
    (void)unused;
    app_begin(&app, true);
    unsigned *words = shared_words(PAGE);
    unsigned **cell = (unsigned **)(void *)shared_words(PAGE);
    CUdeviceptr pointer = (uintptr_t)cell;
    void *params[] = {&pointer};
    for (unsigned i = 0; i < 3; i++) {
        *cell = &words[i];
        app_launch(app_kernel(&app, "_Z8count_atPPj"), 1, 64, app.stream, params);
        words[i] += 1000;
        CU(cuStreamSynchronize(app.stream));
        EXPECT(words[i] == 1064);
    }
    free_words(cell);
    free_words(words);
    app_end(&app, true);
    return 0;
}

static CUlibrary library_of(CUkernel *count)
{
    CUlibrary library = NULL;
    void *image = app_image();
    CU(cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0));
    free(image);
    CU(cuLibraryGetKernel(count, library, "_Z5countPj"));
    return library;
}

/* A library that launches nothing comes and goes between launches that reach pinned memory. */
static int libraries_go(int unused)
{
    struct app app;
    CUkernel count, unused_count;
    (void)unused;
    app_begin(&app, true);
    unsigned *words = shared_words(PAGE);
    CUdeviceptr at = (uintptr_t)words;
    void *params[] = {&at};
    CUlibrary library = library_of(&count);
    for (unsigned i = 0; i < 3; i++) {
        CUlibrary other = library_of(&unused_count);
        app_launch((CUfunction)count, 1, 64, app.stream, params);
        app_launch((CUfunction)count, 1, 64, app.stream, params);
        CU(cuLibraryUnload(other));
    }
    CU(cuStreamSynchronize(app.stream));
    EXPECT(words[0] == 6 * 64);
    CU(cuLibraryUnload(library));
    free_words(words);
    app_end(&app, true);
    return 0;
}

/* More pinned memory than a shadow may have. */
static int wide(int unused)
{
    enum { SIZE = 24 << 20 };
    struct app app;
    (void)unused;
    app_begin(&app, true);
    unsigned *words = shared_words(SIZE);
    CUdeviceptr out = counter();
    for (unsigned i = 0; i < 3; i++) {
        words[SIZE / 4 - 1] = i;
        follow(&app, &words[SIZE / 4 - 1], i, out, app.stream);
    }
    CU(cuStreamSynchronize(app.stream));
    EXPECT(value_of(out) == 3);
    CU(cuMemFree(out));
    free_words(words);
    app_end(&app, true);
    return 0;
}

/* More pinned memory than a shadow may have, while a thread of the program counts in other pinned
 * memory all the time. */
static int wide_beside(int unused)
{
    enum { SIZE = 24 << 20 };
    struct app app;
    (void)unused;
    app_begin(&app, true);
    unsigned *words = shared_words(SIZE), *others = shared_words(PAGE);
    struct beside beside = {.word = others};
    pthread_t thread;
    EXPECT(pthread_create(&thread, NULL, count_beside, &beside) == 0);
    for (unsigned i = 0; i < 3; i++)
        count(&app, (uintptr_t)words);
    CU(cuStreamSynchronize(app.stream));
    usleep(20 * 1000);
    beside.done = true;
    pthread_join(thread, NULL);
    EXPECT(words[0] == 3 * 64 && others[0] == beside.count);
    free_words(others);
    free_words(words);
    app_end(&app, true);
    return 0;
}

static void *write_pages(void *argument)
{
    struct beside *beside = argument;
    for (; !beside->done; beside->count++) {
        beside->word[beside->count * (PAGE / 4)] = beside->count + 1;
        usleep(300);
    }
    return NULL;
}

/* More pinned memory than a shadow may have. A thread of the program writes a word of another page
 * of it from time to time. */
static int wide_pages(int unused)
{
    enum { SIZE = 64 << 20 };
    struct app app;
    (void)unused;
    app_begin(&app, true);
    unsigned *words = shared_words(SIZE);
    struct beside beside = {.word = words + PAGE / 4};
    pthread_t thread;
    EXPECT(pthread_create(&thread, NULL, write_pages, &beside) == 0);
    for (unsigned i = 0; i < 3; i++)
        count(&app, (uintptr_t)words);
    CU(cuStreamSynchronize(app.stream));
    beside.done = true;
    pthread_join(thread, NULL);
    EXPECT(words[0] == 3 * 64 && beside.count < SIZE / PAGE - 1);
    unsigned wrong = 0;
    for (unsigned i = 0; i < beside.count; i++)
        wrong += beside.word[i * (PAGE / 4)] != i + 1;
    EXPECT(wrong == 0);
    free_words(words);
    app_end(&app, true);
    return 0;
}

/* Memory that gets a pointer to itself after its first launch. */
static int nested_later(int unused)
{
    struct app app;
    (void)unused;
    app_begin(&app, true);
    unsigned *words = shared_words(PAGE);
    CUdeviceptr out = counter();
    for (unsigned i = 0; i < TIMES; i++) {
        words[3] = i;
        follow(&app, &words[3], i, out, app.stream);
        memcpy(words + 8, &words, sizeof words);
        if (i == TIMES / 2)
            CU(cuCtxSetLimit(CU_LIMIT_STACK_SIZE, 2048)); /* ends the window */
    }
    CU(cuStreamSynchronize(app.stream));
    EXPECT(value_of(out) == TIMES);
    CU(cuMemFree(out));
    free_words(words);
    app_end(&app, true);
    return 0;
}

/* Kernels that use no pinned memory, beside a stale pointer to it in device memory. */
static int stale(int unused)
{
    struct app app;
    (void)unused;
    app_begin(&app, true);
    unsigned *words = shared_words(PAGE);
    CUdeviceptr out = 0;
    const CUdeviceptr pointer = (uintptr_t)words;
    CU(cuMemAlloc(&out, PAGE));
    CU(cuMemsetD8(out, 0, PAGE));
    CU(cuMemcpyHtoD(out + 64, &pointer, sizeof pointer));
    for (unsigned i = 0; i < TIMES; i++) {
        count(&app, out);
        words[i] = i + 1;
    }
    CU(cuStreamSynchronize(app.stream));
    EXPECT(value_of(out) == 64 * TIMES);
    CUdeviceptr found = 0;
    CU(cuMemcpyDtoH(&found, out + 64, sizeof found));
    EXPECT(found == pointer);
    for (unsigned i = 0; i < TIMES; i++)
        EXPECT(words[i] == i + 1);
    CU(cuMemFree(out));
    free_words(words);
    app_end(&app, true);
    return 0;
}

/* Kernels that find in device memory what was filled in right before them, and nothing else. */
static int in_order(int unused)
{
    struct app app;
    (void)unused;
    app_begin(&app, true);
    CUdeviceptr cell = counter(), out = counter();
    for (unsigned i = 0; i < TIMES; i++) {
        if (i % 2)
            count(&app, out);
        CU(cuMemsetD32Async(cell, 10 + i, 1, app.stream));
        follow(&app, (const unsigned *)(uintptr_t)cell, 10 + i, out, app.stream);
    }
    CU(cuMemsetD32Async(cell, 0, 1, app.stream));
    CU(cuStreamSynchronize(app.stream));
    EXPECT(value_of(out) == TIMES / 2 * 65 + TIMES / 2);
    CU(cuMemFree(cell));
    CU(cuMemFree(out));
    app_end(&app, true);
    return 0;
}

static void CUDA_CB twice(void *data)
{
    unsigned *words = data;
    words[1] = 2 * words[0];
    words[2]++;
}

/* What a launch computed goes to pinned memory, a function of the program that is queued behind it
 * makes another number of it, and that goes back to the device. */
static int host_functions(int unused)
{
    struct app app;
    (void)unused;
    app_begin(&app, true);
    unsigned *words = shared_words(PAGE);
    CUdeviceptr out = counter(), back = counter(), seen = counter();
    unsigned wanted = 0;
    for (unsigned i = 0; i < TIMES; i++) {
        count(&app, out);
        CU(cuMemcpyDtoHAsync(words, out, sizeof *words, app.stream));
        CU(cuLaunchHostFunc(app.stream, twice, words));
        CU(cuMemcpyHtoDAsync(back, &words[1], sizeof *words, app.stream));
        count(&app, back);
        wanted = 128 * (i + 1);
        follow(&app, &words[1], wanted, seen, app.stream);
    }
    CU(cuStreamSynchronize(app.stream));
    EXPECT(words[2] == TIMES && value_of(out) == 64 * TIMES);
    EXPECT(value_of(back) == wanted + 64 && value_of(seen) == TIMES);
    CU(cuMemFree(out));
    CU(cuMemFree(back));
    CU(cuMemFree(seen));
    free_words(words);
    app_end(&app, true);
    return 0;
}

/* Times candidates as XLA's autotuner does: a kernel holds the stream back until all is queued, by
 * a word of pinned memory that a fill sets and the processor sets free; what the candidates count
 * in pinned memory is set to zero by a fill, and read by a copy from there. */
static int tuned(int unused)
{
    struct app app;
    (void)unused;
    app_begin(&app, true);
    unsigned *held = shared_words(2 * sizeof *held), *counted = shared_words(sizeof *counted);
    CUdeviceptr word = (uintptr_t)held, out = counter();
    const unsigned go = 1;
    const void *params[] = {&word, &go};
    for (unsigned i = 0; i < TIMES; i++) {
        unsigned found = 0;
        CU(cuMemsetD32Async(word, 0, 2, app.stream));
        app_launch(app_kernel(&app, "_ZN15stream_executor12_GLOBAL__N_111DelayKernelEPVjj"), 1, 1,
                   app.stream, (void **)params);
        count(&app, out);
        held[0] = go;
        CU(cuStreamSynchronize(app.stream));
        EXPECT(held[0] == go);
        CU(cuMemsetD32Async((uintptr_t)counted, i, 1, app.stream));
        count(&app, (uintptr_t)counted);
        count(&app, (uintptr_t)counted);
        CU(cuMemcpyDtoHAsync(&found, (uintptr_t)counted, sizeof found, app.stream));
        CU(cuStreamSynchronize(app.stream));
        EXPECT(found == i + 128);
    }
    EXPECT(value_of(out) == 64 * TIMES);
    CU(cuMemFree(out));
    free_words(held);
    free_words(counted);
    app_end(&app, true);
    return 0;
}

/* What kernels count goes to pinned memory and from there to other device memory, all in the order
 * of the stream. */
static int bounced(int unused)
{
    struct app app;
    (void)unused;
    app_begin(&app, true);
    unsigned *words = shared_words(PAGE);
    CUdeviceptr at = counter(), copy = counter(), out = counter();
    for (unsigned i = 1; i <= TIMES; i++) {
        count(&app, at);
        CU(cuMemcpyDtoHAsync(words, at, sizeof *words, app.stream));
        CU(cuMemcpyHtoDAsync(copy, words, sizeof *words, app.stream));
        follow(&app, (const unsigned *)(uintptr_t)copy, 64 * i, out, app.stream);
        CU(cuMemsetD32Async((uintptr_t)words, 5, 2, app.stream));
        CU(cuMemcpyHtoDAsync(copy, words + 1, sizeof *words, app.stream));
        follow(&app, (const unsigned *)(uintptr_t)copy, 5, out, app.stream);
    }
    CU(cuStreamSynchronize(app.stream));
    EXPECT(value_of(out) == 2 * TIMES && words[0] == 5);
    CU(cuMemFree(at));
    CU(cuMemFree(copy));
    CU(cuMemFree(out));
    free_words(words);
    app_end(&app, true);
    return 0;
}

/* What a kernel wrote to pinned memory is copied from there to the device, for the next one. */
static int handed_on(int unused)
{
    struct app app;
    (void)unused;
    app_begin(&app, true);
    unsigned *words = shared_words(PAGE);
    CUdeviceptr copy = counter(), out = counter();
    for (unsigned i = 1; i <= TIMES; i++) {
        count(&app, (uintptr_t)words);
        CU(cuMemcpyHtoDAsync(copy, words, sizeof *words, app.stream));
        follow(&app, (const unsigned *)(uintptr_t)copy, 64 * i, out, app.stream);
    }
    CU(cuStreamSynchronize(app.stream));
    EXPECT(value_of(out) == TIMES && words[0] == 64 * TIMES);
    CU(cuMemFree(copy));
    CU(cuMemFree(out));
    free_words(words);
    app_end(&app, true);
    return 0;
}

#define MANAGED(mode)                                                                              \
    static int managed_##mode(int count)                                                           \
    {                                                                                              \
        is_managed = true;                                                                         \
        return mode(count);                                                                        \
    }
MANAGED(rewritten)
MANAGED(answers)
MANAGED(in_turn)
MANAGED(anew)
MANAGED(pointed)
MANAGED(nested)
MANAGED(nested_later)
MANAGED(wide)

/* A thread that writes words by turns: all the time, or while it is told to. */
struct host_writer {
    volatile unsigned *words;
    unsigned written;
    bool waits, sleeps, may_write, stop;
    pthread_mutex_t lock;
    pthread_cond_t told;
};

static void tell(struct host_writer *w, bool may_write, bool stop)
{
    pthread_mutex_lock(&w->lock);
    w->may_write = may_write;
    w->stop = stop;
    pthread_cond_signal(&w->told);
    pthread_mutex_unlock(&w->lock);
}

static void *write_on(void *data)
{
    struct host_writer *w = data;
    pthread_mutex_lock(&w->lock);
    while (!w->stop) {
        if (w->waits && !w->may_write) {
            pthread_cond_wait(&w->told, &w->lock);
            continue;
        }
        pthread_mutex_unlock(&w->lock);
        w->words[w->written++ % 16]++;
        if (w->sleeps)
            usleep(50);
        pthread_mutex_lock(&w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* A thread writes memory that kernels could reach, through a pointer in device memory, and do not.
 * N: 1 pinned, else managed; 3 it waits all the time; 4 it is woken after each launch; 5 it sleeps
 * between its writes. */
static int host_writes(int count)
{
    struct app app;
    struct host_writer w = {.waits = count == 3 || count == 4,
                            .sleeps = count == 5,
                            .lock = PTHREAD_MUTEX_INITIALIZER,
                            .told = PTHREAD_COND_INITIALIZER};
    pthread_t thread;
    CUdeviceptr cell, memory = 0;
    void *words = NULL;
    unsigned sum = 0;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    if (count == 1) {
        CU(cuMemHostAlloc(&words, 4096, CU_MEMHOSTALLOC_DEVICEMAP));
        CU(cuMemHostGetDevicePointer(&memory, words, 0));
    } else {
        CU(cuMemAllocManaged(&memory, 4096, CU_MEM_ATTACH_GLOBAL));
        words = (void *)(uintptr_t)memory;
    }
    memset(words, 0, 4096);
    w.words = words;
    CU(cuMemAlloc(&cell, sizeof memory));
    CU(cuMemcpyHtoD(cell, &memory, sizeof memory));
    pthread_create(&thread, NULL, write_on, &w);
    for (int i = 0; i < 10; i++) {
        app_inplace(&app, x, 1);
        if (count == 4)
            tell(&w, true, false);
        app_inplace(&app, x, 1);
        CU(cuStreamSynchronize(app.stream));
        if (count == 4)
            tell(&w, false, false);
    }
    app_check_steps(x, 20);
    tell(&w, false, true);
    pthread_join(thread, NULL);
    for (int i = 0; i < 16; i++)
        sum += w.words[i];
    EXPECT(sum == w.written);
    app_end(&app, true);
    return 0;
}

const struct mode shadow_modes[] = {
    {"managed_rewritten", managed_rewritten},
    {"managed_answers", managed_answers},
    {"managed_in_turn", managed_in_turn},
    {"managed_anew", managed_anew},
    {"managed_pointed", managed_pointed},
    {"managed_nested", managed_nested},
    {"managed_nested_later", managed_nested_later},
    {"managed_wide", managed_wide},
    {"host_functions", host_functions},
    {"in_order", in_order},
    {"rewritten", rewritten},
    {"answers", answers},
    {"in_turn", in_turn},
    {"anew", anew},
    {"pointed", pointed},
    {"nested", nested},
    {"libraries_go", libraries_go},
    {"wide", wide},
    {"wide_beside", wide_beside},
    {"wide_pages", wide_pages},
    {"stale", stale},
    {"tuned", tuned},
    {"bounced", bounced},
    {"handed_on", handed_on},
    {"host_writes", host_writes},
    {NULL, NULL},
};
