#include "report/names/kernel_names.h"

#include <stdio.h>
#include <string.h>

#include "build_report.h"

struct pair {
    const char *full, *brief;
};

/* All names of a report, and what ncu prints for each. */
static void check(const struct pair *pairs, size_t count)
{
    struct kernel_names *names = kernel_names_new();
    for (size_t i = 0; i < count; i++)
        kernel_names_add(names, pairs[i].full);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(kernel_names_short(names, pairs[i].full), pairs[i].brief);
    kernel_names_free(names);
}

static void a_namespace_of_all_names_goes(void **state)
{
    (void)state;
    static const struct pair one[] = {
        {"void at::native::vectorized_elementwise_kernel<(int)8, "
         "at::native::float16_copy_kernel_cuda(at::TensorIteratorBase &)::[lambda(float) (instance "
         "1)], std::array<char *, (unsigned long)2>>(int, T2, T3)",
         "void vectorized_elementwise_kernel<8, float16_copy_kernel_cuda(TensorIteratorBase "
         "&)::[lambda(float) (instance 1)], array<char *, 2>>(int, T2, T3)"}};
    check(one, COUNT(one));
    static const struct pair both[] = {{"a::b::f(a::b::T)", "f(T)"}, {"a::b::g()", "g()"}};
    check(both, COUNT(both));
}

/* From a report of ncu, with the counts that decide. */
static void of_a_chain_the_rarest_stays(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {"f(int *)", "f(int *)"},
        {"my::f(int *)", "my::f(int *)"},
        {"my::deep::f(int *)", "deep::f(int *)"},
        {"my::takes(my::S, my::deep::T)", "my::takes(my::S, deep::T)"},
        {"void my::two<my::S, std::array<at::native::Fun, (unsigned long)3>>(T1, T2)",
         "void my::two<my::S, std::array<native::Fun, 3>>(T1, T2)"},
        {"void my::two<thrust::detail::Q, cutlass::U>(T1, T2)",
         "void my::two<thrust::Q, cutlass::U>(T1, T2)"},
        {"at::f(int *)", "at::f(int *)"},
        {"at::native::f(int *)", "native::f(int *)"},
        {"void at::native::g<my::S>(T1, int *)", "void native::g<my::S>(T1, int *)"},
        {"thrust::detail::f(int *)", "thrust::f(int *)"},
        {"detail::f(int *)", "detail::f(int *)"},
        {"thrust::f(int *)", "thrust::f(int *)"},
        {"cutlass::f(int *)", "cutlass::f(int *)"},
        {"cutlass::gemm::f(int *)", "gemm::f(int *)"},
        {"cub::CUB_200::f(int *)", "CUB_200::f(int *)"},
        {"cub::f(int *)", "cub::f(int *)"},
        {"at2::x::f(int *)", "at2::f(int *)"},
        {"a::b::c::d::f(int *)", "a::f(int *)"},
        {"abcd::abcd::k93(int *)", "abcd::k93(int *)"},
        {"<unnamed>::anon(int *)", "<unnamed>::anon(int *)"},
        {"my::<unnamed>::anon2(int *)", "my::<unnamed>::anon2(int *)"},
        {"void lam<main::[lambda() (instance 1)]>(T1)",
         "void lam<main::[lambda() (instance 1)]>(T1)"},
        {"void vals<(bool)1, (char)99, (unsigned long)7>(int *)", "void vals<1, 99, 7>(int *)"},
    };
    check(pairs, COUNT(pairs));
}

/* "abcd" counts once for abcd::abcd::f: three names have it, four have longname. */
static void a_name_counts_once(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {"longname::a::k(int *)", "a::k(int *)"},
        {"longname::b::k(int *)", "b::k(int *)"},
        {"longname::c::k(int *)", "c::k(int *)"},
        {"longname::abcd::k(int *)", "abcd::k(int *)"},
        {"abcd::abcd::k(int *)", "abcd::k(int *)"},
        {"foo::abcd::k(int *)", "foo::k(int *)"},
        {"k(int *)", "k(int *)"},
    };
    check(pairs, COUNT(pairs));
}

static void texts_of_any_kind(void **state)
{
    (void)state;
    static const struct pair pairs[] = {
        {"", ""},
        {"f", "f"},
        {"::f", "::f"},
        {"f<", "f<"},
        {"f<(int", "f<(int"},
        {"a::", "a::"},
        {"f<(bool)1>((int)2)", "f<1>((int)2)"},
        {"f<(ns::Mode)3>()", "f<3>()"},
        {"void (*f)(int)", "void (*f)(int)"},
        {"f<g()::[lambda() (instance 1)]::operator ()() const::[lambda(T) (instance 1)]>()",
         "f<g()::[lambda() (instance 1)]::operator ()() const::[lambda(T) (instance 1)]>()"},
    };
    check(pairs, COUNT(pairs));
}

static void names_change_as_others_come(void **state)
{
    (void)state;
    struct kernel_names *names = kernel_names_new();
    const char *alone = kernel_names_short(names, "ns::f()");
    assert_string_equal(alone, "f()");
    assert_ptr_equal(kernel_names_short(names, "ns::f()"), alone);
    assert_string_equal(kernel_names_short(names, "ns::g()"), "g()");
    assert_ptr_equal(kernel_names_short(names, "ns::f()"), alone);
    assert_string_equal(kernel_names_short(names, "h()"), "h()");
    assert_string_equal(kernel_names_short(names, "ns::f()"), "ns::f()");
    assert_string_equal(alone, "f()");
    kernel_names_free(names);
    kernel_names_free(NULL);
}

static void many_names_and_deep_chains(void **state)
{
    (void)state;
    struct kernel_names *names = kernel_names_new();
    char full[64], brief[64], chain[1000] = "";
    for (int i = 0; i < 20000; i++) {
        snprintf(full, sizeof full, "all::n%d::f()", i);
        kernel_names_add(names, full);
    }
    for (int i = 0; i < 20000; i += 997) {
        snprintf(full, sizeof full, "all::n%d::f()", i);
        snprintf(brief, sizeof brief, "n%d::f()", i);
        assert_string_equal(kernel_names_short(names, full), brief);
    }
    for (int i = 0; i < 100; i++)
        strcat(chain, "x::");
    strcat(chain, "f()");
    kernel_names_short(names, chain);
    kernel_names_free(names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_namespace_of_all_names_goes),
        cmocka_unit_test(of_a_chain_the_rarest_stays),
        cmocka_unit_test(a_name_counts_once),
        cmocka_unit_test(texts_of_any_kind),
        cmocka_unit_test(names_change_as_others_come),
        cmocka_unit_test(many_names_and_deep_chains),
    };
    return cmocka_run_group_tests_name("kernel_names", tests, NULL, NULL);
}
