/* Modes with several devices, each with a context of its own. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "peer.h"

enum { MOST = 8, MOST_ROUNDS = 8 };

/* A context on a device, which is current then. */
static void begin_on(struct app *app, int device)
{
    void *image = app_image();
    *app = (struct app){0};
    CU(cuCtxCreate(&app->context, NULL, 0, device));
    CU(cuModuleLoadData(&app->module, image));
    CU(cuStreamCreate(&app->stream, CU_STREAM_NON_BLOCKING));
    free(image);
}

static int begin_all(struct app apps[MOST], CUdeviceptr x[MOST])
{
    int number = 0;
    CU(cuInit(0));
    CU(cuDeviceGetCount(&number));
    number = number < MOST ? number : MOST;
    for (int i = 0; i < number; i++) {
        begin_on(&apps[i], i);
        x[i] = app_floats();
    }
    return number;
}

static void end_all(struct app *apps, int number)
{
    for (int i = 0; i < number; i++) {
        CU(cuCtxSetCurrent(apps[i].context));
        app_end(&apps[i], false);
    }
}

static void allow_all(const struct app *apps, int number)
{
    for (int i = 0; i < number; i++) {
        CU(cuCtxSetCurrent(apps[i].context));
        for (int j = 0; j < number; j++)
            if (i != j)
                CU(cuCtxEnablePeerAccess(apps[j].context, 0));
    }
}

/* The grid tells which device it is of: it is larger on each. */
static void step_on(const struct app *apps, int device, CUdeviceptr x, int times)
{
    float a = 0.5f;
    int n = APP_COUNT;
    void *params[] = {&x, &a, &n};
    CUfunction function = app_kernel(&apps[device], "_Z7inplacePffi");
    for (int i = 0; i < times; i++)
        app_launch(function, (unsigned)(APP_GRID + device), APP_BLOCK, apps[device].stream, params);
}

/* N launches (1) on the first device, one more on each of the next; all that twice. */
static int devices(int count)
{
    int times = count ? count : 1;
    CUdeviceptr x[MOST];
    struct app apps[MOST];
    const int number = begin_all(apps, x);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < number; i++) {
            CU(cuCtxSetCurrent(apps[i].context));
            app_inplace(&apps[i], x[i], times + i);
        }
    for (int i = 0; i < number; i++) {
        CU(cuCtxSetCurrent(apps[i].context));
        app_check_steps(x[i], 2 * (times + i));
    }
    end_all(apps, number);
    return 0;
}

/* One array goes round the devices: each changes it, in its own memory or in its neighbour's, and
 * hands it on, by a copy that names both contexts or by one that does not. */
static int round_trip(int count)
{
    CUdeviceptr x[MOST];
    struct app apps[MOST];
    const size_t bytes = APP_COUNT * sizeof(float);
    const int number = begin_all(apps, x), rounds = count ? count : 6;
    int steps = 0, holder = 0;
    allow_all(apps, number);
    for (int i = 0; i < rounds * number; i++) {
        const int next = (holder + 1) % number;
        const int worker = i % 4 == 3 ? next : holder;
        CU(cuCtxSetCurrent(apps[worker].context));
        step_on(apps, worker, x[holder], 1 + i % 2);
        steps += 1 + i % 2;
        if (i % 2)
            CU(cuMemcpyPeerAsync(x[next], apps[next].context, x[holder], apps[holder].context,
                                 bytes, apps[worker].stream));
        else
            CU(cuMemcpyDtoDAsync(x[next], x[holder], bytes, apps[worker].stream));
        CU(cuMemsetD8Async(x[holder], 0, bytes, apps[worker].stream));
        holder = next;
    }
    app_check_steps(x[holder], steps);
    end_all(apps, number);
    return 0;
}

/* Two pointers go from the memory of one device to that of the next, and what is left there leads
 * nowhere: a kernel that runs again and does not find them as they were ends in a fault. */
static int handed_pointers(int count)
{
    CUdeviceptr x[MOST], cells[2][MOST], counter;
    struct app apps[MOST];
    const int number = begin_all(apps, x), rounds = count ? count : 7;
    unsigned total = 0;
    allow_all(apps, number);
    for (int i = 0; i < 2 * number; i++) {
        CU(cuCtxSetCurrent(apps[i / 2].context));
        CU(cuMemAlloc(&cells[i % 2][i / 2], sizeof counter));
        CU(cuMemsetD32(cells[i % 2][i / 2], 0, 2));
    }
    CU(cuMemAlloc(&counter, sizeof total));
    CU(cuMemsetD32(counter, 0, 1));
    for (int chain = 0; chain < 2; chain++)
        CU(cuMemcpyHtoD(cells[chain][chain], &counter, sizeof counter));
    for (int i = 0; i < 2 * rounds; i++) {
        const CUdeviceptr *cell = cells[i % 2];
        const int at = (i / 2 + i % 2) % number, next = (at + 1) % number;
        const struct app *worker = &apps[i % 3 ? at : next];
        void *params[] = {(void *)&cell[at]};
        CU(cuCtxSetCurrent(worker->context));
        app_launch(app_kernel(worker, "_Z8count_atPPj"), 1, 32, worker->stream, params);
        CU(cuMemcpyDtoDAsync(cell[next], cell[at], sizeof counter, worker->stream));
        CU(cuMemsetD32Async(cell[at], 0, 2, worker->stream));
    }
    CU(cuMemcpyDtoH(&total, counter, sizeof total));
    EXPECT(total == 64u * (unsigned)rounds);
    end_all(apps, number);
    return 0;
}

static void lead_there(void *data)
{
    void **words = data;
    words[1] = words[0];
}

/* A function that is queued between launches has a copy bring the second device a pointer to pinned
 * memory, while the first one works: a launch that follows it must not run again. */
static int devices_led(int count)
{
    CUdeviceptr x[MOST], cell;
    struct app apps[MOST];
    void **words;
    unsigned *counter;
    const int number = begin_all(apps, x), rounds = count ? count : 3;
    CU(cuMemHostAlloc((void **)&words, 4096, 0));
    CU(cuMemHostAlloc((void **)&counter, 4096, 0));
    *counter = 0;
    words[0] = counter;
    CU(cuMemAlloc(&cell, sizeof cell));
    CU(cuMemsetD32(cell, 0, 2));
    void *params[] = {&cell};
    for (int i = 0; i < 2 * rounds; i++) { /* in the first rounds nothing leads there */
        CU(cuCtxSetCurrent(apps[0].context));
        step_on(apps, 0, x[0], 1);
        CU(cuCtxSetCurrent(apps[number - 1].context));
        step_on(apps, number - 1, x[number - 1], 1);
        if (i < rounds)
            continue;
        CU(cuLaunchHostFunc(apps[number - 1].stream, lead_there, words));
        CU(cuMemcpyHtoDAsync(cell, &words[1], sizeof cell, apps[number - 1].stream));
        app_launch(app_kernel(&apps[number - 1], "_Z8count_atPPj"), 1, 32, apps[number - 1].stream,
                   params);
        CU(cuMemsetD32Async(cell, 0, 2, apps[number - 1].stream));
    }
    CU(cuCtxSynchronize());
    EXPECT(*counter == 32u * (unsigned)rounds);
    app_check_steps(x[number - 1], 2 * rounds);
    CU(cuMemFreeHost(words));
    CU(cuMemFreeHost(counter));
    end_all(apps, number);
    return 0;
}

/* The devices meet in a kernel of each, between other work: none ends before all have begun. */
static int devices_meet(int count)
{
    CUdeviceptr x[MOST], arrived, out[MOST];
    struct app apps[MOST];
    unsigned left = 0;
    const int number = begin_all(apps, x), rounds = count ? count : 4;
    allow_all(apps, number);
    CU(cuMemAlloc(&arrived, sizeof left));
    CU(cuMemsetD32(arrived, 0, 1));
    for (int i = 0; i < number; i++) {
        CU(cuCtxSetCurrent(apps[i].context));
        CU(cuMemAlloc(&out[i], sizeof left));
        CU(cuMemsetD32(out[i], 0, 1));
    }
    for (int round = 0; round < rounds; round++) {
        unsigned all = (unsigned)(number * (round + 1));
        for (int i = 0; i < number; i++) {
            void *params[] = {&arrived, &all, &out[i]};
            CU(cuCtxSetCurrent(apps[i].context));
            step_on(apps, i, x[i], 2);
            app_launch(app_kernel(&apps[i], "_Z4meetPjjS_"), 1, 1, apps[i].stream, params);
            step_on(apps, i, x[i], 1);
        }
    }
    for (int i = 0; i < number; i++) {
        CU(cuCtxSetCurrent(apps[i].context));
        CU(cuCtxSynchronize());
        CU(cuMemcpyDtoH(&left, out[i], sizeof left));
        EXPECT(left == (unsigned)rounds);
        app_check_steps(x[i], 3 * rounds);
    }
    end_all(apps, number);
    return 0;
}

/* While all devices work, memory, streams and modules come and go on each. */
static int devices_change(int count)
{
    CUdeviceptr x[MOST], y;
    struct app apps[MOST];
    const size_t bytes = APP_COUNT * sizeof(float);
    const int number = begin_all(apps, x), rounds = count ? count : 4;
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < number; i++) {
            CU(cuCtxSetCurrent(apps[i].context));
            CU(cuMemAlloc(&y, bytes));
            CU(cuMemcpyDtoDAsync(y, x[i], bytes, apps[i].stream));
            step_on(apps, i, y, 1);
            CU(cuMemcpyDtoDAsync(x[i], y, bytes, apps[i].stream));
            CU(cuCtxSynchronize());
            CU(cuMemFree(y));
            step_on(apps, i, x[i], 1);
        }
    for (int i = 0; i < number; i++) {
        CU(cuCtxSetCurrent(apps[i].context));
        app_check_steps(x[i], 2 * rounds);
    }
    end_all(apps, number);
    return 0;
}

struct worker {
    struct app app;
    CUdeviceptr x;
    int times;
};

static void *work(void *argument)
{
    struct worker *w = argument;
    CU(cuCtxSetCurrent(w->app.context));
    for (int i = 0; i < w->times; i++)
        app_inplace(&w->app, w->x, 1);
    CU(cuCtxSynchronize());
    app_check_steps(w->x, w->times);
    return NULL;
}

/* A thread for each device, as data parallel programs have them. */
static int device_threads(int count)
{
    pthread_t threads[MOST];
    CUdeviceptr x[MOST];
    struct app apps[MOST];
    static struct worker workers[MOST];
    const int number = begin_all(apps, x);
    for (int i = 0; i < number; i++) {
        workers[i] = (struct worker){apps[i], x[i], count ? count : 10};
        pthread_create(&threads[i], NULL, work, &workers[i]);
    }
    for (int i = 0; i < number; i++)
        pthread_join(threads[i], NULL);
    end_all(apps, number);
    return 0;
}

struct visitor {
    struct app app;
    CUdeviceptr x, arrived, out;
    unsigned number, rounds;
    CUgraphExec graphs[MOST_ROUNDS]; /* or NULL: they meet in plain launches */
};

static void launch_meet(const struct visitor *v, unsigned round)
{
    unsigned all = v->number * round;
    void *params[] = {(void *)&v->arrived, &all, (void *)&v->out};
    app_launch(app_kernel(&v->app, "_Z4meetPjjS_"), 1, 1, v->app.stream, params);
}

static void *visit(void *argument)
{
    const struct visitor *v = argument;
    unsigned left = 0;
    CU(cuCtxSetCurrent(v->app.context));
    for (unsigned round = 1; round <= v->rounds; round++) {
        app_inplace(&v->app, v->x, 3);
        if (v->graphs[round - 1])
            CU(cuGraphLaunch(v->graphs[round - 1], v->app.stream));
        else
            launch_meet(v, round);
        CU(cuStreamSynchronize(v->app.stream));
    }
    CU(cuMemcpyDtoH(&left, v->out, sizeof left));
    EXPECT(left == v->rounds);
    app_check_steps(v->x, 3 * (int)v->rounds);
    return NULL;
}

static void capture_meetings(struct visitor *v)
{
    for (unsigned i = 0; i < v->rounds; i++) {
        CUgraph graph = NULL;
        CU(cuStreamBeginCapture(v->app.stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
        launch_meet(v, i + 1);
        CU(cuStreamEndCapture(v->app.stream, &graph));
        CU(cuGraphInstantiate(&v->graphs[i], graph, 0));
        CU(cuGraphDestroy(graph));
    }
}

/* The same with a thread for each device, which meet in launches or in graphs. */
static int meet_in_threads(unsigned rounds, bool graphs)
{
    pthread_t threads[MOST];
    CUdeviceptr x[MOST], arrived;
    struct app apps[MOST];
    static struct visitor visitors[MOST];
    const int number = begin_all(apps, x);
    allow_all(apps, number);
    CU(cuMemAlloc(&arrived, sizeof(unsigned)));
    CU(cuMemsetD32(arrived, 0, 1));
    for (int i = 0; i < number; i++) {
        CUdeviceptr out;
        CU(cuCtxSetCurrent(apps[i].context));
        CU(cuMemAlloc(&out, sizeof(unsigned)));
        CU(cuMemsetD32(out, 0, 1));
        visitors[i] = (struct visitor){.app = apps[i],
                                       .x = x[i],
                                       .arrived = arrived,
                                       .out = out,
                                       .number = (unsigned)number,
                                       .rounds = rounds};
        if (graphs)
            capture_meetings(&visitors[i]);
    }
    for (int i = 0; i < number; i++)
        pthread_create(&threads[i], NULL, visit, &visitors[i]);
    for (int i = 0; i < number; i++)
        pthread_join(threads[i], NULL);
    end_all(apps, number);
    return 0;
}

static int threads_meet(int count)
{
    return meet_in_threads(count ? (unsigned)count : 4, false);
}

static int threads_meet_graphs(int count)
{
    (void)count;
    return meet_in_threads(4, true);
}

struct copy_under_way {
    unsigned *to, next, end;
};

static bool copy_on(void *context)
{
    struct copy_under_way *copy = context;
    copy->to[copy->next] = copy->next + 1;
    return ++copy->next < copy->end;
}

/* Kernels of one device write pinned memory that can have no shadow, while a copy of the other one
 * writes another part of it. */
static int copy_under_way(int count)
{
    enum { SIZE = 24 << 20, STEP = 60, FIRST = 1024 };
    struct app apps[2];
    CUdeviceptr y = 0;
    unsigned *words = NULL;
    const int rounds = count ? count : 6;
    CU(cuInit(0));
    for (int i = 0; i < 2; i++)
        begin_on(&apps[i], i);
    CU(cuMemAlloc(&y, 4096));
    CU(cuMemHostAlloc((void **)&words, SIZE, CU_MEMHOSTALLOC_PORTABLE));
    memset(words, 0, SIZE);
    CUdeviceptr x = (uintptr_t)words;
    void *params[] = {&x};
    struct copy_under_way copy = {.to = words, .next = FIRST, .end = FIRST};
    for (int i = 0; i < rounds; i++) {
        CU(cuCtxSetCurrent(apps[1].context));
        CU(cuMemcpyDtoHAsync(words + 512, y, 4, apps[1].stream));
        copy.end += STEP;
        fakegpu_goes_on(1, copy_on, &copy);
        CU(cuCtxSetCurrent(apps[0].context));
        app_launch(app_kernel(&apps[0], "_Z5countPj"), 1, 64, apps[0].stream, params);
        CU(cuCtxSynchronize());
        CU(cuCtxSetCurrent(apps[1].context));
        CU(cuStreamSynchronize(apps[1].stream));
    }
    EXPECT(words[0] == 64u * (unsigned)rounds);
    for (unsigned i = FIRST; i < copy.end; i++)
        EXPECT(words[i] == i + 1);
    CU(cuMemFree(y));
    CU(cuMemFreeHost(words));
    end_all(apps, 2);
    return 0;
}

const struct mode device_modes[] = {{"devices", devices},
                                    {"copy_under_way", copy_under_way},
                                    {"round_trip", round_trip},
                                    {"handed_pointers", handed_pointers},
                                    {"devices_led", devices_led},
                                    {"devices_meet", devices_meet},
                                    {"threads_meet", threads_meet},
                                    {"threads_meet_graphs", threads_meet_graphs},
                                    {"devices_change", devices_change},
                                    {"device_threads", device_threads},
                                    {NULL, NULL}};
