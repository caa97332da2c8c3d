/* Modes about NVTX and profiler ranges. Each launch has as many blocks as its number says, by which
 * tests know it again. */
#include <nvtx3/nvToolsExt.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cudaProfiler.h>

#include "app.h"

/* The numbers of all launches add up on the device. */
struct ledger {
    struct app app;
    CUdeviceptr sum;
    unsigned wanted;
};

static void open_ledger(struct ledger *ledger)
{
    app_begin(&ledger->app, true);
    ledger->wanted = 0;
    CU(cuMemAlloc(&ledger->sum, sizeof ledger->wanted));
    CU(cuMemsetD32(ledger->sum, 0, 1));
}

static void launch(struct ledger *ledger, unsigned number)
{
    void *params[] = {&ledger->sum};
    app_launch(app_kernel(&ledger->app, "_Z5countPj"), number, 1, ledger->app.stream, params);
    ledger->wanted += number;
}

static void close_ledger(struct ledger *ledger)
{
    unsigned sum = 0;
    CU(cuStreamSynchronize(ledger->app.stream));
    CU(cuMemcpyDtoH(&sum, ledger->sum, sizeof sum));
    EXPECT(sum == ledger->wanted);
    CU(cuMemFree(ledger->sum));
    app_end(&ledger->app, true);
}

/* Levels are counted by whoever observes NVTX. */
static void expect_level(int level, int wanted)
{
    EXPECT(level == wanted || level == NVTX_NO_PUSH_POP_TRACKING);
}

static nvtxEventAttributes_t event_of(const char *name)
{
    nvtxEventAttributes_t event = {.version = NVTX_VERSION, .size = NVTX_EVENT_ATTRIB_STRUCT_SIZE};
    event.messageType = NVTX_MESSAGE_TYPE_ASCII;
    event.message.ascii = name;
    return event;
}

static void iterate(struct ledger *ledger, nvtxDomainHandle_t solver, nvtxStringHandle_t smooth,
                    unsigned i)
{
    nvtxEventAttributes_t event = event_of(NULL);
    event.category = 7;
    event.colorType = NVTX_COLOR_ARGB;
    event.color = 0xff3366cc;
    event.payloadType = NVTX_PAYLOAD_TYPE_INT32;
    event.payload.iValue = -5;
    event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    event.message.registered = smooth;
    expect_level(nvtxRangePushW(L"iteration"), 0);
    expect_level(nvtxRangePushA("inner"), 1);
    launch(ledger, 10 + i);
    expect_level(nvtxRangePop(), 1);
    expect_level(nvtxDomainRangePushEx(solver, &event), 0);
    launch(ledger, 20 + i);
    expect_level(nvtxDomainRangePop(solver), 0);
    expect_level(nvtxRangePop(), 0);
}

static void started(struct ledger *ledger, nvtxDomainHandle_t solver)
{
    nvtxEventAttributes_t event = event_of("sweep");
    event.payloadType = NVTX_PAYLOAD_TYPE_DOUBLE;
    event.payload.dValue = 2.5;
    nvtxRangeId_t tail = nvtxRangeStartA("tail");
    launch(ledger, 30);
    nvtxRangeId_t other = nvtxRangeStartW(L"gr\u00f6\u00dfe");
    launch(ledger, 31);
    nvtxRangeEnd(tail);
    nvtxRangeId_t sweep = nvtxDomainRangeStartEx(solver, &event);
    launch(ledger, 32);
    nvtxRangeEnd(other);
    nvtxDomainRangeEnd(solver, sweep);
    nvtxDomainRangeEnd(solver, sweep); /* again: nothing is left to end */
    launch(ledger, 33);
}

/* More than anybody keeps: the outer ones stay, and pops find their own. */
static void deep(struct ledger *ledger)
{
    enum { LEVELS = 3000 };
    expect_level(nvtxRangePushA("deep"), 0);
    for (int i = 1; i < LEVELS; i++)
        expect_level(nvtxRangePushA("level"), i);
    launch(ledger, 41);
    for (int i = LEVELS - 1; i > 0; i--)
        expect_level(nvtxRangePop(), i);
    launch(ledger, 42);
    expect_level(nvtxRangePop(), 0);
    expect_level(nvtxRangePop(), -1);
    launch(ledger, 43);
}

static void odd(struct ledger *ledger)
{
    char *lengthy = malloc(100001);
    memset(lengthy, 'x', 100000);
    lengthy[100000] = '\0';
    nvtxRangePushA(lengthy);
    memset(lengthy, 'y', 100000); /* its name was copied */
    nvtxRangePushA(NULL);
    nvtxRangePushEx(NULL);
    nvtxDomainHandle_t wrong = (nvtxDomainHandle_t)(uintptr_t)0x123456789abcdef0;
    nvtxDomainRangePop(NULL);
    nvtxRangePushA("a/b");
    launch(ledger, 50);
    if (nvtxDomainCreateA("no tool") != NULL) { /* else NVTX's own empty functions get it */
        nvtxEventAttributes_t event = event_of("nowhere");
        nvtxDomainRangePushEx(wrong, &event);
        nvtxDomainRangePop(wrong);
        nvtxRangeEnd(99999);
        event.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
        event.message.registered = (nvtxStringHandle_t)(uintptr_t)77777;
        nvtxRangePushEx(&event);
        nvtxRangePop();
    }
    for (int i = 0; i < 3; i++)
        nvtxRangePop();
    free(lengthy);
}

static int nvtx(int count)
{
    struct ledger ledger;
    unsigned times = count ? (unsigned)count : 3;
    int level = nvtxRangePushA("early"); /* before the driver knows of anybody */
    printf("NVTX is %s\n", level == 0 ? "observed" : "not observed");
    nvtxDomainHandle_t solver = nvtxDomainCreateA("solver");
    nvtxStringHandle_t smooth = nvtxDomainRegisterStringA(solver, "smooth");
    nvtxDomainNameCategoryA(solver, 7, "updates");
    nvtxNameOsThreadA((uint32_t)gettid(), "conductor");
    open_ledger(&ledger);
    launch(&ledger, 1);
    nvtxRangePop();
    launch(&ledger, 2);
    nvtxEventAttributes_t setup = event_of("setup");
    nvtxRangePushEx(&setup);
    nvtxMarkA("iteration");
    launch(&ledger, 3);
    nvtxRangePop();
    for (unsigned i = 0; i < times; i++)
        iterate(&ledger, solver, smooth, i);
    started(&ledger, solver);
    deep(&ledger);
    odd(&ledger);
    close_ledger(&ledger);
    return 0;
}

struct worker {
    struct ledger *ledger;
    int level; /* of its first range */
};

static void *work(void *data)
{
    struct worker *worker = data;
    CU(cuCtxSetCurrent(worker->ledger->app.context));
    launch(worker->ledger, 61);
    expect_level(nvtxRangePushA("worker"), worker->level);
    launch(worker->ledger, 62);
    if (worker->level)
        nvtxRangePop(); /* else its stack goes with it */
    return NULL;
}

/* A range of the main thread is open while another one launches. N: the level of the other's range,
 * 1 where ranges belong to the process. */
static int nvtx_threads(int count)
{
    struct ledger ledger;
    struct worker worker = {&ledger, count};
    pthread_t thread;
    open_ledger(&ledger);
    nvtxRangePushA("main");
    nvtxRangeId_t shared = nvtxRangeStartA("shared");
    launch(&ledger, 60);
    EXPECT(pthread_create(&thread, NULL, work, &worker) == 0);
    pthread_join(thread, NULL);
    launch(&ledger, 63);
    nvtxRangeEnd(shared);
    nvtxRangePop();
    launch(&ledger, 64);
    close_ledger(&ledger);
    return 0;
}

static void *hammer(void *data)
{
    nvtxDomainHandle_t domain = data;
    nvtxEventAttributes_t event = event_of("hammer");
    for (int i = 0; i < 5000; i++) {
        nvtxRangeId_t range = nvtxDomainRangeStartEx(domain, &event);
        nvtxDomainRangePushEx(domain, &event);
        nvtxRangePushA("stroke");
        nvtxRangePop();
        nvtxDomainRangePop(domain);
        nvtxDomainRangeEnd(domain, range);
    }
    return NULL;
}

/* Others open and close ranges all the time while this one launches; a forked child does, too. */
static int nvtx_busy(int count)
{
    enum { THREADS = 4 };
    struct ledger ledger;
    pthread_t threads[THREADS];
    (void)count;
    nvtxDomainHandle_t domain = nvtxDomainCreateA("anvil");
    open_ledger(&ledger);
    for (int i = 0; i < THREADS; i++)
        EXPECT(pthread_create(&threads[i], NULL, hammer, domain) == 0);
    pid_t child = fork();
    if (child == 0) {
        hammer(domain);
        _exit(0);
    }
    for (unsigned i = 1; i <= 20; i++) {
        nvtxRangePushA(i % 2 ? "odd" : "even");
        launch(&ledger, i);
        nvtxRangePop();
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    int status = -1;
    EXPECT(waitpid(child, &status, 0) == child && status == 0);
    close_ledger(&ledger);
    return 0;
}

static void inside(struct ledger *ledger, const char *name, unsigned number)
{
    nvtxRangePushA(name);
    launch(ledger, number);
    nvtxRangePop();
}

static int nvtx_profiler(int count)
{
    struct ledger ledger;
    (void)count;
    open_ledger(&ledger);
    inside(&ledger, "A", 1);
    CU(cuProfilerStart());
    inside(&ledger, "A", 2);
    nvtxRangePushA("A"); /* nothing is launched in it, but it counts */
    nvtxRangePop();
    inside(&ledger, "A", 3);
    inside(&ledger, "B", 4);
    CU(cuProfilerStop());
    inside(&ledger, "A", 5);
    CU(cuProfilerStart());
    CU(cuProfilerStart()); /* no second one */
    inside(&ledger, "A", 6);
    nvtxRangePushA("A");
    inside(&ledger, "A", 7);
    launch(&ledger, 8);
    nvtxRangePop();
    launch(&ledger, 9);
    CU(cuProfilerStop());
    inside(&ledger, "A", 10);
    close_ledger(&ledger);
    return 0;
}

const struct mode nvtx_modes[] = {
    {"nvtx", nvtx},
    {"nvtx_threads", nvtx_threads},
    {"nvtx_busy", nvtx_busy},
    {"nvtx_profiler", nvtx_profiler},
    {NULL, NULL},
};
