#include "tui/ui/ui_draw_prompt.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "tui/term/screen.h"
#include "tui/ui/ui_prompt.h"
#include "tui/ui/ui_view.h"
#include "tui/widgets/help_view.h"
#include "tui/widgets/line_edit.h"

enum { GAP = 3 };

/* What list_filter.h knows, and list_view_filter(); metrics are in no range. */
static const char list_hint[] = "a text, regex:EXPR, nvtx:RANGE or tagged";
static const char metric_hint[] = "a text or regex:EXPR";

static const struct {
    const char *sign;
    struct key_hint keys[6];
} prompts[] = {
    [PROMPT_SEARCH] = {"/", {{"Enter", "keep"}, {"Esc", "drop"}, {"^W ^U ^K", "erase"}}},
    [PROMPT_FILTER] = {"filter: ", {{"Enter", "keep"}, {"Esc", "drop"}, {"^W ^U ^K", "erase"}}},
    [PROMPT_COMMAND] = {":",
                        {{"Enter", "run"},
                         {"Tab", "complete"},
                         {"Up Down", "earlier"},
                         {"Esc", "leave"},
                         {"^W ^U ^K", "erase"}}},
};

/* How many rows the filter lets pass. */
static char *note_of(const struct ui *ui)
{
    size_t shown, all;
    if (ui->typing.prompt != PROMPT_FILTER)
        return mem_strdup("");
    ui_filter_shown(ui, &shown, &all);
    return mem_printf("%zu of %zu", shown, all);
}

/* The text has the room that it needs but the note's, and half of the row at least. */
static int room_for(const char *text, int columns, int note)
{
    int need = (int)safe_text_width(text) + 1, half = columns / 2;
    int left = note ? columns - note - GAP : columns;
    int room = left > half ? left : half;
    return need < room ? need : room;
}

void ui_draw_prompt(const struct ui *ui, int row)
{
    const char *typed = ui_typed(ui), *hint = "";
    struct strbuf shown = {0};
    char *safe = safe_text(typed), *note = note_of(ui);
    int columns = screen_columns() - 1, width = (int)safe_text_width(note);
    int used = screen_text(row, 0, columns, ROLE_NORMAL, prompts[ui->typing.prompt].sign);
    int room = room_for(safe, columns - used, width);
    int at = (int)line_window(&shown, typed, ui->typing.at, (size_t)(room > 0 ? room : 0));
    screen_text(row, used, room, ROLE_NORMAL, shown.data);
    screen_cursor(row, used + at, true);
    used += room;
    if (ui->typing.prompt == PROMPT_FILTER && !*typed)
        hint = ui_focus_of(ui)->ops->filter ? metric_hint : list_hint;
    if (width && used + GAP + width <= columns)
        screen_text(row, columns - width, width, ROLE_DIM, note);
    screen_text(row, used, columns - used - (width ? width + GAP : 0), ROLE_DIM, hint);
    strbuf_free(&shown);
    free(safe);
    free(note);
}

/* Returns how many offers, from the first one on, fit into the columns with two blanks between
 * them; at least one. */
static size_t fitting(const struct completions *offers, size_t first, int columns)
{
    size_t i = first;
    for (int used = 0; i < offers->count; i++, used += 2) {
        used += (int)safe_text_width(offers->words[i]);
        if (i > first && used > columns)
            break;
    }
    return i - first;
}

/* A page of them: the one with what stands in the line. What is left out is told at both ends. */
static void draw_offers(const struct ui *ui, int row)
{
    enum { MORE = 16 /* columns of "… 12345 more" */ };
    const struct completions *offers = &ui->typing.offers;
    const size_t selected = ui->typing.offered ? ui->typing.offered - 1 : 0;
    const char *sign = safe_text_utf8() ? "\u2026" : "~";
    size_t first = 0, count;
    int at = 1, columns = screen_columns() - 1;
    for (;;) {
        bool rest = fitting(offers, first, columns - at) < offers->count - first;
        count = fitting(offers, first, columns - at - (rest ? MORE : 0));
        if (selected < first + count)
            break;
        first += count;
        at = 3;
    }
    if (first)
        screen_text(row, 1, 1, ROLE_DIM, sign);
    for (size_t i = first; i < first + count; i++) {
        char *word = safe_text(offers->words[i]);
        enum role role = i + 1 == ui->typing.offered ? ROLE_KEY : ROLE_DIM;
        at += 2 + screen_text(row, at, columns - at, role, word);
        free(word);
    }
    if (first + count < offers->count) {
        char *more = mem_printf("%s %zu more", sign, offers->count - first - count);
        screen_text(row, columns - (int)safe_text_width(more), MORE, ROLE_NORMAL, more);
        free(more);
    }
}

/* Cuts the quoted text out of the status, because the user sees what was typed. */
static const char *without_quote(const char *status, const char *typed)
{
    static const char is[] = "\" is ";
    const char *end = *status == '"' ? strstr(status, is) : NULL;
    size_t quoted = end ? (size_t)(end - status) - 1 : 0, length = strlen(typed);
    bool same =
        quoted && quoted <= length && strncmp(status + 1, typed + length - quoted, quoted) == 0;
    return same ? end + 2 : status;
}

void ui_draw_prompt_keys(const struct ui *ui, int row)
{
    if (ui->typing.prompt == PROMPT_COMMAND && ui->typing.offers.count)
        draw_offers(ui, row);
    else if (*ui->messages.text)
        screen_text(row, 1, screen_columns() - 2, ui->messages.is_error ? ROLE_ERROR : ROLE_NORMAL,
                    without_quote(ui->messages.text, ui_typed(ui)));
    else
        help_view_hints(row, prompts[ui->typing.prompt].keys);
}
