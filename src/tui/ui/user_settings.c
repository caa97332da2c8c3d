#include "tui/ui/user_settings.h"

#include <stdio.h>
#include <string.h>

#include "tui/term/screen.h"
#include "tui/ui/list_settings.h"
#include "tui/widgets/messages.h"

const char *user_settings_theme(const struct user_settings *user, const struct options *options)
{
    const char *kept = screen_settings_get(&user->kept, SETTING_THEME);
    if (options->theme && !user->kept.changed[SETTING_THEME])
        return options->theme;
    return *kept ? kept : "default";
}

static void say(struct user_settings *user, const struct error *error)
{
    if (!*user->broken.text)
        user->broken = *error;
}

/* A theme that is asked for must be there; one that is kept may be gone. */
bool user_settings_read(struct user_settings *user, const struct options *options,
                        struct error *error)
{
    struct error problem;
    struct theme theme;
    if (!screen_settings_load(&user->kept, NULL, &problem))
        say(user, &problem);
    if (!key_file_load(&user->keys, &problem))
        say(user, &problem);
    history_load(&user->history, NULL);
    if (options->theme)
        return theme_load(&theme, options->theme, error);
    if (!theme_load(&theme, user_settings_theme(user, options), &problem)) {
        screen_settings_blame(&user->kept, SETTING_THEME, &problem);
        say(user, &problem);
        screen_settings_set(&user->kept, SETTING_THEME, "default");
        user->kept.changed[SETTING_THEME] = false;
    }
    return true;
}

static void blame(struct user_settings *user, enum setting setting, const char *what)
{
    struct error error;
    error_set(&error, "%s \"%s\"", what, screen_settings_get(&user->kept, setting));
    screen_settings_blame(&user->kept, setting, &error);
    say(user, &error);
}

static void use_layout(struct user_settings *user, struct panes *panes, const char *name)
{
    for (int i = 0; i < LAYOUT_PRESETS; i++)
        if (strcmp(layout_names[i], name) == 0) {
            panes->wish.preset = (enum layout_preset)i;
            return;
        }
    blame(user, SETTING_LAYOUT, "no arrangement of panes is called");
}

static void use_splits(struct user_settings *user, struct panes *panes, const char *text)
{
    int first, second, end = 0;
    if (sscanf(text, "%d %d%n", &first, &second, &end) != 2 || text[end] || first < 0 ||
        second < 0 || first > 99 || second > 99)
        blame(user, SETTING_SPLITS, "splits are two numbers of percent, not");
    else
        memcpy(panes->wish.splits, (int[]){first, second}, sizeof panes->wish.splits);
}

/* The row of messages has room for the first; the log has all, and is counted until it is read. */
static void say_broken(struct user_settings *user, struct messages *messages)
{
    bool said = false;
    for (size_t i = 0; i < user->keys.problem_count; i++) {
        messages_say(messages, LOG_WARNING, user->keys.problems[i]);
        said = said || strcmp(user->keys.problems[i], user->broken.text) == 0;
    }
    if (!said && *user->broken.text)
        messages_say(messages, LOG_WARNING, user->broken.text);
    if (*user->broken.text)
        messages_fail(messages, user->broken.text);
    messages->is_kept = true;
}

void user_settings_use(struct user_settings *user, struct panes *panes,
                       const struct view_host *host)
{
    const struct screen_settings *kept = &user->kept;
    const char *layout = screen_settings_get(kept, SETTING_LAYOUT);
    const char *splits = screen_settings_get(kept, SETTING_SPLITS);
    const char *glyphs = screen_settings_get(kept, SETTING_GLYPHS);
    const char *mouse = screen_settings_get(kept, SETTING_MOUSE);
    if (*layout)
        use_layout(user, panes, layout);
    if (*splits)
        use_splits(user, panes, splits);
    list_settings_use(user, host);
    if (*glyphs && !screen_set_glyphs(glyphs))
        blame(user, SETTING_GLYPHS, "no glyph level is called");
    if (*mouse && strcmp(mouse, "on") != 0 && strcmp(mouse, "off") != 0)
        blame(user, SETTING_MOUSE, "mouse is on or off, not");
    screen_set_mouse(strcmp(mouse, "off") != 0);
    user->first_wish = panes->wish;
    say_broken(user, host->messages);
}

/* What is as it would be without the setting is not written. */
static void keep(struct user_settings *user, enum setting setting, const char *value,
                 const char *usual)
{
    const char *kept = screen_settings_get(&user->kept, setting);
    if (strcmp(*kept ? kept : usual, value) != 0)
        screen_settings_set(&user->kept, setting, value);
}

void user_settings_keep(struct user_settings *user, const struct panes *panes,
                        const struct view_host *host, struct error *error)
{
    struct strbuf splits = {0};
    list_settings_leave(user, host);
    strbuf_addf(&splits, "%d %d", panes->wish.splits[0], panes->wish.splits[1]);
    /* A broken value stays for its writer to mend, unless something was chosen since. */
    if (panes->wish.preset != user->first_wish.preset)
        keep(user, SETTING_LAYOUT, layout_names[panes->wish.preset], "auto");
    if (memcmp(panes->wish.splits, user->first_wish.splits, sizeof panes->wish.splits) != 0)
        keep(user, SETTING_SPLITS, splits.data, "0 0");
    screen_settings_save(&user->kept, error);
    strbuf_free(&splits);
}

void user_settings_free(struct user_settings *user)
{
    screen_settings_free(&user->kept);
    key_file_free(&user->keys);
    history_free(&user->history);
}
