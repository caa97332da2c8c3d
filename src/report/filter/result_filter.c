#include "report/filter/result_filter.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "report/base/strbuf.h"
#include "report/names/kernel_renames.h"

struct place {
    const struct report *report;
    struct launch_identity *launch;
};

/* The metrics of a result contain its device and its dynamic shared memory. */
static void take_number(void *context, uint32_t name, double value)
{
    const struct place *place = context;
    const char *text = report_string(place->report, name);
    if (!(value >= 0 && value <= UINT32_MAX))
        return;
    if (strcmp(text, "device__attribute_device_index") == 0)
        place->launch->device = (uint32_t)value;
    else if (strcmp(text, "launch__shared_mem_per_block_dynamic") == 0)
        place->launch->shared = (uint32_t)value;
}

static void copy_dimensions(uint32_t to[3], const uint64_t from[3])
{
    for (int i = 0; i < 3; i++)
        to[i] = (uint32_t)from[i];
}

/* A damaged state counts as none. */
static bool ranges_fit(const struct nvtx_filter *filter, const struct result_launch *launch)
{
    if (nvtx_filter_takes_all(filter))
        return true;
    Rep__NvtxState *state =
        launch->nvtx ? rep__nvtx_state__unpack(NULL, launch->nvtx_length, launch->nvtx) : NULL;
    bool fit = nvtx_filter_passes(filter, state, launch->thread);
    if (state)
        rep__nvtx_state__free_unpacked(state, NULL);
    return fit;
}

static Rep__CpuStacktraceStackMessage *stack_of(const struct result_launch *launch, int kind)
{
    return launch->stacks[kind] ? rep__cpu_stacktrace_stack_message__unpack(
                                      NULL, launch->stack_lengths[kind], launch->stacks[kind])
                                : NULL;
}

/* A damaged stack counts as none. */
static bool stacks_fit(const struct stack_filter *filter, const struct result_launch *launch)
{
    if (stack_filter_takes_all(filter))
        return true;
    Rep__CpuStacktraceStackMessage *stacks[] = {stack_of(launch, 0), stack_of(launch, 1)};
    bool fit = stack_filter_passes(filter, stacks[0], stacks[1]);
    for (int i = 0; i < 2; i++)
        if (stacks[i])
            rep__cpu_stacktrace_stack_message__free_unpacked(stacks[i], NULL);
    return fit;
}

enum launch_verdict result_judge_at(const struct report *report, const struct launch_filter *filter,
                                    struct launch_counts *counts, size_t i)
{
    struct result_launch result;
    const char *process = report_result_process(report, i)->processname;
    if (!launch_filter_takes_process(filter, process ? process : ""))
        return LAUNCH_SKIP;
    report_launch(report, i, &result);
    if (!ranges_fit(&filter->nvtx, &result) || !stacks_fit(&filter->stacks, &result)) {
        result_launch_free(&result);
        return LAUNCH_SKIP;
    }
    struct launch_identity launch = {result.function, result.demangled, result.mangled,
                                     result.context, result.has_stream ? &result.stream : NULL};
    struct place place = {report, &launch};
    copy_dimensions(launch.grid, result.grid);
    copy_dimensions(launch.block, result.block);
    if (launch_filter_wants_place(filter))
        report_metric_values(report, i, take_number, &place);
    const char *brief = report_short_name(report, i, launch.demangled);
    const char *renamed = kernel_renames_find(report_renames(report), launch.demangled, brief);
    if (renamed)
        launch.demangled = renamed;
    enum launch_verdict verdict = launch_filter_judge(filter, counts, &launch);
    result_launch_free(&result);
    return verdict;
}

bool result_passes_at(const struct report *report, const struct launch_filter *filter,
                      struct launch_counts *counts, size_t i)
{
    return result_judge_at(report, filter, counts, i) == LAUNCH_MEASURE;
}

bool result_any_passes(const struct report *report, const struct launch_filter *filter)
{
    struct launch_counts counts = {0};
    bool any = false;
    for (size_t i = 0; i < report_count(report) && !any; i++) {
        enum launch_verdict verdict = result_judge_at(report, filter, &counts, i);
        any = verdict == LAUNCH_MEASURE;
        if (verdict == LAUNCH_DONE)
            break;
    }
    launch_counts_free(&counts);
    return any;
}

/* Returns the kernel that was probably meant, as a new string, or NULL if none is near or no plain
 * name is wanted. */
static char *nearest_kernel(const struct report *report, const struct launch_filter *filter)
{
    struct nearest nearest = {.wanted = filter->name.text};
    char *best = NULL;
    for (size_t i = 0; nearest.wanted && !filter->name.regex && i < report_count(report); i++) {
        struct result_launch launch;
        report_launch(report, i, &launch);
        const char *const names[] = {[KERNEL_NAME_FUNCTION] = launch.function,
                                     [KERNEL_NAME_DEMANGLED] = launch.demangled,
                                     [KERNEL_NAME_MANGLED] = launch.mangled};
        const char *name = names[filter->base], *before = nearest.best;
        if (name && strcmp(name, nearest.wanted) != 0)
            nearest_offer(&nearest, name);
        if (nearest.best != before) {
            free(best);
            nearest.best = best = mem_strdup(nearest.best);
        }
        result_launch_free(&launch);
    }
    return best;
}

/* Names the first kernels: "histogram, sgemm and 3 more". */
static char *kernels_of(const struct report *report)
{
    enum { NAMED = 10 };
    char *names[NAMED];
    size_t count = 0, more = 0, at = 0;
    for (size_t i = 0; i < report_count(report); i++) {
        struct result_launch launch;
        report_launch(report, i, &launch);
        const char *name = launch.function ? launch.function : "";
        for (at = 0; at < count && strcmp(names[at], name) != 0; at++)
            continue;
        if (at == count && count < NAMED)
            names[count++] = mem_strdup(name);
        else if (at == count)
            more++;
        result_launch_free(&launch);
    }
    struct strbuf text = {0};
    for (at = 0; at < count; at++) {
        strbuf_addf(&text, "%s%s", at ? ", " : "", names[at]);
        free(names[at]);
    }
    if (more)
        strbuf_addf(&text, " and %zu more results", more);
    return strbuf_detach(&text);
}

bool result_none_passes(const struct report *report, const struct launch_filter *filter,
                        struct error *error)
{
    char *nearest = filter ? nearest_kernel(report, filter) : NULL, *kernels = kernels_of(report);
    error_set(error, "%s: no result passes the filters (%zu in the report%s)%s%s%s; kernels: %s",
              report_path(report), report_count(report), report_file_count(report) > 1 ? "s" : "",
              nearest ? "; the nearest kernel name is \"" : "", nearest ? nearest : "",
              nearest ? "\"" : "", kernels);
    free(nearest);
    free(kernels);
    return false;
}
