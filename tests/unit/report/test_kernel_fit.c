/* Names of kernels cut to a column. */
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/safe_text.h"
#include "report/names/kernel_fit.h"

static void is_beside(const char *name, size_t columns, const char *expected,
                      const char *const *others, size_t count)
{
    struct strbuf out = {0};
    kernel_fit(&out, name, columns, others, count);
    assert_string_equal(out.data, expected);
    assert_true(safe_text_width(out.data) <= columns);
    strbuf_free(&out);
}

static void is(const char *name, size_t columns, const char *expected)
{
    is_beside(name, columns, expected, NULL, 0);
}

static void arguments_go_first(void **state)
{
    (void)state;
    static const char spill[] = "spill_local(const int *, float *, int)";
    is(spill, 38, spill);
    is(spill, 22, "spill_local(const int~");
    is(spill, 16, "spill_local(con~");
    is(spill, 15, "spill_local");
    is(spill, 11, "spill_local");
    is(spill, 8, "spil~cal");
    is("ns::detail::copy(int *)", 8, "copy");
    is("<unnamed>::copy(int *)", 8, "copy");
    is("f<8>::operator ()(int *)", 17, "f<8>::operator ()");
}

static const char copy[] =
    "vectorized_elementwise_kernel<8, float16_copy_kernel_cuda(TensorIteratorBase &)::"
    "[lambda(float) (instance 1)], array<char *, 2>>(int, T2, T3)";

static void functors_stay(void **state)
{
    (void)state;
    is(copy, 87,
       "vectorized_elementwise_kernel<8, float16_copy_kernel_cuda::[lambda], array<char *, 2>>");
    is(copy, 60, "vectorized_elementwise_kernel<~float16_copy_kernel_cuda~>");
    is(copy, 50, "vectorized_elementwise_ke~float16_copy_kernel_cuda");
    is(copy, 28, "vectorize~float16_c~nel_cuda");
    is(copy, 21, "vectori~float1~l_cuda");
    is(copy, 11, "vectorized~");
    is("reduce_kernel<512, 1, ReduceOp<float, func_wrapper_t<float, sum_functor<float, float>::"
       "operator ()(TensorIterator &)::[lambda(float, float) (instance 1)]>, unsigned int>>(T3)",
       34, "reduce_kernel<~sum_functor~>");
    is("at::native::elementwise_kernel<128, at::native::BinaryFunctor<c10::Half, "
       "at::native::AddFunctor<c10::Half>>>(int)",
       33, "elementwise_kernel<~AddFunctor~>");
}

static void what_neighbours_have_goes_before(void **state)
{
    (void)state;
    static const char *const names[] = {
        "kernel_of_a_library<SomeKernelShape, TileScheduler>(Params)",
        "kernel_of_a_library<SomeKernelShape, StreamScheduler>(Params)",
        "another_kernel<SomeKernelShape>(Params)",
    };
    is_beside(names[0], 40, "kernel_of_a_library<~TileScheduler~>", names, 3);
    is_beside(names[1], 40, "kernel_of_a_library<~StreamScheduler~>", names, 3);
    is_beside(names[0], 40, "kernel_of_a_library<~SomeKernelShape~>", names, 1);
    /* Numbers tell something where nothing else does. */
    static const char *const tiles[] = {"a_kernel_with_a_long_name<float, 128, 64, 8>(int *)",
                                        "a_kernel_with_a_long_name<float, 128, 32, 8>(int *)"};
    is_beside(tiles[0], 30, "a_kernel_with_a~t, 128, 64, 8>", tiles, 2);
    is_beside(tiles[0], 12, "a_ke~ 64, 8>", tiles, 2);
    is_beside(tiles[1], 12, "a_ke~ 32, 8>", tiles, 2);
}

/* Their arguments say less than their ends. */
static void kernels_that_begin_alike_differ(void **state)
{
    (void)state;
    static const char *const sorts[] = {
        "cub::DeviceRadixSortHistogramKernel<cub::radix::policy_hub<int, 4>, 0, int>(int *)",
        "cub::DeviceRadixSortExclusiveSumKernel<cub::radix::policy_hub<int, 4>, int>(int *)",
        "cub::DeviceRadixSortOnesweepKernel<cub::radix::policy_hub<int, 4>, 0, int>(int *)",
    };
    is_beside(sorts[0], 26, "DeviceRadixSo~togramKernel", sorts, 3);
    is_beside(sorts[1], 26, "DeviceRadixSo~iveSumKernel", sorts, 3);
    is_beside(sorts[2], 26, "DeviceRadixSo~esweepKernel", sorts, 3);
    is_beside(sorts[2], 60, "DeviceRadixSortOnesweepKernel<~policy_hub~>", sorts, 3);
}

static void any_text_is_fit(void **state)
{
    (void)state;
    static const char *const odd[] = {
        "",    "(",        "<",       ">",
        ")",   "f<",       "f<(",     "operator<",
        "f(>", "a->b",     "[lambda", "f<a::>>(",
        "::",  "operator", "f<<<(((", "\xe6\x96\x87<\xe6\x96\x87>(x)"};
    use_locale("C.UTF-8");
    for (size_t i = 0; i < COUNT(odd); i++)
        for (size_t columns = 0; columns < 20; columns++) {
            struct strbuf out = {0};
            kernel_fit(&out, odd[i], columns, odd, COUNT(odd));
            assert_true(safe_text_width(out.data) <= columns);
            strbuf_free(&out);
        }
    for (size_t columns = 0; columns < 160; columns++) {
        struct strbuf out = {0};
        kernel_fit(&out, copy, columns, NULL, 0);
        assert_true(safe_text_width(out.data) <= columns);
        assert_true(columns < 20 || strstr(out.data, "float"));
        strbuf_free(&out);
    }
    use_locale("C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_go_first),
        cmocka_unit_test(functors_stay),
        cmocka_unit_test(what_neighbours_have_goes_before),
        cmocka_unit_test(kernels_that_begin_alike_differ),
        cmocka_unit_test(any_text_is_fit),
    };
    use_locale("C");
    return cmocka_run_group_tests_name("kernel_fit", tests, NULL, NULL);
}
