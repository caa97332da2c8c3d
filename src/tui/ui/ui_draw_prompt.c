#include "tui/ui/ui_draw_prompt.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "tui/term/screen.h"
#include "tui/ui/ui_command.h"
#include "tui/ui/ui_filter_line.h"
#include "tui/ui/ui_meaning.h"
#include "tui/ui/ui_prompt.h"
#include "tui/ui/ui_view.h"
#include "tui/widgets/help_view.h"
#include "tui/widgets/key_match.h"
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

/* Of the list's filter. */
static const struct key_hint range_keys[] = {{"Enter", "keep"},
                                             {"Esc", "drop"},
                                             {"Tab", "NVTX ranges"},
                                             {"^W ^U ^K", "erase"},
                                             {NULL, NULL}};

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
    if (ui->typing.prompt == PROMPT_COMMAND)
        ui_draw_meaning(ui, row);
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
static void draw_offers(const struct completions *offers, size_t offered, int row)
{
    enum { MORE = 16 /* columns of "… 12345 more" */ };
    const size_t selected = offered ? offered - 1 : 0;
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
        enum role role = i + 1 == offered ? ROLE_KEY : ROLE_DIM;
        at += 2 + screen_text(row, at, columns - at, role, word);
        free(word);
    }
    if (first + count < offers->count) {
        char *more = mem_printf("%s %zu more", sign, offers->count - first - count);
        screen_text(row, columns - (int)safe_text_width(more), MORE, ROLE_NORMAL, more);
        free(more);
    }
}

/* What the letters behind a command mean; Enter takes the first one. Returns false if nothing is
 * meant. */
static bool draw_meant_words(const struct ui *ui, int row)
{
    struct completions list = {0};
    ui_offer_meant(ui, ui->typing.command, &list);
    bool meant = list.count;
    if (meant)
        draw_offers(&list, 1, row);
    completions_free(&list);
    return meant;
}

/* What the first word may mean, with the keys that save typing it: "sort s  sort-by". Returns
 * false if nothing is meant. */
static bool draw_meant(const struct ui *ui, int row)
{
    enum { MOST = 24 };
    const struct key_row *rows[MOST];
    const char *text = ui->typing.command + strspn(ui->typing.command, " ");
    int at = 1, columns = screen_columns() - 1, views = ui_key_views(ui);
    size_t count = strchr(text, ' ') ? 0 : key_match_find(text, views, rows, MOST);
    for (size_t i = 0; i < count; i++) {
        struct strbuf name = {0}, keys = {0};
        keys_name(&name, rows[i]);
        key_file_keys_of(&keys, &ui->user.keys, rows[i], views);
        size_t first = strcspn(keys.data, " ");
        bool has_key = first && rows[i]->views & views && *keys.data != ':';
        if (at + (int)(name.length + (has_key ? first + 1 : 0)) > columns)
            has_key = false;
        if (i && at + (int)name.length > columns)
            at = columns;
        else
            at += screen_text(row, at, columns - at, ROLE_NORMAL, name.data);
        if (has_key && at < columns) {
            keys.data[first] = '\0';
            at += 1 + screen_text(row, at + 1, columns - at - 1, ROLE_KEY, keys.data);
        }
        at += 2;
        strbuf_free(&name);
        strbuf_free(&keys);
    }
    return count;
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
    if (ui->typing.offers.count)
        draw_offers(&ui->typing.offers, ui->typing.offered, row);
    else if (*ui->messages.text)
        screen_text(row, 1, screen_columns() - 2, ui->messages.is_error ? ROLE_ERROR : ROLE_NORMAL,
                    without_quote(ui->messages.text, ui_typed(ui)));
    else if (ui->typing.prompt != PROMPT_COMMAND ||
             (!draw_meant_words(ui, row) && !draw_meant(ui, row)))
        help_view_hints(row, ui->typing.prompt == PROMPT_FILTER && ui_filter_has_ranges(ui)
                                 ? range_keys
                                 : prompts[ui->typing.prompt].keys);
}
