/* Searching in the results list, even in folded groups. */
#include "tui/list/list_internal.h"
#include "tui/term/match.h"

/* Returns whether a search stops at a result. In a folded group whose label has the text it stops
 * once, at the first result. */
static bool is_hit(const struct list_view *view, const struct list_group *group, size_t place,
                   const char *text, bool *opens)
{
    const char *name = report_summary(view->report, view->tree.order[place])->name;
    bool folded = group && group->count > 1 && !group->open;
    *opens = false;
    if (folded && match_text(list_view_label(view, group), text))
        return place == group->first;
    *opens = folded;
    return match_text(name, text);
}

static const struct list_group *group_at(const struct list_view *view, size_t place)
{
    const struct list_tree *tree = &view->tree;
    for (size_t i = 0; view->is_grouped && i < tree->group_count; i++)
        if (place < tree->groups[i].first + tree->groups[i].count)
            return &tree->groups[i];
    return NULL;
}

static void go_to_hit(struct list_view *view, size_t place, bool opens)
{
    const struct list_group *group = group_at(view, place);
    size_t result = view->tree.order[place];
    bool folded = group && group->count > 1 && !group->open;
    if (group && view->searched != group->key + 1)
        list_close_searched(view);
    if (opens && group) {
        view->open[group->key] = true;
        view->searched = group->key + 1;
    }
    list_choose_rows(view);
    list_go_to(view, result);
    view->at_group = folded && !opens;
}

bool list_view_search(struct list_view *view, const char *text, int step, bool here)
{
    const long count = (long)view->tree.count;
    long start = (long)list_place_of(view, list_view_current(view));
    bool opens, above = view->at_group && step > 0 && group_at(view, (size_t)start) &&
                        group_at(view, (size_t)start)->open;
    /* All of a folded group is behind the cursor. */
    const struct list_group *group = view->at_group ? group_at(view, (size_t)start) : NULL;
    if (group)
        start = (long)group->first;
    for (long i = here || above ? 0 : 1; i <= count && count; i++) {
        size_t at = (size_t)(((start + step * i) % count + count) % count);
        if (!is_hit(view, group_at(view, at), at, text, &opens))
            continue;
        view->wrapped = start + step * i != (long)at;
        go_to_hit(view, at, opens);
        return true;
    }
    return false;
}
