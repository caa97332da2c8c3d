#include "own_kernel.h"

#include "inject.h"

CUresult own_kernel_run(struct inject *inject, const char *ptx, const char *name)
{
    const struct foil_driver *driver = &inject->driver;
    CUmodule module;
    CUfunction function;
    bool replaying = inject->replaying;
    inject->replaying = true;
    CUresult result = driver->module_load_data(&module, ptx);
    if (result == CUDA_SUCCESS) {
        result = driver->module_get_function(&function, module, name);
        if (result == CUDA_SUCCESS)
            result = driver->launch_kernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL);
        if (result == CUDA_SUCCESS)
            result = driver->ctx_synchronize();
        CUresult unloaded = driver->module_unload(module);
        result = result != CUDA_SUCCESS ? result : unloaded;
    }
    inject->replaying = replaying;
    return result;
}

CUresult own_kernel_deepen_stack(struct inject *inject)
{
    /* Which words are written is not known to the compiler, so that it has to keep them all. */
    static const char ptx[] = ".version 6.0\n"
                              ".target sm_60\n"
                              ".address_size 64\n"
                              ".visible .entry rooftop_deepen_stack()\n"
                              "{\n"
                              "    .local .align 4 .b8 room[2048];\n"
                              "    .reg .u32 %r<4>;\n"
                              "    .reg .u64 %rd<5>;\n"
                              "    mov.u32 %r1, %clock;\n"
                              "    and.b32 %r1, %r1, 60;\n"
                              "    cvt.u64.u32 %rd1, %r1;\n"
                              "    mov.u64 %rd2, room;\n"
                              "    add.u64 %rd3, %rd2, %rd1;\n"
                              "    st.local.u32 [%rd3], %r1;\n"
                              "    mov.u32 %r2, %clock;\n"
                              "    and.b32 %r2, %r2, 60;\n"
                              "    cvt.u64.u32 %rd1, %r2;\n"
                              "    add.u64 %rd4, %rd2, %rd1;\n"
                              "    ld.local.u32 %r3, [%rd4];\n"
                              "    st.local.u32 [%rd4+4], %r3;\n"
                              "    ret;\n"
                              "}\n";
    return own_kernel_run(inject, ptx, "rooftop_deepen_stack");
}
