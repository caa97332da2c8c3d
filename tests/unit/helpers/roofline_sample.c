#include "roofline_sample.h"

#include "report/base/strbuf.h"

static const struct launch {
    const char *kernel;
    int grid[2], block[2];
    double work, dram, l1; /* work < 0: not measured */
    bool other;            /* another GPU */
} launches[] = {
    {"gemm", {64, 64}, {16, 16}, 5.2e12, 2e10, 2.08e13, false},
    {"gemm", {32, 32}, {32, 32}, 8.7e12, 3.4e10, 1.7e12, false},
    {"copy", {16384, 1}, {256, 1}, 2.8e11, 3.16e12, 4e12, false},
    {"copy", {16384, 1}, {256, 1}, 2.79e11, 3.15e12, 3.9e12, false},
    {"scan", {4096, 1}, {128, 1}, 2.45e12, 6e10, 9e11, false},
    {"idle", {132, 1}, {128, 1}, 0, 1e9, 1e9, false},
    {"gemm", {64, 64}, {16, 16}, 2.1e12, 1e10, 1.1e11, true},
    {"memset", {8, 1}, {1024, 1}, -1, 1e9, 1e9, false},
};

enum metric { WORK, DRAM, L1, WORK_PEAK, DRAM_PEAK, L1_PEAK, CHIP, MAJOR, METRICS };
static const char *const names[METRICS] = {"work",
                                           "dram_bytes",
                                           "l1_bytes",
                                           "work_peak",
                                           "dram_peak",
                                           "l1_peak",
                                           "device__attribute_display_name",
                                           "device__attribute_compute_capability_major"};

static void add_number(struct strbuf *out, enum metric metric, double value)
{
    if (value >= 0)
        strbuf_addf(out, "MetricResults { NameId: %d MetricValue { DoubleValue: %.17g } } ",
                    (int)metric, value);
}

#define VALUE(name) "{ Metric { Name: '" name "' } } "
#define ROOF(label, traffic)                                                                       \
    "Rooflines { PeakWork " VALUE("work_peak") "PeakTraffic " VALUE(                               \
        traffic) "Options { Label: '" label " Roofline' } } "
#define POINT(label, traffic)                                                                      \
    "AchievedValues { AchievedWork " VALUE("work") "AchievedTraffic " VALUE(                       \
        traffic) "Options { Label: '" label " Achieved Value' } } "
#define CHART(label, content)                                                                      \
    "Items { RooflineChart { Label: '" label "' AxisIntensity { Label: 'Intensity [FLOP/byte]' } " \
    "AxisWork { Label: 'Work [FLOP/s]' } " content "} } "

static const char section[] =
    "Sections { Identifier: 'RoofLevels' DisplayName: 'Roofline of Levels' Body { DisplayName: "
    "'B' " CHART("Levels", ROOF("DRAM", "dram_peak") ROOF("L1", "l1_peak")
                               POINT("DRAM", "dram_bytes") POINT("L1", "l1_bytes"))
        CHART("Device Memory", ROOF("DRAM", "dram_peak") POINT("DRAM", "dram_bytes")) "} } ";

/* Each time around everything is a little faster. */
static void add_launch(struct build *build, const struct launch *l, size_t round)
{
    struct strbuf text = {0};
    double faster = 1 + 0.03 * (double)round;
    strbuf_addf(&text,
                "ThreadID: 1 APICallID: 2 ProgramHandle: 3 KernelID: 4 KernelMangledName: '%s' "
                "KernelFunctionName: '%s' KernelDemangledName: '%s(float *)' WorkDimensions: 3 "
                "GlobalWorkOffset { X: 0 Y: 0 Z: 0 } GridSize { X: %d Y: %d Z: 1 } "
                "BlockSize { X: %d Y: %d Z: 1 } Source {} ",
                l->kernel, l->kernel, l->kernel, l->grid[0], l->grid[1], l->block[0], l->block[1]);
    add_number(&text, WORK, l->work * faster);
    add_number(&text, DRAM, l->dram * faster);
    add_number(&text, L1, l->l1 * faster);
    add_number(&text, WORK_PEAK, l->other ? 1.95e13 : 6.09e13);
    add_number(&text, DRAM_PEAK, l->other ? 1.56e12 : 4.8e12);
    add_number(&text, L1_PEAK, l->other ? 1.9e13 : 3.3e13);
    add_number(&text, MAJOR, 9);
    strbuf_addf(&text, "MetricResults { NameId: %d MetricValue { StringValue: '%s' } } %s", CHIP,
                l->other ? "NVIDIA A100" : "NVIDIA H200", section);
    build_entry(build, &rep__profile_result__descriptor, text.data);
    strbuf_free(&text);
}

void build_rooflines(struct build *build, size_t count)
{
    struct strbuf header = {0};
    build_begin(build, 7);
    for (size_t i = 0; i < count; i++)
        add_launch(build, &launches[i % COUNT(launches)], i / COUNT(launches));
    strbuf_addf(&header, "NumResults: %zu StringTable { ", count);
    for (int i = 0; i < METRICS; i++)
        strbuf_addf(&header, "Strings: '%s' ", names[i]);
    strbuf_adds(&header, "}");
    build_block(build, header.data);
    strbuf_free(&header);
}
