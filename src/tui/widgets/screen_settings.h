/* screen_settings: the user's settings of the screen, kept in $XDG_CONFIG_HOME/rooftop/config.yaml.
 *
 * The file is a map of words. Unknown keys are reported and kept, with all comments; only values
 * that were changed here are written. A file that is no such map is reported and left alone. */
#ifndef ROOFTOP_TUI_WIDGETS_SCREEN_SETTINGS_H
#define ROOFTOP_TUI_WIDGETS_SCREEN_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/error.h"

/* X(enum, key in the file) */
#define SETTING_TABLE(X)                                                                           \
    X(THEME, "theme")                                                                              \
    X(LAYOUT, "layout")                                                                            \
    X(SPLITS, "splits")                                                                            \
    X(SORT, "sort")                                                                                \
    X(GROUP, "group")                                                                              \
    X(COLUMNS, "columns")                                                                          \
    X(GLYPHS, "glyphs")                                                                            \
    X(MOUSE, "mouse")                                                                              \
    X(BUILD, "build")

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
    size_t lines[SETTINGS]; /* line in the file; 0: not in it */
    bool changed[SETTINGS];
    bool is_broken; /* the file cannot be changed */
};

/* Reads the file. path: NULL for the usual one. Returns false with the error if something is wrong
 * with it; what is right is used. */
bool screen_settings_load(struct screen_settings *settings, const char *path, struct error *error);
void screen_settings_free(struct screen_settings *settings);

/* Returns the value of a setting, or "". */
const char *screen_settings_get(const struct screen_settings *settings, enum setting setting);
void screen_settings_set(struct screen_settings *settings, enum setting setting, const char *value);

/* Puts the file and line of a setting before an error about its value. */
void screen_settings_blame(const struct screen_settings *settings, enum setting setting,
                           struct error *error);

/* Writes the changed values into the file as it is now. Returns false with the error if that fails.
 */
bool screen_settings_save(struct screen_settings *settings, struct error *error);

#endif
