/* Modes about call stacks. Each launch has as many blocks as its number says, by which tests know
 * it again. Functions have names of their own, are not put in line and do not end with a call. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "app.h"

#define KEPT __attribute__((noinline, noclone, used))
#define NO_TAIL_CALL() __asm__ volatile("" ::: "memory")

static CUfunction kernel;
static CUdeviceptr sum;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned wanted;

static KEPT void stack_launch(CUstream stream, unsigned number)
{
    void *params[] = {&sum};
    pthread_mutex_lock(&lock);
    wanted += number;
    pthread_mutex_unlock(&lock);
    app_launch(kernel, number, 1, stream, params);
    NO_TAIL_CALL();
}

KEPT void stack_inner(unsigned number) __asm__("_ZN5model5layer7forwardEPKfi");
KEPT void stack_inner(unsigned number)
{
    stack_launch(NULL, number);
    NO_TAIL_CALL();
}

static KEPT void stack_middle(unsigned number)
{
    stack_inner(number);
    NO_TAIL_CALL();
}

static KEPT void stack_train(unsigned number)
{
    stack_middle(number);
    NO_TAIL_CALL();
}

static KEPT void stack_descend(CUstream stream, unsigned depth, unsigned number)
{
    if (depth > 1)
        stack_descend(stream, depth - 1, number);
    else
        stack_launch(stream, number);
    NO_TAIL_CALL();
}

static void launch_plainly(void *number)
{
    stack_launch(NULL, *(const unsigned *)number);
    NO_TAIL_CALL();
}

/* Code without a file, as compilers make it at run time: it calls function(argument). */
static KEPT void stack_jit(void (*function)(void *), void *argument)
{
    /* push %rbp; mov %rsp,%rbp; mov %rdi,%rax; mov %rsi,%rdi; call *%rax; pop %rbp; ret */
    static const unsigned char code[] = {0x55, 0x48, 0x89, 0xe5, 0x48, 0x89, 0xf8,
                                         0x48, 0x89, 0xf7, 0xff, 0xd0, 0x5d, 0xc3};
    void *page =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    void (*made)(void (*)(void *), void *);
    if (!EXPECT(page != MAP_FAILED))
        return;
    memcpy(page, code, sizeof code);
    *(void **)&made = page;
    made(function, argument);
    munmap(page, 4096);
}

/* Through a library that comes and goes; the next one may lie at the same place. */
static KEPT void stack_library(const char *name, unsigned number)
{
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 64);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    void *library;
    void (*through)(void (*)(void *), void *) = NULL;
    if (!EXPECT(slash))
        return;
    sprintf(slash + 1, "%s", name);
    library = dlopen(path, RTLD_NOW);
    if (library)
        *(void **)&through = dlsym(library, "through_library");
    if (EXPECT(through))
        through(launch_plainly, &number);
    if (library)
        dlclose(library);
}

static void begin(struct app *app)
{
    app_begin(app, true);
    kernel = app_kernel(app, "_Z5countPj");
    wanted = 0;
    CU(cuMemAlloc(&sum, sizeof wanted));
    CU(cuMemsetD32(sum, 0, 1));
}

static void end(struct app *app)
{
    unsigned found = 0;
    CU(cuCtxSynchronize());
    CU(cuMemcpyDtoH(&found, sum, sizeof found));
    EXPECT(found == wanted);
    CU(cuMemFree(sum));
    app_end(app, true);
}

static int stacks(int count)
{
    struct app app;
    unsigned jit = 5;
    begin(&app);
    stack_train(1);
    stack_middle(2);
    stack_launch(app.stream, 3);
    for (int i = 0; i < (count ? count : 2); i++)
        stack_descend(app.stream, 3, 4);
    stack_jit(launch_plainly, &jit);
    stack_library("libthrough_a.so", 6);
    stack_library("libthrough_b.so", 7);
    stack_descend(app.stream, 2000, 8);
    end(&app);
    return 0;
}

enum { THREADS = 32, ROUNDS = 5 };

struct descent {
    pthread_t thread;
    CUcontext context;
    unsigned depth;
};

static void *descend(void *argument)
{
    const struct descent *d = argument;
    CUstream stream;
    CU(cuCtxSetCurrent(d->context));
    CU(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    for (int i = 0; i < ROUNDS; i++)
        stack_descend(stream, d->depth, d->depth);
    CU(cuStreamSynchronize(stream));
    CU(cuStreamDestroy(stream));
    return NULL;
}

/* Thread N launches N blocks at depth N, while libraries come and go. */
static int stacks_threads(int count)
{
    struct app app;
    struct descent descents[THREADS];
    (void)count;
    begin(&app);
    for (unsigned i = 0; i < THREADS; i++) {
        descents[i] = (struct descent){.context = app.context, .depth = i + 1};
        EXPECT(pthread_create(&descents[i].thread, NULL, descend, &descents[i]) == 0);
    }
    for (unsigned i = 0; i < 2 * THREADS; i++)
        stack_library(i % 2 ? "libthrough_a.so" : "libthrough_b.so", 100 + i);
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(descents[i].thread, NULL);
    end(&app);
    return 0;
}

const struct mode stack_modes[] = {
    {"stacks", stacks}, {"stacks_threads", stacks_threads}, {NULL, NULL}};
