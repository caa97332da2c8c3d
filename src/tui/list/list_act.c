/* What keys and commands do to the results list. */
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "tui/list/list_internal.h"

/* Sorts by the next of the shown columns. */
static void sort_by_next(struct list_view *view)
{
    const struct list_columns *columns = &view->columns;
    size_t at = list_columns_find(columns, &view->sort);
    at = at < columns->count ? at : columns->count - 1;
    for (size_t i = 1; i <= columns->count; i++) {
        const struct list_column *next = &columns->items[(at + i) % columns->count];
        if (list_view_shows(view, next)) {
            list_sort_by(view, next, false);
            return;
        }
    }
}

static void group_by(struct list_view *view, enum list_grouping group)
{
    if (group == view->group)
        return;
    view->group = group;
    view->last_group = group ? group : view->last_group;
    completions_free(&view->labels);
    view->searched = 0;
    view->widths_due = true;
    list_sort_rows(view);
}

bool list_view_group_by(struct list_view *view, const char *name)
{
    for (int i = 0; i < LIST_GROUPINGS; i++)
        if (strcmp(list_grouping_names[i], name) == 0) {
            group_by(view, (enum list_grouping)i);
            return true;
        }
    return false;
}

bool list_view_fold(struct list_view *view)
{
    const struct list_tree *tree = &view->tree;
    const struct list_row *row =
        view->cursor.at < tree->row_count ? &tree->rows[view->cursor.at] : NULL;
    if (!row || row->kind != LIST_ROW_GROUP)
        return false;
    const struct list_group *group = &tree->groups[row->group];
    view->open[group->key] = !group->open;
    view->searched = 0;
    view->widths_due = true;
    view->at_group = true;
    list_choose_rows(view);
    return true;
}

bool list_view_set_columns(struct list_view *view, const char *names, struct error *error)
{
    struct list_columns columns = {0};
    struct strbuf unknown = {0}, now = {0};
    bool adds = *names == '+', removes = *names == '-';
    if (adds || removes) {
        list_columns_text(&view->columns, &now);
        list_columns_parse(&columns, now.data, NULL);
    }
    struct list_columns named = {0};
    list_columns_parse(&named, names + (adds || removes), &unknown);
    for (size_t i = 0; i < named.count; i++) {
        size_t at = list_columns_find(&columns, &named.items[i]);
        if (!removes)
            list_columns_add(&columns, &named.items[i]);
        else if (at < columns.count)
            list_columns_remove(&columns, at);
    }
    bool good = !unknown.length && columns.count;
    if (unknown.length)
        error_set(error, "no column is called \"%s\"", unknown.data);
    else if (!columns.count)
        error_set(error, "a list needs a column");
    struct list_columns *dropped = good ? &view->columns : &columns;
    list_columns_free(dropped);
    if (good) {
        view->columns = columns;
        list_choose_rows(view);
    }
    list_columns_free(&named);
    strbuf_free(&unknown);
    strbuf_free(&now);
    return good;
}

bool list_view_act(struct list_view *view, enum action_id action, int rows)
{
    view->follow = view->follow && action == DO_NOTHING;
    if (row_cursor_move(&view->cursor, view->tree.row_count, action, rows)) {
        list_view_move_to(view, view->cursor.at);
        return true;
    }
    switch (action) {
    case DO_SORT:
        sort_by_next(view);
        return true;
    case DO_REVERSE:
        view->reverse = !view->reverse;
        list_sort_rows(view);
        return true;
    case DO_GROUP:
        group_by(view, view->group ? LIST_UNGROUPED : view->last_group);
        return true;
    case DO_TAG:
        list_tag_row(view);
        return true;
    case DO_UNTAG:
        list_view_untag(view);
        return true;
    case DO_DROP_FILTER:
        return list_view_filter(view, "", NULL);
    case DO_LAUNCHES:
        view->all_launches = !view->all_launches;
        list_choose_rows(view);
        return true;
    default:
        return false;
    }
}
