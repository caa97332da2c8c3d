#include "report/content/call_stack.h"

#include "notes_sample.h"

static void check_frames(const struct call_stack *stack, const char *const *expected)
{
    for (size_t i = 0; i < stack->count; i++) {
        struct call_frame frame = call_stack_frame(stack, i);
        struct strbuf text = {0};
        call_frame_text(&text, &frame);
        assert_int_equal(frame.number, i);
        assert_string_equal(text.data, expected[i]);
        strbuf_free(&text);
    }
}

/* Native frames as they are stored, those of Python the other way round. */
static void two_stacks(void **state)
{
    (void)state;
    static const char *const native[] = {
        "0x7f0000001000 cudaLaunchKernel of /opt/lib/libcudart.so.13",
        "0x55f000002000 step(float\x1b]0;x\x07*) of /home/me/app", "0x55f000003000 of /home/me/app",
        "0x55f000004000 _start of /home/me/app"};
    static const char *const python[] = {"<module> at train.py:40", "forward at model.py:12"};
    struct build build = {0};
    build_notes(&build);
    struct report *report = build_open(&build);
    struct call_stack stacks[CALL_STACKS];
    assert_int_equal(call_stacks(report_result(report, 0, NULL), stacks), 2);
    assert_string_equal(stacks[0].kind, "native");
    assert_int_equal(stacks[0].count, 4);
    check_frames(&stacks[0], native);
    assert_string_equal(stacks[1].kind, "Python");
    assert_int_equal(stacks[1].count, 2);
    check_frames(&stacks[1], python);
    assert_int_equal(call_stacks(report_result(report, 1, NULL), stacks), 0);
    report_close(report);
    build_free(&build);
}

/* Ranges and graphs have them too; a stack without frames is none. */
static void other_results_and_frames_that_say_nothing(void **state)
{
    (void)state;
    static const char *const expected[] = {"unknown", "at a.c", "at a.c:3 of m"};
    struct build build = {0};
    build_begin(&build, 7);
    build_entry(&build, &rep__range_result__descriptor,
                "ThreadID: 1 APICallID: 1 CpuStack { Type: CpuStacktraceTypeNativeMinimal "
                "Frames { ModuleName: '' PC: 0 Line: 4 } Frames { ModuleName: '' PC: 0 FileName: "
                "'a.c' } Frames { ModuleName: 'm' PC: 0 FileName: 'a.c' Line: 3 } } "
                "PythonStack { }");
    build_block(&build, "NumRangeResults: 1");
    struct report *report = build_open(&build);
    struct call_stack stacks[CALL_STACKS];
    assert_int_equal(call_stacks(report_result(report, 0, NULL), stacks), 1);
    assert_string_equal(stacks[0].kind, "native, minimal");
    assert_int_equal(stacks[0].count, COUNT(expected));
    check_frames(&stacks[0], expected);
    report_close(report);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_stacks),
        cmocka_unit_test(other_results_and_frames_that_say_nothing),
    };
    return cmocka_run_group_tests_name("call_stack", tests, NULL, NULL);
}
