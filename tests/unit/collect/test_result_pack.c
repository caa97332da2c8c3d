/* Results are packed to the bytes that protobuf-c makes of the whole message. */
#include "collect/result/result_pack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "build_report.h"
#include "report/base/mem.h"
#include "report/section/section_cut.h"

static const struct section_scope hopper = {.arch = 90}, ampere = {.arch = 80};

struct fixture {
    struct section_library library;
    const Rep__ProfilerSection *sections[64];
    struct plan plan;
    struct report *report;
    struct metric_list list;
    struct packed_sections kept;
};

static int begin(void **state)
{
    struct fixture *f = mem_alloc(sizeof *f);
    const double values[] = {0, -1.5, 3, 1e300};
    const uint64_t ids[] = {0, 127, 128, UINT64_MAX};
    const char *const texts[] = {"", "one", "two", "three"};
    *state = f;
    section_library_init(&f->library);
    f->plan.sections = f->sections;
    for (size_t i = 0; i < f->library.count && i < 64; i++)
        f->sections[f->plan.section_count++] = f->library.sections[i].message;
    f->report = report_new("");
    for (int i = 0; i < 200; i++) { /* ids of one byte and of two */
        char name[16];
        snprintf(name, sizeof name, "name%d", i);
        report_intern(f->report, name);
    }
    metric_list_init(&f->list, f->report);
    metric_add_empty(&f->list, "empty");
    metric_add_number(&f->list, "number", -0.0);
    metric_add_number(&f->list, "name1", NAN);
    metric_add_integer(&f->list, "integer", UINT64_MAX);
    metric_add_integer(&f->list, "name2", 0);
    metric_add_instances(&f->list, ids, values, 4, false);
    metric_add_integer(&f->list, "name3", 300);
    metric_add_instances(&f->list, NULL, values, 4, true);
    metric_add_text(&f->list, "text", "");
    metric_mark_launch(&f->list);
    metric_add_text(&f->list, "long text", "x");
    metric_add_text_instances(&f->list, ids, texts, 4);
    char *text = mem_alloc(1000);
    memset(text, 'x', 999);
    metric_add_text(&f->list, "name4", text);
    free(text);
    return 0;
}

static int end(void **state)
{
    struct fixture *f = *state;
    packed_sections_forget(&f->kept);
    metric_list_free(&f->list);
    report_close(f->report);
    section_library_free(&f->library);
    free(f);
    return 0;
}

static void assert_packed(struct fixture *f, const struct section_scope *scope,
                          const ProtobufCMessage *without, const ProtobufCMessage *whole)
{
    size_t length, expected_length = protobuf_c_message_get_packed_size(whole);
    uint8_t *expected = mem_alloc(expected_length);
    protobuf_c_message_pack(whole, expected);
    uint8_t *packed = result_pack(without, &f->list, &f->kept, &f->plan, scope, &length);
    assert_int_equal(length, expected_length);
    assert_memory_equal(packed, expected, length);
    free(packed);
    free(expected);
}

/* Fields in front of metrics, between them and sections, and behind. */
#define CHECK(f, scope, Type, INIT)                                                                \
    do {                                                                                           \
        Type without = INIT;                                                                       \
        without.threadid = 7;                                                                      \
        without.apicallid = 1ull << 40;                                                            \
        without.has_creationtime = without.has_contextid = true;                                   \
        without.creationtime = 1234567;                                                            \
        without.contextid = 9;                                                                     \
        Type whole = without;                                                                      \
        whole.n_metricresults = (f)->list.count;                                                   \
        whole.metricresults = (f)->list.metrics;                                                   \
        whole.n_sections = (f)->plan.section_count;                                                \
        whole.sections = mem_alloc((whole.n_sections + 1) * sizeof *whole.sections);               \
        for (size_t i = 0; i < whole.n_sections; i++)                                              \
            whole.sections[i] = section_cut((f)->plan.sections[i], scope);                         \
        assert_packed(f, scope, &without.base, &whole.base);                                       \
        for (size_t i = 0; i < whole.n_sections; i++)                                              \
            section_cut_free(whole.sections[i]);                                                   \
        free(whole.sections);                                                                      \
    } while (0)

static void graphs_and_ranges_are_as_protobuf_packs_them(void **state)
{
    struct fixture *f = *state;
    assert_true(f->plan.section_count > 20);
    CHECK(f, &hopper, Rep__GraphResult, REP__GRAPH_RESULT__INIT);
    CHECK(f, &hopper, Rep__RangeResult, REP__RANGE_RESULT__INIT);
}

static void sections_are_those_of_the_device(void **state)
{
    struct fixture *f = *state;
    CHECK(f, &hopper, Rep__GraphResult, REP__GRAPH_RESULT__INIT);
    const size_t length = f->kept.bytes.length;
    CHECK(f, &ampere, Rep__GraphResult, REP__GRAPH_RESULT__INIT);
    assert_int_not_equal(f->kept.bytes.length, length);
    CHECK(f, &hopper, Rep__GraphResult, REP__GRAPH_RESULT__INIT);
    assert_int_equal(f->kept.bytes.length, length);
}

static void a_plan_that_changes_is_packed_anew(void **state)
{
    struct fixture *f = *state;
    CHECK(f, &hopper, Rep__GraphResult, REP__GRAPH_RESULT__INIT);
    f->plan.section_count -= 2;
    packed_sections_forget(&f->kept);
    CHECK(f, &hopper, Rep__GraphResult, REP__GRAPH_RESULT__INIT);
    f->plan.section_count = 0;
    packed_sections_forget(&f->kept);
    CHECK(f, &hopper, Rep__GraphResult, REP__GRAPH_RESULT__INIT);
}

static void a_kernel_is_as_protobuf_packs_it(void **state)
{
    struct fixture *f = *state;
    Rep__ProfileResult whole = REP__PROFILE_RESULT__INIT;
    Rep__SourceData source = REP__SOURCE_DATA__INIT;
    Rep__Uint64x3 size = REP__UINT64X3__INIT;
    Rep__ProfileMetricResult **metrics = f->list.metrics;
    whole.kernelmangledname = whole.kernelfunctionname = whole.kerneldemangledname = "kernel";
    whole.globalworkoffset = whole.gridsize = whole.blocksize = &size;
    whole.source = &source;
    whole.renameddemangledname = "";
    f->plan.section_count = 1;
    Rep__ProfileResult without = whole;
    Rep__ProfilerSection *section = section_cut(f->sections[0], &hopper);
    whole.n_sections = 1;
    whole.sections = &section;
    whole.metricresults = metrics;
    whole.n_metricresults = f->list.count;
    assert_packed(f, &hopper, &without.base, &whole.base);
    section_cut_free(section);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(graphs_and_ranges_are_as_protobuf_packs_them, begin, end),
        cmocka_unit_test_setup_teardown(sections_are_those_of_the_device, begin, end),
        cmocka_unit_test_setup_teardown(a_plan_that_changes_is_packed_anew, begin, end),
        cmocka_unit_test_setup_teardown(a_kernel_is_as_protobuf_packs_it, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
