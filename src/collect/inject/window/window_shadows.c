/* Launches that reach shared memory run again on shadows of it (saved/shadow.h). What the memory
 * held at each launch is brought to the shadow by a work item before the launch, so all that
 * follows is in the order of the window's items. */
#include <stdlib.h>

#include "collect/inject/base/inject.h"
#include "collect/inject/program/memory.h"
#include "collect/inject/window/window_internal.h"

struct catch
{
    struct window *window;
    CUstream stream;
};

/* Whether the program's last call has brought this shadow up to date already. */
static bool is_caught(const struct window *w, const struct shadow *shadow)
{
    for (size_t i = w->call; i < w->count; i++)
        if (w->items[i]->kind == ITEM_WORK && w->items[i]->work.to == shadow->memory)
            return true;
    return false;
}

static bool catch (void *context, struct shadow *shadow)
{
    const struct catch *c = context;
    struct window *w = c->window;
    w->shadowed = true;
    if (is_caught(w, shadow))
        return true;
    const CUdeviceptr slot =
        shadows_catch(&w->context->shadows, w->inject, shadow->address, shadow->size, c->stream);
    const struct work work = {
        .to = shadow->memory, .from = slot, .count = shadow->size, .to_host = !shadow->on_device};
    return slot && window_add_work(w, &work);
}

/* Regions that device memory points to are looked at before each launch, since any may follow such
 * a pointer. */
static bool catch_followed(struct window *w, CUstream stream)
{
    struct shadows *s = &w->context->shadows;
    struct catch c = {w, stream};
    for (size_t i = 0; i < s->count; i++)
        if (shadows_changed(w->inject->program.memory, &s->entries[i]) &&
            !catch (&c, &s->entries[i]))
            return false;
    return true;
}

bool window_shadow_bytes(struct window *w, void *bytes, size_t size, CUstream stream)
{
    struct catch c = {w, stream};
    return shadows_redirect(&w->context->shadows, w->inject, bytes, size, catch, &c);
}

bool window_shadow_launch(struct window *w, const struct launch *launch, bool *reaches)
{
    const CUstream stream = window_stream_of(launch);
    *reaches = false;
    if (!w->may_shadow)
        return true;
    if (!catch_followed(w, stream))
        return false;
    const bool before = w->shadowed;
    w->shadowed = false;
    const bool good = window_shadow_bytes(w, launch->values, launch->values_size, stream) &&
                      window_shadow_bytes(w, launch->packed, launch->packed_size, stream);
    *reaches = w->shadowed;
    w->shadowed = w->shadowed || before;
    return good;
}

void window_note_write(struct window *w, uint64_t address, size_t size)
{
    struct pinned_writes *p = &w->pinned;
    if (!size || !memory_is_pinned(w->inject->program.memory, address, size))
        return;
    if (p->count == p->capacity) {
        const size_t wanted = p->capacity ? 2 * p->capacity : 16;
        struct pinned_write *larger = realloc(p->writes, wanted * sizeof *larger);
        p->unknown = p->unknown || !larger;
        if (!larger)
            return;
        p->writes = larger;
        p->capacity = wanted;
    }
    p->writes[p->count++] = (struct pinned_write){address, size};
}

bool window_may_be_written(const struct window *w, uint64_t address, size_t size)
{
    for (size_t i = 0; i < w->pinned.count; i++) {
        const struct pinned_write *write = &w->pinned.writes[i];
        if (address < write->address ? write->address - address < size
                                     : address - write->address < write->size)
            return true;
    }
    return w->pinned.unknown;
}

/* A region that device memory points to is looked at before each launch by the processor, which may
 * be ahead of the fill. */
bool window_lets_fill(struct window *w, CUpti_CallbackId id, const CUpti_CallbackData *data)
{
    struct work fill;
    if (!w->apart || w->most <= 1 || data->context != w->context->context ||
        !work_read_fill(&fill, id, data) || fill.rows != 1 || fill.count > SIZE_MAX / fill.width ||
        !memory_is_pinned(w->inject->program.memory, fill.to, fill.count * fill.width) ||
        shadows_follows(&w->context->shadows, fill.to))
        return false;
    window_note_write(w, fill.to, fill.count * fill.width);
    return true;
}

bool window_lets_unpin(struct window *w, uint64_t address)
{
    if (w->apart)
        shadows_keep_last(&w->context->shadows, w->inject->program.memory, address);
    return w->apart;
}

/* A word of device memory is set in two halves, since it may lie at any multiple of four bytes. */
static bool set_word(struct window *w, uint64_t at, uint64_t value)
{
    struct snapshot *s = &w->context->snapshot;
    const struct work low = {.to = at, .width = 4, .value = (unsigned)value, .count = 1, .rows = 1};
    const struct work high = {
        .to = at + 4, .width = 4, .value = (unsigned)(value >> 32), .count = 1, .rows = 1};
    return sparse_save(s, w->inject, w->context->stream, at, sizeof value, true) &&
           window_add_work(w, &low) && window_add_work(w, &high);
}

bool window_shadow_found(struct window *w, const struct pointer_scan *found)
{
    struct shadows *s = &w->context->shadows;
    const struct memory_tracker *tracker = w->inject->program.memory;
    struct shadow_reach reach = {0};
    struct catch c = {w, w->context->stream};
    shadows_reach(s, tracker, found->found, found->count * sizeof *found->found, &reach);
    if (reach.other || reach.managed || !shadows_make_room(s, w->inject, reach.bytes))
        return false;
    for (size_t i = 0; i < found->count; i++) {
        const uint64_t to = found->found[i].to;
        struct shadow *shadow = shadows_get(s, w->inject, to);
        if (memory_is_shared_at(tracker, to) && (!shadow || !catch (&c, shadow)))
            return false;
        if (shadow && !shadows_follow(tracker, shadow, reach.bytes))
            return false;
    }
    for (size_t i = 0; i < found->count; i++) {
        const uint64_t to = shadows_translate(s, w->inject, found->found[i].to);
        if (to && !set_word(w, found->found[i].at, to))
            return false;
    }
    return true;
}

const char *window_shadow_problem(struct window *w)
{
    struct shadows *s = &w->context->shadows;
    struct pointer_scan *scan = &w->context->snapshot.pointer_scan;
    if (w->shadowed && !w->context->snapshot.changes.keeps)
        return "not enough memory to keep what launches computed that share memory with the "
               "program";
    /* A pointer that a launch wrote there while the program went on would lead a replay to the
     * program's own memory. */
    if (s->slots_used &&
        (!pointer_scan_bytes(scan, w->inject, w->context->stream, s->slots, s->slots_used) ||
         scan->count)) {
        shadows_nest(s);
        return "memory that they share with the program holds pointers to more of it";
    }
    return NULL;
}
