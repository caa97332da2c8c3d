#include "report/content/launch_facts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"
#include "report/content/result_notes.h"
#include "report/file/report.h"

/* How a metric is shown. A flag is shown as yes or no; a rare fact only if it is more than 0. */
enum shown_as { AS_IT_IS, FLAG, POSITIVE };

/* The metrics of each heading. Launch metrics that no heading names come under the last one. */
struct metric_fact {
    const char *label, *metric;
    enum shown_as as;
};

static const struct metric_fact shape[] = {
    {"Blocks", "launch__grid_size", AS_IT_IS},
    {"Threads", "launch__thread_count", AS_IT_IS},
    {"Threads per block", "launch__block_size", AS_IT_IS},
    {"Waves per SM", "launch__waves_per_multiprocessor", AS_IT_IS},
    {"Cluster size", "launch__cluster_size", POSITIVE},
    {"Cluster scheduling", "launch__cluster_scheduling_policy", AS_IT_IS},
    {"Largest cluster possible", "launch__cluster_max_potential_size", AS_IT_IS},
    {"Clusters at once", "launch__cluster_max_active", POSITIVE},
};

static const struct metric_fact place[] = {
    {"SMs", "launch__sm_count", AS_IT_IS},
    {"TPCs", "launch__tpc_count", AS_IT_IS},
    {"TPCs enabled", "launch__tpc_enabled", AS_IT_IS},
    {"Green context", "launch__uses_green_context", FLAG},
    {"MPS", "launch__uses_mps", FLAG},
    {"Virtual GPU", "launch__uses_vgpu", FLAG},
};

static const struct metric_fact resources[] = {
    {"Registers per thread", "launch__registers_per_thread", AS_IT_IS},
    {"Registers allocated", "launch__registers_per_thread_allocated", AS_IT_IS},
    {"Static shared memory", "launch__shared_mem_per_block_static", AS_IT_IS},
    {"Dynamic shared memory", "launch__shared_mem_per_block_dynamic", AS_IT_IS},
    {"Driver's shared memory", "launch__shared_mem_per_block_driver", AS_IT_IS},
    {"Shared memory", "launch__shared_mem_per_block", AS_IT_IS},
    {"Shared memory allocated", "launch__shared_mem_per_block_allocated", AS_IT_IS},
    {"Shared memory configured", "launch__shared_mem_config_size", AS_IT_IS},
    {"Cache preference", "launch__func_cache_config", AS_IT_IS},
    {"Stack of a thread", "launch__stack_size", AS_IT_IS},
    {"Local memory of a thread", "launch__local_mem_per_thread", AS_IT_IS},
    {"Barriers", "launch__barrier_count", POSITIVE},
    {"L2 kept for it", "launch__persisting_l2_cache_size", AS_IT_IS},
    {"Launches kernels itself", "launch__uses_cdp", FLAG},
};

static const struct metric_fact limits[] = {
    {"Blocks by registers", "launch__occupancy_limit_registers", AS_IT_IS},
    {"Blocks by shared memory", "launch__occupancy_limit_shared_mem", AS_IT_IS},
    {"Blocks by warps", "launch__occupancy_limit_warps", AS_IT_IS},
    {"Blocks by barriers", "launch__occupancy_limit_barriers", AS_IT_IS},
    {"Blocks of an SM at most", "launch__occupancy_limit_blocks", AS_IT_IS},
    {"Occupancy of clusters", "launch__occupancy_cluster_pct", POSITIVE},
    {"Occupancy of clusters, GPU", "launch__occupancy_cluster_gpu_pct", POSITIVE},
};

static const struct metric_fact measured[] = {
    {"Duration", "gpu__time_duration.sum", AS_IT_IS},
    {"Cycles", "gpc__cycles_elapsed.max", AS_IT_IS},
    {"SM clock", "gpc__cycles_elapsed.avg.per_second", AS_IT_IS},
    {"Memory clock", "dram__cycles_elapsed.avg.per_second", AS_IT_IS},
    {"Passes", "profiler__replayer_passes", AS_IT_IS},
    {"Memory saved", "profiler__replayer_bytes_mem_backed_up.sum", AS_IT_IS},
};

#define EACH(table) table, sizeof(table) / sizeof *(table)

static void add_metrics(struct fact_list *list, const struct result *result,
                        const struct metric_fact *facts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        double number;
        bool known = result_number(result, facts[i].metric, &number);
        if (facts[i].as == FLAG && known)
            fact_list_add_of(list, facts[i].label, number > 0 ? "yes" : "no", facts[i].metric);
        else if (facts[i].as != POSITIVE || !known || number > 0)
            fact_list_add_metric(list, facts[i].label, result, facts[i].metric);
    }
}

static void add_sizes(struct fact_list *list, const char *label, const uint64_t sizes[3],
                      const char *metric)
{
    char *text = mem_printf("%" PRIu64 " x %" PRIu64 " x %" PRIu64, sizes[0], sizes[1], sizes[2]);
    fact_list_add_of(list, label, text, metric);
    free(text);
}

static void add_cluster(struct fact_list *list, const struct result *result)
{
    double sizes[3];
    uint64_t whole[3];
    static const char *const names[] = {"launch__cluster_dim_x", "launch__cluster_dim_y",
                                        "launch__cluster_dim_z"};
    for (size_t i = 0; i < 3; i++) {
        if (!result_number(result, names[i], &sizes[i]) || !(sizes[i] >= 0 && sizes[i] < 1e9))
            return;
        whole[i] = (uint64_t)sizes[i];
    }
    if (!whole[0])
        fact_list_add_of(list, "Cluster", "none", "launch__cluster_dim_x, _y, _z");
    else
        add_sizes(list, "Cluster", whole, "launch__cluster_dim_x, _y, _z");
}

static void add_kernel(struct fact_list *list, struct report *report, const struct result *result)
{
    fact_list_heading(list, 0, "Kernel");
    fact_list_add(list, "Name", result->name);
    if (result->demangled && strcmp(result->demangled, result->name) != 0)
        fact_list_add(list, "Full name", result->demangled);
    fact_list_add(list, "Function", result->function);
    fact_list_add(list, "Mangled", result->mangled);
    if (result->kind != ENTRY_KERNEL)
        fact_list_add(list, "Kind", entry_kind_name(result->kind));
    fact_list_addf(list, "Result", "%zu", result->id);
    if (report_file_count(report) > 1)
        fact_list_add(list, "Report", report_file(report, result->file)->label);
}

static void add_shape(struct fact_list *list, const struct result *result)
{
    uint64_t grid[3], block[3];
    fact_list_heading(list, 0, "Shape");
    if (result_dimensions(result, grid, block)) {
        add_sizes(list, "Grid", grid, "launch__grid_dim_x, _y, _z");
        add_sizes(list, "Block", block, "launch__block_dim_x, _y, _z");
    }
    add_cluster(list, result);
    add_metrics(list, result, EACH(shape));
}

static const Rep__ProfileResult *kernel_of(const struct result *result)
{
    return result->message && result->message->descriptor == &rep__profile_result__descriptor
               ? (const Rep__ProfileResult *)(const void *)result->message
               : NULL;
}

static void add_place(struct fact_list *list, const struct result *result)
{
    const Rep__ProcessInfo *process = result->process;
    const Rep__ProfileResult *kernel = kernel_of(result);
    unsigned arch = result_arch(result);
    fact_list_heading(list, 0, "Where it ran");
    fact_list_addf(list, "Device", "%d%s%s", result_device(result), *result->chip ? ", " : "",
                   result->chip);
    if (arch)
        fact_list_addf(list, "Compute capability", "%u.%u", arch / 10, arch % 10);
    if (result->driver > 0)
        fact_list_addf(list, "Driver", "%.3f", (double)result->driver);
    fact_list_addf(list, "Context", "%u", result->context);
    if (kernel)
        fact_list_add(list, "Context's name", kernel->contextname);
    if (result->has_stream)
        fact_list_addf(list, "Stream", "%u", result->stream);
    if (kernel)
        fact_list_add(list, "Stream's name", kernel->streamname);
    if (process) {
        fact_list_addf(list, "Process", "%u", process->processid);
        fact_list_add(list, "Program", process->processname);
        fact_list_add(list, "Host", process->hostname);
    }
    fact_list_addf(list, "Thread", "%u", result->thread);
    if (kernel)
        fact_list_addf(list, "API call", "%" PRIu64, kernel->apicallid);
    add_metrics(list, result, EACH(place));
}

/* Profile series, comments, ranges and call stacks, as the pages print them. */
static void add_notes(struct fact_list *list, const struct result *result)
{
    size_t count;
    struct note_block *blocks = result_notes(result, false, &count);
    for (size_t i = 0; i < count; i++) {
        fact_list_heading(list, 0, blocks[i].title);
        for (size_t j = 0; j < blocks[i].count; j++) {
            char *line = mem_printf("%*s%s", (int)(2 * blocks[i].lines[j].indent), "",
                                    blocks[i].lines[j].text);
            fact_list_add(list, "", line);
            free(line);
        }
    }
    result_notes_free(blocks, count);
}

static void add_code(struct fact_list *list, struct report *report, const struct result *result)
{
    fact_list_heading(list, 0, "Code");
    for (size_t i = 0; i < result->reference_count; i++) {
        const Rep__SourceData *source =
            report_source(report, result->file, result->process ? result->process->processid : 0,
                          result->references[i]);
        fact_list_addf(list, "Module", "%" PRIu64, result->references[i]);
        if (!source)
            fact_list_add(list, "Cubin", "not in the report");
        else if (source->has_binary)
            fact_list_addf(list, "Cubin", "%zu bytes", source->binary.len);
        if (source && source->sourcefiles)
            fact_list_add(list, "Source", "in the report");
    }
    fact_list_add_metric(list, "Places in the code", result, "launch__function_pcs");
}

static void add_measured(struct fact_list *list, struct report *report, const struct result *result)
{
    const Rep__ReportSessionDetails *session = report_session(report, result->file);
    const Rep__ProfilerSettings *settings = session ? session->profilersettings : NULL;
    fact_list_heading(list, 0, "How it was measured");
    add_metrics(list, result, EACH(measured));
    if (result->has_clock_status)
        fact_list_add(list, "Clocks", result->clocks_locked ? "fixed" : "not fixed");
    if (settings) {
        fact_list_add(list, "Clock control", settings->clockcontrolmode);
        fact_list_add(list, "Replay", settings->replaymode);
    }
    if (result->creation_time) {
        char text[64];
        time_t created = (time_t)result->creation_time;
        struct tm tm;
        if (localtime_r(&created, &tm) && strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &tm))
            fact_list_add(list, "Created", text);
    }
    if (session)
        fact_list_add(list, "By", session->profilercmdline);
}

static bool is_listed(const struct fact_list *list, const char *metric)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->facts[i].source, metric) == 0)
            return true;
    /* The metric has only one of the three dimensions. */
    return strstr(metric, "_dim_") != NULL;
}

static void add_others(struct fact_list *list, const struct result *result)
{
    fact_list_heading(list, 0, "Other launch metrics")->closed = true;
    size_t before = list->count;
    for (size_t i = 0; i < result->metric_count; i++) {
        const char *name = result_metric_name(result, i);
        struct fact_list known = {list->facts, before, 0, 0};
        if (strncmp(name, "launch__", 8) == 0 && !is_listed(&known, name))
            fact_list_add_metric(list, name, result, name);
    }
}

struct fact_list launch_facts(struct report *report, const struct result *result)
{
    struct fact_list list = {0};
    add_kernel(&list, report, result);
    add_shape(&list, result);
    add_place(&list, result);
    fact_list_heading(&list, 0, "Resources");
    add_metrics(&list, result, EACH(resources));
    fact_list_heading(&list, 0, "Limits of occupancy");
    add_metrics(&list, result, EACH(limits));
    add_measured(&list, report, result);
    add_notes(&list, result);
    add_code(&list, report, result);
    add_others(&list, result);
    fact_list_end(&list);
    return list;
}
