#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "elf_image.h"

static bool failed;

bool expect_true(bool ok, const char *text, const char *file, int line)
{
    if (!ok) {
        printf("FAILED %s:%d: %s\n", file, line, text);
        failed = true;
    }
    return ok;
}

bool expect_result(CUresult result, const char *text, const char *file, int line)
{
    if (result != CUDA_SUCCESS) {
        printf("FAILED %s:%d: %s returned %d\n", file, line, text, (int)result);
        failed = true;
    }
    return result == CUDA_SUCCESS;
}

bool app_failed(void)
{
    return failed;
}

bool app_has_managed;

void *app_image(void)
{
    static const struct elf_symbol symbols[] = {
        {"_Z7vec_addPKfS0_Pfi", 0, 0},
        {"_Z7inplacePffi", 0, 0},
        {"_Z5countPj", 0, 0},
        {"_Z10add_globalv", 0, 0},
        {"_Z11add_managedv", 0, 0},
        {"_Z8surf_incyii", 0, 0},
        {"_ZN2ns4tileILi16EEEvPf", 0, 0},
        {"_Z9big_param3BigPj", 0, 0},
        {"_Z8odd_sizec4Odd3sPy", 0, 0},
        {"_Z7clusterPj", 0, 0},
        {"_Z4coopPj", 0, 0},
        {"_Z4tinyPf", 0, 0},
        {"_Z8count_atPPj", 0, 0},
        {"_Z9count_for6holder", 0, 0},
        {"_Z6followPKjjPj", 0, 0},
        {"_Z4meetPjjS_", 0, 0},
        {"_Z5awaitPjS_", 0, 0},
        {"_ZN15stream_executor12_GLOBAL__N_111DelayKernelEPVjj", 0, 0},
        {"_Z6wanderPhm", 0, 0},
        {"_Z9wander_atPPhm", 0, 0},
        {"_Z7scatterPhPKm", 0, 0},
        {"_Z10take_placePmm", 0, 0},
        {"_Z4slowPf", 0, 0},
        {"_Z39ncclDevKernel_AllReduce_Sum_f32_RING_LLPf", 0, 0},
        {"_Z22nvshmemi_barrier_fencePf", 0, 0},
        {"_Z5crashv", 0, 0},
        {"_Z5shakePVj", 0, 0},
        {"_Z5pickyPjS_j", 0, 0},
        {"device_value", 4, 0},
        {"managed_value", 4, 1},
    };
    size_t size, count = sizeof symbols / sizeof *symbols - !app_has_managed;
    return elf_image_build(symbols, count, &size);
}

void app_begin(struct app *app, bool primary)
{
    *app = (struct app){0};
    void *image = app_image();
    CU(cuInit(0));
    if (primary) {
        CU(cuDevicePrimaryCtxRetain(&app->context, 0));
        CU(cuCtxSetCurrent(app->context));
    } else {
        CU(cuCtxCreate(&app->context, NULL, 0, 0));
    }
    CU(cuModuleLoadData(&app->module, image));
    CU(cuStreamCreate(&app->stream, CU_STREAM_NON_BLOCKING));
    free(image); /* the driver keeps what it needs */
}

void app_end(struct app *app, bool primary)
{
    CU(cuCtxSynchronize());
    CU(cuStreamDestroy(app->stream));
    CU(cuModuleUnload(app->module));
    if (primary)
        CU(cuDevicePrimaryCtxRelease(0));
    else
        CU(cuCtxDestroy(app->context));
}

CUfunction app_kernel(const struct app *app, const char *name)
{
    CUfunction function = NULL;
    CU(cuModuleGetFunction(&function, app->module, name));
    return function;
}

void app_launch(CUfunction function, unsigned grid, unsigned block, CUstream stream, void **params)
{
    CU(cuLaunchKernel(function, grid, 1, 1, block, 1, 1, 0, stream, params, NULL));
}

void app_fill(float *x)
{
    for (size_t i = 0; i < APP_COUNT; i++)
        x[i] = (float)(i % 7);
}

float app_stepped(size_t index, int steps)
{
    float x = (float)(index % 7);
    while (steps-- > 0)
        x = x * 0.5f + 1;
    return x;
}

CUgraphNode app_add_kernel(CUgraph graph, CUfunction function, unsigned grid, unsigned block,
                           void **params, CUgraphNode after)
{
    CUgraphNode node = NULL;
    const CUDA_KERNEL_NODE_PARAMS kernel = {.func = function,
                                            .gridDimX = grid,
                                            .gridDimY = 1,
                                            .gridDimZ = 1,
                                            .blockDimX = block,
                                            .blockDimY = 1,
                                            .blockDimZ = 1,
                                            .kernelParams = params};
    CU(cuGraphAddKernelNode(&node, graph, &after, after != NULL, &kernel));
    return node;
}

CUdeviceptr app_floats(void)
{
    static float x[APP_COUNT];
    CUdeviceptr pointer = 0;
    app_fill(x);
    CU(cuMemAlloc(&pointer, sizeof x));
    CU(cuMemcpyHtoD(pointer, x, sizeof x));
    return pointer;
}

void app_check_steps(CUdeviceptr pointer, int steps)
{
    float *x = malloc(APP_COUNT * sizeof *x);
    CU(cuMemcpyDtoH(x, pointer, APP_COUNT * sizeof *x));
    size_t wrong = 0;
    for (size_t i = 0; i < APP_COUNT; i++)
        wrong += x[i] != app_stepped(i, steps);
    EXPECT(wrong == 0);
    free(x);
}

void app_inplace(const struct app *app, CUdeviceptr x, int times)
{
    float a = 0.5f;
    int n = APP_COUNT;
    void *params[] = {&x, &a, &n};
    CUfunction function = app_kernel(app, "_Z7inplacePffi");
    for (int i = 0; i < times; i++)
        app_launch(function, APP_GRID, APP_BLOCK, app->stream, params);
}
