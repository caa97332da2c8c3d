#include "tui/ui/view_list.h"

#include "tui/details/details_ops.h"
#include "tui/list/columns_view.h"
#include "tui/source/source_ops.h"
#include "tui/views/diagnosis_view.h"
#include "tui/views/hot_view.h"
#include "tui/views/launch_view.h"
#include "tui/views/log_view.h"
#include "tui/views/metric_ops.h"
#include "tui/views/nvtx_view.h"
#include "tui/views/occupancy_view.h"
#include "tui/views/output_view.h"
#include "tui/views/ranks_view.h"
#include "tui/views/raw_view.h"
#include "tui/views/results_view.h"
#include "tui/views/rules_view.h"
#include "tui/views/session_view.h"
#include "tui/views/summary_view.h"
#include "tui/views/timeline_view.h"
#include "tui/widgets/view_host.h"

static const struct view_ops *const all_views[] = {
    &results_view_ops, &details_view_ops,  &summary_view_ops, &output_view_ops,    &rules_view_ops,
    &columns_view_ops, &timeline_view_ops, &nvtx_view_ops,    &diagnosis_view_ops, &launch_view_ops,
    &session_view_ops, &log_view_ops,      &source_view_ops,  &occupancy_view_ops, &raw_view_ops,
    &metric_view_ops,  &hot_view_ops,      &ranks_view_ops,
};

void views_open(struct views *views, struct view_host *host)
{
    _Static_assert(sizeof all_views / sizeof *all_views <= MOST_VIEWS, "more room for views");
    for (size_t i = 0; i < sizeof all_views / sizeof *all_views; i++)
        view_open(&views->items[views->count++], all_views[i], host);
    host->list = views_of(views, VIEW_LIST)->state;
    host->details = views_of(views, VIEW_DETAILS)->state;
    host->output = views_of(views, VIEW_OUTPUT)->state;
}

void views_close(struct views *views)
{
    while (views->count)
        view_close(&views->items[--views->count]);
}

const struct view *views_at(const struct views *views, enum view_id id)
{
    size_t i = 0;
    while (i + 1 < views->count && views->items[i].ops->id != id)
        i++;
    return &views->items[i];
}

struct view *views_of(struct views *views, enum view_id id)
{
    return &views->items[views_at(views, id) - views->items];
}

struct view *views_opened_by(struct views *views, enum action_id action)
{
    for (size_t i = 0; i < views->count; i++)
        if (action != DO_NOTHING && views->items[i].ops->open == action)
            return &views->items[i];
    return NULL;
}

void views_show(struct views *views, struct result *result)
{
    for (size_t i = 0; i < views->count; i++)
        if (views->items[i].ops->show)
            views->items[i].ops->show(&views->items[i], result);
}

void views_compare(struct views *views, const struct result *baseline, const char *name)
{
    for (size_t i = 0; i < views->count; i++)
        if (views->items[i].ops->compare)
            views->items[i].ops->compare(&views->items[i], baseline, name);
}

void views_hide_changes(struct views *views, bool hidden)
{
    for (size_t i = 0; i < views->count; i++)
        if (views->items[i].ops->hide_changes)
            views->items[i].ops->hide_changes(&views->items[i], hidden);
}

int views_work(struct views *views, enum view_id focus)
{
    int soonest = -1;
    for (size_t i = 0; i < views->count; i++) {
        struct view *view = &views->items[i];
        int one = view->ops->work ? view->ops->work(view, view->ops->id == focus) : -1;
        if (one >= 0 && (soonest < 0 || one < soonest))
            soonest = one;
    }
    return soonest;
}
