/* screen_settings: how the user likes the screen, kept in $XDG_CONFIG_HOME/rooftop/config.yaml.
 *
 * The file is a map of words. What it has beside the settings is told and kept, with its comments;
 * only values that changed here are written. A file that is no such map is told and left alone. */
#ifndef ROOFTOP_SCREEN_SETTINGS_H
#define ROOFTOP_SCREEN_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"

/* X(enum, key in the file) */
#define SETTING_TABLE(X)                                                                           \
    X(THEME, "theme")                                                                              \
    X(LAYOUT, "layout")                                                                            \
    X(SPLITS, "splits")                                                                            \
    X(SORT, "sort")                                                                                \
    X(GROUP, "group")                                                                              \
    X(COLUMNS, "columns")                                                                          \
    X(GLYPHS, "glyphs")                                                                            \
    X(MOUSE, "mouse")

enum setting {
#define SETTING_ENUM(setting, name) SETTING_##setting,
    SETTING_TABLE(SETTING_ENUM)
#undef SETTING_ENUM
        SETTINGS
};

/* Initialise with {0}. */
struct screen_settings {
    char *path;
    char *values[SETTINGS]; /* NULL: not set */
    size_t lines[SETTINGS]; /* where in the file; 0: nowhere */
    bool changed[SETTINGS];
    bool is_broken; /* the file cannot be changed */
};

/* path: NULL for the usual one. false: something is wrong with the file, what is right is taken. */
bool screen_settings_load(struct screen_settings *settings, const char *path, struct error *error);
void screen_settings_free(struct screen_settings *settings);

/* "" for one that is not set. */
const char *screen_settings_get(const struct screen_settings *settings, enum setting setting);
void screen_settings_set(struct screen_settings *settings, enum setting setting, const char *value);

/* Puts the place of a setting before an error about its value. */
void screen_settings_blame(const struct screen_settings *settings, enum setting setting,
                           struct error *error);

/* Writes what changed into the file as it is now. */
bool screen_settings_save(struct screen_settings *settings, struct error *error);

#endif
