#include "collect/inject/host/ask_host.h"

#include "collect/inject/base/inject.h"
#include "collect/inject/context/introduce.h"
#include "collect/inject/context/mps_turn.h"
#include "collect/inject/filter/program_filter.h"
#include "collect/inject/host/results.h"
#include "collect/inject/nvtx/filter_launch.h"
#include "collect/inject/nvtx/nvtx.h"
#include "collect/inject/nvtx/nvtx_state.h"
#include "collect/inject/program/facts.h"
#include "collect/inject/program/functions.h"
#include "collect/inject/program/launch.h"
#include "collect/inject/stacks/call_stacks.h"
#include "report/base/regex.h"

Wire__Action ask_host(struct inject *inject, const struct launch *launch, uint32_t context_id,
                      const struct asked_range *range, Wire__ToTarget **given)
{
    Wire__ToHost message = WIRE__TO_HOST__INIT;
    Wire__Seen m = WIRE__SEEN__INIT;
    Wire__Dimensions grid = WIRE__DIMENSIONS__INIT, block = WIRE__DIMENSIONS__INIT;
    grid.has_x = grid.has_y = grid.has_z = block.has_x = block.has_y = block.has_z = true;
    grid.x = launch->config.gridDimX;
    grid.y = launch->config.gridDimY;
    grid.z = launch->config.gridDimZ;
    block.x = launch->config.blockDimX;
    block.y = launch->config.blockDimY;
    block.z = launch->config.blockDimZ;
    m.has_launch = m.has_function = m.has_unasked = true;
    m.launch = launch->id;
    m.function = (uint64_t)(uintptr_t)launch->f;
    m.mangled = (char *)(uintptr_t)launch->mangled;
    m.grid = &grid;
    m.block = &block;
    m.unasked = inject->judging.unasked;
    m.has_context = true;
    m.context = context_id;
    m.has_stream = facts_stream(inject, launch, &m.stream);
    CUdevice device;
    m.has_device = inject->driver.ctx_get_device(&device) == CUDA_SUCCESS;
    m.device = m.has_device ? (uint32_t)device : 0;
    m.has_dynamic_shared = true;
    m.dynamic_shared = launch->config.sharedMemBytes;
    inject->judging.unasked = 0;
    const uint8_t *nvtx = NULL;
    if (range) {
        m.range = (char *)(uintptr_t)range->name;
        m.has_nvtx = range->has_nvtx;
        nvtx = range->nvtx;
        m.nvtx.len = range->nvtx_length;
    } else {
        m.has_nvtx = inject->judging.filter->nvtx && nvtx_state_changed(&nvtx, &m.nvtx.len);
    }
    m.nvtx.data = (uint8_t *)(uintptr_t)nvtx;
    m.stack = call_stacks_asked(inject, launch->id);
    message.seen = &m;
    Wire__ToTarget *answer = channel_ask(&inject->channel, &message);
    mps_turn_note(inject, answer);
    Wire__Action action = WIRE__ACTION__FINISH;
    if (answer && answer->verdict)
        action = answer->verdict->action;
    if (answer && answer->verdict && answer->verdict->unfit_stack)
        call_stacks_unfit(inject);
    inject->judging.counters_alone = answer && answer->verdict && answer->verdict->counters_alone;
    if (given)
        *given = answer;
    else if (answer)
        wire__to_target__free_unpacked(answer, NULL);
    return action;
}

void ask_host_no_more(struct inject *inject)
{
    inject->active = false;
    introduce_end(inject);
    nvtx_stop();
}

/* Ends profiling here if an expression for NVTX ranges took too long. */
static bool filter_works(struct inject *inject)
{
    char complaint[REGEX_COMPLAINT];
    if (!regex_take_complaint(complaint))
        return true;
    inject_notice(inject, true, "%s", complaint);
    return false;
}

bool ask_host_wants(struct inject *inject, const struct launch *launch, struct function *function,
                    uint32_t context_id)
{
    inject->judging.watches = false;
    const bool passes = filter_launch_passes(inject->judging.filter, launch->id);
    if (!filter_works(inject) || !passes || (function && function->never) ||
        call_stacks_left_out(inject)) {
        inject->judging.unasked++;
        return false;
    }
    switch (ask_host(inject, launch, context_id, NULL, NULL)) {
    case WIRE__ACTION__MEASURE:
        call_stacks_measured(inject, launch->id);
        return true;
    case WIRE__ACTION__WATCH:
        call_stacks_measured(inject, launch->id);
        inject->judging.watches = true;
        break;
    case WIRE__ACTION__NEVER:
        if (function)
            function->never = true;
        break;
    case WIRE__ACTION__FINISH:
        ask_host_no_more(inject);
        break;
    default:
        break;
    }
    return false;
}

void ask_host_report_failure(struct inject *inject, const struct launch *launch, const char *error)
{
    const struct result_batch batch = {.error = error};
    Wire__Facts facts = WIRE__FACTS__INIT; /* its name, for the message */
    facts.mangled = (char *)(uintptr_t)launch->mangled;
    const struct result_item item = {.launch = launch->id, .facts = &facts};
    results_send(inject, &batch, &item, 1);
}
