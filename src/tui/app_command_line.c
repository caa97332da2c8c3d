/* Typing a command: completion, history, and themes that show while their name stands there. */
#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "app.h"
#include "line_edit.h"
#include "mem.h"
#include "nearest.h"
#include "screen.h"

static void preview(struct app *app)
{
    static const char start[] = "theme ";
    const char *name = app->command + sizeof start - 1;
    struct choices list = {0};
    if (strncmp(app->command, start, sizeof start - 1) != 0)
        return;
    theme_names(&list);
    for (size_t i = 0; i < list.count; i++)
        if (strcmp(list.words[i], name) == 0)
            app->previews = screen_set_theme(name, NULL) || app->previews;
    choices_free(&list);
}

static void forget_offers(struct app *app)
{
    choices_free(&app->offers);
    app->offered = 0;
}

static void put_word(struct app *app, size_t at, const char *word, const char *end)
{
    snprintf(app->command + at, TYPED_LONGEST + 1 - at, "%s%s", word, end);
    app->typed_at = strlen(app->command);
}

/* Of what could stand there what is nearest to the word that does. */
static void say_none(struct app *app)
{
    struct error error;
    struct choices list = {0};
    const char *word = app->command + app->offer_at;
    char *start = mem_strndup(app->command, app->offer_at);
    struct nearest nearest = {.wanted = word};
    app_offer(app, start, &list);
    for (size_t i = 0; i < list.count; i++)
        nearest_offer(&nearest, list.words[i]);
    if (!list.count)
        error_set(&error, "no word is known for this place");
    else if (nearest.best)
        error_set(&error, "nothing begins with \"%s\"; nearest is \"%s\"", word, nearest.best);
    else
        error_set(&error, "nothing begins with \"%s\"; Tab behind \"%s\" shows what there is", word,
                  *start ? start : ":");
    app_safe_status(app, error.text);
    free(start);
    choices_free(&list);
}

/* As far as all offers agree; a Tab more goes from one to the next. */
static void complete(struct app *app, int step)
{
    if (app->offers.count > 1) {
        size_t count = app->offers.count;
        app->offered = app->offered ? (app->offered - 1 + (size_t)(step + (int)count)) % count + 1
                       : step > 0   ? 1
                                    : count;
        put_word(app, app->offer_at, app->offers.words[app->offered - 1], "");
        return;
    }
    forget_offers(app);
    app->offer_at = app_offer(app, app->command, &app->offers);
    if (!app->offers.count)
        say_none(app);
    if (app->offer_at > TYPED_LONGEST || !app->offers.count)
        return;
    char *common = choices_common(&app->offers);
    bool whole = app->offers.count == 1;
    put_word(app, app->offer_at, common, whole && app_takes_word(common) ? " " : "");
    free(common);
    if (whole)
        forget_offers(app);
}

static void recall(struct app *app, int step)
{
    if (app->history.at == app->history.count)
        snprintf(app->typed, sizeof app->typed, "%s", app->command);
    const char *line = history_step(&app->history, step, app->typed);
    if (line)
        put_word(app, 0, line, "");
}

static void end_typing(struct app *app, bool run)
{
    struct error error;
    char *text = mem_strdup(app->command);
    app->prompt = PROMPT_NONE;
    forget_offers(app);
    if (app->previews && !screen_set_theme(app_theme(app), &error))
        app_safe_status(app, error.text);
    app->previews = false;
    if (run) {
        history_add(&app->history, text + strspn(text, " "));
        app_command(app, text);
    }
    history_rewind(&app->history);
    free(text);
}

/* Backspace in an empty line leaves it, as Esc does. */
void app_type_command(struct app *app, int key)
{
    app->status[0] = '\0';
    if (key == 27 || line_is_enter(key) || (line_is_backspace(key) && !*app->command)) {
        end_typing(app, line_is_enter(key));
        return;
    }
    if (key == '\t' || key == KEY_BTAB) {
        complete(app, key == '\t' ? 1 : -1);
    } else {
        forget_offers(app);
        if (key == KEY_UP || key == KEY_DOWN)
            recall(app, key == KEY_UP ? -1 : 1);
        else if (line_key(app->command, TYPED_LONGEST, &app->typed_at, key) == LINE_CHANGED)
            history_rewind(&app->history);
    }
    preview(app);
}
