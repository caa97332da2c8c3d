/* Where a pointer leads when a launch runs again on the shadows of pinned and managed memory. */
#include "collect/inject/saved/shadow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/memory.h"

enum { PAGE = 4096 };

static CUresult allocate(void **memory, size_t size)
{
    *memory = aligned_alloc(PAGE, size);
    return *memory ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static CUresult release(void *memory)
{
    free(memory);
    return CUDA_SUCCESS;
}

/* Where a module has a variable. */
static uint64_t variable;

static CUresult attribute_of(void *data, CUpointer_attribute attribute, CUdeviceptr address)
{
    assert_int_equal(attribute, CU_POINTER_ATTRIBUTE_RANGE_START_ADDR);
    if (!variable || address - variable >= PAGE)
        return CUDA_ERROR_INVALID_VALUE;
    *(CUdeviceptr *)data = variable;
    return CUDA_SUCCESS;
}

/* Pinned memory, its shadow, and what lies behind it. */
struct scene {
    struct memory_tracker tracker;
    struct inject inject;
    struct shadows shadows;
    uint64_t pinned, shadow, behind;
};

static CUresult current(CUcontext *context)
{
    *context = NULL;
    return CUDA_SUCCESS;
}

static void begin(struct scene *scene, uint8_t *pinned)
{
    *scene = (struct scene){.pinned = (uintptr_t)pinned, .behind = (uintptr_t)pinned + PAGE};
    scene->inject.program.memory = &scene->tracker;
    scene->inject.driver.mem_alloc_host = allocate;
    scene->inject.driver.mem_free_host = release;
    scene->inject.driver.ctx_get_current = current;
    scene->inject.driver.pointer_get_attribute = attribute_of;
    variable = 0;
    memory_add(&scene->tracker, REGION_HOST, NULL, scene->pinned, PAGE);
    const struct shadow *shadow = shadows_get(&scene->shadows, &scene->inject, scene->pinned);
    assert_non_null(shadow);
    scene->shadow = shadow->memory;
}

static uint64_t led(const struct scene *scene, uint64_t address)
{
    return shadows_translate(&scene->shadows, &scene->inject, address);
}

static void end(struct scene *scene)
{
    shadows_free(&scene->shadows, &scene->inject);
    assert_int_equal(own_device_held(&scene->inject, NULL), 0);
    free(scene->inject.own_device.pieces);
    memory_remove(&scene->tracker, scene->behind);
    memory_remove(&scene->tracker, scene->pinned);
    free(scene->tracker.regions);
}

static void pointers_lead_to_the_shadow_and_to_its_end(void **unused)
{
    static uint8_t pinned[2 * PAGE];
    struct scene scene;
    (void)unused;
    begin(&scene, pinned);
    assert_int_equal(led(&scene, scene.pinned), scene.shadow);
    assert_int_equal(led(&scene, scene.pinned + 8), scene.shadow + 8);
    assert_int_equal(led(&scene, scene.behind), scene.shadow + PAGE);
    assert_int_equal(led(&scene, scene.behind + 1), 0);
    end(&scene);
}

static CUresult allocate_on_device(CUdeviceptr *address, size_t size)
{
    void *memory = NULL;
    const CUresult result = allocate(&memory, size);
    *address = (uintptr_t)memory;
    return result;
}

static CUresult ask_free(size_t *available, size_t *total)
{
    *available = *total = (size_t)1 << 32;
    return CUDA_SUCCESS;
}

static CUresult release_on_device(CUdeviceptr address)
{
    return release((void *)(uintptr_t)address);
}

static void managed_memory_has_one_on_the_device_unless_it_holds_pointers(void **unused)
{
    static uint8_t pinned[2 * PAGE], plain[PAGE], holds[PAGE];
    const uint64_t addresses[] = {(uintptr_t)plain, (uintptr_t)holds};
    struct scene scene;
    struct shadow_reach reach = {0};
    (void)unused;
    begin(&scene, pinned);
    scene.inject.driver.mem_alloc = allocate_on_device;
    scene.inject.driver.mem_free = release_on_device;
    scene.inject.driver.mem_get_info = ask_free;
    shadows_reach(&scene.shadows, &scene.tracker, &addresses[0], sizeof *addresses, &reach);
    assert_false(reach.any); /* nothing is managed yet */
    assert_true(shadows_make_room(&scene.shadows, &scene.inject, PAGE));
    assert_true(scene.shadows.slots_size >= FIRST_SLOTS);
    assert_int_equal(own_device_held(&scene.inject, NULL),
                     own_device_steps(scene.shadows.slots_size));
    memory_add(&scene.tracker, REGION_MANAGED, NULL, addresses[0], PAGE);
    memory_add(&scene.tracker, REGION_MANAGED, NULL, addresses[1], PAGE);
    shadows_reach(&scene.shadows, &scene.tracker, &addresses[0], sizeof *addresses, &reach);
    assert_true(reach.other); /* kernels that run might keep the processor from it */
    reach = (struct shadow_reach){0};
    scene.shadows.reads_managed = true;
    memcpy(holds + 64, &addresses[0], sizeof *addresses);
    shadows_reach(&scene.shadows, &scene.tracker, &addresses[0], sizeof *addresses, &reach);
    assert_true(reach.any && reach.managed && !reach.host && !reach.other && reach.missing == 1);
    assert_int_equal(led(&scene, addresses[0]), 0); /* it is not made yet */
    const struct shadow *shadow = shadows_get(&scene.shadows, &scene.inject, addresses[0]);
    assert_non_null(shadow);
    assert_true(shadow->on_device);
    assert_int_equal(led(&scene, addresses[0] + 8), shadow->memory + 8);
    shadows_reach(&scene.shadows, &scene.tracker, &addresses[1], sizeof *addresses, &reach);
    assert_true(reach.other);
    memset(holds, 0, PAGE); /* it is not looked at again */
    assert_null(shadows_get(&scene.shadows, &scene.inject, addresses[1]));
    shadows_release(&scene.shadows, &scene.inject); /* makes room for the program */
    assert_int_equal(led(&scene, addresses[0]), 0);
    assert_non_null(shadows_get(&scene.shadows, &scene.inject, addresses[0]));
    shadows_nest(&scene.shadows);
    reach = (struct shadow_reach){0};
    shadows_reach(&scene.shadows, &scene.tracker, &addresses[0], sizeof *addresses, &reach);
    assert_true(reach.other);
    memory_remove(&scene.tracker, addresses[0]);
    memory_remove(&scene.tracker, addresses[1]);
    end(&scene);
}

/* A kernel that writes there would else write behind the shadow, into whatever the program has
 * there. */
static void what_begins_at_the_end_is_not_led_away(void **unused)
{
    static uint8_t pinned[2 * PAGE];
    struct scene scene;
    (void)unused;
    begin(&scene, pinned);
    memory_add(&scene.tracker, REGION_DEVICE, (CUcontext)1, scene.behind, PAGE);
    assert_int_equal(led(&scene, scene.behind), 0);
    uint64_t argument = scene.behind;
    assert_true(
        shadows_redirect(&scene.shadows, &scene.inject, &argument, sizeof argument, NULL, NULL));
    assert_int_equal(argument, scene.behind);
    end(&scene);
}

static void neither_is_a_variable_of_a_module(void **unused)
{
    static uint8_t pinned[2 * PAGE];
    struct scene scene;
    (void)unused;
    begin(&scene, pinned);
    variable = scene.behind;
    assert_int_equal(led(&scene, scene.behind), 0);
    variable = scene.pinned; /* the driver gave out more than was asked for */
    assert_int_equal(led(&scene, scene.pinned + PAGE - 1), scene.shadow + PAGE - 1);
    variable = scene.behind - 1;
    assert_int_equal(led(&scene, scene.behind), scene.shadow + PAGE);
    end(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pointers_lead_to_the_shadow_and_to_its_end),
        cmocka_unit_test(managed_memory_has_one_on_the_device_unless_it_holds_pointers),
        cmocka_unit_test(what_begins_at_the_end_is_not_led_away),
        cmocka_unit_test(neither_is_a_variable_of_a_module),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
