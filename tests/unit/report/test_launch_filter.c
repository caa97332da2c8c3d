#include "report/filter/launch_filter.h"

#include <string.h>

#include "build_report.h"

/* Filter and counts of a test, and a launch to change. */
struct fixture {
    struct launch_filter filter;
    struct launch_counts counts;
    uint32_t stream;
    struct launch_identity launch;
};

static enum launch_verdict judge(struct fixture *f, const char *name)
{
    f->launch.function = name;
    return launch_filter_judge(&f->filter, &f->counts, &f->launch);
}

static int set_up(void **state)
{
    struct fixture *f = test_calloc(1, sizeof *f);
    f->stream = 7;
    f->filter.base = KERNEL_NAME_FUNCTION;
    f->launch =
        (struct launch_identity){"name", "void ns::name<int>(int)", "_Z4nameIiEvT_", 1, &f->stream};
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    launch_filter_free(&f->filter);
    launch_counts_free(&f->counts);
    test_free(f);
    return 0;
}

static void without_a_pattern_every_launch_is_taken(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(judge(f, "a"), LAUNCH_MEASURE);
    assert_int_equal(judge(f, ""), LAUNCH_MEASURE);
}

static void the_base_chooses_the_name(void **state)
{
    struct fixture *f = *state;
    f->filter.base = KERNEL_NAME_DEMANGLED;
    assert_true(name_pattern_set(&f->filter.name, "regex:ns::", NULL));
    assert_int_equal(judge(f, "name"), LAUNCH_MEASURE);
    assert_true(kernel_id_set(&f->filter.id, "::void ns::name<int>(int):", NULL));
    assert_int_equal(judge(f, "name"), LAUNCH_MEASURE);
    f->filter.base = KERNEL_NAME_MANGLED;
    assert_int_equal(judge(f, "name"), LAUNCH_NEVER);
    assert_true(name_pattern_set(&f->filter.name, "_Z4nameIiEvT_", NULL));
    assert_true(kernel_id_set(&f->filter.id, "::regex:IiE:", NULL));
    assert_int_equal(judge(f, "name"), LAUNCH_MEASURE);
}

static void only_matching_launches_count_for_skip_and_count(void **state)
{
    struct fixture *f = *state;
    f->filter.skip = 1;
    f->filter.count = 2;
    assert_true(name_pattern_set(&f->filter.name, "a", NULL));
    static const struct {
        const char *name;
        enum launch_verdict verdict;
    } launches[] = {{"a", LAUNCH_SKIP},  {"b", LAUNCH_NEVER},   {"a", LAUNCH_MEASURE},
                    {"b", LAUNCH_NEVER}, {"a", LAUNCH_MEASURE}, {"a", LAUNCH_DONE},
                    {"b", LAUNCH_DONE}};
    for (size_t i = 0; i < COUNT(launches); i++)
        assert_int_equal(judge(f, launches[i].name), launches[i].verdict);
}

static void a_huge_skip_skips_all(void **state)
{
    struct fixture *f = *state;
    f->filter.skip = UINT64_MAX;
    f->filter.count = 1;
    assert_int_equal(judge(f, "a"), LAUNCH_SKIP);
}

static void an_id_may_ask_for_context_and_stream(void **state)
{
    struct fixture *f = *state;
    assert_true(kernel_id_set(&f->filter.id, "1:7::", NULL));
    assert_int_equal(judge(f, "a"), LAUNCH_MEASURE);
    f->stream = 8;
    assert_int_equal(judge(f, "a"), LAUNCH_SKIP);
    f->launch.stream = NULL;
    assert_int_equal(judge(f, "a"), LAUNCH_SKIP);
    assert_true(kernel_id_set(&f->filter.id, "2:::", NULL));
    assert_int_equal(judge(f, "a"), LAUNCH_SKIP);
    f->launch.context = 2;
    assert_int_equal(judge(f, "a"), LAUNCH_MEASURE);
}

static void an_id_may_ask_for_an_invocation_of_each_kernel(void **state)
{
    struct fixture *f = *state;
    assert_true(kernel_id_set(&f->filter.id, "::regex:^[ab]:2", NULL));
    static const struct {
        const char *function, *mangled;
        enum launch_verdict verdict;
    } launches[] = {{"a", "_Z1ai", LAUNCH_SKIP},  {"b", "_Z1bi", LAUNCH_SKIP},
                    {"c", "_Z1ci", LAUNCH_NEVER}, {"a", "_Z1ai", LAUNCH_MEASURE},
                    {"a", "_Z1af", LAUNCH_SKIP},  {"b", "_Z1bi", LAUNCH_MEASURE},
                    {"a", "_Z1ai", LAUNCH_SKIP},  {"a", "_Z1af", LAUNCH_MEASURE}};
    for (size_t i = 0; i < COUNT(launches); i++) {
        f->launch.mangled = launches[i].mangled;
        assert_int_equal(judge(f, launches[i].function), launches[i].verdict);
    }
}

/* Launches in another stream are not among the invocations; skip and count come after the id. */
static void invocations_count_what_fits_the_rest_of_the_id(void **state)
{
    struct fixture *f = *state;
    assert_true(kernel_id_set(&f->filter.id, ":7:a:[234]", NULL));
    f->filter.skip = 1;
    f->filter.count = 1;
    static const struct {
        uint32_t stream;
        enum launch_verdict verdict;
    } launches[] = {{7, LAUNCH_SKIP},
                    {8, LAUNCH_SKIP},
                    {7, LAUNCH_SKIP},
                    {7, LAUNCH_MEASURE},
                    {7, LAUNCH_DONE}};
    for (size_t i = 0; i < COUNT(launches); i++) {
        f->stream = launches[i].stream;
        assert_int_equal(judge(f, "a"), launches[i].verdict);
    }
}

static enum launch_verdict judge_on(struct fixture *f, const char *name, uint32_t device,
                                    uint32_t blocks, uint32_t shared)
{
    f->launch.device = device;
    f->launch.grid[0] = blocks;
    f->launch.shared = shared;
    return judge(f, name);
}

static void launches_to_skip_before_any_match_are_of_all_kernels(void **state)
{
    struct fixture *f = *state;
    f->filter.skip_before = 3;
    f->filter.skip = 1;
    assert_true(name_pattern_set(&f->filter.name, "a", NULL));
    /* None of the first is refused for ever: all have to be seen. */
    static const struct {
        const char *name;
        enum launch_verdict verdict;
    } launches[] = {{"b", LAUNCH_SKIP}, {"a", LAUNCH_SKIP},  {"b", LAUNCH_SKIP},
                    {"a", LAUNCH_SKIP}, {"b", LAUNCH_NEVER}, {"a", LAUNCH_MEASURE}};
    for (size_t i = 0; i < COUNT(launches); i++)
        assert_int_equal(judge(f, launches[i].name), launches[i].verdict);
}

static void launches_on_other_devices_count_for_nothing(void **state)
{
    struct fixture *f = *state;
    struct error error;
    assert_true(launch_filter_add_device(&f->filter, "1", NULL));
    assert_true(launch_filter_add_device(&f->filter, "63", NULL));
    f->filter.skip_before = 1;
    f->filter.count = 2;
    assert_int_equal(judge_on(f, "a", 0, 1, 0), LAUNCH_SKIP);
    assert_int_equal(judge_on(f, "a", 1, 1, 0), LAUNCH_SKIP);
    assert_int_equal(judge_on(f, "a", 64, 1, 0), LAUNCH_SKIP);
    assert_int_equal(judge_on(f, "a", 1, 1, 0), LAUNCH_MEASURE);
    assert_int_equal(judge_on(f, "a", 63, 1, 0), LAUNCH_MEASURE);
    assert_int_equal(judge_on(f, "a", 1, 1, 0), LAUNCH_DONE);
    assert_false(launch_filter_add_device(&f->filter, "64", &error));
    assert_false(launch_filter_add_device(&f->filter, "-1", &error));
    assert_false(launch_filter_add_device(&f->filter, "", &error));
}

static void each_device_may_count_for_itself(void **state)
{
    struct fixture *f = *state;
    f->filter.mode = FILTER_PER_GPU;
    f->filter.skip_before = f->filter.skip = f->filter.count = 1;
    assert_true(kernel_id_set(&f->filter.id, "::a:", NULL));
    for (uint32_t device = 0; device < 3; device++) {
        assert_int_equal(judge_on(f, "a", device, 1, 0), LAUNCH_SKIP);
        assert_int_equal(judge_on(f, "a", device, 2, 0), LAUNCH_SKIP);
        /* Another device has to see launches of the kernel yet. */
        assert_int_equal(judge_on(f, "b", device, 1, 0), LAUNCH_SKIP);
        assert_int_equal(judge_on(f, "a", device, 3, 0), LAUNCH_MEASURE);
        /* Others may come elsewhere. */
        assert_int_equal(judge_on(f, "a", device, 4, 0), LAUNCH_SKIP);
        assert_false(launch_filter_is_done(&f->filter, &f->counts));
    }
    assert_int_equal(judge_on(f, "a", 0, 5, 0), LAUNCH_SKIP);
}

static void each_configuration_may_count_for_itself(void **state)
{
    struct fixture *f = *state;
    f->filter.mode = FILTER_PER_CONFIG;
    f->filter.skip = f->filter.count = 1;
    /* More than a few, to be found again. */
    for (uint32_t blocks = 1; blocks < 200; blocks++)
        for (uint32_t shared = 0; shared < 2; shared++)
            assert_int_equal(judge_on(f, "a", 0, blocks * 7919 % 211, shared), LAUNCH_SKIP);
    for (uint32_t blocks = 1; blocks < 200; blocks++)
        for (uint32_t shared = 0; shared < 2; shared++) {
            assert_int_equal(judge_on(f, "b", 1, blocks * 7919 % 211, shared), LAUNCH_MEASURE);
            assert_int_equal(judge_on(f, "a", 0, blocks * 7919 % 211, shared), LAUNCH_SKIP);
        }
    f->launch.block[2] = 2;
    assert_int_equal(judge_on(f, "a", 0, 1, 0), LAUNCH_SKIP);
    assert_int_equal(judge_on(f, "a", 0, 1, 0), LAUNCH_MEASURE);
}

static void invocations_are_counted_in_each_scope(void **state)
{
    struct fixture *f = *state;
    f->filter.mode = FILTER_PER_GPU;
    assert_true(kernel_id_set(&f->filter.id, "::a:2", NULL));
    assert_int_equal(judge_on(f, "a", 0, 1, 0), LAUNCH_SKIP);
    assert_int_equal(judge_on(f, "a", 1, 1, 0), LAUNCH_SKIP);
    assert_int_equal(judge_on(f, "a", 1, 1, 0), LAUNCH_MEASURE);
    assert_int_equal(judge_on(f, "a", 0, 1, 0), LAUNCH_MEASURE);
}

static void kernels_to_be_named_are_taken_only_by_name(void **state)
{
    struct fixture *f = *state;
    f->launch.only_by_name = true;
    f->filter.skip = 1;
    for (int i = 0; i < 3; i++)
        assert_int_equal(judge(f, "nccl"), LAUNCH_UNNAMED);
    assert_true(kernel_id_set(&f->filter.id, "1:::", NULL));
    assert_int_equal(judge(f, "nccl"), LAUNCH_UNNAMED);
    /* They did not count. */
    f->launch.only_by_name = false;
    assert_int_equal(judge(f, "a"), LAUNCH_SKIP);
    assert_int_equal(judge(f, "a"), LAUNCH_MEASURE);
    f->launch.only_by_name = true;
    assert_true(kernel_id_set(&f->filter.id, "::regex:^nc:", NULL));
    assert_int_equal(judge(f, "nccl"), LAUNCH_MEASURE);
    assert_int_equal(judge(f, "nvshmem"), LAUNCH_NEVER);
}

static void what_takes_all_is_known(void **state)
{
    struct fixture *f = *state;
    assert_true(launch_filter_takes_all(&f->filter));
    f->filter.skip_before = 1;
    assert_false(launch_filter_takes_all(&f->filter));
    f->filter.skip_before = 0;
    assert_true(launch_filter_add_device(&f->filter, "0", NULL));
    assert_false(launch_filter_takes_all(&f->filter));
    f->filter.devices = 0;
    assert_true(process_filter_add(&f->filter.processes, "exclude:a", NULL));
    assert_false(launch_filter_takes_all(&f->filter));
}

#define with_fixture(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        with_fixture(without_a_pattern_every_launch_is_taken),
        with_fixture(the_base_chooses_the_name),
        with_fixture(only_matching_launches_count_for_skip_and_count),
        with_fixture(a_huge_skip_skips_all),
        with_fixture(an_id_may_ask_for_context_and_stream),
        with_fixture(an_id_may_ask_for_an_invocation_of_each_kernel),
        with_fixture(invocations_count_what_fits_the_rest_of_the_id),
        with_fixture(launches_to_skip_before_any_match_are_of_all_kernels),
        with_fixture(launches_on_other_devices_count_for_nothing),
        with_fixture(each_device_may_count_for_itself),
        with_fixture(each_configuration_may_count_for_itself),
        with_fixture(invocations_are_counted_in_each_scope),
        with_fixture(kernels_to_be_named_are_taken_only_by_name),
        with_fixture(what_takes_all_is_known),
    };
    return cmocka_run_group_tests_name("launch_filter", tests, NULL, NULL);
}
