#include "result_filter.h"

#include "kernel_renames.h"

static enum launch_verdict judge(const struct report *report, const struct launch_filter *filter,
                                 struct launch_counts *counts, size_t i,
                                 struct launch_identity launch)
{
    const char *brief = report_short_name(report, i, launch.demangled);
    const char *renamed = kernel_renames_find(report_renames(report), launch.demangled, brief);
    if (renamed)
        launch.demangled = renamed;
    return launch_filter_judge(filter, counts, &launch);
}

bool result_passes(const struct report *report, const struct launch_filter *filter,
                   struct launch_counts *counts, const struct result *result)
{
    return nvtx_filter_passes(&filter->nvtx, result->nvtx, result->thread) &&
           judge(report, filter, counts, result->index,
                 (struct launch_identity){
                     result->function, result->demangled, result->mangled, result->context,
                     result->has_stream ? &result->stream : NULL}) == LAUNCH_TAKE;
}

/* A state that is damaged is none. */
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

enum launch_verdict result_judge_at(const struct report *report, const struct launch_filter *filter,
                                    struct launch_counts *counts, size_t i)
{
    struct result_launch launch;
    report_launch(report, i, &launch);
    enum launch_verdict verdict = LAUNCH_SKIP;
    if (ranges_fit(&filter->nvtx, &launch))
        verdict = judge(report, filter, counts, i,
                        (struct launch_identity){launch.function, launch.demangled, launch.mangled,
                                                 launch.context,
                                                 launch.has_stream ? &launch.stream : NULL});
    result_launch_free(&launch);
    return verdict;
}

bool result_passes_at(const struct report *report, const struct launch_filter *filter,
                      struct launch_counts *counts, size_t i)
{
    return result_judge_at(report, filter, counts, i) == LAUNCH_TAKE;
}
