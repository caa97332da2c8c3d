/* Modes that launch kernels in all the ways there are. */
#include <stdlib.h>
#include <string.h>

#include "app.h"

int app_vector_add(int launches)
{
    struct app app;
    app_begin(&app, true);
    CUdeviceptr a = app_floats(), b = app_floats(), c = 0;
    CU(cuMemAlloc(&c, APP_COUNT * sizeof(float)));
    int n = APP_COUNT;
    void *params[] = {&a, &b, &c, &n};
    CUfunction function = app_kernel(&app, "_Z7vec_addPKfS0_Pfi");
    for (int i = 0; i < launches; i++)
        app_launch(function, APP_GRID, APP_BLOCK, app.stream, params);
    CU(cuStreamSynchronize(app.stream));
    float *sum = malloc(APP_COUNT * sizeof *sum);
    CU(cuMemcpyDtoH(sum, c, APP_COUNT * sizeof *sum));
    size_t wrong = 0;
    for (size_t i = 0; i < APP_COUNT; i++)
        wrong += sum[i] != 2 * (float)(i % 7);
    EXPECT(wrong == 0);
    free(sum);
    CU(cuMemFree(a));
    CU(cuMemFree(b));
    CU(cuMemFree(c));
    app_end(&app, true);
    return 0;
}

static int vector_add(int count)
{
    return app_vector_add(count ? count : 1);
}

static int twenty(int count)
{
    return app_vector_add(count ? count : 20);
}

static int inplace(int count)
{
    struct app app;
    int times = count ? count : 3;
    app_begin(&app, false);
    CUdeviceptr x = app_floats();
    app_inplace(&app, x, times);
    CU(cuStreamSynchronize(app.stream));
    app_check_steps(x, times);
    CU(cuMemFree(x));
    app_end(&app, false);
    return 0;
}

/* Launches a kernel that adds something to one counter; returns the counter. */
static unsigned counted(const struct app *app, const char *name, unsigned grid, unsigned block,
                        int times)
{
    CUdeviceptr counter = 0;
    unsigned value = 0;
    CU(cuMemAlloc(&counter, sizeof value));
    CU(cuMemsetD32(counter, 0, 1));
    void *params[] = {&counter};
    for (int i = 0; i < times; i++)
        app_launch(app_kernel(app, name), grid, block, app->stream, params);
    CU(cuStreamSynchronize(app->stream));
    CU(cuMemcpyDtoH(&value, counter, sizeof value));
    CU(cuMemFree(counter));
    return value;
}

static int count_mode(int count)
{
    struct app app;
    int times = count ? count : 2;
    app_begin(&app, true);
    EXPECT(counted(&app, "_Z5countPj", 4, 64, times) == 4u * 64u * (unsigned)times);
    app_end(&app, true);
    return 0;
}

/* Kernels that add a number to each float. */
static int adding(struct app *app, const char *name, unsigned threads, float step, int times)
{
    CUdeviceptr x = 0;
    float *values = calloc(threads, sizeof *values);
    CU(cuMemAlloc(&x, threads * sizeof *values));
    CU(cuMemsetD32(x, 0, threads));
    void *params[] = {&x};
    CUfunction function = app_kernel(app, name);
    for (int i = 0; i < times; i++)
        app_launch(function, 1, threads, app->stream, params);
    CU(cuCtxSynchronize());
    CU(cuMemcpyDtoH(values, x, threads * sizeof *values));
    EXPECT(values[0] == step * (float)times);
    free(values);
    CU(cuMemFree(x));
    return 0;
}

/* From an image in the doubles' own text form. */
static int template_mode(int count)
{
    static const char image[] = "FAKECUBIN\nkernel _ZN2ns4tileILi16EEEvPf\nglobal other 16\n";
    struct app app;
    app_begin(&app, true);
    CUmodule standard = app.module;
    CU(cuModuleLoadData(&app.module, image));
    adding(&app, "_ZN2ns4tileILi16EEEvPf", 32, 16, count ? count : 1);
    CU(cuModuleUnload(app.module));
    app.module = standard;
    app_end(&app, true);
    return 0;
}

/* From PTX, as a program that compiles at run time has it. */
static int tiny(int count)
{
    static const char ptx[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
                              ".visible .global .align 4 .u32 tiny_total[4];\n"
                              ".visible .entry _Z4tinyPf(\n.param .u64 p0\n)\n{\nret;\n}\n";
    struct app app;
    app_begin(&app, true);
    CUmodule standard = app.module;
    CUdeviceptr total = 0;
    size_t size = 0;
    CU(cuModuleLoadData(&app.module, ptx));
    CU(cuModuleGetGlobal(&total, &size, app.module, "tiny_total"));
    EXPECT(size == 16);
    adding(&app, "_Z4tinyPf", 32, 1, count ? count : 1);
    CU(cuModuleUnload(app.module));
    app.module = standard;
    app_end(&app, true);
    return 0;
}

static int slow(int count)
{
    struct app app;
    app_begin(&app, true);
    adding(&app, "_Z4slowPf", 1, 1, count ? count : 1);
    app_end(&app, true);
    return 0;
}

static int bigparam(int count)
{
    struct app app;
    (void)count;
    app_begin(&app, true);
    static struct big big;
    unsigned expected = 0;
    for (unsigned i = 0; i < 500; i++)
        expected += (unsigned)(big.words[i] = 3 * i);
    for (unsigned i = 0; i < sizeof big.odd; i++)
        expected += big.odd[i] = (uint8_t)(200 + i);
    CUdeviceptr sum = 0;
    unsigned value = 0;
    CU(cuMemAlloc(&sum, 8));
    CU(cuMemsetD8(sum, 0, 8));
    void *params[] = {&big, &sum};
    app_launch(app_kernel(&app, "_Z9big_param3BigPj"), 1, 1, app.stream, params);
    CU(cuMemcpyDtoH(&value, sum, sizeof value));
    EXPECT(value == expected);
    /* Odd sizes, handed over as one packed buffer. */
    unsigned char packed[16] = {10, 20, 30, 40, 0xff, 0xff};
    size_t size = sizeof packed;
    uint64_t total = 0;
    CU(cuMemsetD8(sum, 0, 8));
    memcpy(packed + 8, &sum, sizeof sum);
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    CUfunction odd = app_kernel(&app, "_Z8odd_sizec4Odd3sPy");
    CU(cuLaunchKernel(odd, 1, 1, 1, 1, 1, 1, 0, app.stream, NULL, extra));
    CU(cuMemcpyDtoH(&total, sum, sizeof total));
    EXPECT(total == 10 + 20 + 30 + 40 - 1);
    CU(cuMemFree(sum));
    app_end(&app, true);
    return 0;
}

static int ex(int count)
{
    struct app app;
    (void)count;
    app_begin(&app, true);
    CUdeviceptr counter = 0;
    unsigned value = 0;
    CU(cuMemAlloc(&counter, sizeof value));
    CU(cuMemsetD32(counter, 0, 1));
    void *params[] = {&counter};
    CUlaunchAttribute attributes[2] = {
        {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION, .value.clusterDim = {4, 1, 1}},
        {.id = CU_LAUNCH_ATTRIBUTE_PRIORITY, .value.priority = 0},
    };
    CUlaunchConfig config = {
        .gridDimX = 8,
        .gridDimY = 1,
        .gridDimZ = 1,
        .blockDimX = 128,
        .blockDimY = 1,
        .blockDimZ = 1,
        .sharedMemBytes = 4096,
        .hStream = app.stream,
        .attrs = attributes,
        .numAttrs = 2,
    };
    CUfunction function = app_kernel(&app, "_Z7clusterPj");
    CU(cuLaunchKernelEx(&config, function, params, NULL));
    CU(cuMemcpyDtoH(&value, counter, sizeof value));
    EXPECT(value == 8);
    config.gridDimX = 6; /* not a multiple of the cluster */
    EXPECT(cuLaunchKernelEx(&config, function, params, NULL) == CUDA_ERROR_INVALID_CLUSTER_SIZE);
    CU(cuMemFree(counter));
    app_end(&app, true);
    return 0;
}

static int coop(int count)
{
    struct app app;
    (void)count;
    app_begin(&app, true);
    CUdeviceptr counter = 0;
    unsigned value = 0;
    CU(cuMemAlloc(&counter, sizeof value));
    CU(cuMemsetD32(counter, 0, 1));
    void *params[] = {&counter};
    CUfunction function = app_kernel(&app, "_Z4coopPj");
    CU(cuLaunchCooperativeKernel(function, 132, 1, 1, 64, 1, 1, 0, app.stream, params));
    CU(cuMemcpyDtoH(&value, counter, sizeof value));
    EXPECT(value == 132);
    CU(cuMemFree(counter));
    app_end(&app, true);
    return 0;
}

/* The entry points of programs that are built with one default stream for each thread. */
CUresult cuLaunchKernel_ptsz(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                             unsigned, CUstream, void **, void **);
CUresult cuLaunchKernelEx_ptsz(const CUlaunchConfig *, CUfunction, void **, void **);
CUresult cuLaunchCooperativeKernel_ptsz(CUfunction, unsigned, unsigned, unsigned, unsigned,
                                        unsigned, unsigned, unsigned, CUstream, void **);

static int ptsz(int count)
{
    struct app app;
    (void)count;
    app_begin(&app, true);
    CUdeviceptr x = app_floats();
    float a = 0.5f;
    int n = APP_COUNT;
    void *params[] = {&x, &a, &n};
    CUfunction function = app_kernel(&app, "_Z7inplacePffi");
    CUlaunchConfig config = {
        .gridDimX = APP_GRID,
        .gridDimY = 1,
        .gridDimZ = 1,
        .blockDimX = APP_BLOCK,
        .blockDimY = 1,
        .blockDimZ = 1,
    };
    CU(cuLaunchKernel_ptsz(function, APP_GRID, 1, 1, APP_BLOCK, 1, 1, 0, NULL, params, NULL));
    CU(cuLaunchKernelEx_ptsz(&config, function, params, NULL));
    CU(cuLaunchCooperativeKernel_ptsz(function, APP_GRID, 1, 1, APP_BLOCK, 1, 1, 0, NULL, params));
    app_check_steps(x, 3);
    CU(cuMemFree(x));
    app_end(&app, true);
    return 0;
}

static int kernel_handle(int count)
{
    struct app app;
    int times = count ? count : 2;
    app_begin(&app, true);
    CUlibrary library = NULL;
    CUkernel kernel = NULL;
    void *image = app_image();
    CU(cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0));
    free(image);
    CU(cuLibraryGetKernel(&kernel, library, "_Z7inplacePffi"));
    size_t offset = 0, size = 0;
    CU(cuKernelGetParamInfo(kernel, 2, &offset, &size));
    EXPECT(offset == 12 && size == 4);
    EXPECT(cuKernelGetParamInfo(kernel, 3, &offset, &size) == CUDA_ERROR_INVALID_VALUE);
    EXPECT(cuFuncGetParamInfo((CUfunction)kernel, 0, &offset, &size) != CUDA_SUCCESS);
    CUdeviceptr x = app_floats();
    float a = 0.5f;
    int n = APP_COUNT;
    void *params[] = {&x, &a, &n};
    for (int i = 0; i < times; i++)
        app_launch((CUfunction)kernel, APP_GRID, APP_BLOCK, app.stream, params);
    app_check_steps(x, times);
    /* A variable of the library changes as well. */
    CUdeviceptr variable = 0;
    unsigned value = 5;
    CU(cuLibraryGetKernel(&kernel, library, "_Z10add_globalv"));
    CU(cuLibraryGetGlobal(&variable, &size, library, "device_value"));
    CU(cuMemcpyHtoD(variable, &value, sizeof value));
    app_launch((CUfunction)kernel, 1, 32, app.stream, NULL);
    CU(cuMemcpyDtoH(&value, variable, sizeof value));
    EXPECT(value == 5 + 32);
    CU(cuMemFree(x));
    CU(cuLibraryUnload(library));
    app_end(&app, true);
    return 0;
}

/* A kernel of one module changes a variable of a library, none of whose kernels runs. Its address
 * is known before the first launch, or after some that nothing waits for, from the library or from
 * its module. */
static void change_far(const struct app *app, int times, bool late, bool by_module)
{
    CUlibrary library = NULL;
    CUmodule module = NULL;
    CUdeviceptr variable = 0, x = app_floats();
    size_t size;
    unsigned value = 5;
    void *image = app_image();
    CU(cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0));
    free(image);
    if (late)
        app_inplace(app, x, times);
    if (by_module) {
        CU(cuLibraryGetModule(&module, library));
        CU(cuModuleGetGlobal(&variable, &size, module, "device_value"));
    } else {
        CU(cuLibraryGetGlobal(&variable, &size, library, "device_value"));
    }
    CU(cuMemcpyHtoDAsync(variable, &value, sizeof value, app->stream));
    void *params[] = {&variable};
    for (int i = 0; i < times; i++)
        app_launch(app_kernel(app, "_Z5countPj"), 1, 32, app->stream, params);
    CU(cuStreamSynchronize(app->stream));
    CU(cuMemcpyDtoH(&value, variable, sizeof value));
    EXPECT(value == 5 + 32 * (unsigned)times);
    app_check_steps(x, late ? times : 0);
    CU(cuLibraryUnload(library));
    CU(cuMemFree(x));
}

static int far_variable(int count)
{
    struct app app;
    app_begin(&app, true);
    for (int form = 0; form < 4; form++)
        change_far(&app, count ? count : 1, form / 2, form % 2);
    app_end(&app, true);
    return 0;
}

/* One library in two contexts of a GPU: each has variables of its own, and all modules go at once.
 */
static int library_contexts(int count)
{
    struct app apps[2];
    CUdeviceptr x[2], variable[2];
    CUcontext previous;
    CUlibrary library = NULL;
    CUkernel kernel = NULL;
    size_t size;
    unsigned value = 5;
    void *image = app_image();
    CU(cuInit(0));
    CU(cuLibraryLoadData(&library, image, NULL, NULL, 0, NULL, NULL, 0));
    free(image);
    CU(cuLibraryGetKernel(&kernel, library, "_Z10add_globalv"));
    for (int k = 0; k < 2; k++) {
        app_begin(&apps[k], false);
        x[k] = app_floats();
        CU(cuCtxPopCurrent(&previous));
    }
    for (int k = 0; k < 2; k++) {
        CU(cuCtxPushCurrent(apps[k].context));
        CU(cuLibraryGetGlobal(&variable[k], &size, library, "device_value"));
        CU(cuMemcpyHtoD(variable[k], &value, sizeof value));
        for (int i = 0; i < count; i++)
            app_launch((CUfunction)kernel, 1, 32, apps[k].stream, NULL);
        CU(cuStreamSynchronize(apps[k].stream));
        CU(cuMemcpyDtoH(&value, variable[k], sizeof value));
        EXPECT(value == 5u + 32 * (unsigned)count);
        value = 5;
        CU(cuCtxPopCurrent(&previous));
    }
    CU(cuCtxPushCurrent(apps[0].context));
    CU(cuLibraryUnload(library));
    CU(cuCtxPopCurrent(&previous));
    for (int k = 0; k < 2; k++) {
        CU(cuCtxPushCurrent(apps[k].context));
        app_inplace(&apps[k], x[k], count);
        app_check_steps(x[k], count);
        app_end(&apps[k], false);
    }
    return 0;
}

const struct mode kernel_modes[] = {
    {"vector_add", vector_add},
    {"twenty", twenty},
    {"inplace", inplace},
    {"count", count_mode},
    {"template", template_mode},
    {"tiny", tiny},
    {"slow", slow},
    {"bigparam", bigparam},
    {"ex", ex},
    {"coop", coop},
    {"ptsz", ptsz},
    {"kernel_handle", kernel_handle},
    {"library_contexts", library_contexts},
    {"far_variable", far_variable},
    {NULL, NULL},
};
