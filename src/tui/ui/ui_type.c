#include "tui/ui/ui_type.h"

#include "tui/ui/ui_command_line.h"
#include "tui/ui/ui_prompt.h"
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

/* Typing the filter: every character chooses the rows at once. A regular expression that is not yet
 * one leaves them as they are, and is not left by Enter. */
static void type_filter(struct ui *ui, int key)
{
    char *text = ui_filter(ui);
    bool leave = leaves(text, key), ends = leave || line_is_enter(key);
    if (leave)
        text[0] = '\0';
    else if (!ends && line_key(text, TYPED_LONGEST, &ui->typing.at, key) != LINE_CHANGED)
        return;
    messages_clear(&ui->messages);
    if (ui_set_filter(ui) && ends)
        ui->typing.prompt = PROMPT_NONE;
}

void ui_type(struct ui *ui, int key)
{
    if (ui->typing.prompt == PROMPT_SEARCH)
        type_search(ui, key);
    else if (ui->typing.prompt == PROMPT_COMMAND)
        ui_type_command(ui, key);
    else
        type_filter(ui, key);
}
