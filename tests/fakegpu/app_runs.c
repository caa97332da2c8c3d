/* Modes for a program that is run several times. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app.h"

/* Counts the runs in the file that FAKEAPP_RUNS names. */
static int count_run(void)
{
    const char *path = getenv("FAKEAPP_RUNS");
    int number = 0;
    FILE *file = path ? fopen(path, "r") : NULL;
    if (file && fscanf(file, "%d", &number) != 1)
        number = 0;
    if (file)
        fclose(file);
    number++;
    if (path && EXPECT((file = fopen(path, "w")) != NULL)) {
        fprintf(file, "%d\n", number);
        fclose(file);
    }
    return number;
}

/* What a run does: the word of its number in FAKEAPP_SCRIPT, or the last. */
static void find_script(int run, char *word, size_t room)
{
    const char *text = getenv("FAKEAPP_SCRIPT");
    word[0] = '\0';
    for (text = text ? text : ""; *text && run > 0; run--) {
        size_t length = strcspn(text, " ");
        snprintf(word, room, "%.*s", (int)length, text);
        text += length + (text[length] == ' ');
    }
}

/* i, I: inplace in two shapes, S: on the default stream; c: count; p: prints;
 * e: ends with status 5; k: is killed; w: waits for a signal. N: the device. */
static int script(int count)
{
    struct app app = {0};
    char word[256];
    float a = 0.5f;
    int run = count_run(), n = APP_COUNT;
    find_script(run, word, sizeof word);
    CU(cuInit(0));
    CU(cuCtxCreate(&app.context, NULL, 0, count));
    void *image = app_image();
    CU(cuModuleLoadData(&app.module, image));
    free(image);
    CU(cuStreamCreate(&app.stream, CU_STREAM_NON_BLOCKING));
    CUdeviceptr x = app_floats(), counter = 0;
    CU(cuMemAlloc(&counter, 4));
    CU(cuMemsetD32(counter, 0, 1));
    void *floats[] = {&x, &a, &n}, *counts[] = {&counter};
    for (const char *step = word; *step; step++) {
        CUstream stream = *step == 'S' ? NULL : app.stream;
        if (*step == 'c')
            app_launch(app_kernel(&app, "_Z5countPj"), 1, 64, stream, counts);
        else if (*step == 'p')
            printf("run %d\n", run);
        else if (*step == 'e')
            exit(5);
        else if (*step == 'k')
            raise(SIGKILL);
        else if (*step == 'w')
            pause();
        else if (*step == 's')
            usleep(500 * 1000);
        else
            app_launch(app_kernel(&app, "_Z7inplacePffi"), *step == 'I' ? 32 : APP_GRID, APP_BLOCK,
                       stream, floats);
    }
    CU(cuCtxSynchronize());
    CU(cuMemFree(x));
    CU(cuMemFree(counter));
    CU(cuCtxDestroy(app.context));
    return 0;
}

struct hands {
    unsigned *cells;
    unsigned shakes;
};

/* Gives the next number when the kernel has taken the last one. */
static void *shake_hands(void *data)
{
    struct hands *hands = data;
    for (unsigned i = 1; i <= hands->shakes; i++) {
        __atomic_store_n(&hands->cells[0], i, __ATOMIC_RELEASE);
        while (__atomic_load_n(&hands->cells[2], __ATOMIC_ACQUIRE) < i)
            usleep(500);
    }
    return NULL;
}

/* Kernels that wait for the processor, which answers each of them once. Between two launches it
 * changes what they add to, by no call. */
static int shake(int count)
{
    unsigned shakes = count ? (unsigned)count : 3;
    struct app app;
    pthread_t thread;
    app_begin(&app, true);
    CUdeviceptr memory = 0;
    CU(cuMemAllocManaged(&memory, 4096, CU_MEM_ATTACH_GLOBAL));
    struct hands hands = {(unsigned *)(uintptr_t)memory, shakes};
    memset(hands.cells, 0, 4096);
    EXPECT(pthread_create(&thread, NULL, shake_hands, &hands) == 0);
    void *params[] = {&memory};
    for (unsigned i = 0; i < shakes; i++) {
        app_launch(app_kernel(&app, "_Z5shakePVj"), 1, 1, app.stream, params);
        CU(cuStreamSynchronize(app.stream));
        hands.cells[1] += 1000;
    }
    pthread_join(thread, NULL);
    EXPECT(hands.cells[1] == shakes * 1000 + shakes * (shakes + 1) / 2);
    EXPECT(hands.cells[2] == shakes);
    CU(cuMemFree(memory));
    app_end(&app, true);
    return 0;
}

const struct mode run_modes[] = {
    {"script", script},
    {"shake", shake},
    {NULL, NULL},
};
