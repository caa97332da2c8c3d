/* Modes in which a kernel that waits for the program runs while another is launched. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app.h"

struct held {
    struct app app;
    unsigned *flag; /* that the kernel waits for */
    CUdeviceptr out;
    unsigned steps; /* of 20 ms, until it is set */
};

static void begin(struct held *held)
{
    app_begin(&held->app, true);
    CU(cuMemHostAlloc((void **)&held->flag, 4096, 0));
    memset(held->flag, 0, 4096);
    CU(cuMemAlloc(&held->out, sizeof(unsigned)));
    CU(cuMemsetD32(held->out, 0, 1));
}

static void end(struct held *held)
{
    unsigned value = 0;
    CU(cuCtxSynchronize());
    CU(cuMemcpyDtoH(&value, held->out, sizeof value));
    EXPECT(value == 1);
    CU(cuMemFree(held->out));
    CU(cuMemFreeHost(held->flag));
    app_end(&held->app, true);
}

/* Steps: if the process is stopped meanwhile, most of them are still to come. */
static void *release(void *argument)
{
    struct held *held = argument;
    for (unsigned i = 0; i < held->steps; i++)
        usleep(20 * 1000);
    *(volatile unsigned *)held->flag = 1;
    return NULL;
}

static void launch(struct held *held, CUstream stream)
{
    CUdeviceptr flag = (CUdeviceptr)(uintptr_t)held->flag;
    void *params[] = {&flag, &held->out};
    app_launch(app_kernel(&held->app, "_Z5awaitPjS_"), 1, 1, stream, params);
}

/* The program makes no call for a while, then it launches a kernel of another kind. */
static int late_end(int count)
{
    struct held held = {.steps = count ? (unsigned)count : 20};
    pthread_t thread;
    CUstream other;
    begin(&held);
    CUdeviceptr x = app_floats();
    CU(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    launch(&held, other);
    EXPECT(pthread_create(&thread, NULL, release, &held) == 0);
    usleep(250 * 1000);
    app_inplace(&held.app, x, 1);
    pthread_join(thread, NULL);
    CU(cuCtxSynchronize());
    app_check_steps(x, 1);
    CU(cuStreamDestroy(other));
    CU(cuMemFree(x));
    end(&held);
    return 0;
}

/* It waits for what the program does when it has launched a known kernel, after a while. */
static int late_flag(int count)
{
    struct held held = {0};
    CUstream other;
    (void)count;
    begin(&held);
    CUdeviceptr x = app_floats();
    CU(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    app_inplace(&held.app, x, 1);
    CU(cuCtxSynchronize());
    launch(&held, other);
    usleep(700 * 1000);
    app_inplace(&held.app, x, 1);
    *(volatile unsigned *)held.flag = 1;
    CU(cuCtxSynchronize());
    app_check_steps(x, 2);
    CU(cuStreamDestroy(other));
    CU(cuMemFree(x));
    end(&held);
    return 0;
}

static void *launch_for_long(void *argument)
{
    struct held *held = argument;
    CU(cuCtxSetCurrent(held->app.context));
    launch(held, held->app.stream);
    return NULL;
}

/* With FAKEGPU_LAUNCH_WAITS=1: a call of another thread takes 0.6 s. */
static int long_call(int count)
{
    struct held held = {.steps = 30};
    struct app mine;
    pthread_t threads[2];
    (void)count;
    begin(&held);
    mine = held.app;
    CUdeviceptr x = app_floats();
    CU(cuStreamCreate(&mine.stream, CU_STREAM_NON_BLOCKING));
    EXPECT(pthread_create(&threads[0], NULL, launch_for_long, &held) == 0);
    usleep(50 * 1000);
    EXPECT(pthread_create(&threads[1], NULL, release, &held) == 0);
    printf("long_call waits\n");
    fflush(stdout);
    app_inplace(&mine, x, 1);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    CU(cuStreamSynchronize(mine.stream));
    app_check_steps(x, 1);
    CU(cuStreamDestroy(mine.stream));
    CU(cuMemFree(x));
    end(&held);
    return 0;
}

const struct mode wait_modes[] = {
    {"late_end", late_end}, {"late_flag", late_flag}, {"long_call", long_call}, {NULL, NULL}};
