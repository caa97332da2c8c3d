/* The way of a fill or a copy: the open window records it, or stays open over it. */
#include "collect/inject/base/inject.h"
#include "collect/inject/entry/admit_internal.h"
#include "collect/inject/program/batch_copy.h"
#include "collect/inject/program/exposed.h"
#include "collect/inject/program/host_copy.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/window/window.h"

/* The program may change managed memory between this copy and a launch that follows the pointer. */
static bool add_held(struct inject *inject, struct window *window, const struct host_copy *copy,
                     const struct work *work, const struct shadow_reach *reach)
{
    const struct window_need need = {.may_shadow = !inject->settings.series_count, .reach = *reach};
    return !reach->managed && window_can_shadow(window, &need) &&
           window_add_upload(window, work, copy->stream);
}

/* What pinned memory holds when the stream comes to the copy is not known yet: functions of the
 * program, kernels and copies may still write it. */
static bool add_late(struct inject *inject, struct window *window, const struct host_copy *copy,
                     const struct work *work, const struct shadow_reach *reach)
{
    return !copy->box.Height && !inject->program.memory->guarded && !reach->any &&
           window_add_late_upload(window, work, copy->host, copy->stream);
}

static bool is_late(const struct inject *inject, const struct window *window,
                    const struct host_copy *copy)
{
    return memory_is_shared_at(inject->program.memory, copy->host) &&
           (window->host_functions || window->shadowed ||
            window_may_be_written(window, copy->host, copy->host_span));
}

/* A copy from the host. What it copies may hold pointers to memory shared with the program. */
static bool admit_upload(struct inject *inject, struct window *window, const struct host_copy *copy)
{
    struct work work;
    struct shadow_reach reach = {0};
    bool added = false;
    const bool late = is_late(inject, window, copy);
    if (!host_copy_hold(copy, &work, inject, window->context->context, window->upload_room))
        return false;
    if (!window_has_freed(window, work.to) &&
        !exposed_by_bytes(inject->program.memory, work.bytes, work.held)) {
        shadows_reach(&window->context->shadows, inject->program.memory, work.bytes, work.held,
                      &reach);
        added = late ? add_late(inject, window, copy, &work, &reach)
                     : add_held(inject, window, copy, &work, &reach);
    }
    if (late || !added)
        work_free(&work);
    return added;
}

static bool admit_host_copy(struct inject *inject, struct window *window,
                            const struct host_copy *copy, bool in_batch)
{
    /* A batch may read the program's own memory later than its call. */
    if (!copy->out)
        return (!in_batch ||
                memory_is_pinned(inject->program.memory, copy->host, copy->host_span)) &&
               admit_upload(inject, window, copy);
    if (!host_copy_looks(copy, inject, window->context->context, window->apart) ||
        window_has_freed(window, copy->device) || !window_lets_look(window, true))
        return false;
    window_note_write(window, copy->host, copy->host_span);
    return true;
}

/* A fill or a copy. What the call has added is dropped if it is false. */
static bool admit_one(struct inject *inject, struct window *window, CUpti_CallbackId id,
                      const CUpti_CallbackData *data, bool in_batch)
{
    CUcontext contexts[MOST_MEMBERS];
    struct host_copy copy;
    struct work work;
    if (host_copy_read(&copy, inject, id, data))
        return data->context == window->context->context &&
               admit_host_copy(inject, window, &copy, in_batch);
    return work_from_callback(&work, inject, contexts, window_contexts(window, contexts), id,
                              data) &&
           !window_has_freed(window, work.to) && !window_has_freed(window, work.from) &&
           (work.width || !exposed_spreads(inject->program.memory, work.to, work.from)) &&
           window_add_work(window, &work);
}

static bool admit_batch(struct inject *inject, struct window *window,
                        const struct batch_copy *batch, const CUpti_CallbackData *data)
{
    for (size_t i = 0; i < batch->count; i++) {
        cuMemcpyAsync_params one = {batch->to[i], batch->from[i], batch->sizes[i], batch->stream};
        CUpti_CallbackData call = *data;
        call.functionParams = &one;
        if (!admit_one(inject, window, CUPTI_DRIVER_TRACE_CBID_cuMemcpyAsync, &call, true)) {
            window_drop_call(window, "a batch with a copy that cannot be made again");
            return false;
        }
    }
    return true;
}

bool admit_work(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    struct window *window = inject->modes.window;
    struct batch_copy batch;
    if (!window || inject->program.capturing || window->uncounted ||
        !window_turn_to(window, data->context))
        return false;
    window_begin_call(window);
    if (batch_copy_read(&batch, id, data))
        return admit_batch(inject, window, &batch, data);
    return window_lets_fill(window, id, data) || admit_one(inject, window, id, data, false);
}
