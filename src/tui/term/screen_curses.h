/* screen_curses: the terminal as a screen backend, through ncurses. It puts the terminal back on
 * every way out, crashes included. */
#ifndef ROOFTOP_TUI_TERM_SCREEN_CURSES_H
#define ROOFTOP_TUI_TERM_SCREEN_CURSES_H

#include "tui/term/screen_backend.h"

extern const struct screen_backend screen_curses;

#endif
