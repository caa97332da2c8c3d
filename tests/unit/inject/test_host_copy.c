/* Copies between the host and the device: which calls are such ones, and what is kept of them. */
#include "collect/inject/program/host_copy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/batch_copy.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/program/work.h"
#include "free_tracker.h"

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name

static const CUcontext context = (CUcontext)1;
static struct memory_tracker memory;
static struct host_copy copy;

/* Below a megabyte is the device's, above it nothing that the driver knows. */
static CUresult type_of(void *type, CUpointer_attribute attribute, CUdeviceptr address)
{
    (void)attribute;
    *(CUmemorytype *)type = CU_MEMORYTYPE_DEVICE;
    return address < 0x100000 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static const struct inject inject = {.program.memory = &memory,
                                     .driver.pointer_get_attribute = type_of};

static bool reads(CUpti_CallbackId id, const void *parameters)
{
    const CUpti_CallbackData data = {.functionParams = parameters, .context = context};
    return host_copy_read(&copy, &inject, id, &data);
}

static int begin(void **unused)
{
    (void)unused;
    memory = (struct memory_tracker){0};
    memory_add(&memory, REGION_DEVICE, context, 0x1000, 0x1000);
    memory_add(&memory, REGION_HOST, context, 0x8000, 0x1000);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    free_tracker(&memory);
    return 0;
}

static void copies_to_the_host_look_at_memory_of_the_context(void **unused)
{
    cuMemcpyDtoHAsync_v2_params out = {
        .srcDevice = 0x1000, .dstHost = (void *)0x200000, .ByteCount = 16, .hStream = (CUstream)5};
    cuMemcpy_params any = {.src = 0x1000, .dst = 0x200000, .ByteCount = 16};
    (void)unused;
    assert_true(reads(CBID(cuMemcpyDtoHAsync_v2), &out) && copy.out);
    assert_true(copy.device == 0x1000 && copy.host == 0x200000 && copy.stream == (CUstream)5);
    assert_true(host_copy_looks(&copy, &inject, context, false));
    assert_false(host_copy_looks(&copy, &inject, (CUcontext)2, false));
    out.ByteCount = 0x1001;
    assert_true(reads(CBID(cuMemcpyDtoH_v2), &out) && !copy.stream);
    assert_false(host_copy_looks(&copy, &inject, context, false));
    out.srcDevice = 0x8ff0;
    out.ByteCount = 16;
    assert_true(reads(CBID(cuMemcpyDtoH_v2_ptds), &out) && copy.stream == CU_STREAM_PER_THREAD);
    assert_false(host_copy_looks(&copy, &inject, context, false));
    assert_true(host_copy_looks(&copy, &inject, context, true));
    out.ByteCount = 17; /* beyond its end */
    assert_true(reads(CBID(cuMemcpyDtoH_v2), &out));
    assert_false(host_copy_looks(&copy, &inject, context, true));
    assert_true(reads(CBID(cuMemcpy), &any) && host_copy_looks(&copy, &inject, context, false));
    any.dst = 0x1800; /* memory of the device */
    assert_false(reads(CBID(cuMemcpy), &any));
    assert_false(reads(CBID(cuMemsetD8_v2), &any));
}

static void what_comes_from_the_host_is_held(void **unused)
{
    uint32_t words[] = {1, 2, 3, 4};
    cuMemcpyAsync_params any = {.dst = 0x1800, .src = (uintptr_t)words, .ByteCount = sizeof words};
    struct work work;
    (void)unused;
    assert_true(reads(CBID(cuMemcpyAsync_ptsz), &any) && !copy.out);
    assert_false(host_copy_looks(&copy, &inject, context, true));
    assert_false(host_copy_hold(&copy, &work, &inject, context, 15));
    assert_false(host_copy_hold(&copy, &work, &inject, (CUcontext)2, 16));
    assert_true(host_copy_hold(&copy, &work, &inject, context, 16));
    words[0] = 9;
    assert_true(work.to == 0x1800 && work.count == 16 && work.held == 16 && work.bytes[0] == 1);
    assert_true(work.stream == CU_STREAM_PER_THREAD);
    work_free(&work);
    any.dst = 0x1ff8; /* its end lies behind the memory */
    assert_true(reads(CBID(cuMemcpyAsync), &any));
    assert_false(host_copy_hold(&copy, &work, &inject, context, 16));
}

static void rows_are_held_without_what_lies_between(void **unused)
{
    uint8_t from[64];
    for (size_t i = 0; i < sizeof from; i++)
        from[i] = (uint8_t)i;
    CUDA_MEMCPY2D rows = {.srcMemoryType = CU_MEMORYTYPE_HOST,
                          .srcHost = from,
                          .srcPitch = 20,
                          .srcXInBytes = 3,
                          .srcY = 1,
                          .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                          .dstDevice = 0x1000,
                          .dstPitch = 0x100,
                          .WidthInBytes = 4,
                          .Height = 2};
    const cuMemcpy2DAsync_v2_params call = {.pCopy = &rows, .hStream = (CUstream)7};
    static const uint8_t held[] = {23, 24, 25, 26, 43, 44, 45, 46};
    struct work work;
    (void)unused;
    assert_true(reads(CBID(cuMemcpy2DAsync_v2), &call) && !copy.out && copy.stream == (CUstream)7);
    assert_true(copy.size == 8 && copy.device_span == 0x104 && copy.host_span == 47);
    assert_true(host_copy_hold(&copy, &work, &inject, context, 8));
    assert_memory_equal(work.bytes, held, sizeof held);
    assert_true(work.held == 8 && work_reach(&work) == 0x104 && work.box.srcHost == work.bytes);
    work_free(&work);
    rows.dstPitch = SIZE_MAX - 1; /* as far as no memory goes */
    assert_true(reads(CBID(cuMemcpy2DAsync_v2), &call));
    assert_false(host_copy_hold(&copy, &work, &inject, context, 8));
    rows.Height = SIZE_MAX / 2;
    assert_false(reads(CBID(cuMemcpy2DAsync_v2), &call));
    rows.Height = 2;
    rows.dstPitch = 0xfff; /* the second row ends behind the memory */
    assert_true(reads(CBID(cuMemcpy2DAsync_v2), &call));
    assert_false(host_copy_hold(&copy, &work, &inject, context, 8));
}

static void boxes_to_the_host_look(void **unused)
{
    CUDA_MEMCPY3D box = {.srcMemoryType = CU_MEMORYTYPE_UNIFIED,
                         .srcDevice = 0x1000,
                         .srcPitch = 0x10,
                         .srcHeight = 4,
                         .dstMemoryType = CU_MEMORYTYPE_UNIFIED,
                         .dstDevice = 0x200000,
                         .WidthInBytes = 8,
                         .Height = 2,
                         .Depth = 3};
    const cuMemcpy3D_v2_params call = {.pCopy = &box};
    (void)unused;
    assert_true(reads(CBID(cuMemcpy3D_v2), &call) && copy.out && !copy.named);
    assert_true(copy.device_span == 0x98 && copy.host_span == 48 && copy.size == 48);
    assert_true(host_copy_looks(&copy, &inject, context, false));
    box.dstDevice = 0x1800;
    assert_false(reads(CBID(cuMemcpy3D_v2), &call)); /* on the device */
    box.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    assert_false(reads(CBID(cuMemcpy3D_v2), &call));
    box.dstMemoryType = CU_MEMORYTYPE_HOST;
    box.Height = 0;
    assert_false(reads(CBID(cuMemcpy3D_v2), &call));
}

static void the_forms_of_a_batch_have_their_streams(void **unused)
{
    CUdeviceptr to[] = {1, 2}, from[] = {3, 4};
    size_t sizes[] = {5, 6};
    const cuMemcpyBatchAsync_params old = {to, from, sizes, 2, .hStream = (CUstream)7};
    const cuMemcpyBatchAsync_v2_params new = {to, from, sizes, 2, .hStream = (CUstream)8};
    const cuMemcpyBatchAsync_v2_params none = {to, from, sizes, 2};
    CUpti_CallbackData data = {.functionParams = &old};
    struct batch_copy batch;
    (void)unused;
    assert_true(batch_copy_read(&batch, CBID(cuMemcpyBatchAsync), &data));
    assert_true(batch.stream == (CUstream)7 && batch.count == 2 && batch.to[1] == 2 &&
                batch.from[1] == 4 && batch.sizes[1] == 6);
    data.functionParams = &new;
    assert_true(batch_copy_read(&batch, CBID(cuMemcpyBatchAsync_v2), &data));
    assert_true(batch.stream == (CUstream)8);
    data.functionParams = &none;
    assert_true(batch_copy_read(&batch, CBID(cuMemcpyBatchAsync_v2_ptsz), &data));
    assert_true(batch.stream == CU_STREAM_PER_THREAD);
    assert_false(batch_copy_read(&batch, CBID(cuMemcpy3DBatchAsync_v2), &data));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(copies_to_the_host_look_at_memory_of_the_context, begin,
                                        end),
        cmocka_unit_test_setup_teardown(what_comes_from_the_host_is_held, begin, end),
        cmocka_unit_test_setup_teardown(rows_are_held_without_what_lies_between, begin, end),
        cmocka_unit_test_setup_teardown(boxes_to_the_host_look, begin, end),
        cmocka_unit_test(the_forms_of_a_batch_have_their_streams),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
