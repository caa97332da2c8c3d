#include "launch_filter.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"

/* Number of this launch among those of its kernel, from 1. */
static uint64_t count_invocation(struct launch_counts *counts, const char *mangled)
{
    for (size_t i = 0; i < counts->kernel_count; i++)
        if (strcmp(counts->kernels[i].mangled, mangled) == 0)
            return ++counts->kernels[i].launches;
    mem_grow(&counts->kernels, counts->kernel_count, &counts->kernel_capacity,
             sizeof *counts->kernels);
    counts->kernels[counts->kernel_count++] = (struct launched_kernel){mem_strdup(mangled), 1};
    return 1;
}

enum launch_verdict launch_filter_judge(const struct launch_filter *filter,
                                        struct launch_counts *counts,
                                        const struct launch_identity *launch)
{
    const char *const names[] = {launch->function, launch->demangled, launch->mangled};
    const char *name = names[filter->base];
    if (filter->count && counts->matched >= filter->skip &&
        counts->matched - filter->skip >= filter->count)
        return LAUNCH_DONE;
    if (!name_pattern_matches(&filter->name, name) || !name_pattern_matches(&filter->id.name, name))
        return LAUNCH_NEVER;
    if (!kernel_id_fits_place(&filter->id, launch->context, launch->stream))
        return LAUNCH_SKIP;
    if (filter->id.invocation.text &&
        !kernel_id_fits_invocation(&filter->id, count_invocation(counts, launch->mangled)))
        return LAUNCH_SKIP;
    return counts->matched++ < filter->skip ? LAUNCH_SKIP : LAUNCH_TAKE;
}

bool launch_filter_takes_all(const struct launch_filter *filter)
{
    const struct kernel_id *id = &filter->id;
    return !filter->name.text && !filter->skip && !filter->count && !id->has_context &&
           !id->has_stream && !id->name.text && !id->invocation.text &&
           nvtx_filter_takes_all(&filter->nvtx);
}

void launch_filter_free(struct launch_filter *filter)
{
    name_pattern_free(&filter->name);
    kernel_id_free(&filter->id);
    nvtx_filter_free(&filter->nvtx);
}

void launch_counts_free(struct launch_counts *counts)
{
    for (size_t i = 0; i < counts->kernel_count; i++)
        free(counts->kernels[i].mangled);
    free(counts->kernels);
    *counts = (struct launch_counts){0};
}
