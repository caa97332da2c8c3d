/* Arithmetic about the items of a window, without a driver call. Counter data has room for a
 * number of launches, so a larger window is measured in parts. Inside a pass every kernel is a
 * range of the counter data: warm-ups and flushes too, so the range of a launch has to be counted.
 */
#include "collect/inject/base/inject.h"
#include "collect/inject/base/now.h"
#include "collect/inject/window/window_internal.h"

/* Nanoseconds of all launches together, below which they are warmed up. The number was chosen, not
 * measured: a warm-up runs kernels once more in each pass, and what it mends matters for short
 * ones only. */
enum { WARM_UP_BELOW = 20 * 1000 * 1000 };

void window_spent(uint64_t *phase, uint64_t *since)
{
    uint64_t time = now_ns();
    *phase += time - *since;
    *since = time;
}

bool window_item_is_range(const struct window_item *item)
{
    return item->record || item->graph;
}

bool window_flush_has_kernel(const struct window *w)
{
    return w->inject->settings.flush_caches && !w->context->flush.evicts;
}

/* Where memory is sparse a kernel of ours puts it back while the counters run: before the launches,
 * and before those that warm up. */
static uint32_t kernels_of_restore(const struct window *w)
{
    return w->begin == 0 && w->context->snapshot.sparse.move_count ? 1 + (w->warm > 0) : 0;
}

size_t window_most_others(const struct window *w)
{
    return w->inject->settings.most_others ? w->inject->settings.most_others : MOST_OTHERS;
}

/* Whether it is a launch that the counters of this context see. */
static bool counts(const struct window *w, const struct window_item *item)
{
    return item->kind != ITEM_WORK && item->context == w->context;
}

/* Launches that only run stand before or behind a part if they are many in a row. */
bool window_next_part(struct window *w)
{
    size_t others = 0, first = w->end;
    w->part_launches = w->part_wanted = 0;
    while (first < w->count && w->items[first]->kind != ITEM_WANTED)
        others += counts(w, w->items[first++]);
    if (first == w->count)
        return false;
    if (w->end > 0 || others > window_most_others(w) || others >= w->context->window_launches)
        others = 0;
    else
        first = 0;
    w->begin = first;
    size_t launches = 0;
    for (size_t i = first; i < w->count && launches < w->context->window_launches; i++) {
        const bool wanted = w->items[i]->kind == ITEM_WANTED;
        launches += counts(w, w->items[i]);
        others = wanted ? 0 : others + counts(w, w->items[i]);
        if (wanted) {
            w->end = i + 1;
            w->part_launches = launches;
            w->part_wanted++;
        } else if (w->part_wanted && others > window_most_others(w)) {
            break;
        }
    }
    return true;
}

static bool is_seen(const struct window *w, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (counts(w, w->items[i]) && w->items[i]->launch.f == w->items[at]->launch.f)
            return true;
    return false;
}

/* The launches up to the last one that is the first of its kernel warm up, if they are short. They
 * run in their order, since a kernel that finds other memory than its own may fail, and take the
 * program's context with it. In a part that does not begin with the window, memory has been changed
 * by what ran before the part, and a warm-up would undo that. */
void window_choose_warm(struct window *w)
{
    size_t launches = 0;
    w->warm = w->warm_end = 0;
    /* A checkpoint is put back before the counters start, and so before a warm-up, which would
     * change it. */
    if (w->begin > 0 || w->kernel_hazard != HAZARD_NONE || w->checkpoint.size ||
        w->timed < w->wanted || w->kernel_time >= WARM_UP_BELOW)
        return;
    for (size_t i = 0; i < w->end && launches < MOST_WARM; i++) {
        const struct window_item *item = w->items[i];
        if (!counts(w, item))
            continue;
        if (item->graph || item->record)
            return;
        launches++;
        if (is_seen(w, i))
            continue;
        w->warm = launches;
        w->warm_end = i + 1;
    }
}

/* Every kernel of a pass is a range, and every graph that is launched as one. The warm-ups come
 * first, then what puts memory back. If the flush is a kernel, one flush precedes the launches, and
 * one more precedes each measured launch. */
void window_number_ranges(struct window *w)
{
    const uint32_t flush = window_flush_has_kernel(w);
    uint32_t range = (uint32_t)w->warm + kernels_of_restore(w) + flush;
    for (size_t i = w->begin; i < w->end; i++) {
        struct window_item *item = w->items[i];
        range += item->kind == ITEM_WANTED ? flush : 0;
        item->range = window_item_is_range(item) ? 0 : range; /* a flush is no range there */
        range += counts(w, item);
    }
}

size_t window_ranges(const struct window *w)
{
    if (window_item_is_range(w->items[w->end - 1]))
        return w->part_launches + w->warm;
    return w->part_launches + w->warm + kernels_of_restore(w) +
           (window_flush_has_kernel(w) ? w->part_wanted + 1 : 0);
}
