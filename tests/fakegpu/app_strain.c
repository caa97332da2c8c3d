/* Modes about much of everything, and about programs that do what few do. */
#include <cupti.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app.h"

enum { STREAMS = 1000, CHILDREN = 64, RELOADS = 5, LAUNCHES = 100000, EARLY = LAUNCHES / 10 };

static long resident_kilobytes(pid_t pid)
{
    char path[64];
    long size, resident = 0;
    snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
    FILE *file = fopen(path, "r");
    if (!file || fscanf(file, "%ld %ld", &size, &resident) != 2)
        resident = 0;
    if (file)
        fclose(file);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/* N launches, by how much this process and its parent grew after the first tenth of them. */
static int many(int count)
{
    struct app app;
    unsigned value = 0;
    int times = count ? count : LAUNCHES;
    long own = 0, parent = 0;
    CUdeviceptr counter = 0;
    app_begin(&app, true);
    CUfunction function = app_kernel(&app, "_Z5countPj");
    CU(cuMemAlloc(&counter, sizeof value));
    CU(cuMemsetD32(counter, 0, 1));
    void *params[] = {&counter};
    for (int i = 0; i < times; i++) {
        app_launch(function, 1, 32, app.stream, params);
        if (i == times / 10) {
            own = resident_kilobytes(getpid());
            parent = resident_kilobytes(getppid());
        }
    }
    printf("grown by %ld\nparent grown by %ld\n", resident_kilobytes(getpid()) - own,
           resident_kilobytes(getppid()) - parent);
    CU(cuStreamSynchronize(app.stream));
    CU(cuMemcpyDtoH(&value, counter, sizeof value));
    EXPECT(value == 32u * (unsigned)times);
    CU(cuMemFree(counter));
    app_end(&app, true);
    return 0;
}

static int manystreams(int count)
{
    int number = count ? count : STREAMS;
    struct app app;
    app_begin(&app, true);
    CUstream *streams = calloc((size_t)number, sizeof *streams);
    struct app on_stream = app;
    CUdeviceptr x = app_floats();
    for (int i = 0; i < number; i++)
        CU(cuStreamCreate(&streams[i], CU_STREAM_NON_BLOCKING));
    for (int i = 0; i < number; i++) {
        on_stream.stream = streams[i];
        app_inplace(&on_stream, x, 1);
        CU(cuStreamSynchronize(streams[i]));
    }
    app_check_steps(x, number);
    for (int i = 0; i < number; i++)
        CU(cuStreamDestroy(streams[i]));
    CU(cuMemFree(x));
    free(streams);
    app_end(&app, true);
    return 0;
}

/* The module goes after each launch, without a wait between, and comes anew. */
static int reload(int count)
{
    int times = count ? count : RELOADS;
    struct app app;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    void *image = app_image();
    for (int i = 0; i < times; i++) {
        app_inplace(&app, x, 1);
        CU(cuModuleUnload(app.module));
        CU(cuModuleLoadData(&app.module, image));
    }
    app_check_steps(x, times);
    free(image);
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* The same in several threads at once, each with a module, a stream and memory of its own; they ask
 * how much memory is free, too. */
static void *reload_beside(void *argument)
{
    struct app own = *(const struct app *)argument;
    void *image = app_image();
    size_t available, total;
    CU(cuCtxSetCurrent(own.context));
    CU(cuStreamCreate(&own.stream, CU_STREAM_NON_BLOCKING));
    CUdeviceptr x = app_floats();
    for (int i = 0; i < RELOADS; i++) {
        CU(cuModuleLoadData(&own.module, image));
        app_inplace(&own, x, 1);
        CU(cuMemGetInfo(&available, &total));
        CU(cuModuleUnload(own.module));
    }
    CU(cuStreamSynchronize(own.stream));
    app_check_steps(x, RELOADS);
    CU(cuMemFree(x));
    CU(cuStreamDestroy(own.stream));
    free(image);
    return NULL;
}

static int reload_threads(int count)
{
    enum { MOST = 16 };
    const int number = count > 0 && count <= MOST ? count : 4;
    pthread_t threads[MOST];
    struct app app;
    app_begin(&app, true);
    for (int i = 0; i < number; i++)
        EXPECT(pthread_create(&threads[i], NULL, reload_beside, &app) == 0);
    for (int i = 0; i < number; i++)
        pthread_join(threads[i], NULL);
    app_end(&app, true);
    return 0;
}

/* Two contexts of the device at once, and then a third. */
static int contexts(int count)
{
    (void)count;
    struct app first, second, third;
    app_begin(&first, false);
    CUdeviceptr x = app_floats();
    app_inplace(&first, x, 2);
    app_check_steps(x, 2);
    app_begin(&second, false);
    CUdeviceptr y = app_floats();
    app_inplace(&second, y, 1);
    app_check_steps(y, 1);
    app_end(&second, false);
    CU(cuCtxSetCurrent(first.context));
    app_inplace(&first, x, 1);
    app_check_steps(x, 3);
    app_end(&first, false);
    app_begin(&third, false);
    CUdeviceptr z = app_floats();
    app_inplace(&third, z, 1);
    app_check_steps(z, 1);
    app_end(&third, false);
    return 0;
}

static int family(int count)
{
    enum { MOST = 1000 };
    int number = count > 0 && count <= MOST ? count : CHILDREN, status;
    pid_t children[MOST];
    fflush(stdout);
    for (int i = 0; i < number; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            execl("/proc/self/exe", "fakeapp", "inplace", "3", (char *)NULL);
            _exit(127);
        }
    }
    for (int i = 0; i < number; i++)
        EXPECT(children[i] > 0 && waitpid(children[i], &status, 0) == children[i] && status == 0);
    return app_vector_add(1);
}

/* As daemons do: everything is closed, also what is not theirs. What is opened then gets the
 * numbers, and must not be written to. */
static int closefiles(int count)
{
    (void)count;
    enum { MOST = 1024 };
    char name[] = "/tmp/fakeapp-XXXXXX";
    struct app app;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    app_inplace(&app, x, 2);
    app_check_steps(x, 2);
    for (int fd = 3; fd < MOST; fd++)
        close(fd);
    int file = mkstemp(name);
    unlink(name);
    for (int fd = file + 1; fd < MOST; fd++)
        dup2(file, fd);
    app_inplace(&app, x, 2);
    app_check_steps(x, 4);
    usleep(300 * 1000); /* a profiler around us may notice */
    EXPECT(lseek(file, 0, SEEK_END) == 0);
    for (int fd = file; fd < MOST; fd++)
        EXPECT(fcntl(fd, F_GETFD) >= 0);
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* What a process is told that says hello: the bytes of the answer. */
static int greeting(int count)
{
    (void)count;
    static const unsigned char hello[] = {6, 0, 0, 0, 0x0a, 4, 0x08, 1, 0x10, 1};
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    unsigned char answer[256];
    const char *path = getenv("ROOFTOP_SOCKET");
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", path ? path : "");
    if (!EXPECT(connect(fd, (struct sockaddr *)&address, sizeof address) == 0) ||
        !EXPECT(write(fd, hello, sizeof hello) == sizeof hello))
        return 1;
    ssize_t length = read(fd, answer, sizeof answer);
    printf("told");
    for (ssize_t i = 4; i < length; i++)
        printf(" %02x", answer[i]);
    printf("\n");
    close(fd);
    return 0;
}

static void end_program(int signal)
{
    (void)signal;
    fflush(stdout);
    exit(7);
}

/* A handler ends the program in the middle of a launch: no handler of an exit may wait for it. */
static int exitinside(int count)
{
    (void)count;
    struct app app;
    struct itimerval soon = {.it_value.tv_usec = 300 * 1000};
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    void *params[] = {&x};
    app_inplace(&app, x, 1);
    CU(cuStreamSynchronize(app.stream));
    signal(SIGALRM, end_program);
    setitimer(ITIMER_REAL, &soon, NULL);
    while (!app_failed())
        app_launch(app_kernel(&app, "_Z4slowPf"), 1, 1, app.stream, params);
    return 1;
}

static unsigned calls;

static void CUPTIAPI on_call(void *user, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                             const void *data)
{
    (void)user, (void)domain, (void)id, (void)data;
    calls++;
}

/* A program that profiles itself. N: 0 it subscribes before it comes to CUDA, 1 behind its first
 * launch, where a profiler around it has done so already. */
static int subscriber(int count)
{
    struct app app;
    void *library = dlopen("libcupti.so.13", RTLD_NOW | RTLD_LOCAL);
    CUptiResult (*subscribe)(CUpti_SubscriberHandle *, CUpti_CallbackFunc, void *) = NULL;
    CUptiResult (*enable)(uint32_t, CUpti_SubscriberHandle, CUpti_CallbackDomain) = NULL;
    CUpti_SubscriberHandle own = NULL;
    if (!EXPECT(library))
        return 1;
    *(void **)&subscribe = dlsym(library, "cuptiSubscribe");
    *(void **)&enable = dlsym(library, "cuptiEnableDomain");
    CUptiResult result = count ? CUPTI_SUCCESS : subscribe(&own, on_call, NULL);
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    app_inplace(&app, x, 2);
    if (count)
        result = subscribe(&own, on_call, NULL);
    else
        EXPECT(enable(1, own, CUPTI_CB_DOMAIN_DRIVER_API) == CUPTI_SUCCESS);
    app_inplace(&app, x, 1);
    app_check_steps(x, 3);
    printf("subscribed: %d, calls: %s\n", (int)result, calls ? "some" : "none");
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* Kernels with the names of communication libraries among others. */
static int collective(int count)
{
    static const char *const names[] = {"_Z4tinyPf",
                                        "_Z39ncclDevKernel_AllReduce_Sum_f32_RING_LLPf",
                                        "_Z22nvshmemi_barrier_fencePf"};
    int times = count ? count : 3;
    struct app app;
    CUdeviceptr x = 0;
    float value = 0;
    app_begin(&app, true);
    CU(cuMemAlloc(&x, sizeof value));
    CU(cuMemsetD32(x, 0, 1));
    void *params[] = {&x};
    for (int i = 0; i < 3 * times; i++)
        app_launch(app_kernel(&app, names[i % 3]), 1, 1, app.stream, params);
    CU(cuMemcpyDtoH(&value, x, sizeof value));
    EXPECT(value == (float)(3 * times));
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* Such kernels, and a wait behind each, until the file $FAKEAPP_UNTIL is there. */
static int collective_waits(int count)
{
    const char *until = getenv("FAKEAPP_UNTIL");
    struct app app;
    CUdeviceptr x = 0;
    (void)count;
    app_begin(&app, true);
    CU(cuMemAlloc(&x, sizeof(float)));
    CU(cuMemsetD32(x, 0, 1));
    void *params[] = {&x};
    EXPECT(until);
    while (until && access(until, F_OK) != 0) {
        app_launch(app_kernel(&app, "_Z39ncclDevKernel_AllReduce_Sum_f32_RING_LLPf"), 1, 1,
                   app.stream, params);
        CU(cuCtxSynchronize());
        usleep(20000);
    }
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* Two of the kernels of collective() in a graph. */
static int collective_graph(int count)
{
    static const char *const names[] = {"_Z4tinyPf",
                                        "_Z39ncclDevKernel_AllReduce_Sum_f32_RING_LLPf"};
    struct app app;
    CUdeviceptr x = 0;
    CUgraph graph = NULL;
    CUgraphExec executable = NULL;
    CUgraphNode node = NULL;
    float value = 0;
    (void)count;
    app_begin(&app, true);
    CU(cuMemAlloc(&x, sizeof value));
    CU(cuMemsetD32(x, 0, 1));
    void *params[] = {&x};
    CU(cuGraphCreate(&graph, 0));
    for (int i = 0; i < 2; i++) {
        const CUDA_KERNEL_NODE_PARAMS kernel = {.func = app_kernel(&app, names[i]),
                                                .gridDimX = 1,
                                                .gridDimY = 1,
                                                .gridDimZ = 1,
                                                .blockDimX = 1,
                                                .blockDimY = 1,
                                                .blockDimZ = 1,
                                                .kernelParams = params};
        CU(cuGraphAddKernelNode(&node, graph, i ? &node : NULL, i != 0, &kernel));
    }
    CU(cuGraphInstantiate(&executable, graph, 0));
    for (int i = 0; i < 3; i++) {
        CU(cuGraphLaunch(executable, app.stream));
        app_launch(app_kernel(&app, names[0]), 1, 1, app.stream, params);
    }
    CU(cuMemcpyDtoH(&value, x, sizeof value));
    EXPECT(value == 9.0f);
    CU(cuGraphExecDestroy(executable));
    CU(cuGraphDestroy(graph));
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

const struct mode strain_modes[] = {
    {"many", many},
    {"manystreams", manystreams},
    {"reload", reload},
    {"reload_threads", reload_threads},
    {"contexts", contexts},
    {"family", family},
    {"closefiles", closefiles},
    {"subscriber", subscriber},
    {"collective", collective},
    {"collective_waits", collective_waits},
    {"collective_graph", collective_graph},
    {"greeting", greeting},
    {"exitinside", exitinside},
    {NULL, NULL},
};
