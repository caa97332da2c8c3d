#include "report/content/body_table.h"

#include <stdlib.h>
#include <string.h>

#include "figures_sample.h"
#include "report/base/mem.h"
#include "report/content/body_tables.h"

#define CHIP                                                                                       \
    "MetricResults { NameId: 0 MetricValue { Uint64Value: 9 } } "                                  \
    "MetricResults { NameId: 1 MetricValue { Uint64Value: 0 } } "
#define CHIP_NAMES                                                                                 \
    "device__attribute_compute_capability_major device__attribute_compute_capability_minor "
#define ITEMS(items)                                                                               \
    "Sections { Identifier: 'S' DisplayName: 'S' Body { DisplayName: 'B' " items " } } "

static void write_table(struct strbuf *out, const struct body_table *table)
{
    strbuf_addf(out, "[%s%s%s] %s%s", table->label, *table->description ? ": " : "",
                table->description, table->row_name, table->points ? " =" : "");
    for (size_t i = 0; i < table->column_count; i++)
        strbuf_addf(out, " | %s", table->columns[i]);
    for (size_t i = 0; i < table->row_count; i++) {
        const struct body_row *row = &table->rows[i];
        strbuf_addf(out, "\n%s", row->label);
        for (size_t j = 0; j < table->column_count; j++) {
            const struct body_cell *cell = &row->cells[j];
            strbuf_addf(out, " | %s%s%s",
                        cell->text    ? cell->text
                        : cell->joint ? "^"
                                      : "-",
                        *cell->unit ? " " : "", cell->unit);
        }
        if (row->course)
            strbuf_addf(out, " \"%s\"", row->course);
    }
    strbuf_adds(out, "\n");
}

/* The tables of one section in a result with these metrics. */
static void tables_are(const char *names, const char *more, bool base_units, const char *expected)
{
    struct build build = {0};
    struct strbuf text = {0};
    size_t count;
    char *all = calloc(1, strlen(names) + sizeof CHIP_NAMES);
    strcat(strcpy(all, CHIP_NAMES), names);
    char *content = calloc(1, strlen(more) + sizeof CHIP);
    strcat(strcpy(content, CHIP), more);
    struct report *report = build_one(&build, all, content);
    struct result *result = report_result(report, 0, NULL);
    assert_non_null(result);
    struct body_table *tables = body_tables(result, result->sections[0], base_units, &count);
    strbuf_adds(&text, "");
    for (size_t i = 0; i < count; i++)
        write_table(&text, &tables[i]);
    if (strcmp(text.data, expected) != 0)
        fail_msg("made:\n%s\nexpected:\n%s", text.data, expected);
    body_tables_free(tables, count);
    report_close(report);
    build_free(&build);
    strbuf_free(&text);
    free(all);
    free(content);
}

#define PER_SECOND(metrics, clock)                                                                 \
    "{ ValueCyclesPerSecondExpression { " metrics " CyclesPerSecondMetric { Name: '" clock "' } "  \
    "} }"
#define TERM(name) "ValuePerCycleMetrics { Name: '" name "' }"
#define ROOF(label, more)                                                                          \
    "Rooflines { PeakWork " PER_SECOND(TERM("peak"), "hz") " PeakTraffic { Metric { Name: 'bw' } " \
                                                           "} Options { Label: '" label "' " more  \
                                                           " } } "
#define ACHIEVED(label)                                                                            \
    "AchievedValues { AchievedWork " PER_SECOND(                                                   \
        TERM("add") TERM("fma"),                                                                   \
        "hz") " AchievedTraffic { Metric { Name: 'bytes' } } Options { Label: '" label "' } } "
#define AXES "AxisIntensity { Label: 'Intensity [FLOP/byte]' } AxisWork { Label: 'Work [FLOP/s]' } "
#define ROOF_METRICS                                                                               \
    METRIC("2", "DoubleValue: 100")                                                                \
    METRIC("3", "DoubleValue: 1e9")                                                                \
    METRIC("4", "DoubleValue: 1e10")                                                               \
    METRIC("5", "DoubleValue: 1") METRIC("6", "DoubleValue: 3") METRIC("7", "DoubleValue: 2e9")
#define ROOF_NAMES "peak hz bw add fma bytes zero"

/* 4e9 FLOP/s at 2 FLOP/byte, under a roof of 1e11 FLOP/s that allows 2 * 1e10 there: 20 %. */
static void rooflines(void **state)
{
    (void)state;
    static const char chart[] = ROOF_METRICS ITEMS(
        "Items { RooflineChart { Label: 'R' " AXES ROOF("top", "")
            ROOF("hidden", "ShowOnlyIfNotZero { Metric { Name: 'zero' } }") ACHIEVED("point")
                ACHIEVED("no roof") "Walls { Value { Constant: 7 } Options { Label: 'wall' } } "
                                    "} }") METRIC("8", "DoubleValue: 0");
    tables_are(ROOF_NAMES, chart, false,
               "[R] Roof or Achieved Value | Intensity | Performance | Traffic | Attainable | Of "
               "Roof\n"
               "top | 10 FLOP/byte | 100 GFLOP/s | 10 Gbyte/s | - | -\n"
               "wall | 7 FLOP/byte | - | - | - | -\n"
               "point | 2 FLOP/byte | 4 GFLOP/s | 2 Gbyte/s | 20 GFLOP/s | 20 %\n");
    tables_are(ROOF_NAMES, chart, true,
               "[R] Roof or Achieved Value | Intensity | Performance | Traffic | Attainable | Of "
               "Roof\n"
               "top | 10 FLOP/byte | 100,000,000,000 FLOP/s | 10,000,000,000 byte/s | - | -\n"
               "wall | 7 FLOP/byte | - | - | - | -\n"
               "point | 2 FLOP/byte | 4,000,000,000 FLOP/s | 2,000,000,000 byte/s | "
               "20,000,000,000 FLOP/s | 20 %\n");
}

/* Fewer points than roofs: the lowest roof counts. Metrics that are missing leave a roof out, and a
 * chart without roofs and points is left out. */
static void rooflines_with_missing_parts(void **state)
{
    (void)state;
    tables_are(
        ROOF_NAMES,
        ROOF_METRICS ITEMS("Items { RooflineChart { Label: 'R' " ROOF(
            "high", "") "Rooflines { PeakWork { Constant: 1e9 } PeakTraffic { Constant: 1e12 } "
                        "Options { Label: 'low' } } Rooflines { PeakWork { Metric { Name: 'none' } "
                        "} PeakTraffic { Constant: 1 } } " ACHIEVED("point") "} }"),
        false,
        "[R] Roof or Achieved Value | Intensity | Performance | Traffic | Attainable | Of "
        "Roof\n"
        "high | 10 FLOP/byte | 100 GFLOP/s | 10 Gbyte/s | - | -\n"
        "low | 0.001 FLOP/byte | 1 GFLOP/s | 1 Tbyte/s | - | -\n"
        "point | 2 FLOP/byte | 4 GFLOP/s | 2 Gbyte/s | 1 GFLOP/s | 400 %\n");
    tables_are(ROOF_NAMES,
               ITEMS("Items { RooflineChart { Label: 'R' " ROOF("a", "") ACHIEVED("b") "} }"),
               false, "");
}

/* A roof knows the memory whose traffic it counts by the unit of the metric. */
static void memory_is(const char *metric, const char *memory)
{
    struct build build = {0};
    size_t count;
    char *names = mem_printf("%s%s", CHIP_NAMES, metric);
    char *content = mem_printf(
        CHIP METRIC("2", "DoubleValue: 8")
            ITEMS("Items { RooflineChart { Rooflines { PeakWork { Constant: 1e9 } PeakTraffic { "
                  "ValueCyclesPerSecondExpression { ValuePerCycleMetrics { Name: '%s' } } } } } }"),
        metric);
    struct report *report = build_one(&build, names, content);
    struct result *result = report_result(report, 0, NULL);
    struct body_table *tables = body_tables(result, result->sections[0], false, &count);
    assert_int_equal(count, 1);
    const struct body_row *row = &tables[0].rows[0];
    assert_true(row->part == BODY_ROOF && row->cells[ROOF_TRAFFIC].has_number);
    if (memory)
        assert_string_equal(row->memory, memory);
    else
        assert_null(row->memory);
    body_tables_free(tables, count);
    report_close(report);
    build_free(&build);
    free(names);
    free(content);
}

static void roofs_know_their_memories(void **state)
{
    (void)state;
    memory_is("dram__bytes.sum.peak_sustained", "DRAM");
    memory_is("derived__lts__lts2xbar_bytes.sum.peak_sustained", "L2");
    memory_is("derived__l1tex__lsu_writeback_bytes_mem_lg.sum.peak_sustained", "L1");
    memory_is("scratch__bytes.sum", NULL);
}

#define SAMPLE(time, value)                                                                        \
    "MetricValueList { CorrelationId { Uint64Value: " time " } ElementValue { DoubleValue: " value \
    " } } "

static void time_series(void **state)
{
    (void)state;
    tables_are(
        "TPC.TriageCompute.sm__cycles_active.avg pmsampling:sm__throughput.avg.pct",
        "MetricResults { NameId: 2 " SAMPLE("0", "99") SAMPLE("1000", "0") SAMPLE("3000", "10")
            SAMPLE("5000", "20") "} MetricResults { NameId: 3 " SAMPLE("7", "50") "} " ITEMS(
                "Items { Timeline { Metrics { Name: 'pmsampling:sm__throughput.avg.pct' Label: "
                "'Alone' } MetricGroups { Label: 'SM' MetricRows { Label: 'Row' Metrics { Name: "
                "'TPC.TriageCompute.sm__cycles_active.avg' Label: 'Active' Multiplier: 0.5 } "
                "Metrics { Name: 'never.collected' Label: 'No' } } } } }"),
        false,
        "[] Metric Name | Samples | Interval | Minimum | Mean | Maximum\n"
        "Alone | 1 | - | 50 % | 50 % | 50 % \"@\"\n"
        "SM / Row / Active | 3 | 2 us | 0 cycle | 5 cycle | 10 cycle \" +@\"\n");
}

/* Equal neighbours are one row; the row that the result is in says so, also between two points. */
static void line_charts(void **state)
{
    (void)state;
    tables_are("curve here",
               "MetricResults { NameId: 2 " SAMPLE("8", "50") SAMPLE("0", "100") SAMPLE("4", "100")
                   SAMPLE("12", "25") "} " METRIC("3", "Uint64Value: 9")
                       ITEMS("Items { LineChart { Label: 'L' Description: 'why' AxisX { Label: "
                             "'Registers' } AxisY { Label: 'Occupancy' } Metrics { Name: 'curve' "
                             "ShowInstances: true } HighlightX { Metrics { Name: 'here' } } } }"),
               false,
               "[L: why] Registers = | Occupancy | This Result\n"
               "0 - 4 | 100 | - \"@@+:\"\n"
               "8 | 50 | 9\n"
               "12 | 25 | -\n");
}

static void histograms(void **state)
{
    (void)state;
    static const char metric[] = "MetricResults { NameId: 2 " SAMPLE("0", "0") SAMPLE("1", "1")
        SAMPLE("2", "9") SAMPLE("3", "10") SAMPLE("4", "10") "} ";
    char text[2000];
    snprintf(text, sizeof text, "%s%s", metric,
             ITEMS("Items { HistogramChart { Label: 'H' HistogramAxis { Label: 'Size' BinCount: 2 "
                   "} ValueAxis { Label: 'How Many' } Metric { Name: 'values' } } }"));
    tables_are("values", text, false,
               "[H] Size = | How Many\n"
               "0 - 5 | 2 \"################################\"\n"
               "5 - 10 | 3 \"################################################\"\n");
    /* One value only, and a number of bins that no memory has room for. */
    tables_are("values",
               "MetricResults { NameId: 2 " SAMPLE("0", "4") SAMPLE("1", "4") "} " ITEMS(
                   "Items { HistogramChart { HistogramAxis { BinCount: 9223372036854775807 } "
                   "Metric { Name: 'values' } } }"),
               false,
               "[] Value = | Count\n"
               "4 | 2 \"################################################\"\n");
}

static void suffix_tables(void **state)
{
    (void)state;
    tables_are("sm__cycles_active.avg sm__cycles_active.max l1tex__x.avg",
               METRIC("2", "DoubleValue: 1.5") METRIC("3", "DoubleValue: 1500")
                   ITEMS("Items { SuffixTable { Label: 'T' Suffixes { Suffix { Name: '.avg' Label: "
                         "'Average' } Suffix { Name: '.max' } } BaseNames { BaseName { Name: "
                         "'sm__cycles_active' Label: 'SM' } BaseName { Name: 'l1tex__x' } BaseName "
                         "{ Name: 'old__x' Filter { MaxArch: CC_80 } } } } }"),
               false, "[T] Metric Name | Average | .max\nSM | 1.50 cycle | 1,500 cycle\n");
}

/* Sums over the group's members for each address; the greatest first, with the function's offset.
 */
static void source_metrics(void **state)
{
    (void)state;
    tables_are("group:g stall_a stall_b launch__function_pcs inst_executed",
               "MetricResults { NameId: 2 MetricValue { StringValue: 'stall_a,stall_b,absent' } } "
               "MetricResults { NameId: 3 " SAMPLE("4096", "1") SAMPLE("4112", "5")
                   SAMPLE("4128", "0") "} MetricResults { NameId: 4 " SAMPLE("4096", "7")
                       SAMPLE("4128", "3") "} MetricResults { NameId: 5 " SAMPLE(
                           "0", "4096") "} "
                                        "MetricResults { NameId: 6 " SAMPLE("16", "2") "} " ITEMS(
                                            "Items { SourceMetricTable { Label: 'Stalls' Rows: 2 "
                                            "Metrics { Name: 'group:g' } } } "
                                            "Items { SourceMetricTable { Label: 'Executed' Metrics "
                                            "{ Name: 'inst_executed' Label: "
                                            "'Instructions' } } }"),
               false,
               "[Stalls] Address = | Value | Share\n"
               "0x1000 (+0x0) | 8 | 50 %\n"
               "0x1010 (+0x10) | 5 | 31.25 %\n"
               "[Executed] Address = | Instructions | Share\n"
               "0x10 | 2 inst | 100 %\n");
}

static void charts_of_instances(void **state)
{
    (void)state;
    tables_are("ops",
               "MetricResults { NameId: 2 MetricValue { Uint64Value: 30 } MetricValueList { "
               "CorrelationId { StringValue: 'FADD' } ElementValue { Uint64Value: 10 } } "
               "MetricValueList { CorrelationId { StringValue: 'FMUL' } ElementValue { "
               "DoubleValue: 20 } } } " ITEMS("Items { BarChart { Label: 'Mix' Metrics { Name: "
                                              "'ops' Label: 'Opcodes' ShowInstances: 1 } } } "
                                              "Items { BarChart { Label: 'Plain' Metrics { Name: "
                                              "'ops' } } }"),
               false, "[Mix] Instance | Opcodes\nFMUL | 20\nFADD | 10\n");
}

/* A sum leaves out what the chip lacks, anything else is then empty; differences are not below 0.
 */
static void memory_tables(void **state)
{
    (void)state;
    tables_are("dram__sectors_read.sum dram__bytes_read.sum dram__bytes_read.sum.per_second "
               "dram__bytes_read.sum.pct_of_peak_sustained_elapsed",
               METRIC("2", "DoubleValue: 4") METRIC("3", "DoubleValue: 2000")
                   METRIC("4", "DoubleValue: 3e9") METRIC("5", "DoubleValue: 12.5")
                       ITEMS("Items { MemoryDeviceMemoryTable { Label: 'DRAM' } }"),
               false,
               "[DRAM] Access | Sectors | % Peak | Bytes | Throughput\n"
               "Load | 4 sector | 12.50 % | 2 Kbyte | 3 Gbyte/s\n"
               "Total | 4 sector | 12.50 % | 2 Kbyte | 3 Gbyte/s\n");
}

static void links_of_the_memory_chart_that_carried_something(void **state)
{
    (void)state;
    tables_are("dram__bytes_read.sum dram__bytes_write.sum l1tex__t_sector_hit_rate.pct",
               METRIC("2", "DoubleValue: 64") METRIC("3", "DoubleValue: 0")
                   METRIC("4", "DoubleValue: 50") ITEMS("Items { MemoryChart { } }"),
               false,
               "[Memory Chart] Link | Value\n"
               "Device Memory -> L2 Cache: bytes | 64 byte\n"
               "node L1/TEX Cache: hit rate | 50 %\n");
}

static void devices_and_links(void **state)
{
    (void)state;
    tables_are("numa__dev_display_name_all numa__id_cpu nvlrx__bytes.sum nvlink__dev0Id",
               "MetricResults { NameId: 2 MetricValueList { CorrelationId { Uint64Value: 3 } "
               "ElementValue { StringValue: 'GPU' } } } MetricResults { NameId: 3 "
               "MetricValueList { CorrelationId { Uint64Value: 3 } ElementValue { Uint64Value: 1 "
               "} } } " METRIC("4", "DoubleValue: 4096") METRIC("5", "Uint64Value: 0")
                   ITEMS("Items { NumaIdTable { Label: 'N' } } Items { NvlinkThroughputTable { "
                         "Label: 'T' } } Items { NvlinkPropertyTable { Label: 'P' } }"),
               false,
               "[N] GPU ID | GPU Name | NUMA ID by CPU Affinity | CPU Affinity | NUMA ID by Memory "
               "Affinity\n"
               "3 | GPU | 1 | - | -\n"
               "[T] Link | Received | Received Peak | Transmitted | Transmitted Peak\n"
               "all | 4.10 Kbyte | - | - | -\n");
}

static void widgets_of_metrics(void **state)
{
    (void)state;
#define ACTIVE "Metrics { Name: 'sm__cycles_active.avg' "
    tables_are("sm__cycles_active.avg other.x",
               METRIC("2", "DoubleValue: 1500") ITEMS(
                   "Items { GfxMetricsWidget { Type: 'Kind' " ACTIVE "Label: 'Active' } " ACTIVE
                   "} Metrics { Name: 'other.x' Label: 'Absent' } } } "
                   "Items { GfxMetricsWidget { Type: 'Kind' Label: 'Named' " ACTIVE "} } } "
                   "Items { GfxMetricsWidget { Type: 'Empty' Metrics { Name: 'other.x' } } }"),
               false,
               "[Kind] Metric Name | Metric Value\nActive | 1,500 cycle\n"
               "sm__cycles_active.avg | 1,500 cycle\n"
               "[Named] Metric Name | Metric Value\nsm__cycles_active.avg | 1,500 cycle\n");
}

/* A file may ask for more cells than any memory holds. */
static void a_table_has_a_limit(void **state)
{
    (void)state;
    struct build build = {0};
    struct strbuf text = {0};
    strbuf_adds(&text, METRIC("0", "DoubleValue: 1") "Sections { Identifier: 'S' DisplayName: 'S' "
                                                     "Body { Items { SuffixTable { Suffixes { ");
    for (int i = 0; i < 3000; i++)
        strbuf_adds(&text, "Suffix { Name: '' } ");
    strbuf_adds(&text, "} BaseNames { ");
    for (int i = 0; i < 3000; i++)
        strbuf_adds(&text, "BaseName { Name: 'm' } ");
    strbuf_adds(&text, "} } } } } ");
    struct report *report = build_one(&build, "m", text.data);
    struct result *result = report_result(report, 0, NULL);
    size_t count;
    struct body_table *tables = body_tables(result, result->sections[0], false, &count);
    assert_int_equal(count, 1);
    assert_int_equal(tables[0].column_count, 3000);
    assert_in_range(tables[0].row_count, 300, 400);
    body_tables_free(tables, count);
    report_close(report);
    build_free(&build);
    strbuf_free(&text);
}

/* Columns of unlike length and kind; the first gives the labels. */
static void tables_of_rules(void **state)
{
    (void)state;
    struct build build = {0};
    struct strbuf text = {0};
    struct report *report = build_one(
        &build, "",
        "RuleResults { Identifier: 'R' DisplayName: 'R' Body { Items { RuleTables { Columns { "
        "Name: 'Where' Type: TableElement_String Size: 2 StringData: '@source:a.cu:1:a.cu, line "
        "2@' StringData: 'b\\033' } Columns { Name: 'Count' Type: TableElement_Double Size: 1 "
        "DoubleData: 1.5 } Columns { Name: 'Times' Type: TableElement_Int Size: 2 IntData: -3 "
        "IntData: 4 } Config { Title: 'Lines' Description: 'which' } } RuleTables { } } } } ");
    size_t count;
    use_locale("C.UTF-8");
    struct body_table *tables =
        body_tables_of_rule(report_result(report, 0, NULL)->rules[0], &count);
    assert_int_equal(count, 1);
    write_table(&text, &tables[0]);
    assert_string_equal(text.data, "[Lines: which] Where | Count | Times\n"
                                   "a.cu, line 2 | 1.50 | -3\n"
                                   "b\xe2\x90\x9b | - | 4\n");
    strbuf_free(&text);
    body_tables_free(tables, count);
    report_close(report);
    build_free(&build);
}

/* What figures are drawn of, beside rows and columns. */
static void figures(void **state)
{
    struct build build = {0};
    size_t count;
    (void)state;
    build_figures(&build);
    struct report *report = build_open(&build);
    struct result *result = report_result(report, 0, NULL);
    for (size_t i = 0; i < result->section_count; i++) {
        struct body_table *tables = body_tables(result, result->sections[i], false, &count);
        const char *name = result->sections[i]->identifier;
        if (strcmp(name, "FigRoofline") == 0) {
            assert_int_equal(tables[0].kind, BODY_ROOFLINE);
            assert_int_equal(tables[0].row_count, 5);
            assert_int_equal(tables[0].rows[1].part, BODY_ROOF);
            assert_int_equal(tables[0].rows[2].part, BODY_WALL);
            assert_int_equal(tables[0].rows[3].part, BODY_POINT);
            /* Each point has its own roof. */
            assert_int_equal(tables[0].rows[3].roof, 1);
            assert_int_equal(tables[0].rows[4].roof, 2);
        } else if (strcmp(name, "FigTimes") == 0) {
            assert_int_equal(tables[0].kind, BODY_TIMELINE);
            assert_int_equal(tables[0].line_count, 2);
            assert_string_equal(tables[0].lines[1].label, "SM / Row / Throughput");
            assert_string_equal(tables[0].lines[1].unit, "%");
            assert_int_equal(tables[0].lines[1].points.count, 30);
        } else if (strcmp(name, "FigCurves") == 0) {
            assert_int_equal(tables[0].kind, BODY_LINES);
            assert_int_equal(tables[0].line_count, 1);
            assert_int_equal(tables[0].lines[0].points.count, 32);
            assert_true(tables[0].here == 256);
        } else if (strcmp(name, "FigMemory") == 0) {
            assert_int_equal(tables[0].kind, BODY_MEMORY_MAP);
            assert_non_null(tables[0].map);
            assert_int_equal(tables[1].kind, BODY_TABLE);
            assert_null(tables[1].map);
        }
        body_tables_free(tables, count);
    }
    report_close(report);
    build_free(&build);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooflines),
        cmocka_unit_test(rooflines_with_missing_parts),
        cmocka_unit_test(roofs_know_their_memories),
        cmocka_unit_test(time_series),
        cmocka_unit_test(line_charts),
        cmocka_unit_test(histograms),
        cmocka_unit_test(suffix_tables),
        cmocka_unit_test(source_metrics),
        cmocka_unit_test(charts_of_instances),
        cmocka_unit_test(memory_tables),
        cmocka_unit_test(links_of_the_memory_chart_that_carried_something),
        cmocka_unit_test(devices_and_links),
        cmocka_unit_test(widgets_of_metrics),
        cmocka_unit_test(a_table_has_a_limit),
        cmocka_unit_test(tables_of_rules),
        cmocka_unit_test(figures),
    };
    return cmocka_run_group_tests_name("body_table", tests, NULL, NULL);
}
