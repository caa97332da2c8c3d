/* What driver calls of the program leave behind, by the table of rules. */
#include "collect/inject/entry/call_rules.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/captures.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/program/modules.h"
#include "free_tracker.h"

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name

static struct memory_tracker memory;
static struct module_list modules;
static struct function_table functions;
static struct inject the_inject;

static struct {
    unsigned type, managed;
    int ordinal;
} pooled; /* what the driver says of all memory */

static CUresult get_device(CUdevice *device)
{
    *device = 0;
    return CUDA_SUCCESS;
}

static CUstream captured;

static CUresult is_capturing(CUstream stream, CUstreamCaptureStatus *status)
{
    *status = stream == captured ? CU_STREAM_CAPTURE_STATUS_ACTIVE : CU_STREAM_CAPTURE_STATUS_NONE;
    return CUDA_SUCCESS;
}

static CUresult get_attribute(void *data, CUpointer_attribute attribute, CUdeviceptr address)
{
    (void)address;
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        *(unsigned *)data = pooled.type;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        *(unsigned *)data = pooled.managed;
        return CUDA_SUCCESS;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *(int *)data = pooled.ordinal;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

static int set_up(void **unused)
{
    (void)unused;
    memory = (struct memory_tracker){0};
    modules = (struct module_list){0};
    the_inject = (struct inject){
        .program = {.memory = &memory, .modules = &modules, .functions = &functions},
        .driver = {.ctx_get_device = get_device,
                   .pointer_get_attribute = get_attribute,
                   .stream_is_capturing = is_capturing}};
    call_rules_fill();
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    free_tracker(&memory);
    free(modules.modules);
    free(modules.libraries);
    return 0;
}

static void call(CUpti_CallbackId id, const void *parameters, CUresult result)
{
    CUpti_CallbackData data = {
        .functionParams = parameters, .functionReturnValue = &result, .context = (CUcontext)1};
    call_begins(&the_inject, id, &data);
    call_ends(&the_inject, id, &data);
}

static void allocations_come_when_they_succeed_and_go_at_once(void **unused)
{
    CUdeviceptr address = 0x1000;
    const cuMemAlloc_v2_params allocate = {.dptr = &address, .bytesize = 64};
    const cuMemFree_v2_params release = {.dptr = 0x1000};
    (void)unused;
    call(CBID(cuMemAlloc_v2), &allocate, CUDA_ERROR_OUT_OF_MEMORY);
    assert_int_equal(memory.count, 0);
    call(CBID(cuMemAlloc_v2), &allocate, CUDA_SUCCESS);
    assert_int_equal(memory_find(&memory, 0x103f)->kind, REGION_DEVICE);
    assert_int_equal(memory_find(&memory, 0x103f)->home, 0);
    call(CBID(cuMemFree_v2), &release, CUDA_ERROR_INVALID_VALUE);
    call(CBID(cuMemFree_v2), &release, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    assert_int_equal(memory.count, 1);
    call(CBID(cuMemFree_v2), &release,
         CUDA_ERROR_ILLEGAL_ADDRESS); /* of a kernel: it may be gone */
    assert_int_equal(memory.count, 0);
    call(CBID(cuMemAlloc_v2), &allocate, CUDA_SUCCESS);
    call(CBID(cuMemFree_v2), &release, CUDA_SUCCESS);
    assert_int_equal(memory.count, 0);
}

static void memory_of_pools_is_what_the_driver_says(void **unused)
{
    static const struct {
        unsigned type, managed;
        int ordinal;
        enum region_kind kind;
        int home;
    } cases[] = {{CU_MEMORYTYPE_DEVICE, 0, 0, REGION_DEVICE, 0},
                 {CU_MEMORYTYPE_DEVICE, 0, 1, REGION_DEVICE, 1},
                 {CU_MEMORYTYPE_HOST, 0, 0, REGION_HOST, -1},
                 {CU_MEMORYTYPE_DEVICE, 1, 0, REGION_MANAGED, 0}};
    CUdeviceptr address = 0x1000;
    const cuMemAllocFromPoolAsync_params allocate = {
        .dptr = &address, .bytesize = 64, .hStream = (CUstream)8};
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pooled.type = cases[i].type;
        pooled.managed = cases[i].managed;
        pooled.ordinal = cases[i].ordinal;
        call(CBID(cuMemAllocFromPoolAsync), &allocate, CUDA_SUCCESS);
        assert_int_equal(memory_find(&memory, 0x1000)->kind, cases[i].kind);
        assert_int_equal(memory_find(&memory, 0x1000)->home, cases[i].home);
    }
    /* A question might break a capture of the stream; another one's capture changes nothing. */
    pooled.type = CU_MEMORYTYPE_HOST;
    pooled.managed = 0;
    the_inject.program.capturing = 1;
    captured = allocate.hStream;
    call(CBID(cuMemAllocFromPoolAsync), &allocate, CUDA_SUCCESS);
    assert_int_equal(memory_find(&memory, 0x1000)->kind, REGION_DEVICE);
    captured = (CUstream)9;
    call(CBID(cuMemAllocFromPoolAsync), &allocate, CUDA_SUCCESS);
    assert_int_equal(memory_find(&memory, 0x1000)->kind, REGION_HOST);
}

static void host_memory_may_be_read_only(void **unused)
{
    static char bytes[64];
    cuMemHostRegister_v2_params p = {.p = bytes, .bytesize = sizeof bytes};
    (void)unused;
    call(CBID(cuMemHostRegister_v2), &p, CUDA_SUCCESS);
    assert_true(memory_find(&memory, (uintptr_t)bytes)->accessible);
    p.Flags = CU_MEMHOSTREGISTER_READ_ONLY;
    call(CBID(cuMemHostRegister_v2), &p, CUDA_SUCCESS);
    assert_false(memory_find(&memory, (uintptr_t)bytes)->accessible);
}

static void captures_are_counted(void **unused)
{
    const cuStreamBeginCapture_v2_params one = {.hStream = (CUstream)7}, own = {0},
                                         other = {.hStream = (CUstream)9};
    (void)unused;
    call(CBID(cuStreamBeginCapture_v2), &one, CUDA_SUCCESS);
    call(CBID(cuStreamBeginCapture_v2_ptsz), &own, CUDA_SUCCESS);
    call(CBID(cuStreamBeginCapture_v2), &other, CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(the_inject.program.capturing, 2);
    call(CBID(cuStreamEndCapture), &other, CUDA_ERROR_INVALID_VALUE); /* none of that stream */
    assert_int_equal(the_inject.program.capturing, 2);
    call(CBID(cuStreamEndCapture), &one, CUDA_ERROR_INVALID_VALUE); /* it ends all the same */
    call(CBID(cuStreamEndCapture_ptsz), &own, CUDA_SUCCESS);
    call(CBID(cuStreamEndCapture), &one, CUDA_SUCCESS);
    assert_int_equal(the_inject.program.capturing, 0);
}

static void captures_go_with_their_stream(void **unused)
{
    const cuStreamBeginCapture_v2_params begin = {.hStream = (CUstream)7};
    const cuStreamDestroy_v2_params other = {.hStream = (CUstream)9},
                                    gone = {.hStream = begin.hStream};
    (void)unused;
    call(CBID(cuStreamBeginCapture_v2), &begin, CUDA_SUCCESS);
    call(CBID(cuStreamDestroy_v2), &other, CUDA_SUCCESS);
    call(CBID(cuStreamDestroy_v2), &gone, CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(the_inject.program.capturing, 1);
    call(CBID(cuStreamDestroy_v2), &gone, CUDA_SUCCESS);
    assert_int_equal(the_inject.program.capturing, 0);
    for (uintptr_t i = 0; i < 100; i++) { /* more than the list has room for */
        const cuStreamBeginCapture_v2_params many = {.hStream = (CUstream)(100 + i)};
        call(CBID(cuStreamBeginCapture_v2), &many, CUDA_SUCCESS);
    }
    assert_int_equal(the_inject.program.capturing, 100);
    for (uintptr_t i = 100; i-- > 0;) {
        const cuStreamEndCapture_params end = {.hStream = (CUstream)(100 + i)};
        call(CBID(cuStreamEndCapture), &end, CUDA_SUCCESS);
    }
    assert_int_equal(the_inject.program.capturing, 0);
    call(CBID(cuStreamBeginCapture_v2), &begin, CUDA_SUCCESS);
    captures_drop_context(&the_inject, (CUcontext)1);
    assert_int_equal(the_inject.program.capturing, 0);
}

static void modules_and_settings_of_functions_are_noted(void **unused)
{
    CUmodule module = (CUmodule)5;
    const cuModuleLoadData_params load = {.module = &module};
    const cuModuleUnload_params unload = {.hmod = (CUmodule)5};
    const cuFuncSetCacheConfig_params cache = {.hfunc = (CUfunction)3,
                                               .config = CU_FUNC_CACHE_PREFER_L1};
    (void)unused;
    call(CBID(cuModuleLoadData), &load, CUDA_SUCCESS);
    assert_int_equal(modules.module_count, 1);
    call(CBID(cuFuncSetCacheConfig), &cache, CUDA_SUCCESS);
    assert_true(functions_get(&functions, (CUfunction)3)->has_cache_config);
    call(CBID(cuModuleUnload), &unload, CUDA_SUCCESS);
    assert_int_equal(modules.module_count, 0);
    assert_int_equal(functions.count, 0); /* handles are used again */
}

static void other_calls_leave_nothing_behind(void **unused)
{
    (void)unused;
    call(CBID(cuCtxGetCurrent), NULL, CUDA_SUCCESS);
    call(CUPTI_DRIVER_TRACE_CBID_SIZE, NULL, CUDA_SUCCESS);
    assert_int_equal(memory.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(allocations_come_when_they_succeed_and_go_at_once, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(memory_of_pools_is_what_the_driver_says, set_up, tear_down),
        cmocka_unit_test_setup_teardown(host_memory_may_be_read_only, set_up, tear_down),
        cmocka_unit_test_setup_teardown(captures_are_counted, set_up, tear_down),
        cmocka_unit_test_setup_teardown(captures_go_with_their_stream, set_up, tear_down),
        cmocka_unit_test_setup_teardown(modules_and_settings_of_functions_are_noted, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(other_calls_leave_nothing_behind, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
