/* The tables of driver calls: which leave a window open, which look, ask for memory or set
 * something of a function. */
#include "collect/inject/program/call_harmless.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/call_allocates.h"
#include "collect/inject/program/call_frees.h"
#include "collect/inject/program/call_looks.h"
#include "collect/inject/program/call_sets.h"
#include "collect/inject/program/memory.h"
#include "free_tracker.h"

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name

static void queries_are_harmless_and_work_is_not(void **unused)
{
    static const CUpti_CallbackId harmless[] = {CBID(cuCtxGetCurrent), CBID(cuStreamIsCapturing),
                                                CBID(cuModuleLoadData), CBID(cuEventCreate),
                                                CBID(cuFuncSetAttribute)},
                                  harmful[] = {CBID(cuLaunchKernel),
                                               CBID(cuMemFree_v2),
                                               CBID(cuMemcpyHtoD_v2),
                                               CBID(cuMemsetD8_v2),
                                               CBID(cuCtxSynchronize),
                                               CBID(cuMemAlloc_v2),
                                               0};
    (void)unused;
    assert_false(call_is_harmless(CBID(cuCtxGetCurrent))); /* the table is still empty */
    call_harmless_fill();
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        assert_true(call_is_harmless(harmless[i]));
    for (size_t i = 0; i < sizeof harmful / sizeof *harmful; i++)
        assert_false(call_is_harmless(harmful[i]));
    assert_false(call_is_harmless(CUPTI_DRIVER_TRACE_CBID_SIZE)); /* of a later driver */
}

static void no_call_is_in_two_tables(void **unused)
{
    char nothing[256] = {0}; /* the parameters of any call, all of them zero */
    const CUpti_CallbackData data = {.functionParams = nothing};
    size_t size;
    uint64_t address;
    CUmodule module;
    CUstream stream;
    (void)unused;
    call_harmless_fill();
    for (CUpti_CallbackId id = 1; id < CUPTI_DRIVER_TRACE_CBID_SIZE; id++)
        assert_true(call_is_harmless(id) + call_waits(id) + call_allocates(id, &data, &size) +
                        call_frees(id, &data, &address) + call_asks_room(id) +
                        call_frees_in_order(id, &data, &address, &stream) +
                        call_asks_about_pool(id) + call_unloads(id, &data, &module) +
                        call_destroys(id, &data, &stream) <=
                    1);
}

static void a_call_can_be_made_to_free_nothing(void **unused)
{
    cuMemFree_v2_params parameters = {.dptr = 4096};
    cuPointerGetAttribute_params one = {.ptr = 1};
    cuPointerGetAttributes_params several = {.ptr = 2};
    cuMemGetAddressRange_v2_params range = {.dptr = 3};
    CUpti_CallbackData data = {.functionParams = &parameters};
    uint64_t address = 0;
    (void)unused;
    assert_true(call_frees(CBID(cuMemFree_v2), &data, &address));
    assert_int_equal(address, 4096);
    call_frees_nothing(&data);
    assert_int_equal(parameters.dptr, 0);
    assert_false(call_frees(CBID(cuMemFreeHost), &data, &address));
    assert_false(call_asks_about(CBID(cuMemFree_v2), &data, &address));
    data.functionParams = &one;
    assert_true(call_asks_about(CBID(cuPointerGetAttribute), &data, &address) && address == 1);
    data.functionParams = &several;
    assert_true(call_asks_about(CBID(cuPointerGetAttributes), &data, &address) && address == 2);
    data.functionParams = &range;
    assert_true(call_asks_about(CBID(cuMemGetAddressRange_v2), &data, &address) && address == 3);
}

static void a_call_can_be_made_to_free_something_else(void **unused)
{
    cuMemFreeAsync_params parameters = {.dptr = 4096};
    const CUpti_CallbackData data = {.functionParams = &parameters};
    uint64_t address = 0;
    CUstream stream = NULL;
    (void)unused;
    assert_true(call_frees_in_order(CBID(cuMemFreeAsync), &data, &address, &stream));
    assert_int_equal(address, 4096);
    assert_ptr_equal(stream, CU_STREAM_LEGACY);
    assert_true(call_frees_in_order(CBID(cuMemFreeAsync_ptsz), &data, &address, &stream));
    assert_ptr_equal(stream, CU_STREAM_PER_THREAD);
    parameters.hStream = (CUstream)64;
    assert_true(call_frees_in_order(CBID(cuMemFreeAsync), &data, &address, &stream));
    assert_ptr_equal(stream, (CUstream)64);
    call_frees_instead(&data, 8192);
    assert_int_equal(parameters.dptr, 8192);
    assert_false(call_frees_in_order(CBID(cuMemFree_v2), &data, &address, &stream));
}

static void a_call_can_be_made_to_unload_another_module(void **unused)
{
    CUmodule first = (CUmodule)16, second = (CUmodule)32, module = NULL;
    cuModuleUnload_params parameters = {.hmod = first};
    const CUpti_CallbackData data = {.functionParams = &parameters};
    (void)unused;
    assert_true(call_unloads(CBID(cuModuleUnload), &data, &module));
    assert_ptr_equal(module, first);
    call_unloads_instead(&data, second);
    assert_ptr_equal(parameters.hmod, second);
    assert_false(call_unloads(CBID(cuLibraryUnload), &data, &module));
}

static void a_call_can_be_made_to_tell_of_more_memory(void **unused)
{
    size_t available = 100, total = 1000;
    cuMemGetInfo_v2_params parameters = {.free = &available, .total = &total};
    const CUpti_CallbackData data = {.functionParams = &parameters};
    (void)unused;
    call_adds_room(&data, 200);
    assert_int_equal(available, 300);
    call_adds_room(&data, 2000); /* never more than there is */
    assert_int_equal(available, 1000);
    parameters.free = NULL;
    call_adds_room(&data, 1);
}

static void allocations_say_how_much(void **unused)
{
    cuMemAlloc_v2_params plain = {.bytesize = 4096};
    cuMemAllocPitch_v2_params rows = {.WidthInBytes = 100, .Height = 10};
    CUpti_CallbackData data = {.functionParams = &plain};
    size_t size = 0;
    (void)unused;
    assert_true(call_allocates(CBID(cuMemAlloc_v2), &data, &size));
    assert_int_equal(size, 4096);
    data.functionParams = &rows;
    assert_true(call_allocates(CBID(cuMemAllocPitch_v2), &data, &size));
    assert_int_equal(size, 6120);
    rows.Height = SIZE_MAX;
    assert_false(call_allocates(CBID(cuMemAllocPitch_v2), &data, &size));
    assert_false(call_allocates(CBID(cuMemFree_v2), &data, &size));
}

static CUresult attribute_is_7(int *value, CUfunction_attribute attribute, CUfunction function)
{
    (void)attribute;
    *value = 7;
    return function == (CUfunction)1 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

static void a_setting_counts_if_it_is_another(void **unused)
{
    struct inject inject = {.driver.func_get_attribute = attribute_is_7};
    cuFuncSetAttribute_params set = {.hfunc = (CUfunction)1, .value = 7};
    cuFuncSetCacheConfig_params cache = {.hfunc = (CUfunction)3};
    CUpti_CallbackData data = {.functionParams = &set};
    (void)unused;
    assert_ptr_equal(call_sets(CBID(cuFuncSetAttribute), &data), (CUfunction)1);
    assert_false(call_sets_anew(&inject, CBID(cuFuncSetAttribute), &data));
    set.value = 8;
    assert_true(call_sets_anew(&inject, CBID(cuFuncSetAttribute), &data));
    set.value = 7;
    set.hfunc = (CUfunction)2; /* the driver does not tell */
    assert_true(call_sets_anew(&inject, CBID(cuFuncSetAttribute), &data));
    data.functionParams = &cache;
    assert_ptr_equal(call_sets(CBID(cuFuncSetCacheConfig), &data), (CUfunction)3);
    assert_true(call_sets_anew(&inject, CBID(cuFuncSetCacheConfig), &data));
    assert_null(call_sets(CBID(cuFuncGetAttribute), &data));
    cuFuncSetAttribute_params limit = {(CUfunction)1,
                                       CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536};
    cuKernelSetAttribute_params of_kernel = {CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 4096,
                                             (CUkernel)1, 0};
    size_t bytes = 0;
    data.functionParams = &limit;
    assert_true(call_sets_shared_limit(CBID(cuFuncSetAttribute), &data, &bytes) && bytes == 65536);
    limit.attrib = CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
    assert_false(call_sets_shared_limit(CBID(cuFuncSetAttribute), &data, &bytes));
    data.functionParams = &of_kernel;
    assert_true(call_sets_shared_limit(CBID(cuKernelSetAttribute), &data, &bytes) && bytes == 4096);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(queries_are_harmless_and_work_is_not),
        cmocka_unit_test(a_call_can_be_made_to_free_nothing),
        cmocka_unit_test(a_call_can_be_made_to_free_something_else),
        cmocka_unit_test(no_call_is_in_two_tables),
        cmocka_unit_test(a_call_can_be_made_to_unload_another_module),
        cmocka_unit_test(a_call_can_be_made_to_tell_of_more_memory),
        cmocka_unit_test(allocations_say_how_much),
        cmocka_unit_test(a_setting_counts_if_it_is_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
