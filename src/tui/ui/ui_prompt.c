#include "tui/ui/ui_prompt.h"

#include <stdio.h>
#include <string.h>

#include "tui/list/list_view.h"
#include "tui/ui/ui_view.h"

const char *ui_filter_shown(const struct ui *ui, size_t *shown, size_t *all)
{
    const struct view *view = ui_focus_of(ui);
    if (view->ops->filter)
        return view->ops->filter(view, shown, all);
    *shown = ui->host.list->tree.count;
    *all = ui->host.list->known;
    return ui->typing.filter;
}

char *ui_filter(struct ui *ui)
{
    size_t shown, all;
    struct view *view = ui_focused(ui);
    return view->ops->filter ? view->ops->filter(ui_settled(ui, view), &shown, &all)
                             : ui->typing.filter;
}

bool ui_set_filter(struct ui *ui)
{
    struct error error;
    struct view *view = ui_focused(ui);
    bool good = view->ops->set_filter ? view->ops->set_filter(ui_settled(ui, view), &error)
                                      : list_view_filter(ui->host.list, ui->typing.filter, &error);
    if (!good)
        messages_fail(&ui->messages, error.text);
    return good;
}

const char *ui_typed(const struct ui *ui)
{
    size_t shown, all;
    return ui->typing.prompt == PROMPT_FILTER    ? ui_filter_shown(ui, &shown, &all)
           : ui->typing.prompt == PROMPT_COMMAND ? ui->typing.command
                                                 : ui->search.text;
}

static void begin_search(struct ui *ui)
{
    struct view *view = ui_focused(ui);
    ui->search.text[0] = '\0';
    ui->search.missed = ui->search.due = false;
    ui->search.before_help = ui->help.view;
    if (!ui->help.open)
        view->ops->place(ui_settled(ui, view), &ui->search.before, false);
}

void ui_prompt(struct ui *ui, enum prompt prompt)
{
    ui->typing.prompt = prompt;
    if (prompt == PROMPT_SEARCH)
        begin_search(ui);
    if (prompt == PROMPT_COMMAND)
        ui->typing.command[0] = '\0';
    ui->typing.at = strlen(ui_typed(ui));
}

void ui_prompt_with(struct ui *ui, const char *command)
{
    ui_prompt(ui, PROMPT_COMMAND);
    snprintf(ui->typing.command, sizeof ui->typing.command, "%s", command);
    ui->typing.at = strlen(ui->typing.command);
}
