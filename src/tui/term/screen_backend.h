/* screen_backend: what the screen is drawn on and where keys come from. The terminal is one
 * backend (screen_curses.h); tests have another one, which keeps the cells in memory.
 *
 * screen.c owns everything that does not depend on the kind of backend: the area, the glyphs, the
 * theme, copies, pictures and escape sequences. All functions of a backend must be there. */
#ifndef ROOFTOP_TUI_TERM_SCREEN_BACKEND_H
#define ROOFTOP_TUI_TERM_SCREEN_BACKEND_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/error.h"
#include "tui/term/theme.h"

struct screen_click {
    int row, column, wheel; /* wheel: -1 up, 1 down, 0 a click */
};

struct screen_backend {
    int descriptor; /* readable when a key is there */
    /* Finds out whether the backend can be opened, and whether it has colours. Returns false with
     * the error if it cannot. Called once, before open(). */
    bool (*probe)(bool *colors, struct error *error);
    /* Returns what the user should know of the backend, as a safe line, or "". */
    const char *(*note)(void);
    bool (*open)(bool colors, struct error *error);
    void (*close)(void);
    /* Gives the terminal back, and takes it again: what is drawn then is drawn anew. */
    void (*leave)(void);
    void (*come_back)(void);
    /* Gives it back, stops the process, and takes it again when the process goes on. */
    void (*stop)(void);
    /* Draws with these colours from now on; `colors` says whether it may use them. */
    void (*styles)(const struct theme *theme, bool colors);
    /* Makes the next refresh() draw every cell, even unchanged ones. */
    void (*redraw)(void);
    void (*size)(int *rows, int *columns);
    /* Takes over the size that the terminal has now. */
    void (*resize)(void);
    void (*clear)(void);
    /* Draws a text, which must lie inside of the screen. */
    void (*text)(int row, int column, enum role role, const char *text);
    /* Shows what was drawn and puts the cursor into a cell. */
    void (*refresh)(int row, int column);
    void (*show_cursor)(bool visible);
    void (*send)(const char *bytes, size_t length);
    void (*mouse)(bool on);
    /* Takes the next click that KEY_MOUSE announced. Returns false if there is none. */
    bool (*click)(struct screen_click *click);
    /* Returns a character or a key of ncurses, or -1 if there is none. */
    int (*key)(void);
};

#endif
