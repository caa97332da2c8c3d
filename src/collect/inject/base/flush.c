#include "collect/inject/base/flush.h"

#include "collect/inject/base/inject.h"

enum {
    COPIED_BYTES = 512 << 10,
    LEAST_BYTES = 128 << 20,
    BLOCKS = 1024,
    THREADS = 256,
    BYTES_PER_LOAD = 16
};

/* Each thread strides over the buffer with loads that bypass L1. Its sum is stored only if it is
 * not zero, which never happens, so that the assembler keeps the loads. */
static const char source[] =
    ".version 6.0\n"
    ".target sm_60\n"
    ".address_size 64\n"
    ".visible .entry rooftop_flush_l2(.param .u64 buffer, .param .u64 size)\n"
    "{\n"
    "    .reg .pred %p<3>;\n"
    "    .reg .u32 %r<10>;\n"
    "    .reg .u64 %rd<10>;\n"
    "    ld.param.u64 %rd1, [buffer];\n"
    "    ld.param.u64 %rd2, [size];\n"
    "    cvta.to.global.u64 %rd1, %rd1;\n"
    "    mov.u32 %r1, %ctaid.x;\n"
    "    mov.u32 %r2, %ntid.x;\n"
    "    mov.u32 %r3, %tid.x;\n"
    "    mad.lo.u32 %r4, %r1, %r2, %r3;\n"
    "    mul.wide.u32 %rd3, %r4, 16;\n"
    "    mov.u32 %r5, %nctaid.x;\n"
    "    mul.lo.u32 %r5, %r5, %r2;\n"
    "    mul.wide.u32 %rd4, %r5, 16;\n"
    "    mov.u32 %r9, 0;\n"
    "loop:\n"
    "    setp.ge.u64 %p1, %rd3, %rd2;\n"
    "    @%p1 bra done;\n"
    "    add.u64 %rd5, %rd1, %rd3;\n"
    "    ld.global.cg.v4.u32 {%r4, %r6, %r7, %r8}, [%rd5];\n"
    "    xor.b32 %r4, %r4, %r6;\n"
    "    xor.b32 %r7, %r7, %r8;\n"
    "    xor.b32 %r4, %r4, %r7;\n"
    "    or.b32 %r9, %r9, %r4;\n"
    "    add.u64 %rd3, %rd3, %rd4;\n"
    "    bra loop;\n"
    "done:\n"
    "    setp.ne.u32 %p2, %r9, 0;\n"
    "    @!%p2 bra end;\n"
    "    st.global.u32 [%rd1], %r9;\n"
    "end:\n"
    "    ret;\n"
    "}\n";

static bool open_evict(struct l2_evict *evict, struct inject *inject, CUdevice device)
{
    static const CUdevice_attribute attributes[] = {CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID,
                                                    CU_DEVICE_ATTRIBUTE_PCI_BUS_ID,
                                                    CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID};
    int pci[3];
    for (size_t i = 0; i < 3; i++)
        if (inject->driver.device_get_attribute(&pci[i], attributes[i], device) != CUDA_SUCCESS)
            return false;
    if (l2_evict_open(evict, (unsigned)pci[0], (unsigned)pci[1], (unsigned)pci[2]))
        return true;
    l2_evict_close(evict);
    return false;
}

CUresult flush_open(struct flush *flush, struct inject *inject, CUdevice device, bool evict)
{
    const struct foil_driver *driver = &inject->driver;
    int l2 = 0;
    *flush = (struct flush){0};
    flush->evicts = evict && open_evict(&flush->evict, inject, device);
    if (flush->evicts)
        return driver->mem_alloc(&flush->buffer, 2 * COPIED_BYTES);
    driver->device_get_attribute(&l2, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, device);
    flush->size =
        2 * (unsigned long long)l2 > LEAST_BYTES ? 2 * (unsigned long long)l2 : LEAST_BYTES;
    flush->size -= flush->size % BYTES_PER_LOAD;
    CUresult result = driver->module_load_data(&flush->module, source);
    if (result == CUDA_SUCCESS)
        result = driver->module_get_function(&flush->function, flush->module, "rooftop_flush_l2");
    if (result == CUDA_SUCCESS)
        result = driver->mem_alloc(&flush->buffer, flush->size);
    /* All zeros: the kernel then never stores. */
    if (result == CUDA_SUCCESS)
        result = driver->memset_d8(flush->buffer, 0, flush->size);
    return result;
}

static CUresult drop_code(struct inject *inject)
{
    CUmodule module;
    CUresult result = inject->driver.module_load_data(&module, source);
    if (result == CUDA_SUCCESS)
        result = inject->driver.module_unload(module);
    return result;
}

static CUresult evict(const struct flush *flush, struct inject *inject, CUstream stream,
                      bool system_memory)
{
    CUresult result = inject->driver.memcpy_dtod_async(flush->buffer, flush->buffer + COPIED_BYTES,
                                                       COPIED_BYTES, stream);
    if (result == CUDA_SUCCESS)
        result = drop_code(inject);
    if (result == CUDA_SUCCESS)
        result = inject->driver.ctx_synchronize();
    if (result == CUDA_SUCCESS && !l2_evict_run(&flush->evict, system_memory))
        result = CUDA_ERROR_OPERATING_SYSTEM;
    return result;
}

CUresult flush_run(const struct flush *flush, struct inject *inject, CUstream stream,
                   bool system_memory)
{
    /* Loading code writes device memory. The launch before must be over, since its counters would
     * see that. */
    CUresult result = inject->driver.ctx_synchronize();
    if (result == CUDA_SUCCESS && flush->evicts)
        return evict(flush, inject, stream, system_memory);
    if (result == CUDA_SUCCESS)
        result = drop_code(inject);
    if (result != CUDA_SUCCESS)
        return result;
    CUdeviceptr buffer = flush->buffer;
    unsigned long long size = flush->size;
    void *parameters[] = {&buffer, &size};
    return inject->driver.launch_kernel(flush->function, BLOCKS, 1, 1, THREADS, 1, 1, 0, stream,
                                        parameters, NULL);
}

void flush_close(struct flush *flush, struct inject *inject)
{
    if (flush->buffer)
        inject->driver.mem_free(flush->buffer);
    if (flush->module)
        inject->driver.module_unload(flush->module);
    if (flush->evicts)
        l2_evict_close(&flush->evict);
    *flush = (struct flush){0};
}
