#include "tui/ui/ui_menu.h"

#include "report/base/strbuf.h"
#include "tui/ui/ui_act.h"
#include "tui/ui/ui_prompt.h"
#include "tui/ui/ui_view.h"

void ui_menu_open(struct ui *ui)
{
    ui->menu = (struct menu_view){.open = true};
}

/* A command without a key waits for its word. */
static void run(struct ui *ui)
{
    int views = ui_key_views(ui);
    const struct key_row *row = menu_view_selected(&ui->menu, &ui->user.keys, views);
    ui->menu.open = false;
    if (!row)
        return;
    if (*row->keys != ':' || !row->keys[1]) {
        ui_act(ui, row->action, 0);
        return;
    }
    struct strbuf command = {0};
    keys_name(&command, row);
    strbuf_addc(&command, ' ');
    ui_prompt_with(ui, command.data);
    strbuf_free(&command);
}

void ui_menu_key(struct ui *ui, int key)
{
    enum menu_reply reply = menu_view_key(&ui->menu, &ui->user.keys, ui_key_views(ui), key,
                                          panes_rows(), screen_columns());
    if (reply == MENU_RUNS)
        run(ui);
    else if (reply == MENU_CLOSES)
        ui->menu.open = false;
}

void ui_menu_click(struct ui *ui, const struct screen_click *click)
{
    if (click->wheel)
        return;
    if (menu_view_click(&ui->menu, &ui->user.keys, ui_key_views(ui), click->row - 1, click->column,
                        panes_rows(), screen_columns()))
        run(ui);
}
