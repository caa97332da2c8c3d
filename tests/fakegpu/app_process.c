/* Modes about processes: children, deaths, exit statuses, and what goes through the terminal. */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app.h"

extern char **environ;

/* Two launches, and everything left open. */
static void two_launches(struct app *app)
{
    app_begin(app, true);
    app_inplace(app, app_floats(), 2);
    CU(cuCtxSynchronize());
}

static int crash(int count)
{
    (void)count;
    struct app app;
    two_launches(&app);
    volatile uintptr_t nowhere = 8;
    *(volatile int *)nowhere = 0;
    return 0;
}

/* The kernel itself raises the signal, inside the launch. */
static int gpucrash(int count)
{
    (void)count;
    struct app app;
    two_launches(&app);
    app_launch(app_kernel(&app, "_Z5crashv"), 1, 1, app.stream, NULL);
    return 0;
}

static int kill9(int count)
{
    (void)count;
    struct app app;
    two_launches(&app);
    raise(SIGKILL);
    return 0;
}

static int exit3(int count)
{
    (void)count;
    struct app app;
    two_launches(&app);
    return 3;
}

static int nocuda(int count)
{
    (void)count;
    return 0;
}

static int noinit_launch(int count)
{
    (void)count;
    CU(cuInit(0));
    return 0;
}

static int child(int count)
{
    (void)count;
    int status = -1;
    pid_t pid = fork();
    if (pid == 0) {
        execl("/proc/self/exe", "fakeapp", "vector_add", (char *)NULL);
        _exit(127);
    }
    EXPECT(pid > 0 && waitpid(pid, &status, 0) == pid && status == 0);
    return app_vector_add(1);
}

static void change(int count)
{
    struct app app;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    app_inplace(&app, x, count);
    CU(cuStreamSynchronize(app.stream));
    app_check_steps(x, count);
    CU(cuMemFree(x));
}

enum { PARENT, CHILD, BOTH };

static void tell(int ends[2])
{
    EXPECT(write(ends[1], "", 1) == 1);
}

static void hear(int ends[2])
{
    char word;
    EXPECT(read(ends[0], &word, 1) == 1);
}

/* Forks before CUDA is used, so that both can use it. Returns who this is. */
static int fork_two(int to[BOTH][2], pid_t *child)
{
    EXPECT(pipe(to[PARENT]) == 0 && pipe(to[CHILD]) == 0);
    *child = fork();
    EXPECT(*child >= 0);
    return *child ? PARENT : CHILD;
}

static void expect_good(pid_t child)
{
    int status = -1;
    EXPECT(waitpid(child, &status, 0) == child && status == 0);
}

/* Two processes use one GPU, and each of them waits for the other outside of CUDA: the parent for
 * the child's whole life, the child for the parent's first launches. */
static int waits(int count)
{
    int to[BOTH][2];
    pid_t child;
    if (fork_two(to, &child) == CHILD) {
        hear(to[CHILD]);
        change(count);
        exit(0);
    }
    change(count);
    tell(to[CHILD]);
    expect_good(child);
    change(count);
    return 0;
}

static void CUDA_CB tell_and_hear(void *ends)
{
    int(*to)[2] = ends;
    tell(to[CHILD]);
    hear(to[PARENT]);
}

/* The parent waits within its stream until the child's first launches have run. */
static int waits_within(int count)
{
    int to[BOTH][2];
    pid_t child;
    struct app app;
    if (fork_two(to, &child) == CHILD) {
        hear(to[CHILD]);
        change(count);
        tell(to[PARENT]);
        hear(to[CHILD]);
        change(count);
        exit(0);
    }
    change(count);
    app_begin(&app, true);
    CU(cuLaunchHostFunc(app.stream, tell_and_hear, to));
    CU(cuStreamSynchronize(app.stream));
    tell(to[CHILD]);
    expect_good(child);
    change(count);
    return 0;
}

/* The forked child leaves by exit: handlers that a library registered run in it too. */
static int forkonly(int count)
{
    (void)count;
    struct app app;
    int status = -1;
    two_launches(&app);
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0)
        exit(cuCtxSynchronize() == CUDA_ERROR_NOT_INITIALIZED ? 0 : 1);
    EXPECT(pid > 0 && waitpid(pid, &status, 0) == pid && status == 0);
    CUdeviceptr x = app_floats();
    app_inplace(&app, x, 2);
    app_check_steps(x, 2);
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* Leaves launches behind that nothing has waited for, in one of six ways that call no handler of
 * exit(). N: 1 _exit, 2 abort, 3 SIGTERM, which comes to it while it waits, 4 none, but a child of
 * vfork() leaves by _exit, 5 an address that is none, 6 SIGABRT, as assert(3) raises it. */
static int leaves(int count)
{
    enum { BY_EXIT = 1, BY_ABORT, BY_SIGNAL, BY_CHILD, BY_CRASH, BY_ASSERT };
    volatile uintptr_t nowhere = 8;
    struct app app;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    app_inplace(&app, x, 3);
    CU(cuStreamSynchronize(app.stream));
    app_inplace(&app, x, 2);
    CU(cuStreamSynchronize(app.stream));
    fflush(stdout);
    if (count == BY_EXIT)
        _exit(5);
    if (count == BY_ABORT)
        abort();
    if (count == BY_SIGNAL) {
        raise(SIGTERM);
        for (;;)
            pause();
    }
    if (count == BY_CRASH)
        *(volatile int *)nowhere = 0;
    if (count == BY_ASSERT)
        raise(SIGABRT);
    pid_t pid = vfork();
    if (pid == 0)
        _exit(7);
    int status = -1;
    EXPECT(pid > 0 && waitpid(pid, &status, 0) == pid && WEXITSTATUS(status) == 7);
    app_inplace(&app, x, 1);
    app_check_steps(x, 6);
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

static void *load_modules(void *context)
{
    void *image = app_image();
    CUmodule module;
    CU(cuCtxSetCurrent(context));
    for (int i = 0; i < 12; i++)
        CU(cuModuleLoadData(&module, image));
    free(image);
    return NULL;
}

/* Modules come on one thread while another one launches. */
static int loads(int count)
{
    struct app app;
    pthread_t thread;
    (void)count;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    pthread_create(&thread, NULL, load_modules, app.context);
    for (int i = 0; i < 60; i++) {
        app_inplace(&app, x, 1);
        usleep(500);
    }
    pthread_join(thread, NULL);
    app_check_steps(x, 60);
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

/* Descriptors of the injection library: it puts them above 200. */
static int high_descriptors(void)
{
    int count = 0;
    for (int i = 200; i < 256; i++)
        count += fcntl(i, F_GETFD) >= 0;
    return count;
}

/* N: how many there are while the program is profiled. The child has none of them. */
static int forkfiles(int count)
{
    struct app app;
    int status = -1, before = high_descriptors(); /* the library comes with cuInit */
    two_launches(&app);
    EXPECT(high_descriptors() == before + count);
    pid_t pid = fork();
    if (pid == 0)
        _exit(high_descriptors() - before);
    EXPECT(pid > 0 && waitpid(pid, &status, 0) == pid && status == 0);
    EXPECT(high_descriptors() == before + count);
    app_end(&app, true);
    return 0;
}

static int stdin_mode(int count)
{
    (void)count;
    int c;
    while ((c = getchar()) != EOF)
        putchar(c);
    return app_vector_add(1);
}

static int escape(int count)
{
    (void)count;
    static const char text[] = "\033[31mred\033[0m \033]0;title\007 \001\002\177 \233"
                               "2J \xe2\x80\xae rtl \xff\xfe\033[2J\033[?1049h\033[H\n";
    fwrite(text, 1, sizeof text - 1, stdout);
    return app_vector_add(1);
}

static int env(int count)
{
    (void)count;
    for (char **entry = environ; *entry; entry++)
        puts(*entry);
    return 0;
}

const struct mode process_modes[] = {
    {"crash", crash},      {"gpucrash", gpucrash},
    {"kill9", kill9},      {"exit3", exit3},
    {"nocuda", nocuda},    {"noinit_launch", noinit_launch},
    {"child", child},      {"forkonly", forkonly},
    {"leaves", leaves},    {"loads", loads},
    {"stdin", stdin_mode}, {"forkfiles", forkfiles},
    {"escape", escape},    {"env", env},
    {"waits", waits},      {"waits_within", waits_within},
    {NULL, NULL},
};
