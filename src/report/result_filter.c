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
    return judge(report, filter, counts, result->index,
                 (struct launch_identity){
                     result->function, result->demangled, result->mangled, result->context,
                     result->has_stream ? &result->stream : NULL}) == LAUNCH_TAKE;
}

enum launch_verdict result_judge_at(const struct report *report, const struct launch_filter *filter,
                                    struct launch_counts *counts, size_t i)
{
    struct result_launch launch;
    report_launch(report, i, &launch);
    enum launch_verdict verdict =
        judge(report, filter, counts, i,
              (struct launch_identity){launch.function, launch.demangled, launch.mangled,
                                       launch.context, launch.has_stream ? &launch.stream : NULL});
    result_launch_free(&launch);
    return verdict;
}

bool result_passes_at(const struct report *report, const struct launch_filter *filter,
                      struct launch_counts *counts, size_t i)
{
    return result_judge_at(report, filter, counts, i) == LAUNCH_TAKE;
}
