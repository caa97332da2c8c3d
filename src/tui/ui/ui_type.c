#include "tui/ui/ui_type.h"

#include "tui/ui/ui_command_line.h"
#include "tui/ui/ui_filter_line.h"
#include "tui/ui/ui_search.h"
#include "tui/widgets/line_edit.h"

/* In an empty line Backspace does what Esc does. */
static bool leaves(const char *text, int key)
{
    return key == 27 || (line_is_backspace(key) && !*text);
}

static void type_search(struct ui *ui, int key)
{
    struct typing *typing = &ui->typing;
    messages_clear(&ui->messages);
    if (leaves(ui->search.text, key)) {
        typing->prompt = PROMPT_NONE;
        ui_search_drop(ui);
    } else if (line_is_enter(key)) {
        typing->prompt = PROMPT_NONE;
        ui_search(ui, 1, true);
    } else if (line_key(ui->search.text, TYPED_LONGEST, &typing->at, key) == LINE_CHANGED) {
        ui->search.due = true;
    } else if (ui->search.missed) {
        ui_say_missed(ui);
    }
}

void ui_type(struct ui *ui, int key)
{
    if (ui->typing.prompt == PROMPT_SEARCH)
        type_search(ui, key);
    else if (ui->typing.prompt == PROMPT_COMMAND)
        ui_type_command(ui, key);
    else
        ui_type_filter(ui, key);
}
