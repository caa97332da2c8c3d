#include "tui/ui/ui_view.h"

#include "tui/details/details_view.h"
#include "tui/list/list_view.h"

struct view *ui_focused(struct ui *ui)
{
    return views_of(&ui->views, ui->panes.focus);
}

const struct view *ui_focus_of(const struct ui *ui)
{
    return views_at(&ui->views, ui->panes.focus);
}

int ui_enter(struct ui *ui, struct view *view)
{
    int rows = panes_enter(&ui->panes, view->ops->id);
    if (view->ops->settle)
        view->ops->settle(view, rows);
    return rows;
}

struct view *ui_settled(struct ui *ui, struct view *view)
{
    ui_enter(ui, view);
    panes_leave();
    return view;
}

void ui_prepare_view(struct view *view, int rows)
{
    if (view->ops->settle)
        view->ops->settle(view, rows);
    if (view->ops->fit)
        view->ops->fit(view, rows);
}

void ui_draw_view(const struct ui *ui, const struct view *view, int rows)
{
    view->ops->draw(view, rows, view == ui->search.view ? ui->search.text : "");
}

static bool shows_a_result(const struct ui *ui)
{
    for (int i = 0; i < ui->panes.layout.count; i++)
        if (views_at(&ui->views, panes_view(&ui->panes, i))->ops->of_result)
            return true;
    return false;
}

/* Once for each result that the list comes to: the details may be sent elsewhere. */
static void follow_list(struct ui *ui)
{
    size_t current = list_view_current(ui->host.list);
    const struct result *shown = ui->host.details->result;
    if (!panes_are_several(&ui->panes) || !shows_a_result(ui) || current == ui->beside)
        return;
    ui->beside = current;
    if (!shown || shown->index != current)
        shown_show(&ui->shown, current);
}

void ui_arrange(struct ui *ui)
{
    panes_arrange(&ui->panes);
    ui->host.summary_shown = panes_are_several(&ui->panes) && panes_show(&ui->panes, VIEW_SUMMARY);
    follow_list(ui);
}

int ui_key_views(const struct ui *ui)
{
    const struct view *view = ui_focus_of(ui);
    return (int)view->ops->id | (panes_are_several(&ui->panes) ? VIEW_PANED : 0) |
           (view->ops->beside ? view->ops->beside(view) : 0);
}

bool ui_open_result(struct ui *ui, size_t index)
{
    if (!shown_show(&ui->shown, index))
        return false;
    panes_go(&ui->panes, VIEW_DETAILS);
    return true;
}
