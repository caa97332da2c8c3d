#include "tui/ui/ui_key.h"

#include <curses.h>
#include <string.h>

#include "tui/rerun/rerun.h"
#include "tui/term/screen.h"
#include "tui/ui/ui_act.h"
#include "tui/ui/ui_command.h"
#include "tui/ui/ui_help.h"
#include "tui/ui/ui_menu.h"
#include "tui/ui/ui_mouse.h"
#include "tui/ui/ui_rerun.h"
#include "tui/ui/ui_search.h"
#include "tui/ui/ui_type.h"
#include "tui/ui/ui_view.h"

static void say_nothing(struct ui *ui, int key)
{
    struct strbuf text = {0}, help = {0};
    key_file_keys_of(&help, &ui->user.keys, keys_row_of(DO_HELP), ui_key_views(ui));
    if (keys_word(&text, key)) {
        strbuf_addf(&text, " does nothing here; %.*s shows the keys",
                    help.length ? (int)strcspn(help.data, " ") : 5,
                    help.length ? help.data : ":help");
        messages_status(&ui->messages, false, text.data);
    }
    strbuf_free(&text);
    strbuf_free(&help);
}

/* What the user has bound it to comes first. */
static void run_binding(struct ui *ui, int key)
{
    int digit = 0;
    ui_arrange(ui);
    const struct key_binding *bound = key_file_find(&ui->user.keys, key, ui_key_views(ui));
    enum action_id action = !bound       ? keys_action(key, ui_key_views(ui), &digit)
                            : bound->row ? bound->row->action
                                         : DO_NOTHING;
    if (action != DO_QUIT)
        ui->unsaved.asked = false;
    if (ui->help.open)
        ui_help_act(ui, action);
    else if (bound && bound->row)
        ui_command(ui, bound->command);
    else if (action != DO_NOTHING)
        ui_act(ui, action, digit);
    else if (!bound)
        say_nothing(ui, key);
}

static bool takes_text(const struct ui *ui)
{
    if (rerun_is_open(ui->rerun))
        return rerun_takes_text(ui->rerun);
    return ui->menu.open || ui->typing.prompt != PROMPT_NONE;
}

/* Into a line that is typed; anywhere else its letters would be keys. */
static void paste(struct ui *ui, const char *text)
{
    if (!takes_text(ui))
        messages_status(&ui->messages, false, "pasted text does nothing here");
    else
        while (*text)
            ui_key(ui, (unsigned char)*text++);
}

void ui_key(struct ui *ui, int key)
{
    if (key == KEY_PASTED) {
        paste(ui, screen_pasted());
    } else if (key == KEY_MOUSE) {
        ui_search_typed(ui);
        ui_mouse(ui);
    } else if (rerun_is_open(ui->rerun)) {
        ui_rerun_key(ui, key);
    } else if (ui->menu.open && key != KEY_RESIZE) {
        ui_menu_key(ui, key);
    } else if (ui->typing.prompt != PROMPT_NONE && key != KEY_RESIZE) {
        ui_type(ui, key);
    } else {
        messages_clear(&ui->messages);
        if (key != KEY_RESIZE)
            run_binding(ui, key);
    }
}
