#include "tui/ui/ui_search.h"

#include <stdio.h>

#include "tui/ui/ui_effects.h"
#include "tui/ui/ui_view.h"

void ui_say_missed(struct ui *ui)
{
    char text[TYPED_ROOM + 32];
    snprintf(text, sizeof text, "not found: %s", ui->search.text);
    messages_fail(&ui->messages, text);
}

static bool search_view(struct ui *ui, int step, bool here)
{
    struct effects effects = {0};
    ui_arrange(ui);
    struct view *view = ui_focused(ui);
    ui_enter(ui, view);
    ui->search.view = view;
    bool found = view->ops->search(view, ui->search.text, step, here, &effects);
    panes_leave();
    ui_apply(ui, &effects);
    return found;
}

void ui_search(struct ui *ui, int step, bool here)
{
    ui->search.due = ui->search.missed = false;
    if (!*ui->search.text)
        return;
    bool found = ui->help.open ? help_view_search(&ui->help.view, &ui->user.keys, ui_key_views(ui),
                                                  ui->search.text, step, here, panes_rows())
                               : search_view(ui, step, here);
    ui->search.missed = !found;
    if (!found)
        ui_say_missed(ui);
}

void ui_search_typed(struct ui *ui)
{
    if (ui->search.due)
        ui_search(ui, 1, true);
}

void ui_search_drop(struct ui *ui)
{
    struct view *view = ui_focused(ui);
    ui->search.text[0] = '\0';
    ui->search.due = false;
    ui->help.view = ui->search.before_help;
    if (!ui->help.open)
        view->ops->place(ui_settled(ui, view), &ui->search.before, true);
}
