/* How it works: results pass through three arrays. `sorted` has all of them in the order of the
 * column, `shown` the ones that pass the filters, and the tree has the rows, with groups. A change
 * of order, filter or grouping rebuilds what follows it. The user's result (`wanted`) is kept apart
 * from the cursor, so that a result that is hidden for a while gets the cursor back. Values that
 * need reading arrive in steps, while the list is usable. */
#include "tui/list/list_view.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/file/report_weight.h"
#include "report/filter/result_filter.h"
#include "report/names/report_suffix.h"
#include "tui/list/list_groups.h"
#include "tui/list/list_internal.h"
#include "tui/list/list_sort.h"
#include "tui/list/list_value.h"

/* This many unread results are read at once. */
enum { FEW = 16 };

static const char tagged_word[] = "tagged";

/* Returns the columns for the longest name of a report, and a blank. */
static int report_width(struct report *report)
{
    size_t files = report_file_count(report);
    int width = (int)strlen(list_fields[LIST_REPORT].title) + 1;
    for (size_t i = 0; i < files; i++) {
        char *name = safe_text(report_file(report, i)->label);
        int one = (int)safe_text_width(name) - (int)report_suffix(name);
        width = one > width ? one : width;
        free(name);
    }
    return files > 1 ? width : 0;
}

void list_view_init(struct list_view *view, struct report *report,
                    const struct launch_filter *launches)
{
    *view = (struct list_view){.report = report,
                               .facts = {.report = report},
                               .last_group = LIST_BY_NAME,
                               .launches = launches && !launch_filter_takes_all(launches) ? launches
                                                                                          : NULL};
    list_columns_usual(&view->columns);
    view->report_width = report_width(report);
    list_view_update(view);
}

void list_view_free(struct list_view *view)
{
    list_filter_free(&view->filter);
    launch_counts_free(&view->counts);
    list_columns_free(&view->columns);
    list_facts_free(&view->facts);
    list_tree_free(&view->tree);
    completions_free(&view->labels);
    free(view->sort.metric);
    free(view->kept_stats);
    free(view->sorted);
    free(view->shown);
    free(view->keys);
    free(view->open);
    free(view->tagged);
    free(view->launched);
}

bool list_view_by_launches(const struct list_view *view)
{
    return view->launches && !view->all_launches;
}

bool list_view_filtered(const struct list_view *view)
{
    return list_view_by_launches(view) || view->filter.text;
}

bool list_only_tagged(const struct list_view *view)
{
    return view->filter.text && strcmp(view->filter.text, tagged_word) == 0;
}

static bool passes(const struct list_view *view, size_t result)
{
    if (list_view_by_launches(view) && !view->launched[result])
        return false;
    return list_only_tagged(view) ? view->tagged[result]
                                  : list_filter_takes_result(&view->filter, view->report, result);
}

const char *list_view_label(const struct list_view *view, const struct list_group *group)
{
    return view->labels.words[group->key];
}

/* Returns whether a group is open. A filter selects names, so it opens groups that have other
 * labels. */
static bool is_open(const struct list_view *view, const struct list_group *group)
{
    return view->open[group->key] || (view->filter.text && view->group != LIST_BY_NAME);
}

static void make_tree(struct list_view *view, size_t count)
{
    bool grouped = view->group && list_facts_whole(&view->facts, list_groups_source(view));
    view->widths_due = view->widths_due || grouped != view->is_grouped;
    view->is_grouped = grouped;
    if (!view->is_grouped) {
        list_tree_plain(&view->tree, view->shown, count);
        return;
    }
    list_groups_find(view);
    list_tree_group(&view->tree, view->shown, count, view->keys, view->labels.count);
    for (size_t i = 0; i < view->tree.group_count; i++) {
        view->tree.groups[i].rank = list_sort_rank(view, &view->tree.groups[i]);
        view->tree.groups[i].open = is_open(view, &view->tree.groups[i]);
    }
    list_tree_rows(&view->tree);
}

/* Returns the row of a result, or of its group if the cursor is to be there. */
static size_t row_of(const struct list_view *view, size_t result)
{
    const struct list_tree *tree = &view->tree;
    for (size_t i = 0; view->at_group && view->is_grouped && i < tree->row_count; i++)
        if (tree->rows[i].kind == LIST_ROW_GROUP &&
            tree->groups[tree->rows[i].group].key == view->keys[result])
            return i;
    return list_tree_find(tree, result);
}

/* Selects the rows to show. The cursor goes to the wanted result or, if that is hidden, to the next
 * one that is not. */
void list_choose_rows(struct list_view *view)
{
    bool all = !list_view_filtered(view), passed = false;
    size_t count = 0, next = SIZE_MAX;
    view->duration = 0;
    view->generation++;
    for (size_t i = 0; i < view->known; i++) {
        size_t result = view->sorted[i];
        passed = passed || result == view->wanted;
        if (!all && !passes(view, result))
            continue;
        double duration = report_summary(view->report, result)->duration;
        view->duration += isnan(duration) ? 0 : duration;
        mem_grow(&view->shown, count, &view->shown_capacity, sizeof *view->shown);
        view->shown[count++] = result;
        next = passed && next == SIZE_MAX ? result : next;
    }
    make_tree(view, count);
    view->cursor.at = next == SIZE_MAX ? view->tree.row_count : row_of(view, next);
    if (view->cursor.at >= view->tree.row_count)
        view->cursor.at = view->tree.row_count ? view->tree.row_count - 1 : 0;
}

static bool is_soon_read(struct list_view *view, int source)
{
    for (int i = 0; i < FEW && !list_facts_whole(&view->facts, source); i++)
        list_facts_step(&view->facts, source);
    return list_facts_whole(&view->facts, source);
}

void list_sort_rows(struct list_view *view)
{
    int source = list_facts_source(&view->facts, &view->sort);
    is_soon_read(view, list_groups_source(view));
    view->sort_is_due = !is_soon_read(view, source);
    if (!view->sort_is_due)
        list_sort(view);
    list_choose_rows(view);
}

/* Returns the first source to read. Rows of groups need the values of all their results. */
int list_missing_source(const struct list_view *view)
{
    int source = list_groups_find_source(view);
    if (!list_facts_whole(&view->facts, source))
        return source;
    source = list_facts_find(&view->facts, &view->sort);
    if (!list_facts_whole(&view->facts, source))
        return source;
    for (size_t i = 0; view->group && i < view->columns.count; i++) {
        source = list_facts_find(&view->facts, &view->columns.items[i]);
        if (!list_facts_whole(&view->facts, source))
            return source;
    }
    return LIST_NO_SOURCE;
}

bool list_view_pending(const struct list_view *view)
{
    return list_missing_source(view) != LIST_NO_SOURCE;
}

/* Makes all sources that are yet to be read. */
static void make_sources(struct list_view *view)
{
    list_groups_source(view);
    list_facts_source(&view->facts, &view->sort);
    for (size_t i = 0; view->group && i < view->columns.count; i++)
        list_facts_source(&view->facts, &view->columns.items[i]);
}

void list_view_step(struct list_view *view)
{
    make_sources(view);
    int source = list_missing_source(view);
    if (source == LIST_NO_SOURCE)
        return;
    list_facts_step(&view->facts, source);
    if (list_facts_whole(&view->facts, source) &&
        (view->sort_is_due || view->is_grouped != (view->group != LIST_UNGROUPED)))
        list_sort_rows(view);
}

void list_view_move_to(struct list_view *view, size_t row)
{
    const struct list_tree *tree = &view->tree;
    if (!tree->row_count)
        return;
    view->cursor.at = row < tree->row_count ? row : tree->row_count - 1;
    view->wanted = tree->rows[view->cursor.at].result;
    view->at_group = tree->rows[view->cursor.at].kind == LIST_ROW_GROUP;
}

/* Puts the cursor on a result, even if it is folded. */
void list_go_to(struct list_view *view, size_t result)
{
    view->at_group = false;
    view->cursor.at = list_tree_find(&view->tree, result);
    view->wanted = result;
}

size_t list_place_of(const struct list_view *view, size_t result)
{
    size_t at = 0;
    while (at < view->tree.count && view->tree.order[at] != result)
        at++;
    return at;
}

void list_view_go(struct list_view *view, size_t result)
{
    if (list_place_of(view, result) < view->tree.count)
        list_go_to(view, result);
}

void list_view_go_on(struct list_view *view, int step)
{
    size_t at = list_place_of(view, list_view_current(view));
    if (at < view->tree.count && (step > 0 ? at + 1 < view->tree.count : at > 0))
        list_go_to(view, view->tree.order[step > 0 ? at + 1 : at - 1]);
}

struct list_place list_view_place(const struct list_view *view)
{
    return (struct list_place){view->wanted, view->cursor.top, view->at_group, view->follow};
}

void list_close_searched(struct list_view *view)
{
    if (view->searched)
        view->open[view->searched - 1] = false;
    view->searched = 0;
}

void list_view_return(struct list_view *view, const struct list_place *place)
{
    list_close_searched(view);
    view->wanted = place->wanted;
    view->at_group = place->at_group;
    list_choose_rows(view);
    view->cursor.top = place->top;
    view->follow = place->follow;
}

static void add_result(struct list_view *view, size_t result)
{
    mem_grow(&view->sorted, view->known, &view->sorted_capacity, sizeof *view->sorted);
    mem_grow(&view->tagged, view->known, &view->tag_capacity, sizeof *view->tagged);
    view->tagged[result] = false;
    if (view->launches) {
        mem_grow(&view->launched, view->known, &view->launched_capacity, sizeof *view->launched);
        view->launched[result] =
            report_is_run(view->report, report_result_file(view->report, result)) ||
            result_passes_at(view->report, view->launches, &view->counts, result);
    }
    view->sorted[view->known++] = result;
}

void list_view_update(struct list_view *view)
{
    size_t count = report_count(view->report);
    if (count == view->known)
        return;
    view->report_width = report_width(view->report);
    for (size_t i = view->known; i < count; i++)
        add_result(view, i);
    list_sort_rows(view);
    if (view->follow && view->sort.field == LIST_NUMBER && !view->reverse)
        list_view_move_to(view, view->tree.row_count);
}

bool list_view_filter(struct list_view *view, const char *text, struct error *error)
{
    if (!list_filter_set(&view->filter, text, error))
        return false;
    list_choose_rows(view);
    return true;
}

size_t list_view_current(const struct list_view *view)
{
    if (view->cursor.at >= view->tree.row_count)
        return report_count(view->report);
    const struct list_row *row = &view->tree.rows[view->cursor.at];
    const struct list_group *group =
        row->kind == LIST_ROW_GROUP ? &view->tree.groups[row->group] : NULL;
    for (size_t i = 0; group && i < group->count; i++)
        if (view->tree.order[group->first + i] == view->wanted)
            return view->wanted;
    return row->result;
}

void list_sort_by(struct list_view *view, const struct list_column *column, bool reverse)
{
    char *metric = column->metric ? mem_strdup(column->metric) : NULL;
    free(view->sort.metric);
    view->sort = (struct list_column){.field = column->field, .metric = metric};
    view->reverse = reverse;
    list_sort_rows(view);
}

bool list_view_sort_by(struct list_view *view, const char *name)
{
    struct list_column column;
    bool reverse = *name == '-';
    if (!list_column_named(name + reverse, &column))
        return false;
    list_sort_by(view, &column, reverse);
    return true;
}

void list_view_sort_name(const struct list_view *view, struct strbuf *out)
{
    strbuf_addf(out, "%s%s", view->reverse ? "-" : "", list_column_name(&view->sort));
}

bool list_view_shows(const struct list_view *view, const struct list_column *column)
{
    switch (column->field) {
    case LIST_REPORT:
        return view->report_width > 0;
    case LIST_SERIES:
        return column->seen > 0;
    case LIST_SPREAD:
    case LIST_SUM:
        return view->is_grouped;
    case LIST_STANDS:
    case LIST_PROGRAM:
        return report_is_weighted(view->report);
    case LIST_METRIC:
        return list_facts_named(&view->facts, column);
    default:
        return true;
    }
}
