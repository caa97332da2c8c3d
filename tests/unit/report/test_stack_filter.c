#include "report/filter/stack_filter.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"

/* Innermost first, as reports keep them. */
#define FRAME(module, file, function)                                                              \
    "Frames { ModuleName: '" module "' PC: 4096 FileName: '" file "' FuncName: '" function         \
    "' Line: 0 } "

static const char native[] = FRAME("/usr/lib/libcudart.so.13", "", "cudaLaunchKernel")
    FRAME("/opt/app/train", "/src/a/layer.cu", "ns::layer::forward(float const*, int) const")
        FRAME("/opt/app/train", "/src/step.cc", "step(Bufs&) [clone .isra.0]")
            FRAME("/opt/app/train", "/src/step.cc", "operator/(V const&, int)")
                FRAME("/opt/app/libloop.so", "", "")
                    FRAME("/opt/app/train", "/src/a/main.cc",
                          "ns::call<int>(int)::{lambda()#1}::operator()() const")
                        FRAME("/opt/app/train", "/src/a/main.cc", "main")
                            FRAME("/opt/app/train", "", "_start");

static const char python[] =
    FRAME("", "/work/model.py", "forward") FRAME("", "/work/model.py", "forward")
        FRAME("", "/work/a@b/train.py", "<lambda>") FRAME("", "/work/a@b/train.py", "<module>");

static Rep__CpuStacktraceStackMessage *make(const char *text)
{
    struct strbuf bytes = {0};
    build_message(&bytes, &rep__cpu_stacktrace_stack_message__descriptor, text);
    Rep__CpuStacktraceStackMessage *made =
        rep__cpu_stacktrace_stack_message__unpack(NULL, bytes.length, (const uint8_t *)bytes.data);
    strbuf_free(&bytes);
    assert_non_null(made);
    return made;
}

static void check(const char *frames, bool of_python, const char *expression, bool fits)
{
    Rep__CpuStacktraceStackMessage *stack = make(frames);
    const Rep__CpuStacktraceStackMessage *const n = of_python ? NULL : stack, *const p = of_python
                                                                                             ? stack
                                                                                             : NULL;
    struct stack_filter in = {0}, out = {0};
    struct error error = {""};
    if (!stack_patterns_add(of_python ? &in.python_include : &in.native_include, expression,
                            &error))
        fail_msg("%s", error.text);
    assert_true(stack_patterns_add(of_python ? &out.python_exclude : &out.native_exclude,
                                   expression, &error));
    if (stack_filter_passes(&in, n, p) != fits)
        fail_msg("%s %s", expression, fits ? "does not fit" : "fits");
    assert_int_equal(stack_filter_passes(&out, n, p), !fits);
    assert_false(stack_filter_takes_all(&in));
    assert_int_equal(stack_filter_wants_python(&in), of_python);
    assert_int_equal(stack_filter_wants_native(&in), !of_python);
    stack_filter_free(&in);
    stack_filter_free(&out);
    rep__cpu_stacktrace_stack_message__free_unpacked(stack, NULL);
}

struct expectation {
    const char *expression;
    bool fits;
};

static void native_frames(void **unused)
{
    static const struct expectation all[] = {
        {"main", true},
        {"mai", false},
        {"ns::layer::forward(float const*, int) const", true},
        {"ns::layer::forward", true},
        {"forward", false},
        {"step(Bufs&) [clone .isra.0\\]", true},
        {"step", true},
        {"ns::call<int>(int)::{lambda()#1}::operator()", true},
        {"operator\\/(V const&, int)", true},
        {"operator\\/", true},
        /* Neighbours, the caller first. */
        {"main/ns::layer::forward", false},
        {"step/ns::layer::forward", true},
        {"ns::layer::forward/step", false},
        {"_start/main", true},
        {"main/*/cudaLaunchKernel", true},
        {"main/*/main", false},
        {"step/+/cudaLaunchKernel", true},
        {"main/+/step", false},
        {"_start/*/step/ns::layer::forward/cudaLaunchKernel", true},
        {"_start/*/step/cudaLaunchKernel", false},
        {"operator\\//step", true},
        /* Ends. */
        {"[_start", true},
        {"[main", false},
        {"cudaLaunchKernel]", true},
        {"ns::layer::forward]", false},
        {"[_start/main", true},
        {"[_start/*/cudaLaunchKernel]", true},
        {"[main/*/cudaLaunchKernel]", false},
        {"main/*", true},
        {"step/+", false},
        {"ns::layer::forward/+", true},
        {"cudaLaunchKernel/+", false},
        {"cudaLaunchKernel/*", true},
        /* Modules and files. */
        {"train@@main", true},
        {"/opt/app/train@@main", false}, /* slashes part frames */
        {"\\/opt\\/app\\/train@@main", true},
        {"train@main.cc@main", true},
        {"train@layer.cu@main", false},
        {"libcudart.so.13@@main", false},
        {"main.cc@main", true},
        {"train@main", true}, /* one name before it is of either */
        {"layer.cu@main", false},
        {"train@@cudaLaunchKernel", false},
        {"libcudart.so.13@cudaLaunchKernel", true},
        {"libloop.so@", true},
        {"libloop.so@@", true},
        {"libother.so@", false},
        {"libloop.so@/operator\\/", true},
        {"main/*/libloop.so@", true},
        {"step.cc@step/layer.cu@", true},
        /* Expressions. */
        {"regex:forward", true},
        {"regex:^forward", false},
        {"regex:^ns::(layer|call)", true},
        {"regex:lib.*\\.so@@.", true},
        {"regex:^libloop@@.", false}, /* a frame without a name */
        {"regex:^libloop@", true},
        {"regex:^step/layer::", true},
        {"regex:[_st/m", true},
        {"regex:/[_]start", true},
        {"regex:^[m]ain$/*/Kerne[kl/]", true},
        {"regex:main]", false},
        {"regex:Kernel]", true},
        {"regex:src\\/a@^main$", true},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT(all); i++)
        check(native, false, all[i].expression, all[i].fits);
}

static void python_frames(void **unused)
{
    static const struct expectation all[] = {
        {"forward", true},
        {"forward/forward", true},
        {"forward/forward/forward", false},
        {"<lambda>/forward", true},
        {"[<module>", true},
        {"[<module>/<lambda>/+/forward]", true},
        {"model.py@forward", true},
        {"train.py@forward", false},
        {"train.py@<module>/*/model.py@forward]", true},
        {"\\/work\\/a\\@b\\/train.py@<lambda>", true},
        {"regex:^(for|back)ward$", true},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT(all); i++)
        check(python, true, all[i].expression, all[i].fits);
}

static void without_a_stack_nothing_fits(void **unused)
{
    struct stack_filter filter = {0};
    Rep__CpuStacktraceStackMessage *stack = make(native), *other = make(python);
    (void)unused;
    assert_true(stack_filter_takes_all(&filter));
    assert_true(stack_filter_passes(&filter, NULL, NULL));
    assert_true(stack_patterns_add(&filter.native_exclude, "regex:.", NULL));
    assert_true(stack_filter_passes(&filter, NULL, NULL));
    assert_false(stack_filter_passes(&filter, stack, NULL));
    assert_true(stack_patterns_add(&filter.python_include, "forward", NULL));
    assert_false(stack_filter_passes(&filter, NULL, NULL));
    assert_true(stack_filter_passes(&filter, NULL, other)); /* both have to let it pass */
    assert_false(stack_filter_passes(&filter, stack, other));
    assert_true(stack_patterns_add(&filter.python_include, "absent", NULL)); /* one is enough */
    assert_true(stack_filter_passes(&filter, NULL, other));
    stack_filter_free(&filter);
    rep__cpu_stacktrace_stack_message__free_unpacked(stack, NULL);
    rep__cpu_stacktrace_stack_message__free_unpacked(other, NULL);
}

static void errors_name_the_place(void **unused)
{
    static const struct {
        const char *expression, *error;
    } all[] = {
        {"", "\"\", character 1: a function's name is missing"},
        {"regex:", "character 7: a function's name is missing"},
        {"[", "character 2: a function's name is missing"},
        {"@", "character 1: a function's name is missing"},
        {"a/@@", "character 3: a function's name is missing"},
        {"a@b@c@d", "character 6: a frame has at most the parts MODULE@FILE@FUNCTION"},
        {"*/a", "character 1: * and + must follow a frame: A/*/B"},
        {"a/*/+/b", "character 5: only one * or + can be between two frames"},
        {"a/*]", "character 3: * and + cannot be the top of the stack"},
        {"a\\", "character 2: nothing follows the backslash"},
        {"regex:a/(", "\"(\" is not a regular expression"},
    };
    (void)unused;
    for (size_t i = 0; i < COUNT(all); i++) {
        struct stack_patterns patterns = {0};
        struct error error = {""};
        assert_false(stack_patterns_add(&patterns, all[i].expression, &error));
        if (!strstr(error.text, all[i].error))
            fail_msg("\"%s\": %s", all[i].expression, error.text);
        assert_int_equal(patterns.count, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(native_frames),
        cmocka_unit_test(python_frames),
        cmocka_unit_test(without_a_stack_nothing_fits),
        cmocka_unit_test(errors_name_the_place),
    };
    return cmocka_run_group_tests_name("stack_filter", tests, NULL, NULL);
}
