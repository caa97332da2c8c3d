/* How it works: one static state holds the screen. Everything is drawn through screen_text(), which
 * cuts a text to the current area and passes it to the backend, or to a picture while a copy or a
 * picture is made. Bytes from the backend go through key_sequence.h, because curses does not know
 * the keys of all terminals. */
#include "tui/term/screen.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/clock.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "tui/term/screen_curses.h"

static struct {
    const struct screen_backend *backend;
    bool open, colors;
    struct key_sequence sequence;
    const struct glyphs *glyphs;
    bool has_area;
    struct rect area;        /* part of the screen, even where the screen became smaller */
    struct picture *copy;    /* what is drawn on instead; NULL: the screen */
    struct picture *picture; /* the same, with lines and bars */
    const struct glyphs *terminal_glyphs; /* restored after a picture */
    struct theme theme;
    int cursor_row, cursor_column;
} screen = {.backend = &screen_curses};

bool screen_set_theme(const char *name, struct error *error)
{
    struct theme theme;
    if (!theme_load(&theme, name, error))
        return false;
    if (!screen.colors && strcmp(name, "mono") != 0)
        return error_set(error, "there are no colours here: the terminal has none, or NO_COLOR is "
                                "set");
    screen.theme = theme;
    screen.backend->styles(&theme, screen.colors);
    screen.backend->redraw();
    return true;
}

bool screen_set_glyphs(const char *name)
{
    const struct glyphs *glyphs =
        strcmp(name, "auto") == 0 ? glyphs_choose(getenv("TERM")) : glyphs_named(name);
    if (!glyphs)
        return false;
    screen.glyphs = safe_text_utf8() ? glyphs : glyphs_at(GLYPHS_ASCII);
    return true;
}

void screen_set_mouse(bool on)
{
    screen.backend->mouse(on);
}

bool screen_open_on(const struct screen_backend *backend, const char *name, struct error *error)
{
    bool colors;
    if (!backend->probe(&colors, error) ||
        !theme_load(&screen.theme,
                    !colors ? "mono"
                    : name  ? name
                            : "default",
                    error) ||
        !backend->open(colors, error))
        return false;
    screen.backend = backend;
    screen.open = true;
    screen.colors = colors;
    screen.glyphs = glyphs_choose(getenv("TERM"));
    backend->styles(&screen.theme, colors);
    return true;
}

bool screen_open(const char *theme, struct error *error)
{
    return screen_open_on(&screen_curses, theme, error);
}

void screen_close(void)
{
    if (screen.open)
        screen.backend->close();
    screen.open = false;
}

void screen_leave(void)
{
    screen.backend->leave();
}

void screen_return(void)
{
    screen.backend->come_back();
}

void screen_stop(void)
{
    screen.backend->stop();
}

const char *screen_note(void)
{
    return screen.backend->note();
}

int screen_descriptor(void)
{
    return screen.backend->descriptor;
}

static struct rect area(void)
{
    struct rect all = {0, 0, 0, 0};
    if (screen.has_area)
        return screen.area;
    screen.backend->size(&all.rows, &all.columns);
    return all;
}

void screen_area(const struct rect *to)
{
    screen.has_area = to;
    if (to)
        screen.area = *to;
}

int screen_rows(void)
{
    return area().rows;
}

int screen_columns(void)
{
    return area().columns;
}

const struct glyphs *screen_glyphs(void)
{
    return screen.glyphs;
}

const struct glyphs *screen_use_glyphs(const struct glyphs *glyphs)
{
    const struct glyphs *before = screen.glyphs;
    screen.glyphs = glyphs;
    return before;
}

void screen_clear(void)
{
    screen.backend->clear();
}

/* The cursor goes to its place, whatever was drawn last. */
void screen_refresh(void)
{
    screen.backend->refresh(screen.cursor_row, screen.cursor_column);
}

void screen_resize(void)
{
    screen.backend->resize();
}

int screen_text(int row, int column, int width, enum role role, const char *text)
{
    struct rect in = area();
    if (row < 0 || row >= in.rows || column < 0 || column >= in.columns)
        return 0;
    if (width > in.columns - column)
        width = in.columns - column;
    if (width <= 0)
        return 0;
    struct picture *to = screen.picture ? screen.picture : screen.copy;
    struct strbuf fitted = {0};
    strbuf_adds(&fitted, "");
    safe_text_fit(&fitted, text, (size_t)width);
    int used = (int)safe_text_width(fitted.data);
    if (to)
        picture_text(to, in.row + row, in.column + column, width, role, text);
    else
        screen.backend->text(in.row + row, in.column + column, role, fitted.data);
    strbuf_free(&fitted);
    return used;
}

void screen_copy_begin(int rows, int columns)
{
    struct rect all = {0, 0, rows, columns};
    screen.copy = picture_new(rows, columns);
    screen_area(&all);
}

void screen_copy_end(struct strbuf *out)
{
    strbuf_adds(out, ""); /* `out` has a text even without rows */
    for (int row = 0; row < screen.area.rows; row++) {
        picture_row_text(screen.copy, row, out);
        strbuf_addc(out, '\n');
    }
    picture_free(screen.copy);
    screen.copy = NULL;
    screen_area(NULL);
}

void screen_picture_begin(struct picture *picture)
{
    struct rect all = {0, 0, picture->rows, picture->columns};
    screen.picture = picture;
    screen.terminal_glyphs =
        screen_use_glyphs(safe_text_utf8() ? glyphs_at(GLYPHS_FULL) : screen.glyphs);
    screen_area(&all);
}

void screen_picture_end(void)
{
    screen.picture = NULL;
    screen.glyphs = screen.terminal_glyphs;
    screen_area(NULL);
}

struct picture *screen_picture(void)
{
    return screen.picture;
}

const struct theme *screen_theme(void)
{
    return &screen.theme;
}

void screen_send(const char *bytes, size_t length)
{
    screen.backend->send(bytes, length);
}

void screen_cursor(int row, int column, bool visible)
{
    screen.backend->show_cursor(visible);
    screen.cursor_row = visible ? row : 0;
    screen.cursor_column = visible ? column : 0;
}

bool screen_get_click(struct screen_click *click)
{
    return screen.backend->click(click);
}

enum { MOST_CHARACTER = 255 }; /* keys of curses are above */

/* A report of the mouse among pasted text is no click. */
static void drop_clicks(void)
{
    struct screen_click click;
    while (screen.backend->click(&click))
        continue;
}

const char *screen_pasted(void)
{
    return screen.sequence.pasted.text;
}

int screen_key(void)
{
    struct key_sequence *sequence = &screen.sequence;
    int key;
    while ((key = key_sequence_next(sequence)) < 0) {
        int code = screen.backend->key();
        if (code > MOST_CHARACTER && sequence->pasted.is_open)
            drop_clicks();
        if (code >= 0)
            key_sequence_add(sequence, code, milliseconds());
        else if (screen_key_wait() == 0)
            key_sequence_end(sequence);
        else
            return -1;
    }
    return key;
}

int screen_key_wait(void)
{
    return key_sequence_wait(&screen.sequence, milliseconds());
}
