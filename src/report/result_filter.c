#include "result_filter.h"

#include "kernel_renames.h"

bool result_passes(const struct report *report, const struct launch_filter *filter,
                   struct launch_counts *counts, const struct result *result)
{
    const char *renamed = kernel_renames_find(report_renames(report), result->demangled);
    struct launch_identity launch = {result->function, renamed ? renamed : result->demangled,
                                     result->mangled, result->context,
                                     result->has_stream ? &result->stream : NULL};
    return launch_filter_judge(filter, counts, &launch) == LAUNCH_TAKE;
}
