/* screen: the terminal: set up, drawn on, and put back on every way out.
 *
 * Texts given to screen_text() must be safe (safe_text.h). Positions outside the screen are
 * clipped. screen_area() makes a part of the screen all there is: sizes and positions are of it,
 * and nothing is drawn outside, so that a view need not know where it stands. */
#ifndef ROOFTOP_SCREEN_H
#define ROOFTOP_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

#include "error.h"
#include "glyphs.h"
#include "picture.h"
#include "rect.h"
#include "theme.h"

/* false: the terminal cannot be used; the error says why. theme: NULL for the default. */
bool screen_open(const char *theme, struct error *error);
void screen_close(void);

/* Other colours. false: they cannot be loaded, or there are none here. */
bool screen_set_theme(const char *name, struct error *error);
/* "ascii", "blocks", "full", or "auto" for what suits the terminal; without UTF-8 ASCII stays.
 * false: none of them. */
bool screen_set_glyphs(const char *name);
/* Whether the terminal tells what its mouse does. */
void screen_set_mouse(bool on);

/* NULL: the whole screen. */
void screen_area(const struct rect *to);

int screen_rows(void);
int screen_columns(void);
const struct glyphs *screen_glyphs(void);
/* For what is drawn from now on; returns those before. */
const struct glyphs *screen_use_glyphs(const struct glyphs *glyphs);

void screen_clear(void);
void screen_refresh(void);
/* The terminal has another size now. */
void screen_resize(void);

/* Draws text in at most `width` columns from (row, column); returns the columns used. */
int screen_text(int row, int column, int width, enum role role, const char *text);
/* What is drawn between these goes nowhere but into `out`, as lines without blanks at their ends.
 */
void screen_copy_begin(int rows, int columns);
void screen_copy_end(struct strbuf *out);

/* What is drawn between these goes nowhere but into the picture, with all glyphs that the locale
 * has. */
void screen_picture_begin(struct picture *picture);
void screen_picture_end(void);
/* NULL: none is drawn. */
struct picture *screen_picture(void);
/* The colours in use. */
const struct theme *screen_theme(void);

/* Bytes that are for the terminal and not for the screen. */
void screen_send(const char *bytes, size_t length);

void screen_cursor(int row, int column, bool visible);

/* What KEY_MOUSE was about, in rows and columns of the screen: one after the other until false. */
struct screen_click {
    int row, column, wheel; /* wheel: -1 up, 1 down, 0 a click */
};
bool screen_get_click(struct screen_click *click);

/* A key of ncurses or a character; -1: none waiting. */
int screen_key(void);
/* After how many milliseconds to ask for one though no byte comes; -1: there is no need. */
int screen_key_wait(void);

#endif
