/* Copies and fills in memory of another context. */
#include "collect/inject/program/call_crosses.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collect/inject/program/memory.h"
#include "free_tracker.h"

#define CBID(name) CUPTI_DRIVER_TRACE_CBID_##name

static const CUcontext own = (CUcontext)1, other = (CUcontext)2;

enum { HERE = 0x10000, THERE = 0x20000, PINNED = 0x30000, SIZE = 0x1000 };

static bool crosses(CUpti_CallbackId id, const void *parameters)
{
    struct memory_tracker t = {0};
    const CUpti_CallbackData data = {.context = own, .functionParams = parameters};
    memory_add(&t, REGION_DEVICE, own, HERE, SIZE);
    memory_add(&t, REGION_DEVICE, other, THERE, SIZE);
    memory_add(&t, REGION_HOST, other, PINNED, SIZE);
    call_crosses_note(&t, id, &data);
    free_tracker(&t);
    return t.crossed;
}

static void either_side_of_a_copy_may_be_elsewhere(void **unused)
{
    const cuMemcpyDtoDAsync_v2_params within = {HERE, HERE + 64, 64, NULL},
                                      to = {THERE, HERE, 64, NULL}, from = {HERE, THERE, 64, NULL};
    const cuMemcpyHtoDAsync_v2_params upload = {THERE, NULL, 64, NULL};
    const cuMemcpyDtoHAsync_v2_params download = {(void *)(uintptr_t)PINNED, HERE, 64, NULL},
                                      away = {NULL, THERE, 64, NULL};
    (void)unused;
    assert_false(crosses(CBID(cuMemcpyDtoDAsync_v2), &within));
    assert_true(crosses(CBID(cuMemcpyDtoDAsync_v2), &to));
    assert_true(crosses(CBID(cuMemcpyAsync), &from));
    assert_true(crosses(CBID(cuMemcpyHtoDAsync_v2), &upload));
    assert_false(crosses(CBID(cuMemcpyDtoHAsync_v2), &download));
    assert_true(crosses(CBID(cuMemcpyDtoHAsync_v2_ptsz), &away));
}

static void fills_boxes_and_lists_count_too(void **unused)
{
    const cuMemsetD32Async_params fill = {THERE, 0, 16, NULL};
    CUDA_MEMCPY2D flat = {.dstDevice = HERE, .srcDevice = THERE};
    CUDA_MEMCPY3D box = {.dstDevice = THERE + 8};
    const cuMemcpy2DAsync_v2_params two = {&flat, NULL};
    const cuMemcpy3DAsync_v2_params three = {&box, NULL};
    CUdeviceptr to[] = {HERE, HERE, THERE}, from[] = {HERE, HERE, HERE};
    cuMemcpyBatchAsync_v2_params list = {.dsts = to, .srcs = from, .count = 2};
    (void)unused;
    assert_true(crosses(CBID(cuMemsetD32Async), &fill));
    assert_true(crosses(CBID(cuMemcpy2DAsync_v2), &two));
    assert_true(crosses(CBID(cuMemcpy3DAsync_v2), &three));
    assert_false(crosses(CBID(cuMemcpyBatchAsync_v2), &list));
    list.count = 3;
    assert_true(crosses(CBID(cuMemcpyBatchAsync_v2), &list));
}

static void copies_between_peers_always_cross_and_other_calls_never(void **unused)
{
    const cuMemcpyPeerAsync_params peers = {HERE, own, HERE, own, 64, NULL};
    const cuMemFree_v2_params release = {THERE};
    (void)unused;
    assert_true(crosses(CBID(cuMemcpyPeerAsync), &peers));
    assert_false(crosses(CBID(cuMemFree_v2), &release));
    assert_false(crosses(CUPTI_DRIVER_TRACE_CBID_SIZE, &peers));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(either_side_of_a_copy_may_be_elsewhere),
        cmocka_unit_test(fills_boxes_and_lists_count_too),
        cmocka_unit_test(copies_between_peers_always_cross_and_other_calls_never),
    };
    call_crosses_fill();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
