#include "collect/inject/program/reach.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collect/inject/program/launch.h"
#include "collect/inject/program/memory.h"
#include "free_tracker.h"

static const CUcontext context = (CUcontext)1;

static struct memory_tracker tracker_with(enum region_kind kind)
{
    struct memory_tracker t = {0};
    memory_add(&t, REGION_DEVICE, context, 0x7f0000000000, 0x1000);
    memory_add(&t, kind, context, 0x7f1200000000, 0x1000);
    return t;
}

static void words_at_multiples_of_four_bytes_are_pointers(void **unused)
{
    const struct memory_tracker t = tracker_with(REGION_HOST);
    const uint64_t inside = 0x7f1200000fff;
    uint8_t bytes[32];
    (void)unused;
    for (size_t at = 0; at + sizeof inside <= sizeof bytes; at++) {
        memset(bytes, 0, sizeof bytes);
        memcpy(bytes + at, &inside, sizeof inside);
        assert_int_equal(reach_of_bytes(&t, bytes, sizeof bytes), at % 4 == 0);
    }
    memset(bytes, 0, sizeof bytes);
    memcpy(bytes + 24, &inside, sizeof inside);
    assert_false(reach_of_bytes(&t, bytes, 31)); /* half a pointer is none */
    free_tracker(&t);
}

static void only_shared_memory_counts(void **unused)
{
    const uint64_t device = 0x7f0000000010, beside = 0x7f1200001000, inside = 0x7f1200000010;
    const struct memory_tracker t = tracker_with(REGION_MANAGED),
                                plain = tracker_with(REGION_DEVICE),
                                foreign = tracker_with(REGION_FOREIGN); /* see exposed.h */
    (void)unused;
    assert_false(reach_of_bytes(&t, &device, sizeof device));
    assert_false(reach_of_bytes(&t, &beside, sizeof beside));
    assert_true(reach_of_bytes(&t, &inside, sizeof inside));
    assert_false(reach_of_bytes(&plain, &inside, sizeof inside));
    assert_false(reach_of_bytes(&foreign, &inside, sizeof inside));
    free_tracker(&foreign);
    free_tracker(&t);
    free_tracker(&plain);
}

static void a_launch_is_searched_in_both_forms_of_its_arguments(void **unused)
{
    const struct memory_tracker t = tracker_with(REGION_HOST);
    uint64_t arguments[] = {1, 0x7f1200000000};
    struct launch launch = {0};
    (void)unused;
    assert_false(reach_of_launch(&t, &launch));
    launch.values = (void *)arguments;
    launch.values_size = sizeof arguments;
    assert_true(reach_of_launch(&t, &launch));
    launch.values_size = sizeof *arguments;
    assert_false(reach_of_launch(&t, &launch));
    launch.packed = (void *)arguments;
    launch.packed_size = sizeof arguments;
    assert_true(reach_of_launch(&t, &launch));
    free_tracker(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_at_multiples_of_four_bytes_are_pointers),
        cmocka_unit_test(only_shared_memory_counts),
        cmocka_unit_test(a_launch_is_searched_in_both_forms_of_its_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
