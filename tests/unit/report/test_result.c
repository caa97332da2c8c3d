#include "report/file/result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"

/* The one result of a report with these names and this text. */
static struct result *decode(struct build *build, struct report **report, const char *names,
                             const char *more)
{
    *report = build_one(build, names, more);
    struct error error = {""};
    struct result *result = report_result(*report, 0, &error);
    if (!result)
        fail_msg("%s", error.text);
    return result;
}

static void release(struct build *build, struct report *report)
{
    report_close(report);
    build_free(build);
}

static void launch_facts(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *report;
    struct result *r = decode(&build, &report, "",
                              "ContextID: 3 StreamID: 7 CreationTime: 99 KmdVersion: 580.159 "
                              "ClockStatus { RequestedLock: 1 ExecutedLocked: 1 }");
    assert_int_equal(r->kind, ENTRY_KERNEL);
    assert_string_equal(r->name, "f<8>(T *)");
    assert_string_equal(r->demangled, "ns::f<(int)8>(ns::T *)");
    assert_string_equal(r->function, "f");
    assert_string_equal(r->mangled, "_Z1f");
    assert_int_equal(r->grid[0], 8);
    assert_int_equal(r->block[0], 128);
    assert_int_equal(r->context, 3);
    assert_true(r->has_stream);
    assert_int_equal(r->stream, 7);
    assert_int_equal(r->creation_time, 99);
    assert_true(r->has_clock_status && r->clocks_locked);
    assert_true(fabs(r->driver - 580.159) < 0.001);
    assert_int_equal(r->process->processid, 42);
    release(&build, report);
}

static void a_renamed_kernel_shows_its_new_name(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *report;
    struct result *r = decode(&build, &report, "", "RenamedDemangledName: 'gemm'");
    assert_string_equal(r->name, "gemm");
    release(&build, report);
    memset(&build, 0, sizeof build);
    r = decode(&build, &report, "", "RenamedDemangledName: ''");
    assert_string_equal(r->name, "f<8>(T *)");
    release(&build, report);
}

static void values_of_every_type(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *report;
    struct result *r = decode(
        &build, &report, "d f u32 u64 s all none nan",
        METRIC("0", "DoubleValue: 1.5") METRIC("1", "FloatValue: 2.5") METRIC("2", "Uint32Value: 3")
            METRIC("3", "Uint64Value: 4") METRIC("4", "StringValue: 'text'")
                METRIC("5", "FloatValue: 1 DoubleValue: 2 Uint32Value: 3 Uint64Value: 4")
                    METRIC("6", "") METRIC("7", "DoubleValue: nan"));
    static const struct {
        const char *name;
        double value;
    } numbers[] = {{"d", 1.5}, {"f", 2.5}, {"u32", 3}, {"u64", 4}, {"all", 1}};
    for (size_t i = 0; i < COUNT(numbers); i++) {
        double value = -1;
        assert_true(result_number(r, numbers[i].name, &value));
        assert_true(value == numbers[i].value);
    }
    double value = -1;
    assert_false(result_number(r, "s", &value));
    assert_string_equal(result_text(r, "s"), "text");
    assert_false(result_number(r, "none", &value));
    assert_null(result_text(r, "none"));
    assert_true(result_number(r, "nan", &value));
    assert_true(isnan(value));
    release(&build, report);
}

static void missing_is_not_zero(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *report;
    struct result *r = decode(&build, &report, "zero absent",
                              METRIC("0", "Uint64Value: 0") "MetricResults { NameId: 1 } ");
    double value = -1;
    assert_true(result_number(r, "zero", &value));
    assert_true(value == 0);
    assert_non_null(result_metric(r, "absent"));
    assert_false(result_number(r, "absent", &value));
    assert_null(result_metric(r, "unknown"));
    assert_false(result_number(r, "unknown", &value));
    assert_null(result_text(r, "unknown"));
    release(&build, report);
}

static void of_repeated_names_the_last_wins(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *report;
    struct result *r = decode(&build, &report, "a b",
                              METRIC("0", "Uint64Value: 1") METRIC("1", "Uint64Value: 5")
                                  METRIC("0", "Uint64Value: 2") METRIC("0", "Uint64Value: 3"));
    double value;
    assert_true(result_number(r, "a", &value));
    assert_true(value == 3);
    assert_int_equal(r->metric_count, 4);
    release(&build, report);
}

/* Two table entries with one text are one name. */
static void equal_names_under_two_ids_are_one(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *report;
    struct result *r =
        decode(&build, &report, "a a", METRIC("0", "Uint64Value: 1") METRIC("1", "Uint64Value: 2"));
    double value;
    assert_true(result_number(r, "a", &value));
    assert_true(value == 2);
    release(&build, report);
}

static void an_id_out_of_range_has_no_name(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *report;
    struct result *r = decode(&build, &report, "a",
                              METRIC("4294967295", "Uint64Value: 1") METRIC("0", "Uint64Value: 2"));
    assert_string_equal(result_metric_name(r, 0), "");
    double value;
    assert_true(result_number(r, "a", &value));
    assert_true(value == 2);
    release(&build, report);
}

static void many_metrics_are_all_found(void **state)
{
    (void)state;
    struct build build = {0};
    struct strbuf names = {0}, more = {0};
    for (int i = 0; i < 3000; i++) {
        strbuf_addf(&names, "name%d ", i);
        strbuf_addf(&more, "MetricResults { NameId: %d MetricValue { Uint64Value: %d } } ", i, i);
    }
    struct report *report;
    struct result *r = decode(&build, &report, names.data, more.data);
    for (int i = 0; i < 3000; i++) {
        char name[16];
        double value;
        snprintf(name, sizeof name, "name%d", i);
        assert_true(result_number(r, name, &value));
        assert_true(value == i);
    }
    release(&build, report);
    strbuf_free(&names);
    strbuf_free(&more);
}

static void dimensions_without_a_part_are_one(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    build_entry(&build, &rep__profile_result__descriptor,
                "ThreadID: 1 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: '' "
                "KernelFunctionName: '' KernelDemangledName: '' WorkDimensions: 3 "
                "GlobalWorkOffset {} GridSize { X: 5 } BlockSize {} Source {}");
    build_block(&build, "NumResults: 1");
    struct report *report = build_open(&build);
    struct result *r = report_result(report, 0, NULL);
    assert_int_equal(r->grid[0], 5);
    assert_int_equal(r->grid[1], 1);
    assert_int_equal(r->block[2], 1);
    /* The list reads the same without decoding. */
    const struct result_summary *summary = report_summary(report, 0);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(summary->grid[i], r->grid[i]);
        assert_int_equal(summary->block[i], r->block[i]);
    }
    release(&build, report);
}

static void a_graph_takes_its_dimensions_from_metrics(void **state)
{
    (void)state;
    struct build build = {0};
    build_sample(&build);
    struct report *report = build_open(&build);
    uint64_t grid[3], block[3];
    bool seen = false;
    for (size_t i = 0; i < report_count(report); i++) {
        struct result *r = report_result(report, i, NULL);
        if (r->kind == ENTRY_RANGE)
            assert_false(result_dimensions(r, grid, block));
        if (r->kind != ENTRY_GRAPH)
            continue;
        seen = true;
        assert_true(result_dimensions(r, grid, block));
        assert_int_equal(grid[0], 4096);
        assert_int_equal(block[0], 256);
        assert_string_equal(r->name, "graph");
    }
    assert_true(seen);
    release(&build, report);
}

static void the_chip_and_the_device(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *report;
    struct result *r = decode(&build, &report,
                              "device__attribute_compute_capability_major "
                              "device__attribute_compute_capability_minor "
                              "device__attribute_device_index",
                              METRIC("0", "Uint64Value: 12") METRIC("1", "Uint64Value: 1")
                                  METRIC("2", "Uint64Value: 3"));
    assert_int_equal(result_arch(r), 121);
    assert_int_equal(result_device(r), 3);
    release(&build, report);
    memset(&build, 0, sizeof build);
    r = decode(&build, &report, "", "");
    assert_int_equal(result_arch(r), 0);
    assert_int_equal(result_device(r), 0);
    release(&build, report);
}

/* Numbers from a file need not fit the types that the program uses. */
static void absurd_numbers_are_taken_for_none(void **state)
{
    (void)state;
    static const char *const values[] = {"DoubleValue: nan", "DoubleValue: -1e300",
                                         "DoubleValue: inf", "Uint64Value: 18446744073709551615"};
    for (size_t i = 0; i < COUNT(values); i++) {
        struct build build = {0};
        struct strbuf more = {0};
        for (int id = 0; id < 9; id++)
            strbuf_addf(&more, "MetricResults { NameId: %d MetricValue { %s } } ", id, values[i]);
        build_begin(&build, 7);
        strbuf_adds(&more, "ThreadID: 1 APICallID: 1");
        build_entry(&build, &rep__graph_result__descriptor, more.data);
        build_block(&build, "NumGraphResults: 1 StringTable { Strings: "
                            "['device__attribute_compute_capability_major', "
                            "'device__attribute_compute_capability_minor', "
                            "'device__attribute_device_index', 'launch__grid_dim_x', "
                            "'launch__grid_dim_y', 'launch__grid_dim_z', 'launch__block_dim_x', "
                            "'launch__block_dim_y', 'launch__block_dim_z'] }");
        struct report *report = build_open(&build);
        struct result *r = report_result(report, 0, NULL);
        uint64_t grid[3], block[3];
        assert_non_null(r);
        assert_int_equal(result_arch(r), 0);
        assert_int_equal(result_device(r), 0);
        assert_true(result_dimensions(r, grid, block));
        for (int axis = 0; axis < 3; axis++) {
            assert_int_equal(grid[axis], 0);
            assert_int_equal(block[axis], 0);
        }
        release(&build, report);
        strbuf_free(&more);
    }
}

static void a_missing_required_field_is_damage(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    build_raw_entry(&build, "\x08\x01", 2);
    build_raw_entry(&build, "\xff\xff", 2);
    build_block(&build, "NumResults: 2");
    struct report *report = build_open(&build);
    for (size_t i = 0; i < 2; i++) {
        struct error error = {""};
        assert_null(report_result(report, i, &error));
        assert_non_null(strstr(error.text, "is damaged"));
    }
    release(&build, report);
}

/* A message that grows at its front, so that a field can be put around it without a copy. */
struct front {
    char *bytes;
    size_t at, capacity; /* it is from `at` to the end */
};

static void put_before(struct front *message, const char *bytes, size_t length)
{
    assert_true(length <= message->at);
    message->at -= length;
    memcpy(message->bytes + message->at, bytes, length);
}

/* Puts a length-delimited field around the message. */
static void wrap(struct front *message, const char *tag, size_t tag_length)
{
    char length[10];
    size_t count = 0, rest = message->capacity - message->at;
    for (; rest >= 0x80; rest >>= 7)
        length[count++] = (char)(rest | 0x80);
    length[count++] = (char)rest;
    put_before(message, length, count);
    put_before(message, tag, tag_length);
}

/* Items nest in containers without an end, and each level costs the file a few bytes only. */
static void decode_deep_sections(void)
{
    enum { LEVELS = 20000, CAPACITY = 16 * LEVELS };
    struct front section = {malloc(CAPACITY), CAPACITY, CAPACITY};
    struct strbuf result = {0};
    for (int i = 0; i < LEVELS; i++) {
        wrap(&section, "\x0a", 1); /* HorizontalContainer.Items */
        wrap(&section, "\x2a", 1); /* BodyItem.HorizontalContainer */
    }
    wrap(&section, "\x0a", 1);                     /* Body.Items */
    wrap(&section, "\x2a", 1);                     /* Section.Body */
    put_before(&section, "\x0a\x01S\x12\x01S", 6); /* its identifier and name */
    wrap(&section, "\x8a\x01", 2);                 /* Sections */
    build_message(&result, &rep__profile_result__descriptor, KERNEL("f"));
    strbuf_add(&result, section.bytes + section.at, CAPACITY - section.at);
    struct build build = {0};
    build_begin(&build, 7);
    build_raw_entry(&build, result.data, result.length);
    build_block(&build, "NumResults: 1");
    struct report *report =
        report_open_bytes("deep", (uint8_t *)build.file.data, build.file.length, NULL);
    char *page = print_page(report, &(struct page_options){.page = PAGE_DETAILS});
    if (!strstr(page, "result 0 is damaged"))
        abort();
    free(page);
    report_close(report);
    free(section.bytes);
    strbuf_free(&result);
    build_free(&build);
}

static void deep_sections_are_damage(void **state)
{
    (void)state;
    assert_true(survives(decode_deep_sections));
}

/* A few bytes on the wire must not become gigabytes: the limit follows the size of the entry. */
static void decoding_is_bounded(void **state)
{
    (void)state;
    struct build build = {0};
    struct strbuf result = {0};
    build_message(&result, &rep__profile_result__descriptor, KERNEL("f"));
    for (int i = 0; i < 200000; i++)
        strbuf_add(&result, "\x6a\x02\x08\x00", 4); /* MetricResults { NameId: 0 } */
    build_begin(&build, 7);
    build_raw_entry(&build, result.data, result.length);
    build_block(&build, "NumResults: 1");
    struct report *report = build_open(&build);
    struct result *r = report_result(report, 0, NULL);
    if (r)
        assert_true(r->arena.used <= (1 << 20) + result.length * 128);
    release(&build, report);
    strbuf_free(&result);
}

/* Sections of equal bytes are decoded once, and stay as long as one of the results does. */
static void results_share_their_sections(void **state)
{
    (void)state;
    struct build build = {0};
    build_begin(&build, 7);
    for (int i = 0; i < 3; i++) {
        char *text = mem_printf(KERNEL("f") "Sections { Identifier: 'a' DisplayName: 'A' } "
                                            "Sections { Identifier: 'b' DisplayName: 'B%d' }",
                                i / 2);
        build_entry(&build, &rep__profile_result__descriptor, text);
        free(text);
    }
    build_block(&build, "NumResults: 3");
    struct report *report = build_open(&build);
    struct result *results[3];
    for (size_t i = 0; i < COUNT(results); i++) {
        results[i] = report_result(report, i, NULL);
        assert_non_null(results[i]);
        assert_int_equal(results[i]->section_count, 2);
        assert_ptr_equal(results[i]->sections[0], results[0]->sections[0]);
    }
    assert_ptr_equal(results[1]->sections[1], results[0]->sections[1]);
    assert_ptr_not_equal(results[2]->sections[1], results[0]->sections[1]);
    report_drop(report, 0);
    report_drop(report, 1);
    assert_string_equal(results[2]->sections[0]->displayname, "A");
    assert_string_equal(results[2]->sections[1]->displayname, "B1");
    release(&build, report);
}

static void reports_can_share_their_sections(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *one =
        build_one(&build, "", "Sections { Identifier: 'a' DisplayName: 'A' Order: 3 }");
    struct report *other = build_open(&build);
    report_share_sections(other, one);
    const Rep__ProfilerSection *section = report_result(one, 0, NULL)->sections[0];
    struct result *result = report_result(other, 0, NULL);
    assert_ptr_equal(result->sections[0], section);
    report_close(one);
    assert_string_equal(result->sections[0]->displayname, "A");
    release(&build, other);
}

#define INSTANCES                                                                                  \
    "MetricResults { NameId: 0 MetricValue { DoubleValue: 4 } "                                    \
    "MetricValueList { CorrelationId { Uint64Value: 7 } ElementValue { DoubleValue: 1.5 } } "      \
    "MetricValueList { ElementValue { StringValue: 'x' } } } "

static void instances_are_decoded_when_asked_for(void **state)
{
    (void)state;
    struct build build = {0};
    struct report *report;
    struct result *r =
        decode(&build, &report, "listed plain", INSTANCES METRIC("1", "DoubleValue: 2"));
    assert_true(result_has_instances(r, 0));
    assert_false(result_has_instances(r, 1));
    assert_int_equal(result_metric(r, "listed")->n_metricvaluelist, 0);
    const Rep__ProfileMetricResult *metric = result_metric_instances(r, "listed");
    assert_int_equal(metric->n_metricvaluelist, 2);
    assert_true(metric->metricvaluelist[0]->elementvalue->doublevalue == 1.5);
    assert_string_equal(metric->metricvaluelist[1]->elementvalue->stringvalue, "x");
    assert_true(metric->metricvalue->doublevalue == 4);
    assert_ptr_equal(result_instances(r, 0), metric);
    assert_ptr_equal(result_metric(r, "listed"), metric);
    assert_int_equal(metric->n_metricvaluelist, 2);
    assert_int_equal(result_metric_instances(r, "plain")->n_metricvaluelist, 0);
    assert_null(result_metric_instances(r, "absent"));
    assert_false(result_lost_instances(r));
    release(&build, report);
}

static void damaged_instances_are_told_of(void **state)
{
    (void)state;
    struct build build = {0};
    build_lost_instances(&build);
    struct report *report = build_open(&build);
    struct error error = {""};
    struct result *r = report_result(report, 0, &error);
    assert_non_null(r);
    assert_true(result_has_instances(r, 0));
    assert_int_equal(result_metric_instances(r, "listed")->n_metricvaluelist, 0);
    assert_true(result_lost_instances(r));
    FILE *out = fopen("/dev/null", "w");
    struct page_options options = {
        .page = PAGE_RAW, .format = FORMAT_CSV, .instances = INSTANCES_VALUES};
    assert_false(page_print(report, &options, out, &error));
    assert_non_null(strstr(error.text, "instances"));
    fclose(out);
    release(&build, report);
}

static void kinds_have_names(void **state)
{
    (void)state;
    assert_string_equal(entry_kind_name(ENTRY_KERNEL), "kernel");
    assert_string_equal(entry_kind_name(ENTRY_RANGE), "range");
    assert_string_equal(entry_kind_name(ENTRY_CMDLIST), "command list");
    assert_string_equal(entry_kind_name(ENTRY_GRAPH), "graph");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launch_facts),
        cmocka_unit_test(a_renamed_kernel_shows_its_new_name),
        cmocka_unit_test(values_of_every_type),
        cmocka_unit_test(missing_is_not_zero),
        cmocka_unit_test(of_repeated_names_the_last_wins),
        cmocka_unit_test(equal_names_under_two_ids_are_one),
        cmocka_unit_test(an_id_out_of_range_has_no_name),
        cmocka_unit_test(many_metrics_are_all_found),
        cmocka_unit_test(dimensions_without_a_part_are_one),
        cmocka_unit_test(a_graph_takes_its_dimensions_from_metrics),
        cmocka_unit_test(the_chip_and_the_device),
        cmocka_unit_test(absurd_numbers_are_taken_for_none),
        cmocka_unit_test(a_missing_required_field_is_damage),
        cmocka_unit_test(deep_sections_are_damage),
        cmocka_unit_test(decoding_is_bounded),
        cmocka_unit_test(results_share_their_sections),
        cmocka_unit_test(reports_can_share_their_sections),
        cmocka_unit_test(instances_are_decoded_when_asked_for),
        cmocka_unit_test(damaged_instances_are_told_of),
        cmocka_unit_test(kinds_have_names),
    };
    return cmocka_run_group_tests_name("result", tests, NULL, NULL);
}
