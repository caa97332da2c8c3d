#include "collect/inject/program/memory.h"
#include "free_tracker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const CUcontext one = (CUcontext)1, two = (CUcontext)2;

static void regions_are_found_by_any_address_in_them(void **unused)
{
    struct memory_tracker t = {0};
    (void)unused;
    memory_add(&t, REGION_DEVICE, one, 0x3000, 0x100);
    memory_add(&t, REGION_DEVICE, one, 0x1000, 0x100);
    memory_add(&t, REGION_DEVICE, one, 0x2000, 0);
    memory_add(&t, REGION_DEVICE, one, 0, 0x100);
    assert_int_equal(t.count, 2);
    assert_int_equal(t.regions[0].address, 0x1000);
    assert_int_equal(memory_find(&t, 0x10ff)->address, 0x1000);
    assert_null(memory_find(&t, 0x1100));
    assert_null(memory_find(&t, 0xfff));
    assert_int_equal(memory_find(&t, 0x3000)->address, 0x3000);
    memory_remove(&t, 0x3001); /* no region begins there */
    memory_remove(&t, 0x1000);
    assert_int_equal(t.count, 1);
    free_tracker(&t);
}

static void an_address_that_comes_again_is_the_new_region(void **unused)
{
    struct memory_tracker t = {0};
    (void)unused;
    memory_add(&t, REGION_DEVICE, one, 0x1000, 0x100);
    memory_add(&t, REGION_HOST, two, 0x1000, 0x40);
    assert_int_equal(t.count, 1);
    assert_int_equal(memory_find(&t, 0x1000)->kind, REGION_HOST);
    assert_null(memory_find(&t, 0x1040));
    free_tracker(&t);
}

static void device_memory_is_one_piece_of_its_context(void **unused)
{
    struct memory_tracker t = {0};
    (void)unused;
    memory_add(&t, REGION_DEVICE, one, 0x1000, 0x100);
    memory_add(&t, REGION_DEVICE, one, 0x1100, 0x100);
    memory_add(&t, REGION_MANAGED, one, 0x2000, 0x100);
    assert_true(memory_is_device(&t, one, 0x1080, 0x80));
    assert_false(memory_is_device(&t, one, 0x1080, 0x81)); /* the next region begins there */
    assert_false(memory_is_device(&t, two, 0x1080, 0x80));
    assert_false(memory_is_device(&t, one, 0x2000, 1));
    free_tracker(&t);
}

static void mapped_memory_waits_for_a_grant(void **unused)
{
    struct memory_tracker t = {0};
    (void)unused;
    memory_add(&t, REGION_MAPPED, one, 0x10000, 0x1000);
    memory_add(&t, REGION_MAPPED, one, 0x11000, 0x1000);
    assert_false(memory_reaches(&t, one, memory_find(&t, 0x10000)));
    memory_grant(&t, 0x10000, 0x2000, true);
    assert_true(memory_is_device(&t, one, 0x10000, 0x1000));
    memory_grant(&t, 0x11000, 0x1000, false);
    assert_true(memory_reaches(&t, one, memory_find(&t, 0x10000)));
    assert_false(memory_reaches(&t, one, memory_find(&t, 0x11000)));
    memory_remove_range(&t, 0x10000, 0x2000);
    assert_int_equal(t.count, 0);
    free_tracker(&t);
}

static void other_contexts_reach_what_was_opened_to_them(void **unused)
{
    struct memory_tracker t = {0};
    (void)unused;
    memory_add(&t, REGION_DEVICE, one, 0x1000, 0x100);
    memory_add(&t, REGION_DEVICE, one, 0x2000, 0x100);
    memory_add(&t, REGION_HOST, one, 0x3000, 0x100);
    assert_true(memory_reaches(&t, one, memory_find(&t, 0x1000)));
    assert_false(memory_reaches(&t, two, memory_find(&t, 0x1000)));
    assert_true(memory_reaches(&t, two, memory_find(&t, 0x3000)));
    memory_grant_everyone(&t, 0x2000, 0x100);
    assert_true(memory_reaches(&t, two, memory_find(&t, 0x2000)));
    memory_allow(&t, two, one);
    assert_true(memory_reaches(&t, two, memory_find(&t, 0x1000)));
    memory_forbid(&t, two, one);
    assert_false(memory_reaches(&t, two, memory_find(&t, 0x1000)));
    t.open_to_all = true;
    assert_true(memory_reaches(&t, two, memory_find(&t, 0x1000)));
    free_tracker(&t);
}

static void contexts_of_a_device_reach_all_of_its_memory(void **unused)
{
    struct memory_tracker t = {0};
    const CUcontext three = (CUcontext)0x3;
    (void)unused;
    assert_int_equal(memory_device_of(&t, one), -1);
    memory_know_context(&t, one, 0);
    memory_know_context(&t, two, 0);
    memory_know_context(&t, three, 1);
    assert_int_equal(memory_device_of(&t, three), 1);
    memory_add(&t, REGION_DEVICE, one, 0x1000, 0x100);
    assert_true(memory_reaches(&t, two, memory_find(&t, 0x1000)));
    assert_false(memory_reaches(&t, three, memory_find(&t, 0x1000)));
    assert_true(memory_meets(&t, one, two));
    assert_false(memory_meets(&t, one, three));
    /* of the other device's pool */
    memory_set_home(&t, 0x1000, 1);
    assert_true(memory_reaches(&t, three, memory_find(&t, 0x1000)));
    /* mapped: for whom it was granted */
    memory_add(&t, REGION_MAPPED, one, 0x2000, 0x100);
    memory_set_home(&t, 0x2000, 0);
    memory_grant_device(&t, 0x2000, 0x100, 1, true);
    assert_true(memory_reaches(&t, three, memory_find(&t, 0x2000)));
    assert_false(memory_reaches(&t, two, memory_find(&t, 0x2000)));
    memory_drop_context(&t, two);
    assert_int_equal(memory_device_of(&t, two), -1);
    assert_int_equal(memory_device_of(&t, three), 1);
    free_tracker(&t);
}

static void allocations_are_numbered_in_their_order(void **unused)
{
    struct memory_tracker t = {0};
    (void)unused;
    memory_add(&t, REGION_DEVICE, one, 0x2000, 0x100);
    uint64_t before = t.allocations;
    memory_add(&t, REGION_DEVICE, one, 0x1000, 0x100);
    assert_true(memory_find(&t, 0x2000)->number <= before);
    assert_true(memory_find(&t, 0x1000)->number > before);
    free_tracker(&t);
}

static void shared_memory_spans_from_the_first_to_the_last(void **unused)
{
    struct memory_tracker t = {0};
    uint64_t address, size;
    (void)unused;
    memory_add(&t, REGION_DEVICE, one, 0x1000, 0x100);
    assert_false(memory_is_shared(&t));
    memory_add(&t, REGION_HOST, one, 0x2000, 0x100);
    memory_add(&t, REGION_MANAGED, one, 0x5000, 0x200);
    assert_true(memory_shared_span(&t, &address, &size));
    assert_int_equal(address, 0x2000);
    assert_int_equal(size, 0x3200);
    assert_true(memory_is_shared_at(&t, 0x51ff));
    assert_false(memory_is_shared_at(&t, 0x3000));
    assert_false(memory_is_shared_at(&t, 0x1000));
    free_tracker(&t);
}

static void a_context_takes_its_memory_along_but_for_the_hosts(void **unused)
{
    struct memory_tracker t = {0};
    (void)unused;
    memory_add(&t, REGION_DEVICE, one, 0x1000, 0x100);
    memory_add(&t, REGION_DEVICE, two, 0x2000, 0x100);
    memory_add(&t, REGION_HOST, one, 0x3000, 0x100);
    memory_add_array(&t, one, (CUarray)7);
    memory_add_array(&t, two, (CUarray)8);
    memory_add_array(&t, two, (CUarray)9);
    memory_allow(&t, one, two);
    memory_allow(&t, one, two);
    assert_int_equal(t.peer_count, 1);
    memory_remove_array(&t, (CUarray)8);
    memory_drop_context(&t, one);
    assert_int_equal(t.count, 2);
    assert_int_equal(t.array_count, 1);
    assert_ptr_equal(t.arrays[0].handle, (CUarray)9);
    assert_int_equal(t.peer_count, 0);
    free_tracker(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regions_are_found_by_any_address_in_them),
        cmocka_unit_test(an_address_that_comes_again_is_the_new_region),
        cmocka_unit_test(device_memory_is_one_piece_of_its_context),
        cmocka_unit_test(mapped_memory_waits_for_a_grant),
        cmocka_unit_test(other_contexts_reach_what_was_opened_to_them),
        cmocka_unit_test(contexts_of_a_device_reach_all_of_its_memory),
        cmocka_unit_test(allocations_are_numbered_in_their_order),
        cmocka_unit_test(shared_memory_spans_from_the_first_to_the_last),
        cmocka_unit_test(a_context_takes_its_memory_along_but_for_the_hosts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
