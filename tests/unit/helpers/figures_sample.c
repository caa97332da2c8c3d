#include "figures_sample.h"

#include <math.h>

#include "report/base/mem.h"

#define STATE(name) "smsp__average_warps_issue_stalled_" name "_per_issue_active.ratio"
#define PEAK(name) name ".sum.pct_of_peak_sustained_elapsed"

/* Instances are numbered 0, step, 2 * step, ... */
static const struct sample_metric {
    const char *name;
    double value;
    int count;
    double step;
} metrics[] = {
    {"device__attribute_compute_capability_major", 9},
    {"device__attribute_compute_capability_minor", 0},
    {"gpu__time_duration.sum", 59810},
    {STATE("mio_throttle"), 86.2},
    {STATE("long_scoreboard"), 31.9},
    {STATE("barrier"), 31.6},
    {STATE("short_scoreboard"), 20.7},
    {STATE("selected"), 1},
    {STATE("drain"), 0},
    {"smsp__average_warp_latency_per_inst_issued.ratio", 199.6},
    {"work_peak", 6.09e13},
    {"dram_peak", 4.8e12},
    {"l1_peak", 3.3e13},
    {"work", 5.2e12},
    {"idle_work", 0},
    {"dram_bytes", 2e10},
    {"l1_bytes", 2.8e11},
    {"smsp__sass_inst_executed_op_global_ld.sum", 4194304},
    {"smsp__sass_inst_executed_op_shared.sum", 46137344},
    {PEAK("smsp__sass_inst_executed_op_shared"), 16.2},
    {"smsp__sass_inst_executed_op_local_ld.sum", 0},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 4194304},
    {PEAK("l1tex__t_requests_pipe_lsu_mem_global_op_ld"), 25},
    {"l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", 32768},
    {PEAK("l1tex__t_requests_pipe_lsu_mem_global_op_st"), 0.2},
    {"l1tex__m_xbar2l1tex_read_bytes.sum", 5.29e8},
    {PEAK("l1tex__m_xbar2l1tex_read_bytes"), 66},
    {"l1tex__m_l1tex2xbar_write_bytes.sum", 0},
    {"dram__bytes_read.sum", 8.39e6},
    {PEAK("dram__bytes_read"), 83},
    {"dram__sectors_read.sum", 262264},
    {"dram__bytes_write.sum", 0},
    {"l1tex__t_sector_hit_rate.pct", 2.26},
    {"lts__t_sector_hit_rate.pct", 96.99},
    {"smsp__imc_requests.sum", 32768},
    {"smsp__imc_request_hit_rate.pct", 91.3},
    {"pmsampling:sm__throughput.avg.pct", 40, 30, 2000},
    {"pmsampling:dram__throughput.avg.pct", 10, 30, 2000},
    {"launch__occupancy_per_block_size", 64, 32, 32},
    {"launch__block_size", 256},
    {"sass__inst_executed_per_opcode", 300, 12, 1},
    {"values", 50, 40, 1},
    {"unit__count.sum", 12},
    {"unit__count.avg", 3},
};

static double instance(const struct sample_metric *metric, int i)
{
    return floor(metric->value * fabs(sin(1 + i * 0.35)));
}

static void add_metrics(struct strbuf *out, struct strbuf *names)
{
    for (size_t i = 0; i < COUNT(metrics); i++) {
        const struct sample_metric *metric = &metrics[i];
        strbuf_addf(names, "Strings: '%s' ", metric->name);
        strbuf_addf(out, "MetricResults { NameId: %zu MetricValue { DoubleValue: %.17g } ", i,
                    metric->value);
        for (int j = 0; j < metric->count; j++)
            strbuf_addf(out,
                        "MetricValueList { CorrelationId { Uint64Value: %.0f } ElementValue { "
                        "DoubleValue: %.17g } } ",
                        (j + 1) * metric->step, instance(metric, j));
        strbuf_adds(out, "} ");
    }
}

#define SECTION(id, title, body)                                                                   \
    "Sections { Identifier: '" id "' DisplayName: '" title "' " body " } "
#define BODY(items) "Body { DisplayName: 'B' Items { " items " } } "
#define NAMED(label, name) "Metrics { Label: '" label "' Name: '" name "' } "
#define VALUE(name) "{ Metric { Name: '" name "' } } "
#define ROOF(label, traffic)                                                                       \
    "Rooflines { PeakWork " VALUE("work_peak") "PeakTraffic " VALUE(                               \
        traffic) "Options { Label: '" label " Roofline' } } "
#define POINT(label, work, traffic)                                                                \
    "AchievedValues { AchievedWork " VALUE(work) "AchievedTraffic " VALUE(                         \
        traffic) "Options { Label: '" label " Achieved Value' } } "

static const char states[] =
    SECTION("FigStates", "Figure of States",
            BODY("BarChart { Label: 'Warp State' SortKey: ByValue SortDirection: Descending " NAMED(
                "Stall Drain", STATE("drain")) NAMED("Stall MIO Throttle", STATE("mio_throttle"))
                     NAMED("Stall Long Scoreboard", STATE("long_scoreboard"))
                         NAMED("Stall Barrier", STATE("barrier"))
                             NAMED("Stall Short Scoreboard", STATE("short_scoreboard"))
                                 NAMED("Selected", STATE("selected"))
                                     NAMED("Stall Membar", STATE("membar")) "} "));

static const char rooflines[] = SECTION(
    "FigRoofline", "Figure of Roofs",
    "Body { DisplayName: 'B' Items { RooflineChart { Label: 'Roofs' AxisIntensity { Label: "
    "'Intensity [FLOP/byte]' } AxisWork { Label: 'Work [FLOP/s]' } " ROOF("DRAM", "dram_peak")
        ROOF("L1", "l1_peak") POINT("DRAM", "work", "dram_bytes")
            POINT("L1", "work", "l1_bytes") "Walls { Value { Constant: 3 } Options { Label: "
                                            "'wall' } } } } Items { RooflineChart { Label: "
                                            "'Idle' " ROOF("DRAM", "dram_peak")
                                                POINT("DRAM", "idle_work", "dram_bytes") "} } } ");

static const char memory[] = SECTION("FigMemory", "Figure of Memory",
                                     BODY("MemoryChart { Label: 'Memory' } ")
                                         BODY("MemoryDeviceMemoryTable { Label: 'Device' } "));

static const char times[] =
    SECTION("FigTimes", "Figure of Times",
            BODY("Timeline { Label: 'Over time' MetricGroups { Label: 'SM' MetricRows { Label: "
                 "'Row' " NAMED("Throughput", "pmsampling:sm__throughput.avg.pct") "} } " NAMED(
                     "DRAM", "pmsampling:dram__throughput.avg.pct") "}"
                                                                    " "));

#define CURVE(label)                                                                               \
    "Items { LineChart { Label: '" label "' AxisX { Label: 'Block Size' } AxisY { Label: "         \
    "'Warps' } Metrics { Name: 'launch__occupancy_per_block_size' ShowInstances: true } "          \
    "HighlightX { " NAMED("Block Size", "launch__block_size") "} } } "
static const char curves[] =
    SECTION("FigCurves", "Figure of Curves",
            "Body { DisplayName: 'Shown' SetDefault: true " CURVE("One")
                CURVE("Two") "} Body { DisplayName: 'Aside' " CURVE("Three") "} ");

static const char rest[] = SECTION(
    "FigRest", "Figure of the Rest",
    BODY("BarChart { Label: 'Mix' Metrics { Name: 'sass__inst_executed_per_opcode' Label: "
         "'Executed' ShowInstances: true } } ")
        BODY("HistogramChart { Label: 'Spread' HistogramAxis { Label: 'Value' BinCount: 4 } "
             "Metric { Name: 'values' } } ")
            BODY("SourceMetricTable { Label: 'Places' Metrics { Name: 'values' } } ")
                BODY("SuffixTable { Label: 'Units' BaseNames { BaseName { Name: 'unit__count' "
                     "Label: 'Count' } } Suffixes { Suffix { Name: '.sum' Label: 'Sum' } Suffix { "
                     "Name: '.avg' Label: 'Mean of all' } } } "));

static const char nothing[] =
    SECTION("FigNothing", "Figure of Nothing",
            BODY("Timeline { Label: 'Never' " NAMED("A", "never__sampled.avg")
                     NAMED("B", "never__too.avg") "} ")
                BODY("HistogramChart { Label: 'Bins' Metric { Name: 'work' } } ")
                    BODY("RooflineChart { Label: 'No roof' Rooflines { PeakWork " VALUE(
                        "absent") "PeakTraffic " VALUE("absent") "} } "));

static void add_sections(struct strbuf *out)
{
    static const char *const sections[] = {states, rooflines, memory, times, curves, rest, nothing};
    for (size_t i = 0; i < COUNT(sections); i++)
        strbuf_adds(out, sections[i]);
}

void build_figures(struct build *build)
{
    struct strbuf kernel = {0}, header = {0};
    strbuf_adds(&header, "NumResults: 1 StringTable { ");
    strbuf_adds(&kernel, KERNEL("figures"));
    add_metrics(&kernel, &header);
    add_sections(&kernel);
    strbuf_adds(&header, "}");
    build_begin(build, 7);
    build_entry(build, &rep__profile_result__descriptor, kernel.data);
    build_block(build, header.data);
    strbuf_free(&kernel);
    strbuf_free(&header);
}
