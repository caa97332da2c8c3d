#include "collect/doctor/trial_kernel.h"

#include <cuda.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/message.h"

/* Long enough for some samples at any interval: 0.1 to 1 ms on the GPUs of today. */
enum { BLOCKS = 1024, THREADS = 256 };

static const char source[] = ".version 6.0\n"
                             ".target sm_60\n"
                             ".address_size 64\n"
                             ".visible .entry rooftop_doctor(.param .u64 sums)\n"
                             "{\n"
                             "    .reg .pred %p;\n"
                             "    .reg .f32 %f;\n"
                             "    .reg .u32 %r<4>;\n"
                             "    .reg .u64 %rd<4>;\n"
                             "    ld.param.u64 %rd1, [sums];\n"
                             "    cvta.to.global.u64 %rd1, %rd1;\n"
                             "    mov.u32 %r1, %tid.x;\n"
                             "    cvt.rn.f32.u32 %f, %r1;\n"
                             "    mov.u32 %r2, 0;\n"
                             "again:\n"
                             "    fma.rn.f32 %f, %f, %f, 0f3F800000;\n"
                             "    add.u32 %r2, %r2, 1;\n"
                             "    setp.lt.u32 %p, %r2, 4000;\n"
                             "    @%p bra again;\n"
                             "    mul.wide.u32 %rd2, %r1, 4;\n"
                             "    add.u64 %rd1, %rd1, %rd2;\n"
                             "    st.global.f32 [%rd1], %f;\n"
                             "    ret;\n"
                             "}\n";

/* X(member, exported symbol, parameters) */
#define CALLS(X)                                                                                   \
    X(init, "cuInit", (unsigned))                                                                  \
    X(get, "cuDeviceGet", (CUdevice *, int))                                                       \
    X(create, "cuCtxCreate_v2", (CUcontext *, unsigned, CUdevice))                                 \
    X(load, "cuModuleLoadData", (CUmodule *, const void *))                                        \
    X(function, "cuModuleGetFunction", (CUfunction *, CUmodule, const char *))                     \
    X(allocate, "cuMemAlloc_v2", (CUdeviceptr *, size_t))                                          \
    X(launch, "cuLaunchKernel",                                                                    \
      (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, CUstream, \
       void **, void **))                                                                          \
    X(wait, "cuCtxSynchronize", (void))                                                            \
    X(error_name, "cuGetErrorName", (CUresult, const char **))

struct driver {
#define MEMBER(member, symbol, parameters) CUresult(*member) parameters;
    CALLS(MEMBER)
#undef MEMBER
};

static int fail(const char *what, const char *error)
{
    char text[256];
    snprintf(text, sizeof text, "%s: %s", what, error);
    message_print(stderr, text);
    return EXIT_FAILURE;
}

static const char *load(struct driver *driver)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return "libcuda.so.1";
#define LOAD(member, symbol, parameters)                                                           \
    driver->member = (CUresult(*) parameters)dlsym(library, symbol);                               \
    if (!driver->member)                                                                           \
        return symbol;
    CALLS(LOAD)
#undef LOAD
    return NULL;
}

/* The context stays until the end of the process. */
static CUresult run(const struct driver *driver, int device)
{
    CUdevice number;
    CUcontext context;
    CUmodule module;
    CUfunction function;
    CUdeviceptr sums;
    void *arguments[] = {&sums};
    CUresult result;
#define STEP(call)                                                                                 \
    if ((result = driver->call) != CUDA_SUCCESS)                                                   \
        return result;
    STEP(init(0))
    STEP(get(&number, device))
    STEP(create(&context, 0, number))
    STEP(load(&module, source))
    STEP(function(&function, module, "rooftop_doctor"))
    STEP(allocate(&sums, THREADS * sizeof(float)))
    STEP(launch(function, BLOCKS, 1, 1, THREADS, 1, 1, 0, NULL, arguments, NULL))
    STEP(wait())
#undef STEP
    return result;
}

bool trial_kernel_wanted(int argc, char *const *argv)
{
    return argc == 3 && strcmp(argv[1], TRIAL_KERNEL_WORD) == 0;
}

int trial_kernel_run(char *const *argv)
{
    struct driver driver = {0};
    const char *missing = load(&driver), *name = NULL;
    if (missing)
        return fail("the driver lacks", missing);
    CUresult result = run(&driver, atoi(argv[2]));
    if (result == CUDA_SUCCESS)
        return EXIT_SUCCESS;
    driver.error_name(result, &name);
    return fail(TRIAL_KERNEL_FAILS, name ? name : "an error that the driver does not name");
}
