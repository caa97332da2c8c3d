#include "demangle.h"

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
        {"_ZN12_GLOBAL__N_11fEi", "(anonymous namespace)::f(int)"},
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

static void short_names(void **state)
{
    (void)state;
    static const struct example examples[] = {
        {"ns::f<(int)8, ns::T>(ns::T *)", "f<8, T>(T *)"},
        {"f(int)", "f(int)"},
        {"f", "f"},
        {"", ""},
        {"a::b::c(a::b::d, e::f)", "c(d, f)"},
        {"f<(unsigned long)1, (int)-2>()", "f<1, -2>()"},
        {"f<(ns::Mode)3>()", "f<3>()"},
        {"f<(bool)1>((int)2)", "f<1>((int)2)"},
        {"(anonymous namespace)::f(int)", "f(int)"},
        {"ns::<unnamed>::f(int)", "f(int)"},
        {"void (*f)(int)", "void (*f)(int)"},
        {"::f", "::f"},
        {"f<", "f<"},
        {"f<(int", "f<(int"},
        {"a::", ""},
    };
    check(demangle_short, examples, COUNT(examples));
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
    };
    check(demangle_function, examples, COUNT(examples));
}

static void long_and_broken_names_are_survived(void **state)
{
    (void)state;
    char name[70000];
    memset(name, 'P', sizeof name);
    memcpy(name, "_Z1f", 4);
    strcpy(name + sizeof name - 2, "i");
    free(demangle_full(name));
    memset(name, '<', sizeof name);
    name[sizeof name - 1] = '\0';
    free(demangle_short(name));
    free(demangle_function(name));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_signatures),
        cmocka_unit_test(a_pointer_that_is_const_keeps_its_place),
        cmocka_unit_test(short_names),
        cmocka_unit_test(function_names),
        cmocka_unit_test(long_and_broken_names_are_survived),
    };
    return cmocka_run_group_tests_name("demangle", tests, NULL, NULL);
}
