/* Where a pointer leads when a launch runs again on the shadows of pinned memory. */
#include "collect/inject/saved/shadow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

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

static void begin(struct scene *scene, uint8_t *pinned)
{
    *scene = (struct scene){.pinned = (uintptr_t)pinned, .behind = (uintptr_t)pinned + PAGE};
    scene->inject.program.memory = &scene->tracker;
    scene->inject.driver.mem_alloc_host = allocate;
    scene->inject.driver.mem_free_host = release;
    scene->inject.driver.pointer_get_attribute = attribute_of;
    variable = 0;
    memory_add(&scene->tracker, REGION_HOST, NULL, scene->pinned, PAGE);
    const struct shadow *shadow = shadows_get(&scene->shadows, &scene->inject, scene->pinned);
    assert_non_null(shadow);
    scene->shadow = (uintptr_t)shadow->memory;
}

static uint64_t led(const struct scene *scene, uint64_t address)
{
    return shadows_translate(&scene->shadows, &scene->inject, address);
}

static void end(struct scene *scene)
{
    shadows_free(&scene->shadows, &scene->inject);
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
        cmocka_unit_test(what_begins_at_the_end_is_not_led_away),
        cmocka_unit_test(neither_is_a_variable_of_a_module),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
