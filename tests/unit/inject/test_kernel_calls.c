/* On a cubin of the compiler (tests/data/device_calls.cu), whole and damaged. */
#include "collect/inject/base/kernel_calls.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "guarded_copy.h"
#include "report/base/file_bytes.h"

struct cubin {
    uint8_t *bytes;
    size_t size;
};

static int read_cubin(void **state)
{
    static struct cubin cubin;
    struct error error = {""};
    cubin.bytes = (uint8_t *)file_bytes("tests/data/device_calls.cubin", &cubin.size, &error);
    if (!cubin.bytes)
        print_error("%s\n", error.text);
    *state = &cubin;
    return cubin.bytes ? 0 : -1;
}

static int drop_cubin(void **state)
{
    free(((struct cubin *)*state)->bytes);
    return 0;
}

static void what_a_kernel_reaches_is_found(void **state)
{
    static const struct {
        const char *kernel;
        bool prints, heap;
    } cases[] = {
        {"prints", true, false},    {"prints_in_a_helper", true, false},
        {"allocates", false, true}, {"uses_new", false, true},
        {"releases", false, true},  {"calls_through_a_pointer", true, true},
        {"plain", false, false},
    };
    const struct cubin *cubin = *state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct kernel_calls calls;
        assert_true(kernel_calls_find(&calls, cubin->bytes, cubin->size, cases[i].kernel));
        if (calls.prints != cases[i].prints || calls.heap != cases[i].heap)
            fail_msg("%s: prints %d, heap %d", cases[i].kernel, calls.prints, calls.heap);
        assert_true(calls.cubin_heap);
    }
}

static void kernels_of_other_cubins_are_not_found(void **state)
{
    const struct cubin *cubin = *state;
    struct kernel_calls calls;
    assert_false(kernel_calls_find(&calls, cubin->bytes, cubin->size, "no_such_kernel"));
    assert_false(kernel_calls_find(&calls, cubin->bytes, cubin->size, "vprintf"));
    assert_false(kernel_calls_find(&calls, cubin->bytes, cubin->size, ""));
    assert_false(calls.prints || calls.heap || calls.cubin_heap);
}

/* Without its graph, a kernel is taken to call what its cubin names. */
static void without_a_graph_every_kernel_calls_all(void **state)
{
    const struct cubin *cubin = *state;
    struct kernel_calls calls;
    uint8_t *copy = malloc(cubin->size);
    memcpy(copy, cubin->bytes, cubin->size);
    uint8_t *name = memmem(copy, cubin->size, ".nv.callgraph", 13);
    assert_non_null(name);
    name[4] = 'x';
    assert_true(kernel_calls_find(&calls, copy, cubin->size, "plain"));
    assert_true(calls.prints && calls.heap && calls.cubin_heap);
    free(copy);
}

static void a_cubin_that_ends_early_says_all_or_nothing(void **state)
{
    const struct cubin *cubin = *state;
    size_t found = 0;
    for (size_t size = 0; size < cubin->size; size += 7) {
        struct kernel_calls calls;
        uint8_t *copy = guarded_copy(cubin->bytes, size);
        const bool good = kernel_calls_find(&calls, copy, size, "prints");
        assert_int_equal(calls.prints, good);
        found += good;
        guarded_free(copy);
    }
    /* Its end is padding. */
    assert_in_range(found, 1, 100);
}

static void a_wrong_byte_changes_an_answer_only_where_it_matters(void **state)
{
    const struct cubin *cubin = *state;
    size_t right = 0, tried = 0;
    for (size_t at = 0; at < cubin->size; at += 3, tried++) {
        struct kernel_calls calls;
        uint8_t *copy = guarded_copy(cubin->bytes, cubin->size);
        copy[at] ^= 0xff;
        right += kernel_calls_find(&calls, copy, cubin->size, "prints") && calls.prints;
        guarded_free(copy);
    }
    assert_in_range(right, tried - tried / 50, tried - 1);
}

static void a_kernel_that_launches_graphs_is_known(void **state)
{
    struct kernel_calls calls;
    struct cubin cubin;
    struct error error = {""};
    (void)state;
    cubin.bytes = (uint8_t *)file_bytes("tests/data/device_graphs.cubin", &cubin.size, &error);
    assert_non_null(cubin.bytes);
    assert_true(kernel_calls_find(&calls, cubin.bytes, cubin.size, "launches_a_graph"));
    assert_true(calls.graphs && !calls.launches && !calls.heap);
    assert_true(kernel_calls_find(&calls, cubin.bytes, cubin.size, "plain"));
    assert_false(calls.graphs);
    free(cubin.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_kernel_reaches_is_found),
        cmocka_unit_test(kernels_of_other_cubins_are_not_found),
        cmocka_unit_test(without_a_graph_every_kernel_calls_all),
        cmocka_unit_test(a_cubin_that_ends_early_says_all_or_nothing),
        cmocka_unit_test(a_kernel_that_launches_graphs_is_known),
        cmocka_unit_test(a_wrong_byte_changes_an_answer_only_where_it_matters),
    };
    return cmocka_run_group_tests(tests, read_cubin, drop_cubin);
}
