#include "collect/inject/context/introduce.h"

#include "collect/inject/base/inject.h"
#include "collect/inject/context/contexts.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/launch.h"

static bool is_known(const struct inject *inject, CUfunction handle)
{
    const struct function *function = functions_get(inject->program.functions, handle);
    return !function || function->sampled || function->never;
}

/* Processes that share a GPU have its counters for a while only. */
static bool can_begin(const struct inject *inject, const struct context_state *context)
{
    return !inject->shares_gpu && !context->mps && !inject->counting &&
           context->counters.schedule->schedule->sampling && !context->inside.samples_failed &&
           !context->inside.introduces_none;
}

void introduce_kernel(struct inject *inject, const struct launch *launch, uint32_t context_id)
{
    if (!inject->settings.samples_warps || !inject->active || inject->program.capturing ||
        is_known(inject, launch->f))
        return;
    struct context_state *context = contexts_get(inject, launch->context, context_id);
    if (!context || !can_begin(inject, context))
        return;
    if (!context->inside.warps.on) {
        contexts_release_counters(inject);
        context->inside.introduces_none =
            warp_samples_introduce(&context->inside.warps, &inject->cupti, context->context) !=
            CUPTI_SUCCESS;
    }
    struct function *function = functions_get(inject->program.functions, launch->f);
    if (function)
        function->sampled = context->inside.warps.on;
}

void introduce_end(struct inject *inject)
{
    for (struct context_state *context = inject->contexts; context; context = context->next)
        warp_samples_stop(&context->inside.warps, &inject->cupti, context->context);
}
