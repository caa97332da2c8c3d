/* What is remembered of launches, and when they are proven. */
#include "collect/inject/saved/foresight.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collect/inject/program/launch.h"
#include "collect/inject/saved/snapshot.h"

enum { BLOCK = BLOCK_BYTES };

static struct snapshot_item items[] = {{.address = 1 << 30, .size = 1 << 30, .sparse = true},
                                       {.address = 1 << 20, .size = 1 << 20}};
static struct extent extents[8];
static struct snapshot snapshot = {.items = items, .count = 2, .changes.extents = extents};

static struct launch launch_of(uintptr_t f, unsigned blocks, uint8_t *values, size_t size)
{
    return (struct launch){
        .f = (CUfunction)f, .config.gridDimX = blocks, .values = values, .values_size = size};
}

static void changes(size_t count, ...)
{
    va_list places;
    va_start(places, count);
    for (size_t i = 0; i < count; i++)
        extents[i] = (struct extent){.offset = (size_t)va_arg(places, int) * BLOCK, .size = BLOCK};
    va_end(places);
    snapshot.changes.count = count;
}

static void learn(struct foresight *foresight, const struct launch *launch)
{
    for (size_t i = 0; i < snapshot.changes.count; i++)
        foresight_learn(foresight, launch, items[0].address + extents[i].offset, extents[i].size);
}

static void the_same_places_twice_prove_a_launch(void **unused)
{
    struct foresight foresight = {0};
    const struct launch launch = launch_of(1, 1, NULL, 0);
    (void)unused;
    changes(2, 3, 700);
    assert_false(foresight_knows(&foresight, &launch));
    assert_false(foresight_agrees(&foresight, &snapshot, &launch));
    learn(&foresight, &launch);
    assert_true(foresight_knows(&foresight, &launch));
    assert_false(foresight_is_proven(&foresight, &launch));
    assert_true(foresight_agrees(&foresight, &snapshot, &launch));
    assert_true(foresight_is_proven(&foresight, &launch));
    changes(3, 3, 700, 9); /* it was a mistake */
    assert_false(foresight_agrees(&foresight, &snapshot, &launch));
    assert_false(foresight_is_proven(&foresight, &launch));
    foresight_free(&foresight);
}

static void what_is_not_sparse_does_not_matter(void **unused)
{
    struct foresight foresight = {0};
    const struct launch launch = launch_of(1, 1, NULL, 0);
    (void)unused;
    changes(1, 3);
    learn(&foresight, &launch);
    changes(2, 3, 5);
    extents[1].item = 1;
    assert_true(foresight_agrees(&foresight, &snapshot, &launch));
    foresight_free(&foresight);
}

static void kernel_shape_and_arguments_tell_launches_apart(void **unused)
{
    struct foresight foresight = {0};
    uint8_t one[16] = {1}, two[16] = {2};
    const struct launch launch = launch_of(1, 1, one, sizeof one);
    const struct launch others[] = {launch_of(2, 1, one, sizeof one),
                                    launch_of(1, 2, one, sizeof one),
                                    launch_of(1, 1, two, sizeof two), launch_of(1, 1, one, 8)};
    (void)unused;
    changes(1, 3);
    learn(&foresight, &launch);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(foresight_knows(&foresight, &others[i]));
    assert_true(foresight_knows(&foresight, &launch));
    foresight_free(&foresight);
}

static void very_many_places_become_one_and_none_is_lost(void **unused)
{
    struct foresight foresight = {0};
    const struct launch launch = launch_of(1, 1, NULL, 0);
    (void)unused;
    for (int i = 0; i < 2000; i++) {
        changes(1, 5 * i);
        learn(&foresight, &launch);
    }
    for (int i = 0; i < 2000; i++) {
        changes(1, 5 * i);
        assert_true(foresight_agrees(&foresight, &snapshot, &launch));
    }
    changes(1, 10001);
    assert_false(foresight_agrees(&foresight, &snapshot, &launch));
    foresight_free(&foresight);
}

static void very_many_launches_take_bounded_memory(void **unused)
{
    struct foresight foresight = {0};
    (void)unused;
    changes(1, 3);
    for (unsigned i = 0; i < 20000; i++) {
        const struct launch launch = launch_of(1, i, NULL, 0);
        learn(&foresight, &launch);
        assert_true(foresight_knows(&foresight, &launch));
        assert_true(foresight.capacity <= 4096);
    }
    foresight_free(&foresight);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_places_twice_prove_a_launch),
        cmocka_unit_test(what_is_not_sparse_does_not_matter),
        cmocka_unit_test(kernel_shape_and_arguments_tell_launches_apart),
        cmocka_unit_test(very_many_places_become_one_and_none_is_lost),
        cmocka_unit_test(very_many_launches_take_bounded_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
