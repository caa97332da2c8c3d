/* The filter of launches on results; what each part of it means is its own module's to test. */
#include "report/filter/result_filter.h"

#include <string.h>

#include "build_report.h"
#include "report/names/kernel_renames.h"

#define FRAME(function)                                                                            \
    "Frames { ModuleName: 'm' PC: 4096 FileName: 'f' FuncName: '" function "' Line: 0 } "
#define STACKS                                                                                     \
    "CpuStack { Type: CpuStacktraceTypeNative " FRAME("step")                                      \
        FRAME("main") "} PythonStack { Type: CpuStacktraceTypePython " FRAME("forward") "} "
#define NVTX                                                                                       \
    "Nvtx { Domains { Id: 0 Name: '<default domain>' } Threads { TID: 1 PushPopDomains { Id: 0 "   \
    "Stack { Name: 'epoch' } } } DefaultDomain: 0 PushPopRangeScope: Thread } "
#define SIZED(name, grid, block)                                                                   \
    "ThreadID: 1 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: '_Z1" name "' "      \
    "KernelFunctionName: '" name "' KernelDemangledName: 'ns::" name "<(int)8>(ns::T *)' "         \
    "WorkDimensions: 3 GlobalWorkOffset { X: 0 } GridSize { X: " grid " Y: 2 Z: 1 } BlockSize { "  \
    "X: " block " Y: 1 Z: 1 } Source {} "
#define PLACE(device, shared) METRIC("0", "Uint64Value: " device) METRIC("1", shared)

/* Of two processes; the last three are of the second. */
static const char *const entries[] = {
    KERNEL("add") "ContextID: 1 StreamID: 7 " PLACE("0", "Uint64Value: 0") NVTX STACKS,
    KERNEL("mul") "ContextID: 2 " PLACE("1", "Uint64Value: 4096") NVTX,
    KERNEL("add") "ContextID: 1 StreamID: 13 " PLACE("1", "DoubleValue: 4096") STACKS,
    SIZED("add", "8", "64") "ContextID: 1 StreamID: 7 " PLACE("0", "DoubleValue: -1"),
    SIZED("mul", "4", "64") "ContextID: 1 StreamID: 7 " PLACE("0", "DoubleValue: 1e30"),
    "ThreadID: 1 APICallID: 2 ContextID: 1 ",
};

static struct build build;
static struct report *report;
static struct launch_filter filter;

static int set_up(void **state)
{
    (void)state;
    const char *tail = "StringTable { Strings: 'device__attribute_device_index' Strings: "
                       "'launch__shared_mem_per_block_dynamic' }";
    char header[512];
    build_begin(&build, 7);
    for (size_t i = 0; i < 5; i++) {
        build_entry(&build, &rep__profile_result__descriptor, entries[i]);
        if (i == 2) {
            snprintf(header, sizeof header,
                     "NumResults: 3 Process { ProcessID: 5 ProcessName: '/opt/parent' } %s", tail);
            build_block(&build, header);
        }
    }
    build_block(&build, "NumResults: 2 Process { ProcessID: 10 ProcessName: 'child' }");
    build_entry(&build, &rep__range_result__descriptor, entries[5]);
    build_block(&build, "NumRangeResults: 1 Process { ProcessID: 10 ProcessName: 'child' }");
    report = build_open(&build);
    filter = (struct launch_filter){.base = KERNEL_NAME_FUNCTION};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    launch_filter_free(&filter);
    report_close(report);
    build_free(&build);
    build = (struct build){0};
    return 0;
}

/* A letter for each result: Take, skip, never, done. */
static void judges(const char *expected)
{
    static const char letters[] = {[LAUNCH_MEASURE] = 'T',
                                   [LAUNCH_SKIP] = 's',
                                   [LAUNCH_NEVER] = 'n',
                                   [LAUNCH_UNNAMED] = 'u',
                                   [LAUNCH_DONE] = 'd'};
    struct launch_counts counts = {0}, again = {0};
    char found[8] = "";
    assert_int_equal(report_count(report), strlen(expected));
    for (size_t i = 0; i < report_count(report); i++) {
        enum launch_verdict verdict = result_judge_at(report, &filter, &counts, i);
        found[i] = letters[verdict];
        assert_int_equal(result_passes_at(report, &filter, &again, i), verdict == LAUNCH_MEASURE);
    }
    launch_counts_free(&counts);
    launch_counts_free(&again);
    assert_string_equal(found, expected);
}

static void no_filter_takes_all(void **state)
{
    (void)state;
    judges("TTTTTT");
}

static void by_name_and_number(void **state)
{
    (void)state;
    name_pattern_set(&filter.name, "add", NULL);
    judges("TnTTnn");
    filter.skip = 1;
    filter.count = 1;
    judges("snTddd");
    filter.skip = filter.count = 0;
    filter.base = KERNEL_NAME_MANGLED;
    judges("nnnnnn");
    name_pattern_set(&filter.name, "_Z1mul", NULL);
    judges("nTnnTn");
    filter.base = KERNEL_NAME_DEMANGLED;
    name_pattern_set(&filter.name, "regex:add<", NULL);
    judges("TnTTnn");
}

static void by_context_and_stream(void **state)
{
    (void)state;
    assert_true(kernel_id_set(&filter.id, "1:7:add:2", NULL));
    judges("snsTnn");
    assert_true(kernel_id_set(&filter.id, "2::mul:", NULL));
    judges("nTnnsn");
    /* It has no stream. */
    assert_true(kernel_id_set(&filter.id, ":7:mul:", NULL));
    judges("nsnnTn");
    assert_true(kernel_id_set(&filter.id, ":0:mul:", NULL));
    judges("nsnnsn");
}

/* Devices stand in metrics; a number that is none is device 0. */
static void by_device(void **state)
{
    (void)state;
    assert_true(launch_filter_add_device(&filter, "1", NULL));
    judges("sTTsss");
    launch_filter_free(&filter);
    filter = (struct launch_filter){.base = KERNEL_NAME_FUNCTION};
    assert_true(launch_filter_add_device(&filter, "0", NULL));
    judges("TssTTT");
}

/* The third launch is like the second, the others differ in a size each. */
static void by_configuration(void **state)
{
    (void)state;
    filter.mode = FILTER_PER_CONFIG;
    filter.count = 1;
    judges("TTsTTT");
    filter.mode = FILTER_PER_GPU;
    judges("TTssss");
}

static void by_process(void **state)
{
    (void)state;
    assert_true(process_filter_add(&filter.processes, "parent", NULL));
    judges("TTTsss");
    /* What is of another process does not count. */
    filter.skip = 1;
    judges("sTTsss");
    process_filter_free(&filter.processes);
    filter.processes = (struct process_filter){0};
    assert_true(process_filter_add(&filter.processes, "child", NULL));
    judges("ssssTT");
}

static void by_ranges(void **state)
{
    (void)state;
    assert_true(nvtx_patterns_add(&filter.nvtx.include, "epoch/", NULL));
    judges("TTssss");
    filter.skip_before = 1;
    judges("sTssss");
    nvtx_filter_free(&filter.nvtx);
    filter.nvtx = (struct nvtx_filter){0};
    assert_true(nvtx_patterns_add(&filter.nvtx.exclude, "epoch/", NULL));
    judges("sssTTT");
}

static void by_stacks(void **state)
{
    (void)state;
    assert_true(stack_patterns_add(&filter.stacks.native_include, "step", NULL));
    judges("TsTsss");
    stack_filter_free(&filter.stacks);
    filter.stacks = (struct stack_filter){0};
    assert_true(stack_patterns_add(&filter.stacks.python_exclude, "forward", NULL));
    judges("sTsTTT");
}

/* A renamed kernel has its new name where demangled names are compared. */
static void by_new_name(void **state)
{
    (void)state;
    static const char text[] = "- - Original: mul<8>(T *)\n  - Renamed: Product\n";
    struct kernel_renames renames = {0};
    struct error error = {""};
    assert_true(kernel_renames_parse(&renames, "r", text, sizeof text - 1, &error));
    report_set_renames(report, &renames);
    filter.base = KERNEL_NAME_DEMANGLED;
    name_pattern_set(&filter.name, "Product", NULL);
    judges("nTnnTn");
    name_pattern_set(&filter.name, "regex:mul", NULL);
    judges("nnnnnn");
    report_set_renames(report, NULL);
    judges("nTnnTn");
    kernel_renames_free(&renames);
}

/* A state or stack that is damaged is none. */
static void what_is_damaged(void **state)
{
    (void)state;
    struct build damaged = {0};
    struct strbuf result = {0};
    struct launch_counts counts = {0};
    build_message(&result, &rep__profile_result__descriptor, KERNEL("f") NVTX STACKS);
    /* Names that are said to be longer than what they stand in. */
    build_begin(&damaged, 7);
    char *range = memmem(result.data, result.length, "epoch", 5);
    char *frame = memmem(result.data, result.length, "step", 4);
    assert_true(range && frame);
    range[-1] = frame[-1] = 0x7f;
    build_raw_entry(&damaged, result.data, result.length);
    build_block(&damaged, "NumResults: 1");
    struct report *other = build_open(&damaged);
    assert_true(nvtx_patterns_add(&filter.nvtx.include, "regex:.*/", NULL));
    assert_false(result_passes_at(other, &filter, &counts, 0));
    nvtx_filter_free(&filter.nvtx);
    filter.nvtx = (struct nvtx_filter){0};
    assert_true(stack_patterns_add(&filter.stacks.native_include, "regex:.*", NULL));
    assert_false(result_passes_at(other, &filter, &counts, 0));
    launch_counts_free(&counts);
    report_close(other);
    build_free(&damaged);
    strbuf_free(&result);
}

int main(void)
{
#define TEST(function) cmocka_unit_test_setup_teardown(function, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(no_filter_takes_all), TEST(by_name_and_number), TEST(by_context_and_stream),
        TEST(by_device),           TEST(by_configuration),   TEST(by_process),
        TEST(by_ranges),           TEST(by_stacks),          TEST(by_new_name),
        TEST(what_is_damaged)};
    return cmocka_run_group_tests_name("result_filter", tests, NULL, NULL);
}
