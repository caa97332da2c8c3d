#include "inject.h"
#include "window_internal.h"

/* Nanoseconds of all launches together. Chosen, not measured: the warm-up runs kernels once more in
 * each pass, and what it mends is a share of short ones. */
enum { WARM_UP_BELOW = 20 * 1000 * 1000 };

bool window_item_is_range(const struct window_item *item)
{
    return item->record || item->graph;
}

bool window_flush_has_kernel(const struct window *w)
{
    return w->inject->flush_caches && !w->context->flush.evicts;
}

/* The next items to measure: up to as many launches as the counters have room for, and from one
 * that is measured to another. false: no more of these. Those that only run stand before or behind
 * a part if they are many. */
bool window_next_part(struct window *w)
{
    size_t others = 0, first = w->end;
    w->part_launches = w->part_wanted = 0;
    while (first < w->count && w->items[first]->kind != ITEM_WANTED)
        others += w->items[first++]->kind == ITEM_OTHER;
    if (first == w->count)
        return false;
    if (w->end > 0 || others > MOST_OTHERS || others >= w->context->window_launches)
        others = 0;
    else
        first = 0;
    w->begin = first;
    size_t launches = 0;
    for (size_t i = first; i < w->count && launches < w->context->window_launches; i++) {
        const enum window_item_kind kind = w->items[i]->kind;
        launches += kind != ITEM_WORK;
        others = kind == ITEM_WANTED ? 0 : others + (kind == ITEM_OTHER);
        if (kind == ITEM_WANTED) {
            w->end = i + 1;
            w->part_launches = launches;
            w->part_wanted++;
        } else if (w->part_wanted && others > MOST_OTHERS) {
            break;
        }
    }
    return true;
}

/* The first launch of each kernel warms up, if the launches are short. A part that does not begin
 * with the window finds memory changed by what ran before it, which a warm-up would undo. */
void window_choose_warm(struct window *w)
{
    const struct launch *seen[MOST_WARM];
    w->warm = 0;
    for (size_t i = 0; i < w->count; i++)
        w->items[i]->warms = false;
    /* A checkpoint is put back before the counters start, and so before a warm-up. */
    if (w->begin > 0 || w->treatment != TREAT_TOGETHER || w->checkpoint.size ||
        w->timed < w->wanted || w->kernel_time >= WARM_UP_BELOW)
        return;
    for (size_t i = 0; i < w->end && w->warm < MOST_WARM; i++) {
        struct window_item *item = w->items[i];
        size_t at = 0;
        if (item->kind == ITEM_WORK || item->graph || item->record)
            continue;
        while (at < w->warm && seen[at]->f != item->launch.f)
            at++;
        item->warms = at == w->warm;
        if (item->warms)
            seen[w->warm++] = &item->launch;
    }
}

/* Every kernel of a pass is a range, and every graph that is launched as one: those of the warm-up
 * come first; with a flush that is a kernel one of these precedes them all, and one each that is
 * measured. */
void window_number_ranges(struct window *w)
{
    const uint32_t flush = window_flush_has_kernel(w);
    uint32_t range = (uint32_t)w->warm + flush;
    for (size_t i = w->begin; i < w->end; i++) {
        struct window_item *item = w->items[i];
        range += item->kind == ITEM_WANTED ? flush : 0;
        item->range = window_item_is_range(item) ? 0 : range; /* a flush is no range there */
        range += item->kind != ITEM_WORK;
    }
}

size_t window_ranges(const struct window *w)
{
    const bool flush = window_flush_has_kernel(w) && !window_item_is_range(w->items[w->end - 1]);
    return w->part_launches + w->warm + (flush ? w->part_wanted + 1 : 0);
}
