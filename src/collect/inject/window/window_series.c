/* A profile series measures one launch again and again with other parameters. Each variant first
 * runs once without counters, because it may write to other places than the launch did: that run
 * shows what has to be put back before its passes. The changes of the launch itself are set aside
 * meanwhile, since their final content is what the program must find at the end. */
#include <stdio.h>
#include <string.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/activity.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/window/profile_series.h"
#include "collect/inject/window/variant_list.h"
#include "collect/inject/window/window_internal.h"

void series_accept(struct inject *inject, Wire__Setup *setup)
{
    inject->settings.series = setup->series;
    inject->settings.series_count = setup->n_series;
    inject->settings.may_flush = inject->settings.flush_caches;
    for (size_t i = 0; i < inject->settings.series_count; i++)
        inject->settings.may_flush =
            inject->settings.may_flush ||
            inject->settings.series[i]->parameter == WIRE__SERIES_PARAMETER__CACHE_CONTROL;
    setup->series = NULL;
    setup->n_series = 0;
}

/* Puts memory back as it was before the launch, wherever the last run wrote. */
static bool start_over(struct window *w, const char **error)
{
    struct snapshot *s = &w->context->snapshot;
    *error = "not enough memory to compare memory with its copy";
    return memory_changes_find(&s->changes, s, w->inject, w->context->stream, false) &&
           snapshot_restore(s, w->inject, w->context->stream, error);
}

static void add_record(void *context, uint32_t correlation, const struct activity_record *record)
{
    struct window *w = context;
    struct window_item *item = w->items[w->begin];
    (void)correlation;
    if (item->timed || !activity_is_of(record, &item->launch))
        return;
    activity_fill(&item->facts.message, record);
    item->timed = true;
    item->time = record->nanoseconds;
    w->kernel_time = record->nanoseconds;
    w->timed = 1;
}

/* Runs the variant once without counters, to see what it writes and what the driver makes of it.
 */
static const char *run_once(struct window *w)
{
    struct inject *inject = w->inject;
    struct window_item *item = w->items[w->begin];
    item->timed = false;
    w->timed = 0;
    activity_begin(inject);
    CUresult result = launch_again(&item->launch, inject);
    if (result == CUDA_SUCCESS && !window_ends_in_time(w)) {
        activity_end(inject, NULL, NULL);
        w->stuck = true;
        return "it did not end within --replay-timeout";
    }
    CUresult finished = inject->driver.ctx_synchronize();
    activity_end(inject, add_record, w);
    result = result != CUDA_SUCCESS ? result : finished;
    return result == CUDA_SUCCESS ? NULL : inject_driver_error(inject, result);
}

static const char *measure(struct window *w, const struct variant_base *base,
                           const struct variant *v)
{
    struct window_item *item = w->items[w->begin];
    struct snapshot *s = &w->context->snapshot;
    const char *error;
    variant_launch(&item->launch, base, v);
    facts_fill(&item->facts, w->inject, &item->launch, base->function, (unsigned)w->context->device,
               w->context->id);
    if (!start_over(w, &error) || (error = run_once(w)))
        return error;
    if (!memory_changes_find(&s->changes, s, w->inject, w->context->stream, false))
        return "not enough memory to compare memory with its copy";
    return window_measure_part(w);
}

/* more: other variants follow. false: nothing can be measured any more. *broken: every call of the
 * driver fails, too. */
static bool measure_variant(struct window *w, const struct variant_base *base,
                            const struct variant *v, bool more, bool *broken)
{
    struct inject *inject = w->inject;
    char text[VARIANT_TEXT + 256];
    memset(w->nanoseconds, 0, sizeof w->nanoseconds);
    CUresult set = variant_begin(base, v);
    const char *error =
        set == CUDA_SUCCESS ? measure(w, base, v) : inject_driver_error(inject, set);
    bool done;
    if (w->counting)
        counters_stop(&w->context->counters, &inject->cupti, &done);
    w->counting = false;
    *broken = !w->stuck && inject->driver.ctx_synchronize() != CUDA_SUCCESS;
    const bool lost = w->stuck || *broken;
    if (error)
        snprintf(text, sizeof text, "with %s: %s%s", v->text, error,
                 lost
                     ? "; the series ends here, and the program may be unable to go on: leave this "
                       "variant out"
                     : "");
    variant_end(base, v);
    w->variant = v->text;
    window_send_results(w, w->begin, w->count, more && !lost, error ? text : NULL);
    return !lost;
}

static bool can_vary(struct window *w, struct variant_base *base)
{
    const struct window_item *item = w->items[w->begin];
    if (w->count != 1 || item->graph || item->launch.is_node) {
        if (!w->inject->told.graphs)
            inject_notice(w->inject, false, "launches of graphs are profiled without the series");
        w->inject->told.graphs = true;
        return false;
    }
    if (w->checkpoint.size) {
        inject_notice(w->inject, false,
                      "kernels of this program use the heap of malloc on the device: they are "
                      "profiled without the series");
        return false;
    }
    if (!sparse_is_complete(&w->context->snapshot.sparse)) {
        inject_notice(w->inject, false,
                      "device memory is nearly full, and a variant may write where nothing was "
                      "saved: launches are profiled without the series");
        return false;
    }
    struct function *function = functions_get(w->inject->program.functions, item->launch.f);
    return function &&
           variant_base_open(base, w->inject, &item->launch, function, w->context->device);
}

void window_series(struct window *w)
{
    struct inject *inject = w->inject;
    struct window_item *item = w->items[w->begin];
    struct snapshot *s = &w->context->snapshot;
    const struct launch own = item->launch;
    const uint64_t kernel_time = w->kernel_time;
    struct variant_base base;
    struct variant_list variant_list = {0};
    if (!can_vary(w, &base))
        return;
    base.launch = &own;
    if (!variant_list_make(&variant_list, &base) || !variant_list.count) {
        variant_list_free(&variant_list);
        return;
    }
    w->part_launches = w->part_wanted = 1; /* there is no part behind this one */
    const struct memory_changes changes = s->changes;
    w->variant = variant_list.own_text;
    w->sent = true;
    window_send_results(w, w->begin, w->count, variant_list.count, NULL);
    /* The launch's own changes, with their final content, are needed at the end. */
    s->changes = (struct memory_changes){
        .tried = changes.tried, .module = changes.module, .compare = changes.compare};
    bool broken = false;
    for (size_t i = 0; i < variant_list.count; i++) {
        w->kernel_time = kernel_time;
        if (!measure_variant(w, &base, &variant_list.items[i], i + 1 < variant_list.count, &broken))
            break;
    }
    const char *error;
    if (broken)
        inject_notice(
            inject, true,
            "a variant of the series broke the program's context, and all its CUDA calls fail from "
            "now on: nothing more of this process is measured, but earlier results are kept");
    else if (!w->stuck && !start_over(w, &error))
        inject_notice(inject, false, "after a series: %s", error);
    s->changes.module = NULL;
    memory_changes_free(&s->changes, inject);
    s->changes = changes;
    sparse_plan(s, inject, w->context->stream, s->changes.extents, s->changes.count);
    item->launch = own;
    w->variant = NULL;
    variant_list_free(&variant_list);
}
