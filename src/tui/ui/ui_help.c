#include "tui/ui/ui_help.h"

#include "tui/term/screen.h"
#include "tui/ui/ui_prompt.h"
#include "tui/ui/ui_search.h"

void ui_help_open(struct ui *ui)
{
    ui->help.open = true;
    ui->help.view = (struct help_view){0};
}

/* What leaves a view closes the help that lies over it, and does nothing else. */
static bool closes_help(enum action_id action)
{
    static const enum action_id closing[] = {DO_HELP, DO_QUIT, DO_BACK, DO_DROP_FILTER,
                                             DO_DROP_NUMBER};
    for (size_t i = 0; i < sizeof closing / sizeof *closing; i++)
        if (closing[i] == action)
            return true;
    return false;
}

void ui_help_act(struct ui *ui, enum action_id action)
{
    if (action == DO_COMMAND || action == DO_SEARCH)
        ui_prompt(ui, action == DO_COMMAND ? PROMPT_COMMAND : PROMPT_SEARCH);
    else if (action == DO_NEXT_MATCH || action == DO_PREVIOUS_MATCH)
        ui_search(ui, action == DO_NEXT_MATCH ? 1 : -1, false);
    else if (action == DO_REDRAW)
        screen_resize();
    else if (closes_help(action))
        ui->help.open = false;
    else
        help_view_act(&ui->help.view, action, panes_rows());
}
