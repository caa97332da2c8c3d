/* theme: colours and attributes by role, read from themes/NAME.yaml. */
#ifndef ROOFTOP_TUI_TERM_THEME_H
#define ROOFTOP_TUI_TERM_THEME_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/error.h"
#include "tui/term/completions.h"

/* X(enum, name in the file) */
#define THEME_ROLES(X)                                                                             \
    X(NORMAL, "normal")                                                                            \
    X(TITLE, "title")                                                                              \
    X(HEADING, "heading")                                                                          \
    X(RULE, "rule")                                                                                \
    X(GOOD, "good")                                                                                \
    X(BUSY, "busy")                                                                                \
    X(HOT, "hot")                                                                                  \
    X(DIM, "dim")                                                                                  \
    X(SELECTION, "selection")                                                                      \
    X(MATCH, "match")                                                                              \
    X(FINDING, "finding")                                                                          \
    X(KEY, "key")                                                                                  \
    X(ERROR, "error")                                                                              \
    X(BASELINE, "baseline")

enum role {
#define THEME_ENUM(role, name) ROLE_##role,
    THEME_ROLES(THEME_ENUM)
#undef THEME_ENUM
        ROLE_COUNT
};

enum { COLOR_DEFAULT = -1 };

struct theme_style {
    int fg, bg; /* 0 to 255 or COLOR_DEFAULT */
    bool bold, dim, reverse, underline;
};

struct theme {
    struct theme_style styles[ROLE_COUNT];
};

/* Loads a theme. A name with a slash or .yaml is a path; otherwise it is looked up in the user's
 * themes folder, then among the built-in ones. Returns false with the error if it is missing or
 * wrong. */
bool theme_load(struct theme *theme, const char *name, struct error *error);

/* Adds the names of the built-in themes and of those in the user's folder. */
void theme_names(struct completions *list);

/* Reads a theme from text; `file` names it in errors. Roles that it does not mention stay plain. */
bool theme_parse(struct theme *theme, const char *file, const char *text, size_t length,
                 struct error *error);

#endif
