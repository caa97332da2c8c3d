/* Modes in which a kernel that waits for the program runs while another is launched. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app.h"

struct held {
    struct app app;
    unsigned *flag; /* that the kernel waits for, on this stream */
    CUstream stream;
    CUdeviceptr out;
    CUdeviceptr x;        /* of the other kernel */
    unsigned steps;       /* of 20 ms, until the flag is set */
    const float *x_begin; /* the first of its numbers */
};

static void begin(struct held *held)
{
    app_begin(&held->app, true);
    CU(cuMemHostAlloc((void **)&held->flag, 4096, 0));
    memset(held->flag, 0, 4096);
    CU(cuMemAlloc(&held->out, sizeof(unsigned)));
    CU(cuMemsetD32(held->out, 0, 1));
    CU(cuStreamCreate(&held->stream, CU_STREAM_NON_BLOCKING));
    held->x = app_floats();
}

/* launches: of the other kernel. */
static int end(struct held *held, int launches)
{
    unsigned value = 0;
    CU(cuCtxSynchronize());
    app_check_steps(held->x, launches);
    CU(cuMemcpyDtoH(&value, held->out, sizeof value));
    EXPECT(value == 1);
    CU(cuMemFree(held->x));
    CU(cuStreamDestroy(held->stream));
    CU(cuMemFree(held->out));
    CU(cuMemFreeHost(held->flag));
    app_end(&held->app, true);
    return 0;
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

static void launch(struct held *held)
{
    CUdeviceptr flag = (CUdeviceptr)(uintptr_t)held->flag;
    void *params[] = {&flag, &held->out};
    app_launch(app_kernel(&held->app, "_Z5awaitPjS_"), 1, 1, held->stream, params);
}

/* The program makes no call for a while, then it launches a kernel of another kind. */
static int late_end(int count)
{
    struct held held = {.steps = count ? (unsigned)count : 20};
    pthread_t thread;
    begin(&held);
    launch(&held);
    EXPECT(pthread_create(&thread, NULL, release, &held) == 0);
    usleep(250 * 1000);
    app_inplace(&held.app, held.x, 1);
    pthread_join(thread, NULL);
    return end(&held, 1);
}

/* It waits for what the program does when it has launched a known kernel, after a while. */
static int late_flag(int count)
{
    struct held held = {0};
    (void)count;
    begin(&held);
    app_inplace(&held.app, held.x, 1);
    CU(cuCtxSynchronize());
    launch(&held);
    usleep(700 * 1000);
    app_inplace(&held.app, held.x, 1);
    *(volatile unsigned *)held.flag = 1;
    return end(&held, 2);
}

static void *launch_for_long(void *argument)
{
    struct held *held = argument;
    CU(cuCtxSetCurrent(held->app.context));
    launch(held);
    return NULL;
}

/* With FAKEGPU_LAUNCH_WAITS=1: a call of another thread takes 0.6 s. */
static int long_call(int count)
{
    struct held held = {.steps = 30};
    pthread_t threads[2];
    (void)count;
    begin(&held);
    EXPECT(pthread_create(&threads[0], NULL, launch_for_long, &held) == 0);
    usleep(50 * 1000);
    EXPECT(pthread_create(&threads[1], NULL, release, &held) == 0);
    printf("long_call waits\n");
    fflush(stdout);
    app_inplace(&held.app, held.x, 1);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return end(&held, 1);
}

/* The kernel waits for what another thread does behind a driver call of its own. */
static void *release_by_call(void *argument)
{
    struct held *held = argument;
    CU(cuCtxSetCurrent(held->app.context));
    usleep(200 * 1000);
    CU(cuMemcpyHtoD(held->x, held->x_begin, sizeof(float)));
    *(volatile unsigned *)held->flag = 1;
    return NULL;
}

/* A launch of another kernel while one runs that waits in such a way. */
static int held_by_thread(int count)
{
    float begin_with = 0;
    struct held held = {.x_begin = &begin_with};
    pthread_t thread;
    (void)count;
    begin(&held);
    launch(&held);
    EXPECT(pthread_create(&thread, NULL, release_by_call, &held) == 0);
    CUdeviceptr other = app_floats();
    app_inplace(&held.app, other, 1);
    pthread_join(thread, NULL);
    app_check_steps(other, 1);
    CU(cuMemFree(other));
    return end(&held, 0);
}

/* The program itself sets the flag, behind the launch of another kernel. */
static int held_by_itself(int count)
{
    struct held held = {0};
    (void)count;
    begin(&held);
    launch(&held);
    app_inplace(&held.app, held.x, 1);
    app_inplace(&held.app, held.x, 1);
    *(volatile unsigned *)held.flag = 1;
    CU(cuCtxSynchronize());
    app_inplace(&held.app, held.x, 1);
    return end(&held, 3);
}

const struct mode wait_modes[] = {{"late_end", late_end},
                                  {"late_flag", late_flag},
                                  {"long_call", long_call},
                                  {"held_by_thread", held_by_thread},
                                  {"held_by_itself", held_by_itself},
                                  {NULL, NULL}};
