#include "tui/ui/ui_command_line.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/nearest.h"
#include "tui/term/screen.h"
#include "tui/ui/ui_command.h"
#include "tui/ui/ui_view.h"
#include "tui/widgets/key_match.h"
#include "tui/widgets/line_edit.h"

static void preview(struct ui *ui)
{
    static const char start[] = "theme ";
    const char *name = ui->typing.command + sizeof start - 1;
    struct completions list = {0};
    if (strncmp(ui->typing.command, start, sizeof start - 1) != 0)
        return;
    theme_names(&list);
    for (size_t i = 0; i < list.count; i++)
        if (strcmp(list.words[i], name) == 0)
            ui->typing.previews = screen_set_theme(name, NULL) || ui->typing.previews;
    completions_free(&list);
}

static void forget_offers(struct ui *ui)
{
    completions_free(&ui->typing.offers);
    ui->typing.offered = 0;
}

static void put_word(struct ui *ui, size_t at, const char *word, const char *end)
{
    snprintf(ui->typing.command + at, TYPED_LONGEST + 1 - at, "%s%s", word, end);
    ui->typing.at = strlen(ui->typing.command);
}

/* Where no command begins like the first word, the ones that it may mean. Returns whether there are
 * any. */
static bool offer_meant(struct ui *ui)
{
    enum { MOST = 24 };
    const struct key_row *rows[MOST];
    const char *word = ui->typing.command + ui->typing.offer_at;
    size_t count = 0;
    ui_offer_meant(ui, ui->typing.command, &ui->typing.offers);
    if (strspn(ui->typing.command, " ") == ui->typing.offer_at)
        count = key_match_find(word, ui_key_views(ui), rows, MOST);
    for (size_t i = 0; i < count; i++) {
        struct strbuf name = {0};
        keys_name(&name, rows[i]);
        completions_add(&ui->typing.offers, name.data);
        strbuf_free(&name);
    }
    return ui->typing.offers.count;
}

/* Says which of the words that could stand there are nearest to the word that was typed. */
static void say_none(struct ui *ui)
{
    struct error error;
    struct completions list = {0};
    const char *word = ui->typing.command + ui->typing.offer_at;
    char *start = mem_strndup(ui->typing.command, ui->typing.offer_at);
    struct nearest nearest = {.wanted = word};
    ui_offer(ui, start, &list);
    for (size_t i = 0; i < list.count; i++)
        nearest_offer(&nearest, list.words[i]);
    if (!list.count)
        error_set(&error, "no word is known for this place");
    else if (nearest.best)
        error_set(&error, "nothing begins with \"%s\"; nearest is \"%s\"", word, nearest.best);
    else
        error_set(&error, "nothing begins with \"%s\"; Tab after \"%s\" shows what there is", word,
                  *start ? start : ":");
    messages_fail(&ui->messages, error.text);
    free(start);
    completions_free(&list);
}

/* As far as all offers agree; a Tab more goes from one to the next. */
static void complete(struct ui *ui, int step)
{
    if (ui->typing.offers.count > 1) {
        size_t count = ui->typing.offers.count;
        ui->typing.offered =
            ui->typing.offered ? (ui->typing.offered - 1 + (size_t)(step + (int)count)) % count + 1
            : step > 0         ? 1
                               : count;
        put_word(ui, ui->typing.offer_at, ui->typing.offers.words[ui->typing.offered - 1], "");
        return;
    }
    forget_offers(ui);
    ui->typing.offer_at = ui_offer(ui, ui->typing.command, &ui->typing.offers);
    bool meant = !ui->typing.offers.count && offer_meant(ui);
    if (!ui->typing.offers.count)
        say_none(ui);
    if (ui->typing.offer_at > TYPED_LONGEST || !ui->typing.offers.count)
        return;
    char *common = completions_common(&ui->typing.offers);
    if (meant && ui->typing.offers.count > 1) {
        /* They do not begin with what was typed: the best one. */
        free(common);
        complete(ui, step);
        return;
    }
    bool whole = ui->typing.offers.count == 1;
    put_word(ui, ui->typing.offer_at, common, whole && ui_takes_word(common) ? " " : "");
    free(common);
    if (whole)
        forget_offers(ui);
}

static void recall(struct ui *ui, int step)
{
    if (ui->user.history.at == ui->user.history.count)
        snprintf(ui->typing.typed, sizeof ui->typing.typed, "%s", ui->typing.command);
    const char *line = history_step(&ui->user.history, step, ui->typing.typed);
    if (line)
        put_word(ui, 0, line, "");
}

static void end_typing(struct ui *ui, bool run)
{
    struct error error;
    char *text = mem_strdup(ui->typing.command);
    ui->typing.prompt = PROMPT_NONE;
    forget_offers(ui);
    if (ui->typing.previews &&
        !screen_set_theme(user_settings_theme(&ui->user, ui->host.options), &error))
        messages_fail(&ui->messages, error.text);
    ui->typing.previews = false;
    if (run) {
        history_add(&ui->user.history, text + strspn(text, " "));
        ui_command(ui, text);
    }
    history_rewind(&ui->user.history);
    free(text);
}

/* Backspace in an empty line leaves it, as Esc does. */
void ui_type_command(struct ui *ui, int key)
{
    messages_clear(&ui->messages);
    if (key == 27 || line_is_enter(key) || (line_is_backspace(key) && !*ui->typing.command)) {
        end_typing(ui, line_is_enter(key));
        return;
    }
    if (key == '\t' || key == KEY_BTAB) {
        complete(ui, key == '\t' ? 1 : -1);
    } else {
        forget_offers(ui);
        if (key == KEY_UP || key == KEY_DOWN)
            recall(ui, key == KEY_UP ? -1 : 1);
        else if (line_key(ui->typing.command, TYPED_LONGEST, &ui->typing.at, key) == LINE_CHANGED)
            history_rewind(&ui->user.history);
    }
    preview(ui);
}
