#include "report/names/demangle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"

struct example {
    const char *name, *expected;
};

static void check(char *(*change)(const char *), const struct example *examples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char *text = change(examples[i].name);
        assert_string_equal(text, examples[i].expected);
        free(text);
    }
}

static void full_signatures(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"_Z10vector_addPKfS0_Pfi", "vector_add(const float *, const float *, float *, int)"},
        {"_Z1fv", "f()"},
        {"_Z1fPPKc", "f(const char **)"},
        {"_Z1fRKi", "f(const int &)"},
        {"_ZN12_GLOBAL__N_11fEi", "<unnamed>::f(int)"},
        {"_Z1fPVKi", "f(const volatile int *)"},
        {"main", "main"},
        {"f", "f"},
        {"i", "i"},
        {"", ""},
        {"_Z", "_Z"},
        {"_Znot a name", "_Znot a name"},
    };
    check(demangle_full, examples, COUNT(examples));
}

static void a_pointer_that_is_const_keeps_its_place(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"_Z1fPKPc", "f(char *const *)"},
        {"_Z1fPKPKc", "f(const char *const *)"},
    };
    check(demangle_full, examples, COUNT(examples));
}

/* Names as compilers make them. The texts of sgemm_tiled and of both elementwise kernels are those
 * of ncu, the others follow from its rules. */
static void templates_keep_what_they_were_given(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"_Z11sgemm_tiledILi16EEvPKfS1_Pfi",
         "void sgemm_tiled<(int)16>(const float *, const float *, float *, int)"},
        {"_Z7Kernel2I4KernIiEEvNT_6ParamsE", "void Kernel2<Kern<int>>(T1::Params)"},
        {"_ZN12_GLOBAL__N_120softmax_warp_forwardIfffLi7ELb0EEEvPT0_PKT_iii",
         "void <unnamed>::softmax_warp_forward<float, float, float, (int)7, (bool)0>(T2 *, const "
         "T1 "
         "*, int, int, int)"},
        {"_Z3litIL4Algo1ELj3ELln5ELc97ELsn2ELy9EEvv",
         "void lit<(Algo)1, (unsigned int)3, (long)-5, (char)97, (short)-2, (unsigned long "
         "long)9>()"},
        {"_ZN2at6native12_GLOBAL__N_12mtINS1_4MetaEJifEEEvT_DpT0_",
         "void at::native::<unnamed>::mt<at::native::<unnamed>::Meta, int, float>(T1, T2...)"},
        {"_Z2ttI5tupleIJiS0_IJEEfEEEvT_", "void tt<tuple<int, tuple<>, float>>(T1)"},
        {"_ZN2at6native29vectorized_elementwise_kernelILi8EZNS0_24float16_copy_kernel_cudaERNS_"
         "18TensorIteratorBaseEEUlfE_St5arrayIPcLm2EEEEviT0_T1_",
         "void at::native::vectorized_elementwise_kernel<(int)8, "
         "at::native::float16_copy_kernel_cuda(at::TensorIteratorBase &)::[lambda(float) (instance "
         "1)], std::array<char *, (unsigned long)2>>(int, T2, T3)"},
        {"_ZN2at6native18elementwise_kernelILi128ELi2EZNS0_22gpu_kernel_impl_nocastIZZZNS0_12_"
         "GLOBAL__N_117where_kernel_implERNS_14TensorIteratorEENKUlvE_clEvENKUlvE_"
         "clEvEUlbffE_EEvRNS_18TensorIteratorBaseERKT_EUliE_EEviT1_",
         "void at::native::elementwise_kernel<(int)128, (int)2, void "
         "at::native::gpu_kernel_impl_nocast<at::native::<unnamed>::where_kernel_impl(at::"
         "TensorIterator &)::[lambda() (instance 1)]::operator ()() const::[lambda() (instance "
         "1)]::operator ()() const::[lambda(bool, float, float) (instance "
         "1)]>(at::TensorIteratorBase &, const T1 &)::[lambda(int) (instance 1)]>(int, T3)"},
    };
    check(demangle_full, examples, COUNT(examples));
}

static void declarators_go_around_the_name(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"_Z2fpPFviERA4_iM1SiMS3_KFviEPKPKfPrPfPA3_iOSt5arrayIfLm2EE",
         "fp(void (*)(int), int (&)[4], int S::*, void (S::*)(int) const, const float *const *, "
         "float *__restrict__ *, int (*)[3], std::array<float, (unsigned long)2> &&)"},
        {"_Z2tfIA3_iEvT_", "void tf<int [3]>(T1)"},
        {"_Z2tfIFviEEvT_", "void tf<void (int)>(T1)"},
        {"_ZNK1SclEi", "S::operator ()(int) const"},
        {"_ZNK1ScvfEv", "S::operator float() const"},
        {"_ZNK1SplERKS_", "S::operator +(const S &) const"},
        {"_ZN1SC1Ei", "S::S(int)"},
        {"_ZN1SD1Ev", "S::~S()"},
    };
    check(demangle_full, examples, COUNT(examples));
}

static void lists_leave_void_out(void **state)
{
    (void)state;
    assert_string_equal(demangle_brief("void f<8>(int)"), "f<8>(int)");
    assert_string_equal(demangle_brief("f(int)"), "f(int)");
    assert_string_equal(demangle_brief("voids(int)"), "voids(int)");
    assert_string_equal(demangle_brief(""), "");
}

static void function_names(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"void ns::f<(int)8>(float *)", "f"},
        {"ns::f(int)", "f"},
        {"f", "f"},
        {"", ""},
        {"unsigned long f()", "f"},
        {"(anonymous namespace)::f(int)", "f"},
        {"void a::<unnamed>::b_c2::f<(int)8, b::T>(b::T *)", "f"},
        {"f<", "f"},
        {"::f", "::f"},
        {"a::", ""},
    };
    check(demangle_function, examples, COUNT(examples));
}

static void stays_as_it_is(const char *name)
{
    char *full = demangle_full(name);
    assert_string_equal(full, name);
    free(full);
}

static void names_that_nest_too_deep_stay_as_they_are(void **state)
{
    (void)state;
    static char name[70000];
    memset(name, 'P', sizeof name);
    memcpy(name, "_Z1f", 4);
    strcpy(name + sizeof name - 2, "i");
    stays_as_it_is(name);
    /* Each level doubles the text. */
    char *end = stpcpy(name, "_Z1fI1AIiiEE");
    for (int i = 0; i < 60; i++)
        end += sprintf(end, "1AIS%c_S%c_E", i < 10 ? '0' + i : 'A' + i % 26, 'A' + i % 26);
    stays_as_it_is(name);
}

static void brackets_alone_have_no_function(void **state)
{
    (void)state;
    static char name[70000];
    memset(name, '<', sizeof name - 1);
    char *function = demangle_function(name);
    assert_string_equal(function, "");
    free(function);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_signatures),
        cmocka_unit_test(a_pointer_that_is_const_keeps_its_place),
        cmocka_unit_test(templates_keep_what_they_were_given),
        cmocka_unit_test(declarators_go_around_the_name),
        cmocka_unit_test(lists_leave_void_out),
        cmocka_unit_test(function_names),
        cmocka_unit_test(names_that_nest_too_deep_stay_as_they_are),
        cmocka_unit_test(brackets_alone_have_no_function),
    };
    return cmocka_run_group_tests_name("demangle", tests, NULL, NULL);
}
