/* Tags of results. */
#include <math.h>
#include <stdint.h>

#include "report/metric/metric_format.h"
#include "tui/list/list_internal.h"

static void set_tag(struct list_view *view, size_t result, bool on)
{
    view->tags += (size_t)on - (size_t)view->tagged[result];
    view->tagged[result] = on;
}

/* Tags all results of the row's group, or removes their tags if all have one. */
void list_tag_row(struct list_view *view)
{
    const struct list_tree *tree = &view->tree;
    if (view->cursor.at >= tree->row_count)
        return;
    const struct list_row *row = &tree->rows[view->cursor.at];
    const size_t *results = &row->result;
    size_t count = 1, tagged = 0;
    if (row->kind == LIST_ROW_GROUP) {
        results = tree->order + tree->groups[row->group].first;
        count = tree->groups[row->group].count;
    }
    for (size_t i = 0; i < count; i++)
        tagged += view->tagged[results[i]];
    for (size_t i = 0; i < count; i++)
        set_tag(view, results[i], tagged < count);
    list_view_move_to(view, view->cursor.at + 1);
    if (list_only_tagged(view))
        list_choose_rows(view);
}

size_t list_view_tag(struct list_view *view, const char *pattern, struct error *error)
{
    struct list_filter filter = {0};
    size_t count = 0;
    if (!list_filter_set(&filter, pattern, error))
        return SIZE_MAX;
    for (size_t i = 0; i < view->tree.count; i++) {
        size_t result = view->tree.order[i];
        if (list_filter_takes(&filter, report_summary(view->report, result)->name)) {
            set_tag(view, result, true);
            count++;
        }
    }
    list_filter_free(&filter);
    return count;
}

bool list_view_tag_result(struct list_view *view, size_t result)
{
    if (result >= view->known)
        return false;
    set_tag(view, result, !view->tagged[result]);
    if (list_only_tagged(view))
        list_choose_rows(view);
    return view->tagged[result];
}

void list_view_untag(struct list_view *view)
{
    for (size_t i = 0; i < view->known; i++)
        view->tagged[i] = false;
    view->tags = 0;
    list_choose_rows(view);
}

/* Appends "3 tagged, 1.23 ms · sorting 40 %". */
void list_view_note(const struct list_view *view, const char *dot, struct strbuf *out)
{
    int source = list_missing_source(view);
    double sum = 0;
    for (size_t i = 0; view->tags && i < view->known; i++) {
        double duration = view->tagged[i] ? report_summary(view->report, i)->duration : NAN;
        sum += isnan(duration) ? 0 : duration;
    }
    if (view->tags) {
        struct unit_scale scale = unit_scale_for("ns", sum);
        strbuf_addf(out, "%zu tagged, %.2f %s", view->tags, sum / scale.factor, scale.unit);
    }
    if (source != LIST_NO_SOURCE)
        strbuf_addf(out, "%s%s%s%s %d %%", view->tags ? " " : "", view->tags ? dot : "",
                    view->tags ? " " : "", view->sort_is_due ? "sorting" : "reading",
                    list_facts_percent(&view->facts, source));
}
