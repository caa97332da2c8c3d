#include "collect/inject/nvtx/filter_launch.h"

#include "collect/inject/filter/program_filter.h"
#include "collect/inject/nvtx/nvtx_state.h"

bool filter_launch_passes(struct program_filter *filter, uint64_t launch)
{
    if (filter->nvtx)
        nvtx_state_launch(launch);
    if (!program_filter_runs(filter))
        return false;
    const bool has_ranges = filter->include_count || filter->exclude_count;
    const bool passes = !has_ranges || nvtx_state_chosen(filter);
    filter->outside_launches += !passes;
    return passes;
}
