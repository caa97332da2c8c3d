/* The way of a fill or a copy: the open window records it, or stays open over it. */
#include "collect/inject/base/inject.h"
#include "collect/inject/entry/admit_internal.h"
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

/* What pinned memory holds when the stream comes to the copy is not known yet. */
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
           (window->host_functions || window_may_be_written(window, copy->host, copy->host_span));
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
        window_begin_call(window);
        added = late ? add_late(inject, window, copy, &work, &reach)
                     : add_held(inject, window, copy, &work, &reach);
    }
    if (late || !added)
        work_free(&work);
    return added;
}

static bool admit_host_copy(struct inject *inject, struct window *window,
                            const struct host_copy *copy)
{
    if (!copy->out)
        return admit_upload(inject, window, copy);
    if (!host_copy_looks(copy, inject, window->context->context, window->apart) ||
        window_has_freed(window, copy->device) || !window_lets_look(window, true))
        return false;
    window_note_write(window, copy->host, copy->host_span);
    window_begin_call(window);
    return true;
}

bool admit_work(struct inject *inject, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    struct window *window = inject->modes.window;
    struct host_copy copy;
    struct work work;
    CUcontext contexts[MOST_MEMBERS];
    if (!window || inject->program.capturing || window->uncounted ||
        !window_turn_to(window, data->context))
        return false;
    if (window_lets_fill(window, id, data)) {
        window_begin_call(window);
        return true;
    }
    if (host_copy_read(&copy, inject, id, data))
        return data->context == window->context->context && admit_host_copy(inject, window, &copy);
    if (!work_from_callback(&work, inject, contexts, window_contexts(window, contexts), id, data) ||
        window_has_freed(window, work.to) || window_has_freed(window, work.from) ||
        (!work.width && exposed_spreads(inject->program.memory, work.to, work.from)))
        return false;
    window_begin_call(window);
    return window_add_work(window, &work);
}
