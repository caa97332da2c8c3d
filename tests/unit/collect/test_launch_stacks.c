#include "collect/program/launch_stacks.h"

#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"

/* A launch came with two stacks: a native one with this number of frames in a file of this number,
 * and one of Python. */
static void seen(struct launch_stacks *stacks, uint64_t launch, uint32_t number, size_t frames,
                 bool fresh, bool anew, bool taken)
{
    static uint32_t numbers; /* of files */
    struct symbolizer symbolizer = {0};
    Wire__LaunchStack *m = mem_alloc(sizeof *m);
    wire__launch_stack__init(m);
    m->has_launch = m->has_number = m->has_anew = true;
    m->launch = launch;
    m->number = number;
    m->anew = anew;
    if (fresh) {
        Wire__CallStack *stack = m->stack = mem_alloc(sizeof *stack);
        wire__call_stack__init(stack);
        stack->n_files = 1;
        stack->files = mem_alloc(sizeof *stack->files);
        Wire__CodeFile *file = stack->files[0] = mem_alloc(sizeof *file);
        wire__code_file__init(file);
        file->has_number = true;
        file->number = ++numbers;
        file->path = mem_strdup("/no/such\xff/library.so");
        stack->n_addresses = stack->n_places = frames;
        stack->addresses = mem_alloc(frames * sizeof *stack->addresses);
        stack->places = mem_alloc(frames * sizeof *stack->places);
        for (size_t i = 0; i < frames; i++) {
            stack->addresses[i] = 4096 + i;
            stack->places[i] = i == 0 ? 0 : i == 1 ? numbers : 12345;
        }
        stack->n_python = 1;
        stack->python = mem_alloc(sizeof *stack->python);
        Wire__PythonFrame *frame = stack->python[0] = mem_alloc(sizeof *frame);
        wire__python_frame__init(frame);
        frame->function = mem_strdup("step");
        frame->has_line = true;
        frame->line = number;
    }
    launch_stacks_announce(stacks, &symbolizer, m, taken);
    wire__launch_stack__free_unpacked(m, NULL);
    symbolizer_free(&symbolizer);
}

static void expect(struct launch_stacks *stacks, uint64_t launch, uint32_t number)
{
    struct launch_stack *stack = launch_stacks_take(stacks, launch);
    assert_int_equal(stack != NULL, number != 0);
    if (number) {
        assert_int_equal(stack->python->n_frames, 1);
        assert_int_equal(stack->python->frames[0]->line, number);
        assert_string_equal(stack->python->frames[0]->funcname, "step");
        assert_string_equal(stack->python->frames[0]->modulename, "");
        assert_int_equal(stack->python->type, REP__CPU_STACKTRACE_TYPE__CpuStacktraceTypePython);
    }
    launch_stack_done(stack);
}

static void a_stack_is_of_all_launches_with_its_number(void **unused)
{
    struct launch_stacks stacks = {0};
    (void)unused;
    seen(&stacks, 1, 1, 2, true, false, true);
    seen(&stacks, 2, 2, 2, true, false, false);
    seen(&stacks, 3, 1, 0, false, false, true);
    seen(&stacks, 4, 2, 0, false, false, true);
    seen(&stacks, 5, 1, 0, false, false, true);
    expect(&stacks, 4, 2);
    expect(&stacks, 1, 1);
    expect(&stacks, 1, 0); /* it is over */
    expect(&stacks, 2, 0);
    expect(&stacks, 3, 1);
    assert_int_equal(stacks.count - stacks.first, 1);
    launch_stacks_free(&stacks);
}

static void frames_have_every_field(void **unused)
{
    struct launch_stacks stacks = {0};
    (void)unused;
    seen(&stacks, 1, 1, 3, true, false, true);
    struct launch_stack *stack = launch_stacks_take(&stacks, 1);
    assert_non_null(stack);
    assert_int_equal(stack->native->n_frames, 3);
    static const char *const modules[] = {"", "/no/such\xef\xbf\xbd/library.so", ""};
    for (size_t i = 0; i < 3; i++) {
        const Rep__CpuStacktraceStackFrameMessage *frame = stack->native->frames[i];
        assert_string_equal(frame->modulename, modules[i]);
        assert_int_equal(frame->pc, 4096 + i);
        assert_string_equal(frame->filename, "");
        assert_string_equal(frame->funcname, "");
        assert_true(frame->has_line);
    }
    launch_stack_done(stack);
    launch_stacks_free(&stacks);
}

static void numbers_that_begin_anew(void **unused)
{
    struct launch_stacks stacks = {0};
    (void)unused;
    seen(&stacks, 1, 1, 1, true, false, true);
    seen(&stacks, 2, 2, 1, true, false, true);
    seen(&stacks, 3, 3, 1, true, true, true);
    assert_int_equal(stacks.known_count, 1);
    seen(&stacks, 4, 1, 0, false, false, true); /* forgotten */
    seen(&stacks, 5, 3, 0, false, false, true);
    expect(&stacks, 1, 1); /* but not by those that had it */
    expect(&stacks, 2, 2);
    expect(&stacks, 4, 0);
    expect(&stacks, 5, 3);
    launch_stacks_free(&stacks); /* with launch 3 open */
}

/* Whatever a program sends. */
static void nonsense_is_no_stack(void **unused)
{
    struct launch_stacks stacks = {0};
    Wire__LaunchStack empty = WIRE__LAUNCH_STACK__INIT;
    struct symbolizer symbolizer = {0};
    (void)unused;
    launch_stacks_announce(&stacks, &symbolizer, &empty, true);
    expect(&stacks, 0, 0);
    seen(&stacks, 1, 7, 0, false, false, true);
    seen(&stacks, 2, 4000000000u, 1, true, false, true);
    seen(&stacks, 3, 5, 1, true, false, true); /* not the next number */
    expect(&stacks, 1, 0);
    expect(&stacks, 2, 4000000000u);
    expect(&stacks, 3, 0);
    Wire__CallStack uneven = WIRE__CALL_STACK__INIT;
    Wire__LaunchStack message = WIRE__LAUNCH_STACK__INIT;
    uint64_t address = 1;
    uneven.n_addresses = 1;
    uneven.addresses = &address;
    message.launch = 9;
    message.number = 4000000001u;
    message.stack = &uneven;
    launch_stacks_announce(&stacks, &symbolizer, &message, true);
    struct launch_stack *stack = launch_stacks_take(&stacks, 9);
    assert_non_null(stack);
    assert_null(stack->native);
    assert_null(stack->python);
    launch_stack_done(stack);
    launch_stacks_free(&stacks);
}

static void filters_judge_a_stack_once(void **unused)
{
    struct launch_stacks stacks = {0};
    struct stack_filter filter = {0}, other = {0};
    Wire__LaunchStack m = WIRE__LAUNCH_STACK__INIT;
    (void)unused;
    assert_true(stack_patterns_add(&filter.python_include, "step", NULL));
    assert_true(stack_patterns_add(&other.python_include, "absent", NULL));
    seen(&stacks, 1, 1, 1, true, false, false);
    seen(&stacks, 2, 2, 1, true, false, false);
    m.number = 1;
    assert_true(launch_stacks_fit(&stacks, &filter, &m));
    assert_true(launch_stacks_fit(&stacks, &other, &m)); /* it is not looked at again */
    m.number = 2;
    assert_false(launch_stacks_fit(&stacks, &other, &m));
    m.number = 3;
    assert_false(launch_stacks_fit(&stacks, &filter, &m));
    assert_false(launch_stacks_fit(&stacks, &filter, NULL));
    m.number = 2;
    m.launch = 2;
    launch_stacks_admit(&stacks, &m);
    expect(&stacks, 2, 2);
    stack_filter_free(&filter);
    stack_filter_free(&other);
    launch_stacks_free(&stacks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stack_is_of_all_launches_with_its_number),
        cmocka_unit_test(frames_have_every_field),
        cmocka_unit_test(numbers_that_begin_anew),
        cmocka_unit_test(nonsense_is_no_stack),
        cmocka_unit_test(filters_judge_a_stack_once),
    };
    return cmocka_run_group_tests_name("launch_stacks", tests, NULL, NULL);
}
