/* screen: the cells that the program draws on, and the keys that the user presses. There is one
 * screen; a backend (screen_backend.h) shows it.
 *
 * Texts given to screen_text() must be safe (safe_text.h). Whatever lies outside of the screen is
 * cut off. After screen_area() sizes and positions are those of a part of the screen, and nothing
 * is drawn outside of it, so that a view need not know where it stands. */
#ifndef ROOFTOP_TUI_TERM_SCREEN_H
#define ROOFTOP_TUI_TERM_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

#include "report/base/error.h"
#include "tui/term/glyphs.h"
#include "tui/term/key_sequence.h"
#include "tui/term/picture.h"
#include "tui/term/rect.h"
#include "tui/term/screen_backend.h"
#include "tui/term/theme.h"

/* screen_open() opens the screen on the terminal, screen_open_on() on another backend. They return
 * false with the error if it cannot be used. theme: NULL for the default. */
bool screen_open(const char *theme, struct error *error);
bool screen_open_on(const struct screen_backend *backend, const char *theme, struct error *error);
void screen_close(void);
/* Leaves the terminal as it was before the screen opened, until screen_return() shows the screen
 * again, in the terminal's current size and with all that it had. Nothing is drawn meanwhile. */
void screen_leave(void);
void screen_return(void);
/* Stops the process, as Ctrl-Z does where there is no screen, and shows the screen again when it
 * goes on. For SIGTSTP, which is blocked while a screen is open and not left: the loop receives it
 * (SIGNALS_OF_SCREEN), so that no drawing is interrupted. */
void screen_stop(void);
/* Returns a line that the user should see when the screen opens, or "". */
const char *screen_note(void);
/* Returns the file descriptor that is readable when there may be a key. */
int screen_descriptor(void);

/* Changes the colours. Returns false with the error if they cannot be loaded, or the screen has no
 * colours. */
bool screen_set_theme(const char *name, struct error *error);
/* Takes "ascii", "blocks", "full", or "auto" for what suits the terminal. Without UTF-8 the glyphs
 * stay ASCII. Returns false for another name. */
bool screen_set_glyphs(const char *name);
/* Sets whether the terminal sends what its mouse does. */
void screen_set_mouse(bool on);

/* Draws in a part of the screen from now on; NULL: in all of it. */
void screen_area(const struct rect *to);

int screen_rows(void);
int screen_columns(void);
const struct glyphs *screen_glyphs(void);
/* Draws with these glyphs from now on, and returns the ones before. */
const struct glyphs *screen_use_glyphs(const struct glyphs *glyphs);

void screen_clear(void);
void screen_refresh(void);
/* Takes over the terminal's current size. */
void screen_resize(void);

/* Draws text in at most `width` columns from (row, column). Returns the columns used. */
int screen_text(int row, int column, int width, enum role role, const char *text);
/* Whatever is drawn between these two goes into `out` and not on the screen, as lines without
 * blanks at their ends. */
void screen_copy_begin(int rows, int columns);
void screen_copy_end(struct strbuf *out);

/* Whatever is drawn between these two goes into the picture and not on the screen, with all glyphs
 * that the locale has. */
void screen_picture_begin(struct picture *picture);
void screen_picture_end(void);
/* Returns the picture that is being drawn, or NULL. */
struct picture *screen_picture(void);
/* Returns the colours in use. */
const struct theme *screen_theme(void);

/* Sends bytes to the terminal that draw nothing. */
void screen_send(const char *bytes, size_t length);

void screen_cursor(int row, int column, bool visible);

/* Takes a click that KEY_MOUSE announced, in rows and columns of the screen. Call it until it
 * returns false. */
bool screen_get_click(struct screen_click *click);

/* Returns the next key, a code of ncurses, a character or KEY_PASTED, or -1 if there is none. */
int screen_key(void);
/* Returns the text of the last KEY_PASTED: a line without control characters, which a line_edit
 * takes byte by byte. It is there until screen_key() is called again. */
const char *screen_pasted(void);
/* Returns after how many milliseconds screen_key() must be called even if no byte comes, or -1. */
int screen_key_wait(void);

#endif
