/* Contexts whose launches share a window. A program that drives several GPUs from one process goes
 * from one context to the next all the time, and each may write what the others read: launches run
 * again in the program's order, whatever context they are of, and the memory of each context is
 * saved and put back by itself. The counters of one context count at a time. */
#include "collect/inject/base/inject.h"
#include "collect/inject/base/now.h"
#include "collect/inject/program/kernel_hazards.h"
#include "collect/inject/program/running.h"
#include "collect/inject/saved/pointer_scan.h"
#include "collect/inject/window/window_internal.h"

/* Windows in a row without a launch of a context, behind which its memory is saved no more. */
enum { MOST_IDLE = 2 };

/* Windows that a context has for itself after one that it could not share. */
enum { MOST_APART = 8 };

CUresult window_enter(const struct window *w, const struct context_state *context)
{
    return w->member_count > 1 ? w->inject->driver.ctx_push_current(context->context)
                               : CUDA_SUCCESS;
}

void window_leave(const struct window *w)
{
    CUcontext previous;
    if (w->member_count > 1)
        w->inject->driver.ctx_pop_current(&previous);
}

bool window_turn_to(struct window *w, CUcontext context)
{
    for (size_t i = 0; i < w->member_count; i++)
        if (w->members[i]->context == context) {
            w->context = w->members[i];
            return true;
        }
    return false;
}

size_t window_contexts(const struct window *w, CUcontext contexts[MOST_MEMBERS])
{
    for (size_t i = 0; i < w->member_count; i++)
        contexts[i] = w->members[i]->context;
    return w->member_count;
}

bool window_each(struct window *w, bool (*step)(struct window *, void *), void *argument)
{
    struct context_state *const at_hand = w->context;
    bool good = true;
    for (size_t i = 0; i < w->member_count; i++) {
        w->context = w->members[i];
        if (window_enter(w, w->context) != CUDA_SUCCESS) {
            good = false;
            continue;
        }
        good = step(w, argument) && good;
        window_leave(w);
    }
    w->context = at_hand;
    return good;
}

static bool synchronize(struct window *w, void *result)
{
    const CUresult finished = w->inject->driver.ctx_synchronize();
    CUresult *first = result;
    *first = *first == CUDA_SUCCESS ? finished : *first;
    return true;
}

CUresult window_synchronize(struct window *w)
{
    CUresult result = CUDA_SUCCESS;
    return window_each(w, synchronize, &result) ? result : CUDA_ERROR_INVALID_CONTEXT;
}

static bool restore(struct window *w, void *error)
{
    return snapshot_restore(&w->context->snapshot, w->inject, w->context->stream, error);
}

bool window_restore(struct window *w, const char **error)
{
    return window_each(w, restore, error);
}

static bool may_join(const struct window *w, const struct context_state *context)
{
    bool other = context->ready && !context->mps && !context->apart && context->idle <= MOST_IDLE &&
                 w->inject->stuck.context != context->context;
    for (size_t i = 0; other && i < w->member_count; i++)
        other = context->device != w->members[i]->device;
    return other && running_none(w->inject, context->context);
}

/* For the next windows. */
static void give_up(struct window *w)
{
    for (size_t i = 0; w->member_count > 1 && i < w->member_count; i++)
        w->members[i]->apart = MOST_APART;
}

void window_choose_members(struct window *w, const struct window_need *need)
{
    struct inject *inject = w->inject;
    w->members[0] = w->context;
    w->member_count = 1;
    if (need->alone || need->shares || need->reach.any || need->kernel_hazard != HAZARD_NONE ||
        kernel_hazard_heap_in_use(inject) || w->context->mps || inject->program.green.any)
        return;
    const bool apart = w->context->apart;
    for (struct context_state *c = inject->contexts; c && w->member_count < MOST_MEMBERS;
         c = c->next)
        if (!apart && may_join(w, c))
            w->members[w->member_count++] = c;
        else
            c->apart -= c->apart > 0;
}

/* Memory of each context is in one snapshot: its own, or of the first context that may write it. */
static bool save(struct window *w, void *unused)
{
    (void)unused;
    struct inject *inject = w->inject;
    struct snapshot *s = &w->context->snapshot;
    struct snapshot_beside beside = {.count = w->member_count};
    const char *error;
    for (size_t i = 0; i < w->member_count; i++) {
        beside.contexts[i] = w->members[i]->context;
        beside.devices[i] = w->members[i]->device;
        beside.snapshots[i] = &w->members[i]->snapshot;
        if (w->members[i] == w->context)
            beside.taken = i;
    }
    if (inject->driver.ctx_synchronize() != CUDA_SUCCESS)
        return false;
    shadows_begin(&w->context->shadows, inject);
    if (!snapshot_take_beside(s, inject, w->context->context, w->context->stream, &beside, &error))
        return false;
    return !s->managed_globals &&
           (inject->program.memory->guarded || !memory_is_shared(inject->program.memory) ||
            (pointer_scan_memory(&s->pointer_scan, s, inject, w->context->stream) &&
             !s->pointer_scan.count));
}

/* A search of one member's memory. */
typedef bool find_function(struct leads *, const struct snapshot *, struct inject *, CUstream,
                           bool *);

/* Until what was found last in one member's memory leads nowhere in that of the others. */
static bool find_among(struct window *w, find_function *find)
{
    bool good = true;
    for (size_t i = 0, quiet = 0; good && quiet < w->member_count; i++) {
        struct context_state *member = w->members[i % w->member_count];
        struct snapshot *s = &member->snapshot;
        bool new = false;
        good = window_enter(w, member) == CUDA_SUCCESS;
        if (!good)
            break;
        good = find(&s->leads, s, w->inject, member->stream, &new);
        window_leave(w);
        quiet = new ? 1 : quiet + 1;
    }
    return good;
}

bool window_find_leads(struct window *w)
{
    uint64_t since = now_ns();
    leads_forget(w->inject->program.memory);
    const bool found = find_among(w, leads_find);
    window_spent(&w->nanoseconds[PHASE_SEARCH], &since);
    return found;
}

bool window_find_leads_to_doubtful(struct window *w)
{
    leads_forget_doubtful(w->inject->program.memory);
    return find_among(w, leads_find_doubtful);
}

/* Where others have a part in the program. What is refused here is refused in a window of one
 * context, too, which knows why. */
static bool may_run_again(struct window *w, const struct window_need *need)
{
    const struct memory_tracker *tracker = w->inject->program.memory;
    return !tracker->guarded || (window_find_leads(w) && !window_leads_to_exposed(need, tracker) &&
                                 !window_leads_to_shared(need, tracker));
}

bool window_save_members(struct window *w, const struct window_need *need)
{
    const bool several = w->member_count > 1, saved = several && window_each(w, save, NULL);
    if (saved && may_run_again(w, need))
        return true;
    if (several && !saved)
        give_up(w);
    w->members[0] = w->context;
    w->member_count = 1;
    return false;
}

void window_release_counters(const struct window *w)
{
    for (size_t i = 0; i < w->member_count; i++)
        counters_release(&w->members[i]->counters, &w->inject->cupti);
}

bool window_measures(struct window *w, struct context_state *context)
{
    bool any = false;
    for (size_t i = 0; i < w->count; i++) {
        struct window_item *item = w->items[i];
        const bool wanted = item->kind == ITEM_WANTED || item->elsewhere;
        item->elsewhere = wanted && context && item->context != context;
        if (wanted)
            item->kind = item->elsewhere ? ITEM_OTHER : ITEM_WANTED;
        any = any || (wanted && !item->elsewhere);
    }
    if (any && context)
        w->context = context;
    return any;
}

static bool find_changes(struct window *w, void *unused)
{
    (void)unused;
    struct snapshot *s = &w->context->snapshot;
    return snapshot_find_changes(s, w->inject, w->context->stream, !w->checkpoint.size) &&
           (w->member_count == 1 || s->changes.keeps || s->changes.unkept || s->changes.lost);
}

bool window_find_changes(struct window *w)
{
    const bool found = window_each(w, find_changes, NULL);
    if (!found)
        give_up(w);
    return found;
}

void window_count_idle(struct window *w)
{
    for (size_t i = 0; i < w->member_count; i++) {
        bool used = false;
        for (size_t j = 0; j < w->count && !used; j++)
            used = w->items[j]->kind != ITEM_WORK && w->items[j]->context == w->members[i];
        w->members[i]->idle = used ? 0 : w->members[i]->idle + 1;
    }
}
