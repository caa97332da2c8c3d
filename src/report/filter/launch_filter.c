#include "report/filter/launch_filter.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

/* Launches that are counted together. */
struct launch_scope {
    uint32_t device, config[7];
    uint64_t seen;    /* launches of any kernel */
    uint64_t matched; /* launches that fit */
    struct launched_kernel {
        char *mangled;
        uint64_t launches; /* that fit all of the id except the invocation */
    } * kernels;
    size_t kernel_count, kernel_capacity;
};

static int compare_scopes(const void *a, const void *b)
{
    const struct launch_scope *x = a, *y = b;
    if (x->device != y->device)
        return x->device < y->device ? -1 : 1;
    return memcmp(x->config, y->config, sizeof x->config);
}

static struct launch_scope scope_of(const struct launch_filter *filter,
                                    const struct launch_identity *launch)
{
    struct launch_scope scope = {0};
    if (filter->mode == FILTER_PER_GPU)
        scope.device = launch->device;
    if (filter->mode != FILTER_PER_CONFIG)
        return scope;
    memcpy(scope.config, launch->grid, sizeof launch->grid);
    memcpy(scope.config + 3, launch->block, sizeof launch->block);
    scope.config[6] = launch->shared;
    return scope;
}

static struct launch_scope *find_scope(const struct launch_filter *filter,
                                       struct launch_counts *counts,
                                       const struct launch_identity *launch)
{
    struct launch_scope wanted = scope_of(filter, launch);
    if (counts->first && compare_scopes(counts->first, &wanted) == 0)
        return counts->first;
    void *found = tfind(&wanted, &counts->scopes, compare_scopes);
    if (found)
        return *(struct launch_scope **)found;
    struct launch_scope *made = mem_alloc(sizeof *made);
    *made = wanted;
    if (!tsearch(made, &counts->scopes, compare_scopes))
        abort(); /* out of memory */
    if (!counts->first)
        counts->first = made;
    return made;
}

/* Returns the number of this launch among those of its kernel, from 1. */
static uint64_t count_invocation(struct launch_scope *scope, const char *mangled)
{
    for (size_t i = 0; i < scope->kernel_count; i++)
        if (strcmp(scope->kernels[i].mangled, mangled) == 0)
            return ++scope->kernels[i].launches;
    mem_grow(&scope->kernels, scope->kernel_count, &scope->kernel_capacity, sizeof *scope->kernels);
    scope->kernels[scope->kernel_count++] = (struct launched_kernel){mem_strdup(mangled), 1};
    return 1;
}

static bool is_full(const struct launch_filter *filter, const struct launch_scope *scope)
{
    return filter->count && scope && scope->matched >= filter->skip &&
           scope->matched - filter->skip >= filter->count;
}

static bool has_device(const struct launch_filter *filter, uint32_t device)
{
    return !filter->devices || (device < FILTER_DEVICES && filter->devices >> device & 1);
}

bool launch_filter_add_device(struct launch_filter *filter, const char *text, struct error *error)
{
    char *end;
    unsigned long device = strtoul(text, &end, 10);
    if (*text < '0' || *text > '9' || *end)
        return error_set(error, "--devices takes numbers of devices, not \"%s\"", text);
    if (device >= FILTER_DEVICES)
        return error_set(error, "--devices: %s is too large, the largest number is %d", text,
                         FILTER_DEVICES - 1);
    filter->devices |= (uint64_t)1 << device;
    return true;
}

bool launch_filter_takes_process(const struct launch_filter *filter, const char *path)
{
    return process_filter_judge(&filter->processes, path, NULL) == PROCESS_MEASURE;
}

bool launch_filter_is_done(const struct launch_filter *filter, const struct launch_counts *counts)
{
    return filter->mode == FILTER_GLOBAL && is_full(filter, counts->first);
}

enum launch_verdict launch_filter_judge(const struct launch_filter *filter,
                                        struct launch_counts *counts,
                                        const struct launch_identity *launch)
{
    const char *const names[] = {[KERNEL_NAME_FUNCTION] = launch->function,
                                 [KERNEL_NAME_DEMANGLED] = launch->demangled,
                                 [KERNEL_NAME_MANGLED] = launch->mangled};
    const char *name = names[filter->base];
    if (launch_filter_is_done(filter, counts))
        return LAUNCH_DONE;
    if (!has_device(filter, launch->device))
        return LAUNCH_SKIP;
    struct launch_scope *scope = find_scope(filter, counts, launch);
    if (scope->seen < filter->skip_before) {
        scope->seen++;
        return LAUNCH_SKIP;
    }
    if (!name_pattern_matches(&filter->name, name) || !name_pattern_matches(&filter->id.name, name))
        /* Launches of this function must still be counted for the skip_before of further scopes. */
        return filter->skip_before && filter->mode != FILTER_GLOBAL ? LAUNCH_SKIP : LAUNCH_NEVER;
    if (launch->only_by_name && !launch_filter_names(filter))
        return LAUNCH_UNNAMED;
    if (is_full(filter, scope) ||
        !kernel_id_fits_place(&filter->id, launch->context, launch->stream))
        return LAUNCH_SKIP;
    if (filter->id.invocation.text &&
        !kernel_id_fits_invocation(&filter->id, count_invocation(scope, launch->mangled)))
        return LAUNCH_SKIP;
    return scope->matched++ < filter->skip ? LAUNCH_SKIP : LAUNCH_MEASURE;
}

bool launch_filter_names(const struct launch_filter *filter)
{
    return filter->name.text || filter->id.name.text;
}

bool launch_filter_wants_place(const struct launch_filter *filter)
{
    return filter->devices || filter->mode != FILTER_GLOBAL;
}

bool launch_filter_takes_all(const struct launch_filter *filter)
{
    const struct kernel_id *id = &filter->id;
    return !launch_filter_names(filter) && !filter->skip_before && !filter->skip &&
           !filter->count && !filter->devices && !filter->processes.count && !id->has_context &&
           !id->has_stream && !id->invocation.text && nvtx_filter_takes_all(&filter->nvtx) &&
           stack_filter_takes_all(&filter->stacks);
}

void launch_filter_free(struct launch_filter *filter)
{
    name_pattern_free(&filter->name);
    kernel_id_free(&filter->id);
    nvtx_filter_free(&filter->nvtx);
    stack_filter_free(&filter->stacks);
    process_filter_free(&filter->processes);
}

static void free_scope(void *scope)
{
    struct launch_scope *s = scope;
    for (size_t i = 0; i < s->kernel_count; i++)
        free(s->kernels[i].mangled);
    free(s->kernels);
    free(s);
}

void launch_counts_free(struct launch_counts *counts)
{
    tdestroy(counts->scopes, free_scope);
    *counts = (struct launch_counts){0};
}
