/* Which launches are given memory that the driver did not allocate. */
#include "collect/inject/program/pageable.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/kernel_hazards.h"
#include "collect/inject/program/launch.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/program/modules.h"
#include "free_tracker.h"

enum { SIZE = 1 << 20 };

static const CUcontext context = (CUcontext)1;
static const struct function function = {.is_kernel = false};

static struct memory_tracker memory;
static struct inject inject;
static int reaches;    /* what the driver says */
static unsigned asked; /* times */

static CUresult get_attribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    assert_int_equal(attribute, CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS);
    assert_int_equal(device, 3);
    *value = reaches;
    asked++;
    return CUDA_SUCCESS;
}

/* A number of 4 bytes, a pointer, and a structure of a number and a pointer. */
static CUresult get_param(CUfunction handle, size_t index, size_t *offset, size_t *size)
{
    static const size_t offsets[] = {0, 8, 16}, sizes[] = {4, 8, 16};
    (void)handle;
    if (index >= 3)
        return CUDA_ERROR_INVALID_VALUE;
    *offset = offsets[index];
    *size = sizes[index];
    return CUDA_SUCCESS;
}

/* The driver knows what lies here, and no call told of it. */
static char *frame;
static CUdeviceptr counter;
static unsigned globals_asked;

static CUresult get_pointer(void *type, CUpointer_attribute attribute, CUdeviceptr address)
{
    assert_int_equal(attribute, CU_POINTER_ATTRIBUTE_MEMORY_TYPE);
    *(unsigned *)type = CU_MEMORYTYPE_DEVICE;
    return address - (uintptr_t)frame < SIZE ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult get_global(CUdeviceptr *address, size_t *size, CUmodule module, const char *name)
{
    assert_ptr_equal(module, (CUmodule)16);
    assert_string_equal(name, "counter");
    *address = counter;
    globals_asked++;
    *size = 4;
    return counter ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

static struct module_list modules;

/* Stands for kernel_hazards.c. */
static bool heap_in_use;
bool kernel_hazard_heap_in_use(const struct inject *unused)
{
    (void)unused;
    return heap_in_use;
}

static int set_up(void **state)
{
    (void)state;
    memory = (struct memory_tracker){0};
    modules = (struct module_list){0};
    counter = 0;
    inject = (struct inject){.program = {.memory = &memory, .modules = &modules},
                             .driver = {.device_get_attribute = get_attribute,
                                        .func_get_param_info = get_param,
                                        .pointer_get_attribute = get_pointer,
                                        .module_get_global = get_global}};
    memory_know_context(&memory, context, 3);
    reaches = 1;
    asked = 0;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    free_tracker(&memory);
    return 0;
}

static void *map(int protection)
{
    void *at = mmap(NULL, SIZE, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(at, MAP_FAILED);
    return at;
}

static bool is_given(const void *pointer, const void *inside, bool packed)
{
    uint8_t bytes[32] = {0};
    memcpy(bytes + 8, &pointer, sizeof pointer);
    memcpy(bytes + 24, &inside, sizeof inside);
    const struct launch launch = {.context = context,
                                  .values = packed ? NULL : bytes,
                                  .values_size = packed ? 0 : sizeof bytes,
                                  .packed = packed ? bytes : NULL,
                                  .packed_size = packed ? sizeof bytes : 0};
    return pageable_by_launch(&inject, &function, &launch);
}

static bool is_parameter(const void *pointer)
{
    inject.program.pageable.used = false;
    return is_given(pointer, NULL, false);
}

static void memory_of_the_program_counts(void **state)
{
    int local;
    char *mapped = map(PROT_READ | PROT_WRITE), *only_read = map(PROT_READ);
    (void)state;
    assert_true(is_parameter(&local));
    assert_true(is_parameter(mapped) && is_parameter(mapped + SIZE - 1));
    assert_true(is_parameter(only_read)); /* it may be gone when the launch runs again */
    inject.program.pageable.used = false;
    assert_true(is_given(mapped, NULL, true));
    munmap(mapped, SIZE);
    assert_false(is_parameter(mapped));
    munmap(only_read, SIZE);
}

static void what_the_driver_allocated_does_not(void **state)
{
    char *pinned = map(PROT_READ | PROT_WRITE), *reserved = map(PROT_NONE);
    (void)state;
    memory_add(&memory, REGION_HOST, context, (uintptr_t)pinned, SIZE / 2);
    assert_false(is_parameter(pinned) || is_parameter(pinned + SIZE / 2 - 1));
    assert_true(is_parameter(pinned + SIZE / 2));
    assert_false(is_parameter(reserved));
    assert_false(is_parameter(NULL) || is_parameter((void *)UINTPTR_MAX));
    assert_false(is_parameter((void *)(uintptr_t)set_up)); /* code */
    munmap(pinned, SIZE);
    munmap(reserved, SIZE);
}

static void words_of_structures_count_once_such_memory_is_used(void **state)
{
    int variable = 0;
    (void)state;
    assert_false(is_given(NULL, &variable, false));
    assert_true(is_given(&variable, NULL, false));
    assert_true(is_given(NULL, &variable, false) && is_given(NULL, &variable, true));
    assert_false(is_given(NULL, NULL, false));
}

static void advice_for_it_tells_that_it_is_used(void **state)
{
    int variable = 0;
    char *managed = map(PROT_READ | PROT_WRITE);
    (void)state;
    memory_add(&memory, REGION_MANAGED, context, (uintptr_t)managed, SIZE);
    pageable_note(&inject, context, (uintptr_t)managed);
    assert_false(is_given(NULL, &variable, false));
    pageable_note(&inject, context, (uintptr_t)&variable);
    assert_true(is_given(NULL, &variable, false));
    munmap(managed, SIZE);
}

static void low_addresses_look_like_numbers(void **state)
{
    int variable = 0;
    void *low = mmap((void *)(UINTPTR_MAX & 0x40000000), SIZE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    (void)state;
    if ((uintptr_t)low >> 32)
        skip();
    assert_false(is_parameter(low));
    assert_true(is_given(&variable, NULL, false) && is_given(low, NULL, false));
    munmap(low, SIZE);
}

static void what_no_call_told_of_counts_on_any_gpu(void **state)
{
    static char name[] = "counter";
    static char *names[] = {name};
    static struct cubin cubin = {.globals = names, .global_count = 1};
    static struct module_handle handle = {.module = (CUmodule)16};
    struct own_piece piece = {.size = SIZE};
    (void)state;
    reaches = 0;
    frame = map(PROT_NONE);
    assert_true(is_parameter(frame) && is_parameter(frame + SIZE - 1));
    assert_false(is_parameter(frame + SIZE) || is_given(NULL, frame, false));
    assert_false(inject.program.pageable.used);
    piece.address = (uintptr_t)frame;
    inject.own_device = (struct own_device){.pieces = &piece, .count = 1};
    assert_false(is_parameter(frame + 8)); /* it is ours */
    inject.own_device = (struct own_device){0};
    heap_in_use = true;
    assert_false(is_parameter(frame + 8)); /* it may be a block of the heap */
    heap_in_use = false;
    modules = (struct module_list){
        .cubins = &cubin, .cubin_count = 1, .modules = &handle, .module_count = 1};
    assert_true(is_parameter(frame + 8));
    counter = (uintptr_t)frame + 8;
    modules.generation++;
    assert_false(is_parameter(frame + 8) || is_parameter(frame + 11));
    assert_true(is_parameter(frame + 12));
    globals_asked = 0;
    assert_true(is_parameter(frame + 12) && !is_parameter(frame + 8));
    assert_int_equal(globals_asked, 0); /* the answers are known */
    memory_add(&memory, REGION_DEVICE, context, (uintptr_t)frame, SIZE / 2);
    assert_false(is_parameter(frame + 12) || is_parameter(frame + SIZE / 2)); /* a loop's end */
    assert_true(is_parameter(frame + SIZE / 2 + 1));
    munmap(frame, SIZE);
    frame = NULL;
}

static void other_gpus_are_asked_once(void **state)
{
    int variable = 0;
    (void)state;
    reaches = 0;
    for (int i = 0; i < 3; i++)
        assert_false(is_parameter(&variable));
    pageable_note(&inject, context, (uintptr_t)&variable);
    assert_false(inject.program.pageable.used);
    assert_int_equal(asked, 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(memory_of_the_program_counts),
        TEST(what_the_driver_allocated_does_not),
        TEST(words_of_structures_count_once_such_memory_is_used),
        TEST(advice_for_it_tells_that_it_is_used),
        TEST(low_addresses_look_like_numbers),
        TEST(what_no_call_told_of_counts_on_any_gpu),
        TEST(other_gpus_are_asked_once),
    };
    return cmocka_run_group_tests_name("pageable", tests, NULL, NULL);
}
