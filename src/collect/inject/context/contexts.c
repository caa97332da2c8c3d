/* Sets up a context at its first measured launch. The order matters: an MPS client needs its turn
 * before it may ask for the availability of counters; the host needs that to make the schedule;
 * the flush decides how many ranges a launch takes, and so how many launches the counter data has
 * room for. A context that cannot be set up is remembered as such, so the host hears the reason
 * once. */
#include "collect/inject/context/contexts.h"

#include <stdlib.h>
#include <unistd.h>

#include "collect/inject/base/host_room.h"
#include "collect/inject/base/inject.h"
#include "collect/inject/context/mps_turn.h"
#include "collect/inject/program/facts.h"

/* Bytes of counter data of a window, of which there are up to four copies. The first limit holds
 * where nobody asks for larger windows, the second one always. */
#define IMAGE_LIMIT ((size_t)1 << 30)
#define IMAGE_LIMIT_ASKED ((size_t)2 << 30)

/* All copies together may have half of main memory. */
static size_t image_limit(const struct inject *inject)
{
    const size_t limit = inject->settings.window_launches ? IMAGE_LIMIT_ASKED : IMAGE_LIMIT;
    const size_t share = host_room("") / 8;
    return share < limit ? share : limit;
}

/* Asks the host for the schedule of this device, which depends on its chip and on the counters
 * that are available. */
static Wire__ToTarget *ask_schedule(struct inject *inject, struct context_state *state)
{
    CUptiResult error;
    Wire__ToHost *message = facts_device(inject, state->context, state->device, &error);
    if (!message && inject->shares_gpu && error == CUPTI_ERROR_HARDWARE_BUSY) {
        state->again = true;
        if (!inject->told.busy)
            inject_notice(inject, false,
                          "another process that is profiled has the counters of device %d and does "
                          "not give them up: until it does, nothing is measured in process %d",
                          state->device, (int)getpid());
        inject->told.busy = true;
        return NULL;
    }
    if (!message) {
        inject_notice(inject, true, "the counters of device %d cannot be used: %s", state->device,
                      inject_cupti_error(inject, error));
        return NULL;
    }
    Wire__ToTarget *answer = channel_ask(&inject->channel, message);
    wire__to_host__free_unpacked(message, NULL);
    if (answer && answer->schedule && !answer->schedule->refused && answer->schedule->n_groups)
        return answer;
    /* The host knows why. Asking again at each launch would tell it nothing new. */
    inject->active = false;
    if (answer)
        wire__to_target__free_unpacked(answer, NULL);
    return NULL;
}

static bool open_counters(struct inject *inject, struct context_state *state)
{
    CUpti_Profiler_Initialize_Params initialize = {
        .structSize = CUpti_Profiler_Initialize_Params_STRUCT_SIZE};
    CUptiResult cupti = inject->cupti.profiler_initialize(&initialize);
    if (cupti != CUPTI_SUCCESS) {
        inject_notice(inject, true, "the profiler cannot be initialised: %s",
                      inject_cupti_error(inject, cupti));
        return false;
    }
    Wire__ToTarget *schedule = ask_schedule(inject, state);
    if (!schedule)
        return false;
    if (inject->settings.may_flush &&
        flush_open(&state->flush, inject, state->device, !state->mps) != CUDA_SUCCESS) {
        inject_notice(inject, false,
                      "the device has no memory left for the cache flush: caches "
                      "are not flushed");
        flush_close(&state->flush, inject);
        inject->settings.flush_caches = inject->settings.may_flush = false;
    }
    /* Each launch has a range of its own, and its flush has another one if it is a kernel. */
    state->window_launches =
        inject->settings.window_launches ? inject->settings.window_launches : WINDOW_LAUNCHES;
    if (state->window_launches > MOST_WINDOW_LAUNCHES)
        state->window_launches = MOST_WINDOW_LAUNCHES;
    cupti = counters_open(&state->counters, &inject->cupti, state->context, schedule,
                          inject->settings.may_flush && !state->flush.evicts ? 2 : 1,
                          image_limit(inject), &state->window_launches);
    if (cupti != CUPTI_SUCCESS) {
        inject_notice(inject, true, "the counters of device %d cannot be enabled: %s",
                      state->device, inject_cupti_error(inject, cupti));
        return false;
    }
    return true;
}

static bool open_state(struct inject *inject, struct context_state *state)
{
    const struct foil_driver *driver = &inject->driver;
    if (driver->ctx_get_device(&state->device) != CUDA_SUCCESS)
        return false;
    memory_know_context(inject->program.memory, state->context, state->device);
    int mps = 0;
    driver->device_get_attribute(&mps, CU_DEVICE_ATTRIBUTE_MPS_ENABLED, state->device);
    state->mps = mps;
    int concurrent = 0;
    driver->device_get_attribute(&concurrent, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS,
                                 state->device);
    state->shadows.reads_managed = concurrent;
    const bool turn = mps_turn_begin(inject, state, true), open = open_counters(inject, state);
    if (turn)
        mps_turn_end(inject, state);
    if (!open)
        return false;
    CUresult result = driver->stream_create(&state->stream, CU_STREAM_NON_BLOCKING);
    if (result != CUDA_SUCCESS)
        inject_notice(inject, true, "the replay cannot be set up on device %d: %s", state->device,
                      inject_driver_error(inject, result));
    return result == CUDA_SUCCESS;
}

bool contexts_is_new(const struct inject *inject, CUcontext context)
{
    const struct context_state *state = inject->contexts;
    while (state && state->context != context)
        state = state->next;
    return !state;
}

struct context_state *contexts_get(struct inject *inject, CUcontext context, uint32_t id)
{
    struct context_state *state = inject->contexts;
    while (state && state->context != context)
        state = state->next;
    if (!state) {
        state = calloc(1, sizeof *state);
        if (!state)
            return NULL;
        state->context = context;
        state->id = id;
        state->next = inject->contexts;
        inject->contexts = state;
        state->ready = open_state(inject, state);
        if (state->again) {
            inject->contexts = state->next;
            free(state);
            return NULL;
        }
    }
    return state->ready ? state : NULL;
}

void contexts_drop(struct inject *inject, CUcontext context)
{
    for (struct context_state **at = &inject->contexts; *at; at = &(*at)->next) {
        struct context_state *state = *at;
        if (state->context != context)
            continue;
        *at = state->next;
        snapshot_free(&state->snapshot, inject);
        shadows_free(&state->shadows, inject);
        warp_samples_stop(&state->inside.warps, &inject->cupti, context);
        warp_samples_free(&state->inside.warps);
        instruction_counters_drop(&inject->cupti, &inject->driver, context, state->id);
        free(state->inside.room.image);
        flush_close(&state->flush, inject);
        counters_close(&state->counters, &inject->cupti, true);
        if (state->stream)
            inject->driver.stream_destroy(state->stream);
        free(state);
        return;
    }
}

void contexts_forked(struct inject *inject)
{
    for (struct context_state *state = inject->contexts; state; state = state->next)
        l2_evict_close(&state->flush.evict);
}

void contexts_release_counters(struct inject *inject)
{
    for (struct context_state *state = inject->contexts; state; state = state->next)
        if (state != inject->counting)
            counters_release(&state->counters, &inject->cupti);
}

void contexts_release_beside(struct inject *inject, const struct context_state *context)
{
    for (struct context_state *state = inject->contexts; state; state = state->next)
        if (state != context && state->device == context->device && state != inject->counting)
            counters_release(&state->counters, &inject->cupti);
}

void contexts_release_buffers(struct inject *inject)
{
    for (struct context_state *state = inject->contexts; state; state = state->next) {
        snapshot_release(&state->snapshot, inject);
        shadows_release(&state->shadows, inject);
    }
}
