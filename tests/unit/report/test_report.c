#include "report/file/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/names/demangle.h"

static struct build sample;
static struct report *report;

static int open_sample(void **state)
{
    (void)state;
    build_sample(&sample);
    report = build_open(&sample);
    return 0;
}

static int close_sample(void **state)
{
    (void)state;
    report_close(report);
    build_free(&sample);
    return 0;
}

static void results_are_ordered_by_process(void **state)
{
    (void)state;
    assert_int_equal(report_count(report), 4);
    static const struct {
        unsigned process;
        const char *name;
    } expected[] = {{10, "first<8>(T *)"}, {20, "second<8>(T *)"}, {20, "range"}, {20, "graph"}};
    for (size_t i = 0; i < COUNT(expected); i++) {
        struct result *r = report_result(report, i, NULL);
        assert_int_equal(r->id, i);
        assert_int_equal(r->process->processid, expected[i].process);
        assert_string_equal(r->name, expected[i].name);
    }
}

static void a_result_is_decoded_once(void **state)
{
    (void)state;
    assert_ptr_equal(report_result(report, 1, NULL), report_result(report, 1, NULL));
}

static void a_dropped_result_is_decoded_anew(void **state)
{
    (void)state;
    assert_string_equal(report_result(report, 1, NULL)->name, "second<8>(T *)");
    report_drop(report, 1);
    report_drop(report, 1);
    assert_string_equal(report_result(report, 1, NULL)->name, "second<8>(T *)");
}

/* The names stand in the last block, the results that use them before it. */
static void names_may_stand_behind_their_use(void **state)
{
    (void)state;
    double value;
    assert_true(result_number(report_result(report, 0, NULL), "gpu__time_duration.sum", &value));
    assert_true(value == 1500);
    assert_string_equal(report_string(report, 0), "gpu__time_duration.sum");
    assert_string_equal(report_string(report, 1000), "");
    assert_string_equal(report_string(report, UINT32_MAX), "");
}

static void summaries_need_no_decoding(void **state)
{
    (void)state;
    const struct result_summary *s = report_summary(report, 0);
    assert_int_equal(s->id, 0);
    assert_int_equal(s->kind, ENTRY_KERNEL);
    assert_string_equal(s->name, "first<8>(T *)");
    assert_int_equal(s->grid[0], 8);
    assert_int_equal(s->grid[1], 2);
    assert_int_equal(s->block[0], 128);
    assert_true(s->duration == 1500);
    assert_true(s->compute == 12.5);
    assert_true(isnan(s->memory));
    assert_true(isnan(s->dram));
    assert_ptr_equal(report_summary(report, 0), s);
    assert_string_equal(report_summary(report, 2)->name, "range");
    assert_true(report_summary(report, 2)->duration == 3500);
    assert_true(isnan(report_summary(report, 3)->duration));
}

static void the_session_is_merged_from_all_blocks(void **state)
{
    (void)state;
    const Rep__ReportSessionDetails *session = report_session(report, 0);
    assert_int_equal(session->n_versioninfo, 2);
    assert_string_equal(session->versioninfo[0]->provider, "CUDA Version");
    assert_string_equal(session->versioninfo[1]->provider, "PerfWorks");
    assert_string_equal(session->profilercmdline, "rooftop app ");
    assert_string_equal(session->hostsysteminfo->computername, "node");
    assert_int_equal(session->n_deviceattributes, 1);
}

static void processes_are_known_once(void **state)
{
    (void)state;
    assert_int_equal(report_process_count(report, 0), 2);
    assert_int_equal(report_process(report, 0, 0)->processid, 20);
    assert_int_equal(report_process(report, 0, 1)->processid, 10);
}

static void sources_belong_to_their_process(void **state)
{
    (void)state;
    const Rep__SourceData *source = report_source(report, 0, 20, 98784247809);
    assert_non_null(source);
    assert_memory_equal(source->binary.data, "cubin", 5);
    assert_null(report_source(report, 0, 10, 98784247809));
    assert_null(report_source(report, 0, 20, 1));
}

static void equal_references_of_two_processes_are_two_sources(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    build_entry(&build, &rep__source_data__descriptor, "Reference: 5 Binary: 'one'");
    build_block(&build, "NumSources: 1 Process { ProcessID: 1 }");
    build_entry(&build, &rep__source_data__descriptor, "Reference: 5 Binary: 'two'");
    build_block(&build, "NumSources: 1 Process { ProcessID: 2 }");
    /* A damaged source does not hide the next. */
    build_raw_entry(&build, "\xff", 1);
    build_entry(&build, &rep__source_data__descriptor, "Reference: 5 Binary: 'three'");
    build_block(&build, "NumSources: 2 Process { ProcessID: 3 }");
    struct report *r = build_open(&build);
    assert_memory_equal(report_source(r, 0, 1, 5)->binary.data, "one", 3);
    assert_memory_equal(report_source(r, 0, 2, 5)->binary.data, "two", 3);
    assert_memory_equal(report_source(r, 0, 3, 5)->binary.data, "three", 5);
    report_close(r);
    build_free(&build);
}

static void blocks_without_a_process_load(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    build_entry(&build, &rep__profile_result__descriptor, KERNEL("f"));
    build_block(&build, "NumResults: 1");
    struct report *r = build_open(&build);
    assert_int_equal(report_count(r), 1);
    assert_int_equal(report_result(r, 0, NULL)->process->processid, 0);
    report_close(r);
    build_free(&build);
}

static void a_report_without_results_opens(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    struct report *r = build_open(&build);
    assert_int_equal(report_count(r), 0);
    assert_non_null(report_session(r, 0));
    assert_string_equal(report_damage(r), "");
    report_close(r);
    build_free(&build);
}

/* Fields of a message may stand in any order. */
static void a_summary_takes_the_name_behind_the_value(void **state)
{
    (void)state;
    struct build build = {0};
    struct strbuf result = {0};
    build_message(&result, &rep__profile_result__descriptor, KERNEL("f"));
    /* MetricResults { MetricValue { DoubleValue: 2 } NameId: 0 } */
    strbuf_add(&result, "\x6a\x0d\x12\x09\x19\0\0\0\0\0\0\0\x40\x08\0", 15);
    build_begin(&build, 7);
    build_raw_entry(&build, result.data, result.length);
    build_block(&build, "NumResults: 1 StringTable { Strings: 'gpu__time_duration.sum' }");
    struct report *r = build_open(&build);
    double value = 0;
    assert_true(result_number(report_result(r, 0, NULL), "gpu__time_duration.sum", &value));
    assert_true(value == 2);
    assert_true(report_summary(r, 0)->duration == 2);
    report_close(r);
    strbuf_free(&result);
    build_free(&build);
}

/* What the list shows is what the decoded result says, also for values of other types. */
static void a_summary_agrees_with_the_result(void **state)
{
    (void)state;
    static const char *const values[] = {"DoubleValue: 2",
                                         "FloatValue: 2",
                                         "Uint32Value: 2",
                                         "Uint64Value: 2",
                                         "DoubleValue: nan",
                                         "StringValue: 'x'",
                                         "StringValue: 'x' DoubleValue: 2",
                                         ""};
    for (size_t i = 0; i < COUNT(values); i++) {
        struct build build = {0};
        struct strbuf more = {0};
        strbuf_addf(&more, "MetricResults { NameId: 0 MetricValue { %s } }", values[i]);
        struct report *r = build_one(&build, "gpu__time_duration.sum", more.data);
        double value = NAN;
        result_number(report_result(r, 0, NULL), "gpu__time_duration.sum", &value);
        double shown = report_summary(r, 0)->duration;
        if (!(shown == value || (isnan(shown) && isnan(value))))
            fail_msg("%s: %g in the list, %g in the result", values[i], shown, value);
        report_close(r);
        strbuf_free(&more);
        build_free(&build);
    }
}

static void damage_is_reported_and_whole_results_are_kept(void **state)
{
    (void)state;
    struct error error;
    struct report *r =
        report_open_bytes("cut", (const uint8_t *)sample.file.data, sample.file.length - 1, &error);
    assert_non_null(r);
    assert_non_null(strstr(report_damage(r), " at byte "));
    assert_true(report_count(r) >= 3);
    report_close(r);
}

static void a_file_opens_like_bytes(void **state)
{
    (void)state;
    char path[] = "/tmp/rooftop-test-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, sample.file.data, sample.file.length), sample.file.length);
    close(file);
    struct error error = {""};
    struct report *r = report_open(path, &error);
    assert_non_null(r);
    assert_string_equal(report_path(r), path);
    assert_int_equal(report_count(r), 4);
    report_close(r);
    assert_int_equal(truncate(path, 0), 0);
    assert_null(report_open(path, &error));
    assert_non_null(strstr(error.text, "the file is empty"));
    unlink(path);
}

static void files_that_are_no_reports_are_refused(void **state)
{
    (void)state;
    struct error error;
    assert_null(report_open("/nonexistent.ncu-rep", &error));
    assert_non_null(strstr(error.text, "No such file"));
    assert_null(report_open("/tmp", &error));
    assert_non_null(strstr(error.text, "folder"));
    assert_null(report_open("/dev/null", &error));
    assert_non_null(strstr(error.text, "device"));
}

static void a_report_is_made_result_by_result(void **state)
{
    (void)state;
    struct report *r = report_new("made");
    uint32_t id = report_intern(r, "gpu__time_duration.sum");
    assert_int_equal(report_intern(r, "other"), id + 1);
    assert_int_equal(report_intern(r, "gpu__time_duration.sum"), id);
    struct strbuf packed = {0};
    build_message(&packed, &rep__profile_result__descriptor,
                  KERNEL("made") METRIC("0", "DoubleValue: 7"));
    Rep__ProcessInfo process = REP__PROCESS_INFO__INIT;
    process.processid = 9;
    size_t length = packed.length;
    size_t index =
        report_add_result(r, ENTRY_KERNEL, (uint8_t *)strbuf_detach(&packed), length, &process);
    process.processid = 0; /* the report keeps a copy */
    struct result *result = report_result(r, index, NULL);
    double value;
    assert_string_equal(result->function, "made");
    assert_int_equal(result->process->processid, 9);
    assert_true(result_number(result, "gpu__time_duration.sum", &value));
    assert_true(value == 7);
    Rep__ReportSessionDetails session = REP__REPORT_SESSION_DETAILS__INIT;
    session.profilercmdline = "line";
    report_merge_session(r, &session);
    assert_string_equal(report_session(r, 0)->profilercmdline, "line");
    report_close(r);
}

static void many_names_keep_their_ids(void **state)
{
    (void)state;
    struct report *r = report_new("made");
    char name[16];
    for (int round = 0; round < 2; round++)
        for (uint32_t i = 0; i < 5000; i++) {
            snprintf(name, sizeof name, "name%u", i);
            assert_int_equal(report_intern(r, name), i);
        }
    report_close(r);
}

/* Two processes that take turns, the larger number first: a report of an afternoon. */
static void many_results_open_quickly(void **state)
{
    (void)state;
    enum { EACH = 40000 };
    struct build build = {0};
    build_begin(&build, 7);
    for (int process = 2; process > 0; process--) {
        for (int i = 0; i < EACH; i++)
            build_raw_entry(&build, "", 0);
        char header[80];
        snprintf(header, sizeof header, "NumResults: %d Process { ProcessID: %d }", EACH, process);
        build_block(&build, header);
    }
    clock_t start = clock();
    struct report *r = build_open(&build);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    assert_int_equal(report_count(r), 2 * EACH);
    report_close(r);
    build_free(&build);
    if (seconds > 2)
        fail_msg("opening took %.1f s", seconds);
}

static void many_session_blocks_open_quickly(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    for (int i = 0; i < 20000; i++)
        build_block(&build, "SessionDetails { VersionInfo { Provider: 'a' Version: 'b' } }");
    clock_t start = clock();
    struct report *r = build_open(&build);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    assert_int_equal(report_session(r, 0)->n_versioninfo, 20000);
    report_close(r);
    build_free(&build);
    if (seconds > 2)
        fail_msg("opening took %.1f s", seconds);
}

#define on_sample(test) cmocka_unit_test_setup_teardown(test, open_sample, close_sample)

#define NAMED(full, more)                                                                          \
    "ThreadID: 1 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: 'm' "                \
    "KernelFunctionName: 'f' KernelDemangledName: '" full "' WorkDimensions: 3 "                   \
    "GlobalWorkOffset { X: 0 } GridSize { X: 8 } BlockSize { X: 128 } Source {} " more

static const char *name_of(struct report *opened, size_t i)
{
    struct result *result = report_result(opened, i, NULL);
    assert_non_null(result);
    assert_string_equal(demangle_brief(result->name), report_summary(opened, i)->name);
    return result->name;
}

/* A file of renames wins over the name in the opened, and that over the short one. */
static void names_of_kernels(void **state)
{
    (void)state;
    struct build build = {0};
    const ProtobufCMessageDescriptor *kernel = &rep__profile_result__descriptor;
    build_begin(&build, 7);
    build_entry(&build, kernel, NAMED("void all::a::f<(int)8>(all::T *)", ""));
    build_entry(&build, kernel, NAMED("all::a::g()", "RenamedDemangledName: 'stored'"));
    build_entry(&build, kernel, NAMED("all::h(all::a::T)", ""));
    build_entry(&build, kernel, NAMED("all::b::h()", ""));
    build_block(&build, "NumResults: 4");
    struct report *opened = build_open(&build);
    assert_string_equal(name_of(opened, 0), "void a::f<8>(T *)");
    assert_string_equal(name_of(opened, 1), "stored");
    assert_string_equal(name_of(opened, 2), "h(a::T)");
    assert_string_equal(name_of(opened, 3), "b::h()");
    report_close(opened);

    struct kernel_renames renames = {0};
    static const char text[] = "- {Original: 'all::a::g()', Renamed: G}\n"
                               "- {Original: 'b::h()', Renamed: H}\n";
    assert_true(kernel_renames_parse(&renames, "file", text, strlen(text), NULL));
    opened = build_open(&build);
    report_set_renames(opened, &renames);
    assert_string_equal(name_of(opened, 1), "G");
    assert_string_equal(name_of(opened, 3), "H");
    report_close(opened);

    renames.off = true;
    opened = build_open(&build);
    report_set_renames(opened, &renames);
    assert_string_equal(name_of(opened, 0), "void all::a::f<(int)8>(all::T *)");
    assert_string_equal(name_of(opened, 1), "all::a::g()");
    report_close(opened);
    kernel_renames_free(&renames);
    build_free(&build);
}

/* In the making a list names its kernels anew as others come. */
static void names_follow_what_comes(void **state)
{
    (void)state;
    struct report *opened = report_new("made");
    static const char *const names[] = {NAMED("ns::f()", ""), NAMED("g()", "")};
    Rep__ProcessInfo process = REP__PROCESS_INFO__INIT;
    process.hostname = process.processname = "p";
    for (size_t i = 0; i < COUNT(names); i++) {
        struct strbuf packed = {0};
        build_message(&packed, &rep__profile_result__descriptor, names[i]);
        uint8_t *bytes = mem_alloc(packed.length);
        memcpy(bytes, packed.data, packed.length);
        report_add_result(opened, ENTRY_KERNEL, bytes, packed.length, &process);
        strbuf_free(&packed);
        assert_string_equal(report_summary(opened, 0)->name, i ? "ns::f()" : "f()");
    }
    assert_string_equal(report_kernel_name(opened, "ns::k()"), "ns::k()");
    report_close(opened);
}

/* Ids of one text lead to one of them, whatever is added. */
static void equal_names_share_an_id(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *twice = build_one(&build, "a b a c b", METRIC("2", "Uint64Value: 1"));
    static const uint32_t shared[] = {0, 1, 0, 3, 1};
    for (int again = 0; again < 2; again++) {
        for (uint32_t i = 0; i < COUNT(shared); i++)
            assert_int_equal(report_shared_id(twice, i), shared[i]);
        uint32_t id;
        assert_true(report_find_name(twice, "b", &id));
        assert_int_equal(id, 1);
        assert_false(report_find_name(twice, "d", &id));
        assert_int_equal(id, UINT32_MAX);
        assert_int_equal(report_shared_id(twice, 1u << 30), UINT32_MAX);
        for (int i = 0; i < 5000 && !again; i++) {
            char *name = mem_printf("new %d", i);
            uint32_t added = report_intern(twice, name);
            assert_int_equal(added, COUNT(shared) + (size_t)i);
            assert_int_equal(report_shared_id(twice, added), added);
            assert_int_equal(report_intern(twice, name), added);
            free(name);
        }
    }
    double value;
    assert_true(result_number(report_result(twice, 0, NULL), "a", &value));
    assert_true(value == 1);
    report_close(twice);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        on_sample(results_are_ordered_by_process),
        on_sample(a_result_is_decoded_once),
        on_sample(a_dropped_result_is_decoded_anew),
        on_sample(names_may_stand_behind_their_use),
        on_sample(summaries_need_no_decoding),
        on_sample(the_session_is_merged_from_all_blocks),
        on_sample(processes_are_known_once),
        on_sample(sources_belong_to_their_process),
        cmocka_unit_test(equal_references_of_two_processes_are_two_sources),
        cmocka_unit_test(blocks_without_a_process_load),
        cmocka_unit_test(a_report_without_results_opens),
        cmocka_unit_test(a_summary_takes_the_name_behind_the_value),
        cmocka_unit_test(a_summary_agrees_with_the_result),
        on_sample(damage_is_reported_and_whole_results_are_kept),
        on_sample(a_file_opens_like_bytes),
        cmocka_unit_test(files_that_are_no_reports_are_refused),
        cmocka_unit_test(a_report_is_made_result_by_result),
        cmocka_unit_test(many_names_keep_their_ids),
        cmocka_unit_test(many_results_open_quickly),
        cmocka_unit_test(many_session_blocks_open_quickly),
        cmocka_unit_test(equal_names_share_an_id),
        cmocka_unit_test(names_of_kernels),
        cmocka_unit_test(names_follow_what_comes),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
