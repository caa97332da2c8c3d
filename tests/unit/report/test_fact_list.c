#include "report/content/fact_list.h"

#include <stdlib.h>
#include <string.h>

#include "report/content/launch_facts.h"
#include "report/content/session_facts.h"
#include "views_sample.h"

static struct build build;
static struct report *report;

static int open_views(void **state)
{
    (void)state;
    build_views(&build);
    report = build_open(&build);
    return 0;
}

static int close_views(void **state)
{
    (void)state;
    report_close(report);
    build_free(&build);
    return 0;
}

static const struct fact *find(const struct fact_list *list, const char *group, const char *name)
{
    const char *heading = "";
    for (size_t i = 0; i < list->count; i++) {
        const struct fact *fact = &list->facts[i];
        if (fact->heading)
            heading = fact->name;
        else if (strcmp(heading, group) == 0 && strcmp(fact->name, name) == 0)
            return fact;
    }
    return NULL;
}

static void expect(const struct fact_list *list, const char *group, const char *name,
                   const char *value, const char *source)
{
    const struct fact *fact = find(list, group, name);
    if (!fact)
        fail_msg("%s has no \"%s\"", group, name);
    assert_string_equal(fact->value, value);
    assert_string_equal(fact->source, source);
}

static char *print(const struct fact_list *list, bool csv)
{
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    fact_list_print(list, csv, out);
    fclose(out);
    return text;
}

static void headings_without_facts_go(void **state)
{
    (void)state;
    struct fact_list list = {0};
    fact_list_heading(&list, 0, "Empty");
    fact_list_heading(&list, 0, "Outer");
    fact_list_heading(&list, 1, "Empty too");
    fact_list_heading(&list, 1, "Inner");
    fact_list_add(&list, "a", "1\ntwo \033[31m");
    fact_list_add(&list, "nothing", "");
    fact_list_add(&list, "nothing", NULL);
    fact_list_add_of(&list, "b", "2", "metric");
    fact_list_heading(&list, 1, "Empty as well");
    fact_list_heading(&list, 0, "Last");
    fact_list_end(&list);
    char *text = print(&list, false), *csv = print(&list, true);
    assert_string_equal(text, "Outer\n"
                              "  Inner\n"
                              "    a                          1\n"
                              "                               two ?[31m\n"
                              "    b                          2  [metric]\n");
    assert_string_equal(csv, "\"Group\",\"Name\",\"Value\",\"Metric Name\"\n"
                             "\"Inner\",\"a\",\"1\ntwo \033[31m\",\"\"\n"
                             "\"Inner\",\"b\",\"2\",\"metric\"\n");
    free(text);
    free(csv);
    fact_list_free(&list);
}

static void a_launch(void **state)
{
    (void)state;
    struct fact_list list = launch_facts(report, report_result(report, 0, NULL));
    expect(&list, "Kernel", "Name", "scale(float *, int)", "");
    expect(&list, "Kernel", "Mangled", "_Zscale", "");
    expect(&list, "Shape", "Grid", "8 x 2 x 1", "launch__grid_dim_x, _y, _z");
    expect(&list, "Shape", "Waves per SM", "0.75", "launch__waves_per_multiprocessor");
    expect(&list, "Where it ran", "Stream", "13", "");
    expect(&list, "Where it ran", "Process", "42", "");
    expect(&list, "Where it ran", "API call", "9", "");
    expect(&list, "Resources", "Static shared memory", "1.02 KB/block",
           "launch__shared_mem_per_block_static");
    expect(&list, "Resources", "Cache preference", "CachePreferNone", "launch__func_cache_config");
    expect(&list, "How it was measured", "Passes", "7 passes", "profiler__replayer_passes");
    assert_null(find(&list, "Shape", "Cluster"));
    char *text = print(&list, false);
    assert_non_null(strstr(text, "epoch 1"));
    assert_non_null(strstr(text, "assemble"));
    free(text);
    fact_list_free(&list);
}

/* Every launch metric stands there, with its name. */
static void no_metric_of_the_launch_is_left_out(void **state)
{
    (void)state;
    struct build one = {0};
    struct report *other = build_one(
        &one,
        "launch__registers_per_thread launch__newer_than_this launch__uses_mps "
        "launch__cluster_dim_x launch__cluster_dim_y launch__cluster_dim_z "
        "launch__cluster_size",
        METRIC("0", "Uint64Value: 5") METRIC("1", "Uint64Value: 6") METRIC("2", "Uint64Value: 1")
            METRIC("3", "Uint64Value: 2") METRIC("4", "Uint64Value: 1")
                METRIC("5", "Uint64Value: 1") METRIC("6", "Uint64Value: 2"));
    struct fact_list list = launch_facts(other, report_result(other, 0, NULL));
    expect(&list, "Other launch metrics", "launch__newer_than_this", "6",
           "launch__newer_than_this");
    assert_null(find(&list, "Other launch metrics", "launch__registers_per_thread"));
    expect(&list, "Where it ran", "MPS", "yes", "launch__uses_mps");
    expect(&list, "Shape", "Cluster", "2 x 1 x 1", "launch__cluster_dim_x, _y, _z");
    expect(&list, "Shape", "Cluster size", "2", "launch__cluster_size");
    fact_list_free(&list);
    report_close(other);
    build_free(&one);
}

static void a_session(void **state)
{
    (void)state;
    struct fact_list list = session_facts(report);
    expect(&list, "Session", "CUDA Version", "13.0", "");
    expect(&list, "Session", "Results", "6", "");
    expect(&list, "Launch settings", "Arguments", "--size 4096", "");
    expect(&list, "Launch settings", "Environment", "PATH=/bin\nHOME=/root", "");
    expect(&list, "Processes", "43", "/opt/bin/child @ 127.0.0.1", "");
    expect(&list, "Profiler's settings", "EnableNvtx", "yes", "");
    expect(&list, "Profiler's settings", "FilterOptions SkipCount", "3", "");
    expect(&list, "Device 0: H200", "multiprocessor_count", "132",
           "device__attribute_multiprocessor_count");
    assert_null(find(&list, "Profiler's settings", "ReplayMode"));
    fact_list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headings_without_facts_go),
        cmocka_unit_test(a_launch),
        cmocka_unit_test(no_metric_of_the_launch_is_left_out),
        cmocka_unit_test(a_session),
    };
    return cmocka_run_group_tests(tests, open_views, close_views);
}
