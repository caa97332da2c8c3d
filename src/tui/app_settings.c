/* Settings, keys and commands that are kept from one run to the next. */
#include <stdio.h>
#include <string.h>

#include "app.h"
#include "app_list.h"
#include "safe_text.h"
#include "screen.h"

const char *app_theme(const struct app *app)
{
    const char *kept = screen_settings_get(&app->settings, SETTING_THEME);
    if (app->options->theme && !app->settings.changed[SETTING_THEME])
        return app->options->theme;
    return *kept ? kept : "default";
}

static void say(struct app *app, const struct error *error)
{
    if (!*app->broken.text)
        app->broken = *error;
}

/* A theme that is asked for must be there; one that is kept may be gone. */
bool app_read_settings(struct app *app, struct options *options, struct error *error)
{
    struct error problem;
    struct theme theme;
    app->options = options;
    if (!screen_settings_load(&app->settings, NULL, &problem))
        say(app, &problem);
    if (!key_file_load(&app->keys, &problem))
        say(app, &problem);
    history_load(&app->history, NULL);
    if (options->theme)
        return theme_load(&theme, options->theme, error);
    if (!theme_load(&theme, app_theme(app), &problem)) {
        screen_settings_blame(&app->settings, SETTING_THEME, &problem);
        say(app, &problem);
        screen_settings_set(&app->settings, SETTING_THEME, "default");
        app->settings.changed[SETTING_THEME] = false;
    }
    return true;
}

static void blame(struct app *app, enum setting setting, const char *what)
{
    struct error error;
    error_set(&error, "%s \"%s\"", what, screen_settings_get(&app->settings, setting));
    screen_settings_blame(&app->settings, setting, &error);
    say(app, &error);
}

static void use_layout(struct app *app, const char *name)
{
    for (int i = 0; i < LAYOUT_PRESETS; i++)
        if (strcmp(layout_names[i], name) == 0) {
            app->wish.preset = (enum layout_preset)i;
            return;
        }
    blame(app, SETTING_LAYOUT, "no arrangement of panes is called");
}

static void use_splits(struct app *app, const char *text)
{
    int first, second, end = 0;
    if (sscanf(text, "%d %d%n", &first, &second, &end) != 2 || text[end] || first < 0 ||
        second < 0 || first > 99 || second > 99)
        blame(app, SETTING_SPLITS, "splits are two numbers of percent, not");
    else
        memcpy(app->wish.splits, (int[]){first, second}, sizeof app->wish.splits);
}

void app_use_settings(struct app *app)
{
    const struct screen_settings *kept = &app->settings;
    const char *layout = screen_settings_get(kept, SETTING_LAYOUT);
    const char *splits = screen_settings_get(kept, SETTING_SPLITS);
    const char *glyphs = screen_settings_get(kept, SETTING_GLYPHS);
    const char *mouse = screen_settings_get(kept, SETTING_MOUSE);
    if (*layout)
        use_layout(app, layout);
    if (*splits)
        use_splits(app, splits);
    app_use_list_settings(app);
    if (*glyphs && !screen_set_glyphs(glyphs))
        blame(app, SETTING_GLYPHS, "no glyph level is called");
    if (*mouse && strcmp(mouse, "on") != 0 && strcmp(mouse, "off") != 0)
        blame(app, SETTING_MOUSE, "mouse is on or off, not");
    screen_set_mouse(strcmp(mouse, "off") != 0);
    if (*app->broken.text)
        app_safe_status(app, app->broken.text);
}

/* What is as it would be without the setting is not written. */
static void keep(struct app *app, enum setting setting, const char *value, const char *usual)
{
    const char *kept = screen_settings_get(&app->settings, setting);
    if (strcmp(*kept ? kept : usual, value) != 0)
        screen_settings_set(&app->settings, setting, value);
}

void app_keep_settings(struct app *app, struct error *error)
{
    struct strbuf splits = {0};
    app_keep_list_settings(app);
    strbuf_addf(&splits, "%d %d", app->wish.splits[0], app->wish.splits[1]);
    /* A broken value stays for its writer to mend, unless something was chosen since. */
    if (app->wish.preset != app->first_wish.preset)
        keep(app, SETTING_LAYOUT, layout_names[app->wish.preset], "auto");
    if (memcmp(app->wish.splits, app->first_wish.splits, sizeof app->wish.splits) != 0)
        keep(app, SETTING_SPLITS, splits.data, "0 0");
    screen_settings_save(&app->settings, error);
    strbuf_free(&splits);
}

void app_forget_settings(struct app *app)
{
    screen_settings_free(&app->settings);
    key_file_free(&app->keys);
    history_free(&app->history);
    choices_free(&app->offers);
}
