/* Memory that others can write: how it becomes known, and what leads to it. */
#include "collect/inject/program/exposed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "collect/inject/program/launch.h"
#include "collect/inject/program/memory.h"
#include "free_tracker.h"

static const CUcontext context = (CUcontext)1;

enum { FIRST = 0x10000, SECOND = 0x20000, THIRD = 0x21000, SIZE = 0x1000 };

static struct memory_tracker three_regions(enum region_kind kind)
{
    struct memory_tracker t = {0};
    memory_add(&t, kind, context, FIRST, SIZE);
    memory_add(&t, kind, context, SECOND, SIZE);
    memory_add(&t, kind, context, THIRD, SIZE); /* where the second ends */
    return t;
}

static bool leads(const struct memory_tracker *t, uint64_t word)
{
    return exposed_by_bytes(t, &word, sizeof word);
}

static void the_whole_allocation_is_exported(void **unused)
{
    struct memory_tracker t = three_regions(REGION_DEVICE);
    (void)unused;
    assert_false(leads(&t, SECOND));
    assert_true(memory_is_device(&t, context, SECOND, SIZE));
    exposed_export(&t, SECOND + 0x800);
    assert_true(t.guarded);
    assert_true(exposed_region(memory_find(&t, SECOND)));
    assert_true(leads(&t, SECOND) && leads(&t, SECOND + SIZE - 1));
    assert_false(leads(&t, FIRST) || leads(&t, FIRST + SIZE));
    assert_false(memory_is_device(&t, context, SECOND, SIZE));
    free_tracker(&t);
}

static void surfaces_on_arrays_of_others_are_foreign(void **unused)
{
    enum { OURS = 3, THEIRS = 5 };
    struct memory_tracker t = three_regions(REGION_DEVICE);
    uint32_t values[] = {1, THEIRS, 0};
    const struct launch launch = {.values = (uint8_t *)values, .values_size = sizeof values};
    (void)unused;
    exposed_surface(&t, THEIRS, (CUarray)9); /* no such array was opened yet */
    assert_false(t.guarded);
    memory_add_array(&t, context, (CUarray)8);
    exposed_arrays(&t);
    exposed_surface(&t, OURS, (CUarray)8);
    assert_false(exposed_by_launch(&t, &launch));
    exposed_surface(&t, THEIRS, (CUarray)9);
    assert_true(exposed_by_launch(&t, &launch));
    values[1] = OURS;
    assert_false(exposed_by_launch(&t, &launch));
    values[1] = THEIRS;
    exposed_no_surface(&t, THEIRS);
    assert_false(exposed_by_launch(&t, &launch));
    free_tracker(&t);
}

static void a_pointer_to_the_end_counts_unless_other_memory_begins_there(void **unused)
{
    struct memory_tracker t = three_regions(REGION_DEVICE);
    (void)unused;
    exposed_export(&t, SECOND);
    assert_false(leads(&t, SECOND + SIZE)); /* the third one */
    exposed_export(&t, FIRST);
    assert_true(leads(&t, FIRST + SIZE));
    assert_false(leads(&t, FIRST - 1));
    free_tracker(&t);
}

static void a_pointer_to_one_mapped_piece_is_one_to_those_beside_it(void **unused)
{
    struct memory_tracker t = three_regions(REGION_MAPPED);
    (void)unused;
    exposed_export(&t, THIRD);
    assert_true(leads(&t, THIRD) && leads(&t, SECOND) && leads(&t, SECOND + SIZE));
    assert_false(leads(&t, FIRST) || leads(&t, SECOND - 1));
    assert_false(exposed_region(memory_find(&t, SECOND)));
    memory_remove(&t, SECOND);
    assert_false(leads(&t, SECOND));
    free_tracker(&t);
}

static void a_range_exposes_all_that_it_touches(void **unused)
{
    struct memory_tracker t = three_regions(REGION_DEVICE);
    (void)unused;
    exposed_export_range(&t, SECOND + SIZE - 1, 2);
    assert_false(exposed_region(memory_find(&t, FIRST)));
    assert_true(exposed_region(memory_find(&t, SECOND)));
    assert_true(exposed_region(memory_find(&t, THIRD)));
    free_tracker(&t);
}

static void memory_that_is_exported_and_not_known_ends_replays(void **unused)
{
    struct memory_tracker t = three_regions(REGION_DEVICE);
    (void)unused;
    exposed_export(&t, 0x900000);
    assert_true(t.incomplete);
    free_tracker(&t);
}

static void a_handle_exposes_what_is_mapped_before_and_after(void **unused)
{
    struct memory_tracker t = three_regions(REGION_MAPPED);
    (void)unused;
    exposed_map(&t, FIRST, 7);
    exposed_map(&t, SECOND, 8);
    exposed_handle_export(&t, 7);
    assert_true(leads(&t, FIRST));
    assert_false(leads(&t, SECOND));
    exposed_map(&t, THIRD, 7);
    assert_true(leads(&t, THIRD));
    free_tracker(&t);
}

/* The driver gives the number of a handle that was released again. */
static void a_new_handle_is_not_the_old_one(void **unused)
{
    struct memory_tracker t = three_regions(REGION_MAPPED);
    (void)unused;
    exposed_handle_foreign(&t, 7);
    exposed_map(&t, FIRST, 7);
    exposed_map(&t, SECOND, 9);
    exposed_handle_new(&t, 9);
    exposed_handle_new(&t, 7);
    exposed_map(&t, THIRD, 7);
    exposed_handle_export(&t, 9);
    assert_true(leads(&t, FIRST));
    assert_false(leads(&t, SECOND));
    assert_false(leads(&t, THIRD));
    free_tracker(&t);
}

static void a_retained_handle_stands_for_the_memory(void **unused)
{
    struct memory_tracker t = three_regions(REGION_MAPPED);
    (void)unused;
    exposed_map(&t, FIRST, 7);
    exposed_map(&t, SECOND, 7);
    exposed_handle_also(&t, FIRST + 0x10, 12);
    exposed_handle_export(&t, 12);
    assert_true(leads(&t, FIRST) && leads(&t, SECOND));
    assert_false(exposed_region(memory_find(&t, THIRD)));
    free_tracker(&t);
}

static void arguments_lead_by_marked_memory_and_by_variables(void **unused)
{
    struct memory_tracker t = three_regions(REGION_DEVICE);
    uint64_t values[] = {0, FIRST + 8};
    const struct launch launch = {.values = (uint8_t *)values, .values_size = sizeof values};
    (void)unused;
    t.guarded = true;
    assert_false(exposed_by_launch(&t, &launch) || exposed_leads_to_shared(&t, &launch));
    t.regions[0].to_exposed = true;
    assert_true(exposed_by_launch(&t, &launch));
    t.regions[0].to_exposed = false;
    t.regions[0].to_shared = true;
    assert_true(!exposed_by_launch(&t, &launch) && exposed_leads_to_shared(&t, &launch));
    t.regions[0].to_shared = false;
    t.globals_to_exposed = t.globals_to_shared = true;
    assert_true(exposed_by_launch(&t, &launch) && exposed_leads_to_shared(&t, &launch));
    free_tracker(&t);
}

static void a_copy_spreads_pointers_only_to_where_none_were(void **unused)
{
    struct memory_tracker t = three_regions(REGION_DEVICE);
    (void)unused;
    t.guarded = t.regions[0].to_exposed = t.regions[1].to_exposed = true;
    assert_false(exposed_spreads(&t, SECOND, FIRST));
    assert_true(exposed_spreads(&t, THIRD, FIRST));
    assert_false(exposed_spreads(&t, FIRST, THIRD));
    free_tracker(&t);
}

static void shared_pages_are_told_from_private_ones(void **unused)
{
    const size_t size = 1 << 16;
    void *own = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    void *shared = mmap(NULL, size, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    (void)unused;
    assert_true(own != MAP_FAILED && shared != MAP_FAILED);
    assert_false(exposed_is_shared_mapping(own));
    assert_true(exposed_is_shared_mapping((char *)shared + size - 1));
    assert_false(exposed_is_shared_mapping(unused));
    munmap(own, size);
    munmap(shared, size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_allocation_is_exported),
        cmocka_unit_test(surfaces_on_arrays_of_others_are_foreign),
        cmocka_unit_test(a_pointer_to_the_end_counts_unless_other_memory_begins_there),
        cmocka_unit_test(a_pointer_to_one_mapped_piece_is_one_to_those_beside_it),
        cmocka_unit_test(a_range_exposes_all_that_it_touches),
        cmocka_unit_test(memory_that_is_exported_and_not_known_ends_replays),
        cmocka_unit_test(a_handle_exposes_what_is_mapped_before_and_after),
        cmocka_unit_test(a_new_handle_is_not_the_old_one),
        cmocka_unit_test(a_retained_handle_stands_for_the_memory),
        cmocka_unit_test(arguments_lead_by_marked_memory_and_by_variables),
        cmocka_unit_test(a_copy_spreads_pointers_only_to_where_none_were),
        cmocka_unit_test(shared_pages_are_told_from_private_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
