/* Several files as one report. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/file/report.h"
#include "report/filter/result_filter.h"

/* A file of launches with a duration and a throughput, whose names have these ids in it. */
struct file {
    struct build build;
    const char *path;
};

#define DURATION "gpu__time_duration.sum"
#define SHARE "sm__throughput.avg.pct_of_peak_sustained_elapsed"

static void make_file(struct file *file, const char *path, const char *host, const char *process,
                      const char *names, const char *const *results, size_t count)
{
    *file = (struct file){.path = path};
    build_begin(&file->build, 7);
    char *session = mem_printf("SessionDetails { TargetSystemInfo { ComputerName: '%s' } "
                               "ProfilerCmdline: 'of %s' } Process { ProcessID: %s }",
                               host, path, process);
    build_block(&file->build, session);
    free(session);
    build_entry(&file->build, &rep__source_data__descriptor, "Reference: 5 Binary: 'cubin'");
    for (size_t i = 0; i < count; i++)
        build_entry(&file->build, &rep__profile_result__descriptor, results[i]);
    char *header = mem_printf("NumSources: 1 NumResults: %zu Process { ProcessID: %s Hostname: "
                              "'127.0.0.1' ProcessName: '/bin/app' } StringTable { %s }",
                              count, process, names);
    build_block(&file->build, header);
    free(header);
}

static struct file files[3];
static struct report *report;

static int begin(void **state)
{
    (void)state;
    static const char *const first[] = {
        KERNEL("one") "ContextID: 1 StreamID: 7 " METRIC("0", "DoubleValue: 1500"),
        KERNEL("two") "ContextID: 1 StreamID: 7 " METRIC("0", "DoubleValue: 2500")
            METRIC("1", "DoubleValue: 50") METRIC("2", "DoubleValue: 9")};
    /* The same names under other ids, and one more. */
    static const char *const second[] = {KERNEL("one") "ContextID: 2 " METRIC(
        "2", "DoubleValue: 3500") METRIC("1", "DoubleValue: 7") METRIC("9", "DoubleValue: 1")};
    static const char *const third[] = {KERNEL("one") METRIC("0", "DoubleValue: 4")};
    make_file(&files[0], "run/a.ncu-rep", "alpha", "20",
              "Strings: '" DURATION "' Strings: '" SHARE "'", first, 2);
    make_file(&files[1], "run/b.ncu-rep", "beta", "20",
              "Strings: '" SHARE "' Strings: 'new__metric.sum' Strings: '" DURATION "'", second, 1);
    /* Has no name of its own at all. */
    make_file(&files[2], "other/b.ncu-rep", "", "1", "", third, 1);
    report = report_new_list();
    for (size_t i = 0; i < COUNT(files); i++)
        assert_true(report_add_bytes(report, files[i].path, (uint8_t *)files[i].build.file.data,
                                     files[i].build.file.length, NULL));
    return 0;
}

static int end(void **state)
{
    (void)state;
    report_close(report);
    for (size_t i = 0; i < COUNT(files); i++)
        build_free(&files[i].build);
    return 0;
}

static double number(size_t i, const char *name)
{
    double value = NAN;
    result_number(report_result(report, i, NULL), name, &value);
    return value;
}

static void results_are_one_list(void **state)
{
    (void)state;
    static const struct {
        size_t file, id;
        const char *function;
    } expected[] = {{0, 0, "one"}, {0, 1, "two"}, {1, 0, "one"}, {2, 0, "one"}};
    assert_int_equal(report_count(report), COUNT(expected));
    assert_int_equal(report_file_count(report), 3);
    assert_string_equal(report_path(report), "3 reports");
    for (size_t i = 0; i < COUNT(expected); i++) {
        const struct result *result = report_result(report, i, NULL);
        assert_int_equal(result->index, i);
        assert_int_equal(result->file, expected[i].file);
        assert_int_equal(result->id, expected[i].id);
        assert_string_equal(result->function, expected[i].function);
        assert_int_equal(report_result_file(report, i), expected[i].file);
        assert_int_equal(report_summary(report, i)->file, expected[i].file);
        assert_int_equal(report_summary(report, i)->id, expected[i].id);
    }
}

static void each_file_has_names_of_its_own(void **state)
{
    (void)state;
    assert_true(number(0, DURATION) == 1500 && isnan(number(0, SHARE)));
    assert_true(number(1, DURATION) == 2500 && number(1, SHARE) == 50);
    assert_true(number(2, DURATION) == 3500 && number(2, "new__metric.sum") == 7);
    assert_true(isnan(number(2, SHARE)));
    /* An id that the file has not is none of another file's. */
    assert_true(isnan(number(3, DURATION)));
    assert_string_equal(result_metric_name(report_result(report, 3, NULL), 0), "");
    assert_string_equal(result_metric_name(report_result(report, 2, NULL), 2), "");
    assert_true(isnan(number(1, "new__metric.sum")));
    assert_int_equal(report_string_count(report), 3);
}

static void decoded_names_are_those_of_the_one_table(void **state)
{
    (void)state;
    for (int again = 0; again < 2; again++) {
        const struct result *result = report_result(report, 2, NULL);
        assert_string_equal(report_string(report, result->metrics[0]->nameid), DURATION);
        assert_string_equal(report_string(report, result->metrics[1]->nameid), "new__metric.sum");
        report_drop(report, 2);
    }
}

static void summaries_know_the_names_of_their_file(void **state)
{
    (void)state;
    assert_true(report_summary(report, 1)->compute == 50);
    assert_true(report_summary(report, 2)->duration == 3500);
    assert_true(isnan(report_summary(report, 2)->compute));
    assert_true(isnan(report_summary(report, 3)->duration));
}

static void each_file_tells_of_itself(void **state)
{
    (void)state;
    static const struct {
        const char *name, *host, *line;
        size_t first, count;
    } expected[] = {{"a.ncu-rep", "alpha", "of run/a.ncu-rep", 0, 2},
                    {"run/b.ncu-rep", "beta", "of run/b.ncu-rep", 2, 1},
                    {"other/b.ncu-rep", "", "of other/b.ncu-rep", 3, 1}};
    for (size_t i = 0; i < COUNT(expected); i++) {
        const struct report_file *file = report_file(report, i);
        assert_string_equal(file->path, files[i].path);
        assert_string_equal(file->name, expected[i].name);
        assert_string_equal(file->label, expected[i].name);
        assert_string_equal(file->host, expected[i].host);
        assert_string_equal(file->damage, "");
        assert_string_equal(file->session->profilercmdline, expected[i].line);
        assert_int_equal(file->rank, -1);
        assert_int_equal(file->first, expected[i].first);
        assert_int_equal(file->count, expected[i].count);
    }
}

/* The first two have a process of the same id. */
static void processes_and_sources_are_of_their_file(void **state)
{
    (void)state;
    const Rep__ProcessInfo *first = report_result(report, 0, NULL)->process;
    const Rep__ProcessInfo *second = report_result(report, 2, NULL)->process;
    assert_ptr_not_equal(first, second);
    assert_ptr_equal(report_process(report, 0, 0), first);
    assert_ptr_equal(report_process(report, 1, 0), second);
    const Rep__SourceData *one = report_source(report, 0, 20, 5);
    const Rep__SourceData *two = report_source(report, 1, 20, 5);
    assert_non_null(one);
    assert_non_null(two);
    assert_ptr_not_equal(one, two);
    assert_null(report_source(report, 2, 20, 5));
}

static void what_is_no_report_changes_nothing(void **state)
{
    (void)state;
    struct error error = {""};
    assert_false(report_add_bytes(report, "x", (const uint8_t *)"no report", 9, &error));
    assert_non_null(strstr(error.text, "x: not an .ncu-rep report"));
    assert_int_equal(report_file_count(report), 3);
    assert_string_equal(report_file(report, 2)->name, "other/b.ncu-rep");
}

static void ranks_are_the_labels_where_they_differ(void **state)
{
    (void)state;
    struct report *ranks = report_new_list();
    static const char *const paths[] = {"x/rank0.ncu-rep", "y/rank1.ncu-rep", "z/rank1.ncu-rep",
                                        "z/rank0.ncu-rep"};
    static const char *const labels[] = {"rank 0 @ alpha", "rank 1 @ alpha", "rank 1 @ beta"};
    static const size_t made[] = {0, 0, 1, 0};
    for (size_t i = 0; i < COUNT(paths); i++)
        assert_true(report_add_bytes(ranks, paths[i], (uint8_t *)files[made[i]].build.file.data,
                                     files[made[i]].build.file.length, NULL));
    for (size_t i = 0; i < COUNT(paths); i++)
        assert_int_equal(report_file(ranks, i)->rank, i == 1 || i == 2);
    /* Rank 0 of alpha is there twice. */
    assert_string_equal(report_file(ranks, 0)->label, "x/rank0.ncu-rep");
    report_close(ranks);
    ranks = report_new_list();
    for (size_t i = 0; i < COUNT(labels); i++)
        report_add_bytes(ranks, paths[i], (uint8_t *)files[made[i]].build.file.data,
                         files[made[i]].build.file.length, NULL);
    for (size_t i = 0; i < COUNT(labels); i++)
        assert_string_equal(report_file(ranks, i)->label, labels[i]);
    report_close(ranks);
}

static void filters_count_over_all_files(void **state)
{
    (void)state;
    struct launch_filter filter = {.base = KERNEL_NAME_FUNCTION, .skip = 1, .count = 1};
    struct launch_counts counts = {0};
    name_pattern_set(&filter.name, "one", NULL);
    for (size_t i = 0; i < report_count(report); i++)
        assert_int_equal(result_passes_at(report, &filter, &counts, i), i == 2);
    launch_counts_free(&counts);
    launch_filter_free(&filter);
}

static void launches_are_told_without_decoding(void **state)
{
    (void)state;
    struct result_launch launch;
    report_launch(report, 1, &launch);
    assert_string_equal(launch.function, "two");
    assert_string_equal(launch.mangled, "_Z1two");
    assert_string_equal(launch.demangled, "ns::two<(int)8>(ns::T *)");
    assert_int_equal(launch.context, 1);
    assert_true(launch.has_stream);
    assert_int_equal(launch.stream, 7);
    result_launch_free(&launch);
    report_launch(report, 2, &launch);
    assert_int_equal(launch.context, 2);
    assert_false(launch.has_stream);
    result_launch_free(&launch);
}

static char *page(const struct page_options *options)
{
    return print_page(report, options);
}

static void has(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no \"%s\" in:\n%s", part, text);
}

static void text_pages_have_a_heading_for_each_report(void **state)
{
    (void)state;
    static const struct page_options raw = {.page = PAGE_RAW}, details = {.page = PAGE_DETAILS};
    char *text = page(&raw);
    has(text, "Report a.ncu-rep @ alpha\n[20] app@127.0.0.1\n  one<8>(T *) (8, 2, 1)");
    has(text, "\nReport run/b.ncu-rep @ beta\n[20] app@127.0.0.1\n  one<8>(T *) (8, 2, 1)");
    has(text, "\nReport other/b.ncu-rep\n[1] app@127.0.0.1\n");
    free(text);
    text = page(&details);
    has(text, "Report a.ncu-rep @ alpha\n[20] app@127.0.0.1\n  one<8>(T *)");
    has(text, "\nReport run/b.ncu-rep @ beta\n[20] app@127.0.0.1\n  one<8>(T *)");
    free(text);
}

static void raw_csv_has_all_metrics_and_the_report_first(void **state)
{
    (void)state;
    static const struct page_options options = {
        .page = PAGE_RAW, .format = FORMAT_CSV, .base_units = true};
    char *text = page(&options);
    static const char identity[] = "\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\","
                                   "\"Context\",\"Stream\",\"Block Size\",\"Grid Size\",\"Device\","
                                   "\"CC\"";
    char *names = mem_printf(
        "\"Report\",\"ID\",%s,\"" DURATION "\",\"new__metric.sum\",\"" SHARE "\"\n", identity);
    has(text, names);
    has(text, "\n\"a.ncu-rep\",\"0\",\"20\",");
    has(text, "\n\"a.ncu-rep\",\"1\",\"20\",");
    has(text, "\n\"run/b.ncu-rep\",\"0\",\"20\",");
    has(text, "\n\"other/b.ncu-rep\",\"0\",\"1\",");
    free(names);
    free(text);
}

/* 3.5 us is the largest duration, so that of another report is in us, too. */
static void the_scale_of_a_metric_is_that_of_all_reports(void **state)
{
    (void)state;
    static const struct page_options options = {
        .page = PAGE_RAW, .format = FORMAT_CSV, .metrics = DURATION};
    char *text = page(&options);
    has(text, ",\"us\"\n");
    has(text, ",\"1.500000\"\n");
    has(text, ",\"3.500000\"\n");
    free(text);
}

static void the_session_page_goes_through_the_reports(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_SESSION};
    char *text = page(&options);
    has(text, "Report a.ncu-rep @ alpha\nLaunch Settings\n");
    has(text, "\n\nReport run/b.ncu-rep @ beta\nLaunch Settings\n");
    free(text);
    options.format = FORMAT_CSV;
    text = page(&options);
    has(text, "\"Report\",\"Launch Attribute\",\"Value\"\n"
              "\"a.ncu-rep\",\"Profiler Command Line\",\"of run/a.ncu-rep\"\n");
    has(text, "\"run/b.ncu-rep\",\"Target Name\",\"beta\"\n");
    free(text);
}

static void summaries_group_over_all_reports(void **state)
{
    (void)state;
    struct page_options options = {.page = PAGE_RAW, .summary = SUMMARY_PER_KERNEL};
    char *text = page(&options);
    has(text, "Report a.ncu-rep @ alpha\nReport run/b.ncu-rep @ beta\nReport other/b.ncu-rep\n"
              "  one<8>(T *) (8, 2, 1)x(128, 1, 1), Device 0, CC 0.0, Reports 3, Invocations 3\n");
    has(text, "  two<8>(T *) (8, 2, 1)x(128, 1, 1), Device 0, CC 0.0, Reports 1, Invocations 1\n");
    free(text);
    options.format = FORMAT_CSV;
    text = page(&options);
    has(text, "\"Report\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",");
    has(text, "\"3 reports\",\"\",\"app\",\"\",\"one<8>(T *)\",");
    has(text, "\"3\",\"" DURATION "\",\"us\",\"1.500000\",\"3.500000\",\"2.500000\"\n");
    has(text, "\"a.ncu-rep\",\"20\",\"app\",\"alpha\",\"two<8>(T *)\",");
    free(text);
}

/* Device 0 of one host is another than that of the next, or of a host that is not known. */
static void gpus_of_different_hosts_stay_apart(void **state)
{
    (void)state;
    static const struct page_options options = {.page = PAGE_RAW, .summary = SUMMARY_PER_GPU};
    char *text = page(&options);
    has(text,
        "  Device 0, CC 0.0\n  one<8>(T *) (8, 2, 1)x(128, 1, 1), Reports 1, Invocations 1\n");
    has(text, "  Device 0, CC 0.0 @ alpha\n  one<8>(T *) (8, 2, 1)x(128, 1, 1), Reports 1, "
              "Invocations 1\n");
    has(text, "  Device 0, CC 0.0 @ beta\n  one<8>(T *) (8, 2, 1)x(128, 1, 1), Reports 1, "
              "Invocations 1\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_are_one_list),
        cmocka_unit_test(each_file_has_names_of_its_own),
        cmocka_unit_test(decoded_names_are_those_of_the_one_table),
        cmocka_unit_test(summaries_know_the_names_of_their_file),
        cmocka_unit_test(each_file_tells_of_itself),
        cmocka_unit_test(processes_and_sources_are_of_their_file),
        cmocka_unit_test(what_is_no_report_changes_nothing),
        cmocka_unit_test(ranks_are_the_labels_where_they_differ),
        cmocka_unit_test(filters_count_over_all_files),
        cmocka_unit_test(launches_are_told_without_decoding),
        cmocka_unit_test(text_pages_have_a_heading_for_each_report),
        cmocka_unit_test(raw_csv_has_all_metrics_and_the_report_first),
        cmocka_unit_test(the_scale_of_a_metric_is_that_of_all_reports),
        cmocka_unit_test(summaries_group_over_all_reports),
        cmocka_unit_test(gpus_of_different_hosts_stay_apart),
        cmocka_unit_test(the_session_page_goes_through_the_reports),
    };
    return cmocka_run_group_tests_name("report_list", tests, begin, end);
}
