#include "views_sample.h"

#include <inttypes.h>
#include <math.h>

static const char *const names[] = {
    "gpu__time_duration.sum",
    "device__attribute_compute_capability_major",
    "device__attribute_compute_capability_minor",
    "profiler__pmsampler_pass_groups",
    "profiler__timestamp_workload_start_0",
    "profiler__timestamp_workload_end_0",
    "profiler__timestamp_workload_start_1",
    "profiler__timestamp_workload_end_1",
    "pmsampling:sm__throughput.avg.pct_of_peak_sustained_elapsed",
    "pmsampling:dram__bytes.sum",
    "pmsampling:smsp__warps_issue_stalled_barrier.avg",
    "pmsampling:smsp__warps_issue_stalled_wait.avg",
    "pmsampling:smsp__warps_issue_stalled_math.avg",
    "launch__registers_per_thread",
    "launch__shared_mem_per_block_static",
    "launch__shared_mem_per_block_dynamic",
    "launch__func_cache_config",
    "launch__waves_per_multiprocessor",
    "profiler__replayer_passes",
    "device__attribute_device_index",
};

enum { NAMES = sizeof names / sizeof *names, PASSES = 3, EDGES = 4, SERIES = 8, STATES = 10 };

static void add_time(struct strbuf *out, int name, uint64_t time)
{
    strbuf_addf(out,
                "MetricResults { NameId: %d MetricValue { Uint64Value: 1 } MetricValueList { "
                "CorrelationId { Uint64Value: %" PRIu64 " } ElementValue { Uint64Value: 0 } } } ",
                name, time);
}

static void add_series(struct strbuf *out, int name, int count, uint64_t first, uint64_t step,
                       double height)
{
    strbuf_addf(out, "MetricResults { NameId: %d ", name);
    for (int i = 0; i < count; i++)
        strbuf_addf(out,
                    "MetricValueList { CorrelationId { Uint64Value: %" PRIu64
                    " } ElementValue { DoubleValue: %.17g } } ",
                    first + (uint64_t)i * step, floor(height * fabs(sin(0.2 * i + name))));
    strbuf_adds(out, "} ");
}

#define NAMED(label, name) "Metrics { Label: '" label "' Name: '" name "' } "
#define STALL(label, name) NAMED(label, "pmsampling:smsp__warps_issue_stalled_" name ".avg")

static void add_samples(struct strbuf *out)
{
    const uint64_t passes[] = {1700000000000000000u, 1700000009000000000u};
    strbuf_addf(out,
                "MetricResults { NameId: %d MetricValue { Uint64Value: 2 } MetricValueList { "
                "ElementValue { StringValue: '%s, %s' } } MetricValueList { ElementValue { "
                "StringValue: '%s,%s,%s' } } } ",
                PASSES, names[SERIES], names[SERIES + 1], names[STATES], names[STATES + 1],
                names[STATES + 2]);
    for (int i = 0; i < 2; i++) {
        add_time(out, EDGES + 2 * i, passes[i] + 5000);
        add_time(out, EDGES + 2 * i + 1, passes[i] + 35000);
    }
    add_series(out, SERIES, 40, passes[0], 1000, 90);
    add_series(out, SERIES + 1, 40, passes[0], 1000, 5e6);
    for (int i = 0; i < 3; i++)
        add_series(out, STATES + i, 16, passes[1], 2500, 4 + i);
    strbuf_adds(out,
                "Sections { Identifier: 'PmSampling' DisplayName: 'PM Sampling' Body { Items { "
                "Timeline { MetricGroups { Label: 'SM' Expanded: true MetricRows { ");
    strbuf_adds(out,
                NAMED("Throughput", "pmsampling:sm__throughput.avg.pct_of_peak_sustained_elapsed"));
    strbuf_adds(out, "} } MetricGroups { Label: 'DRAM' Expanded: false MetricRows { ");
    strbuf_adds(out, NAMED("Traffic", "pmsampling:dram__bytes.sum"));
    strbuf_adds(out, "} } MetricGroups { Label: 'Absent' MetricRows { ");
    strbuf_adds(out, NAMED("Never", "never__sampled.sum"));
    strbuf_adds(out, "} } MetricGroups { Label: 'Warp States' MetricRows { ");
    strbuf_adds(out, STALL("Barrier", "barrier") STALL("Wait", "wait") STALL("Math", "math"));
    strbuf_adds(out, "} } } } } } ");
}

#define PUSHED(name) "Stack { Name: '" name "' } "
#define DOMAINS                                                                                    \
    "Domains { Id: 0 Name: '<default domain>' } Domains { Id: 1 Name: 'solver' } "                 \
    "DefaultDomain: 0 PushPopRangeScope: Thread "
#define THREAD(id, stacks) "Threads { TID: " id " " stacks "} "
#define DOMAIN(id, ranges) "PushPopDomains { Id: " id " " ranges "} "
#define COPYING "StartEndDomains { Id: 1 Ranges { Id: 4 Name: 'copy' StartTID: 8 } } "

static const struct launch {
    const char *name, *nvtx;
    double duration;
} launches[] = {
    {"scale",
     THREAD("7", DOMAIN("0", PUSHED("epoch 1") PUSHED("forward")) DOMAIN("1", PUSHED("assemble")))
         THREAD("8", DOMAIN("0", PUSHED("loader"))) COPYING,
     1000},
    {"gemm", THREAD("7", DOMAIN("0", PUSHED("epoch 1") PUSHED("backward"))), 2000},
    {"scale", THREAD("7", DOMAIN("0", PUSHED("epoch 1") PUSHED("forward"))), 3000},
    {"gemm", THREAD("7", DOMAIN("0", PUSHED("epoch 2") PUSHED("\u524d\u5411\\033[31m/[a]"))), 4000},
    {"fill", NULL, 5000},
    {"fill", COPYING, 6000},
};

static void add_launch(struct build *build, const struct launch *launch)
{
    struct strbuf text = {0};
    strbuf_addf(&text,
                "ThreadID: 7 APICallID: 9 ProgramHandle: 3 KernelID: 4 KernelMangledName: "
                "'_Z%s' KernelFunctionName: '%s' KernelDemangledName: '%s(float *, int)' "
                "WorkDimensions: 3 GlobalWorkOffset { X: 0 Y: 0 Z: 0 } GridSize { X: 8 Y: 2 Z: 1 } "
                "BlockSize { X: 128 Y: 1 Z: 1 } Source {} ContextID: 1 StreamID: 13 ",
                launch->name, launch->name, launch->name);
    strbuf_addf(&text, "MetricResults { NameId: 0 MetricValue { DoubleValue: %.17g } } ",
                launch->duration);
    strbuf_adds(&text, METRIC("1", "Uint64Value: 9") METRIC("2", "Uint64Value: 0"));
    strbuf_adds(&text, METRIC("13", "Uint64Value: 32") METRIC("14", "Uint64Value: 1024"));
    strbuf_adds(&text,
                METRIC("15", "Uint64Value: 2048") METRIC("16", "StringValue: 'CachePreferNone'"));
    strbuf_adds(&text, METRIC("17", "DoubleValue: 0.75") METRIC("18", "Uint64Value: 7"));
    strbuf_adds(&text, METRIC("19", "Uint64Value: 0"));
    if (launch == launches)
        add_samples(&text);
    if (launch->nvtx)
        strbuf_addf(&text, "Nvtx { " DOMAINS "%s} ", launch->nvtx);
    build_entry(build, &rep__profile_result__descriptor, text.data);
    strbuf_free(&text);
}

#define SESSION                                                                                    \
    "SessionDetails { CreationTime: 1700000000 HostSystemInfo { OSName: 'Linux' Build: '6.1' "     \
    "Architecture: 'x86_64' ComputerName: 'node' } VersionInfo { Provider: 'CUDA Version' "        \
    "Version: '13.0' } DeviceAttributes { ID: 0 Name: 'H200' Attributes { Name: "                  \
    "'device__attribute_multiprocessor_count' Value { Uint64Value: 132 } } Attributes { Name: "    \
    "'device__attribute_clock_rate' Value { Uint64Value: 1980000 } } } ProfilerSettings { "        \
    "EnableNvtx: true FilterOptions { SkipCount: 3 } ClockControlMode: 'base' } ProfilerCmdline: " \
    "'rooftop --nvtx -o views app --size 4096 --\\033]0;x\\007' ExecutableSettings { "             \
    "ExecutablePath: '/opt/bin/app' WorkDirectory: '/tmp' CmdlineAgruments: '--size 4096' "        \
    "Environment: "                                                                                \
    "'PATH=/bin\\nHOME=/root' } } "

void build_views(struct build *build)
{
    struct strbuf header = {0};
    build_begin(build, 7);
    for (size_t i = 0; i < 4; i++)
        add_launch(build, &launches[i]);
    build_block(build, "NumResults: 4 Process { ProcessID: 42 Hostname: '127.0.0.1' ProcessName: "
                       "'/opt/bin/app' } " SESSION);
    for (size_t i = 4; i < COUNT(launches); i++)
        add_launch(build, &launches[i]);
    strbuf_adds(&header, "NumResults: 2 Process { ProcessID: 43 Hostname: '127.0.0.1' ProcessName: "
                         "'/opt/bin/child' } StringTable { ");
    for (size_t i = 0; i < NAMES; i++)
        strbuf_addf(&header, "Strings: '%s' ", names[i]);
    strbuf_adds(&header, "}");
    build_block(build, header.data);
    strbuf_free(&header);
}
