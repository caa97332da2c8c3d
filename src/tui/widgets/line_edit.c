#include "tui/widgets/line_edit.h"

#include <curses.h>
#include <string.h>

#include "report/base/safe_text.h"

enum { LONGEST_CHARACTER = 4 };

struct line {
    char *text;
    size_t *cursor;
};

static bool is_inside(char byte)
{
    return (byte & 0xc0) == 0x80;
}

/* Whether what stands there is drawn on the character before it. */
static bool is_mark(const char *at)
{
    long c;
    safe_text_decode(at, strnlen(at, LONGEST_CHARACTER), &c);
    return c >= 0x80 && safe_text_char_width(c) == 0;
}

static size_t before(const char *text, size_t at)
{
    do {
        while (at && is_inside(text[--at]))
            ;
    } while (at && is_mark(text + at));
    return at;
}

static size_t behind(const char *text, size_t at)
{
    do {
        while (text[at] && is_inside(text[++at]))
            ;
    } while (text[at] && is_mark(text + at));
    return at;
}

static enum line_reply go(struct line *line, size_t to)
{
    *line->cursor = to;
    return LINE_MOVED;
}

static enum line_reply cut(struct line *line, size_t from, size_t to)
{
    memmove(line->text + from, line->text + to, strlen(line->text + to) + 1);
    *line->cursor = from;
    return LINE_CHANGED;
}

static enum line_reply left(struct line *line)
{
    return go(line, before(line->text, *line->cursor));
}

static enum line_reply right(struct line *line)
{
    return go(line, behind(line->text, *line->cursor));
}

static enum line_reply to_start(struct line *line)
{
    return go(line, 0);
}

static enum line_reply to_end(struct line *line)
{
    return go(line, strlen(line->text));
}

static enum line_reply erase_before(struct line *line)
{
    return cut(line, before(line->text, *line->cursor), *line->cursor);
}

static enum line_reply erase_behind(struct line *line)
{
    return cut(line, *line->cursor, behind(line->text, *line->cursor));
}

static enum line_reply erase_start(struct line *line)
{
    return cut(line, 0, *line->cursor);
}

static enum line_reply erase_end(struct line *line)
{
    return cut(line, *line->cursor, strlen(line->text));
}

static enum line_reply erase_word(struct line *line)
{
    size_t from = *line->cursor;
    while (from && line->text[from - 1] == ' ')
        from--;
    while (from && line->text[from - 1] != ' ')
        from--;
    return cut(line, from, *line->cursor);
}

#define CONTROL(letter) ((letter)&0x1f)

const struct line_edit_row line_edit_rows[] = {
    {"Left", "move a character to the left", {KEY_LEFT}, left},
    {"Right", "move a character to the right", {KEY_RIGHT}, right},
    {"Home ^A", "move to the start of the text", {KEY_HOME, CONTROL('A')}, to_start},
    {"End ^E", "move to the end of the text", {KEY_END, CONTROL('E')}, to_end},
    {"Backspace", "erase the character before the cursor", {KEY_BACKSPACE, 127, 8}, erase_before},
    {"Del", "erase the character under the cursor", {KEY_DC}, erase_behind},
    {"^W", "erase the word before the cursor", {CONTROL('W')}, erase_word},
    {"^U", "erase everything before the cursor", {CONTROL('U')}, erase_start},
    {"^K", "erase everything from the cursor on", {CONTROL('K')}, erase_end},
};
const size_t line_edit_row_count = sizeof line_edit_rows / sizeof *line_edit_rows;

/* Bytes of the character that begins so; 0: none does. */
static size_t bytes_of(unsigned char first)
{
    return first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

/* Bytes that are still to come of the character before the cursor. */
static size_t wanted(const struct line *line)
{
    size_t at = *line->cursor, has = 1;
    while (at && is_inside(line->text[at - 1]))
        at--, has++;
    size_t all = at ? bytes_of((unsigned char)line->text[at - 1]) : 0;
    return all > has ? all - has : 0;
}

static enum line_reply insert(struct line *line, size_t longest, char byte)
{
    size_t length = strlen(line->text);
    if (is_inside(byte) ? !wanted(line) : length + bytes_of((unsigned char)byte) > longest)
        return LINE_NOTHING;
    char *at = line->text + *line->cursor;
    memmove(at + 1, at, length - *line->cursor + 1);
    *at = byte;
    ++*line->cursor;
    return wanted(line) ? LINE_NOTHING : LINE_CHANGED;
}

enum line_reply line_key(char *text, size_t longest, size_t *cursor, int key)
{
    struct line line = {text, cursor};
    for (size_t i = 0; key > 0 && i < line_edit_row_count; i++)
        for (size_t j = 0; j < sizeof line_edit_rows[i].codes / sizeof *line_edit_rows[i].codes;
             j++)
            if (line_edit_rows[i].codes[j] == key)
                return line_edit_rows[i].act(&line);
    return key >= ' ' && key < 256 ? insert(&line, longest, (char)key) : LINE_NOTHING;
}

bool line_is_enter(int key)
{
    return key == '\r' || key == '\n' || key == KEY_ENTER;
}

bool line_is_backspace(int key)
{
    return key == KEY_BACKSPACE || key == 127 || key == 8;
}

/* The characters that stand in these columns of a safe text, and blanks for halves of some. */
static void add_columns(struct strbuf *out, const char *text, size_t from, size_t to)
{
    size_t at = 0, used = from, length = strlen(text);
    bool shown = false;
    for (size_t i = 0, step; i < length; i += step) {
        long c;
        step = safe_text_decode(text + i, length - i, &c);
        size_t width = safe_text_char_width(c);
        if (width)
            shown = at >= from && at + width <= to;
        if (shown && width)
            strbuf_pad(out, ' ', at - used);
        if (shown)
            strbuf_add(out, text + i, step);
        at += width;
        used = shown ? at : used;
    }
    strbuf_pad(out, ' ', to > used && at > to ? to - used : 0);
}

size_t line_window(struct strbuf *out, const char *text, size_t cursor, size_t columns)
{
    strbuf_adds(out, "");
    enum { LEAST_WITH_SIGNS = 5 };
    struct strbuf safe = {0};
    safe_text_add(&safe, text, cursor, false);
    size_t at = safe.length ? safe_text_width(safe.data) : 0, from = 0;
    safe_text_add(&safe, text + cursor, strlen(text + cursor), false);
    strbuf_adds(&safe, "");
    strbuf_adds(out, "");
    /* As much before the cursor as behind it; at its end the text has a column more. */
    size_t all = safe_text_width(safe.data);
    if (all >= columns && at > columns / 2) {
        from = at - columns / 2;
        from = from < all + 1 - columns ? from : all + 1 - columns;
    }
    const char *sign = safe_text_utf8() ? "\u2026" : "~";
    bool signs = columns >= LEAST_WITH_SIGNS, cuts_end = signs && all > from + columns;
    if (signs && from)
        strbuf_adds(out, sign);
    add_columns(out, safe.data, from + (signs && from), from + columns - cuts_end);
    if (cuts_end)
        strbuf_adds(out, sign);
    strbuf_free(&safe);
    return at - from;
}
