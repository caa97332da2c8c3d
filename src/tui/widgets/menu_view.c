#include "tui/widgets/menu_view.h"

#include <curses.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "tui/term/match.h"
#include "tui/term/screen.h"
#include "tui/widgets/help_view.h"
#include "tui/widgets/key_subjects.h"
#include "tui/widgets/line_edit.h"

enum { COLUMN = 26, KEY = 6 };

/* A heading, or an entry. */
struct menu_line {
    const char *title; /* NULL: an entry */
    const struct key_row *row;
    size_t entry; /* its number */
};

struct menu_lines {
    struct menu_line *items;
    size_t count, capacity, entries;
};

/* --- what there is ---------------------------------------------------------------------------- */

static bool is_meant(const struct key_row *row, const char *typed)
{
    struct strbuf name = {0};
    keys_name(&name, row);
    bool meant = !*typed || match_text(name.data, typed) || match_text(row->help, typed);
    strbuf_free(&name);
    return meant;
}

/* Whether a key or a command does it in these views. */
static bool is_there(const struct key_row *row, const struct key_file *user, int views)
{
    struct strbuf keys = {0};
    if (row->views & views)
        key_file_keys_of(&keys, user, row, views);
    bool there = keys.length > 0;
    strbuf_free(&keys);
    return there;
}

static void add(struct menu_lines *lines, struct menu_line line)
{
    mem_grow(&lines->items, lines->count, &lines->capacity, sizeof *lines->items);
    lines->items[lines->count++] = line;
}

static struct menu_lines lines_of(const struct menu_view *view, const struct key_file *user,
                                  int views)
{
    struct menu_lines lines = {0};
    for (size_t i = 0; i < key_subject_count; i++) {
        bool titled = false;
        for (size_t j = 0; j < SUBJECT_MOST && key_subjects[i].actions[j]; j++) {
            const struct key_row *row = keys_row_of(key_subjects[i].actions[j]);
            if (!is_there(row, user, views) || !is_meant(row, view->typed))
                continue;
            if (!titled)
                add(&lines, (struct menu_line){.title = key_subjects[i].title});
            titled = true;
            add(&lines, (struct menu_line){.row = row, .entry = lines.entries++});
        }
    }
    return lines;
}

static const struct menu_line *entry_of(const struct menu_lines *lines, size_t entry)
{
    for (size_t i = 0; i < lines->count; i++)
        if (lines->items[i].row && lines->items[i].entry == entry)
            return &lines->items[i];
    return NULL;
}

const struct key_row *menu_view_selected(const struct menu_view *view, const struct key_file *user,
                                         int views)
{
    struct menu_lines lines = lines_of(view, user, views);
    const struct menu_line *line = entry_of(&lines, view->at);
    const struct key_row *row = line ? line->row : NULL;
    free(lines.items);
    return row;
}

/* --- places ----------------------------------------------------------------------------------- */

/* Lines stand in columns, one below the other; a page has as many as there is room for. */
struct shape {
    size_t high, wide, page; /* lines of a column, columns, lines of a page */
};

static struct shape shape_of(int rows, int columns)
{
    struct shape shape = {(size_t)(rows > 1 ? rows - 1 : 1),
                          (size_t)(columns > COLUMN ? columns / COLUMN : 1), 0};
    shape.page = shape.high * shape.wide;
    return shape;
}

/* The first line of the page with the selected entry. */
static size_t first_line(const struct menu_view *view, const struct menu_lines *lines,
                         const struct shape *shape)
{
    const struct menu_line *line = entry_of(lines, view->at);
    size_t at = line ? (size_t)(line - lines->items) : 0;
    return at / shape->page * shape->page;
}

/* --- keys ------------------------------------------------------------------------------------- */

/* The entry whose name begins with what was typed is the one that is meant. */
static void select_best(struct menu_view *view, const struct key_file *user, int views)
{
    struct menu_lines lines = lines_of(view, user, views);
    view->at = 0;
    for (size_t i = lines.count; *view->typed && i-- > 0;) {
        struct strbuf name = {0};
        if (!lines.items[i].row)
            continue;
        keys_name(&name, lines.items[i].row);
        if (strncmp(name.data, view->typed, strlen(view->typed)) == 0)
            view->at = lines.items[i].entry;
        strbuf_free(&name);
    }
    free(lines.items);
}

static void go_on(struct menu_view *view, const struct menu_lines *lines, long by)
{
    const struct menu_line *line = entry_of(lines, view->at);
    if (!line)
        return;
    long at = line - lines->items, step = by < 0 ? -1 : 1, to = at + by;
    while (to >= 0 && to < (long)lines->count && !lines->items[to].row)
        to += step;
    if (to >= 0 && to < (long)lines->count)
        view->at = lines->items[to].entry;
}

enum menu_reply menu_view_key(struct menu_view *view, const struct key_file *user, int views,
                              int key, int rows, int columns)
{
    size_t length = strlen(view->typed);
    struct shape shape = shape_of(rows, columns);
    struct menu_lines lines = lines_of(view, user, views);
    enum menu_reply reply = MENU_STAYS;
    if (key == 27 || (line_is_backspace(key) && !length))
        reply = MENU_CLOSES;
    else if (line_is_enter(key))
        reply = lines.entries ? MENU_RUNS : MENU_STAYS;
    else if (key == KEY_DOWN || key == '\t')
        go_on(view, &lines, 1);
    else if (key == KEY_UP || key == KEY_BTAB)
        go_on(view, &lines, -1);
    else if (key == KEY_RIGHT)
        go_on(view, &lines, (long)shape.high);
    else if (key == KEY_LEFT)
        go_on(view, &lines, -(long)shape.high);
    else if (line_is_backspace(key) || (key > ' ' && key < 0x7f && length < MENU_TYPED)) {
        view->typed[line_is_backspace(key) ? length - 1 : length] =
            line_is_backspace(key) ? '\0' : (char)key;
        if (!line_is_backspace(key))
            view->typed[length + 1] = '\0';
        select_best(view, user, views);
    }
    free(lines.items);
    return reply;
}

bool menu_view_click(struct menu_view *view, const struct key_file *user, int views, int row,
                     int column, int rows, int columns)
{
    struct shape shape = shape_of(rows, columns);
    struct menu_lines lines = lines_of(view, user, views);
    bool hit = false;
    if (row >= 1 && row < rows && column >= 0 && column / COLUMN < (int)shape.wide) {
        size_t at = first_line(view, &lines, &shape) + (size_t)(column / COLUMN) * shape.high +
                    (size_t)row - 1;
        hit = at < lines.count && lines.items[at].row;
        if (hit)
            view->at = lines.items[at].entry;
    }
    free(lines.items);
    return hit;
}

/* --- drawing ---------------------------------------------------------------------------------- */

static void draw_entry(const struct menu_line *line, const struct key_file *user, int views,
                       int row, int column, bool selected)
{
    struct strbuf keys = {0}, name = {0};
    key_file_keys_of(&keys, user, line->row, views);
    keys_name(&name, line->row);
    keys.data[*keys.data == ':' ? 1 : strcspn(keys.data, " ")] = '\0';
    if (selected)
        screen_text(row, column, 1, ROLE_SELECTION, screen_glyphs()->cursor);
    screen_text(row, column + 2, KEY - 1, selected ? ROLE_SELECTION : ROLE_KEY, keys.data);
    screen_text(row, column + 2 + KEY, COLUMN - KEY - 3, selected ? ROLE_SELECTION : ROLE_NORMAL,
                name.data);
    strbuf_free(&keys);
    strbuf_free(&name);
}

void menu_view_draw(const struct menu_view *view, const struct key_file *user, int views,
                    int top_row, int rows)
{
    struct shape shape = shape_of(rows, screen_columns());
    struct menu_lines lines = lines_of(view, user, views);
    size_t first = first_line(view, &lines, &shape);
    screen_text(top_row, 1, screen_columns() - 2, ROLE_TITLE,
                lines.count ? "What can be done here" : "Nothing here is called so");
    for (size_t i = 0; i < shape.page && first + i < lines.count; i++) {
        const struct menu_line *line = &lines.items[first + i];
        int row = top_row + 1 + (int)(i % shape.high), column = (int)(i / shape.high) * COLUMN;
        if (line->title)
            screen_text(row, column + 1, COLUMN - 2, ROLE_HEADING, line->title);
        else
            draw_entry(line, user, views, row, column, line->entry == view->at);
    }
    free(lines.items);
}

void menu_view_draw_line(const struct menu_view *view, const struct key_file *user, int views,
                         int row)
{
    static const struct key_hint hints[] = {{"Enter", "do it"},
                                            {"Down Up Right Left", "choose"},
                                            {"a few letters", "leave what has them"},
                                            {"Esc", "close"},
                                            {NULL, NULL}};
    const struct key_row *selected = menu_view_selected(view, user, views);
    int at = 1 + screen_text(row, 1, screen_columns() - 2, ROLE_NORMAL, "menu: ");
    at += screen_text(row, at, screen_columns() - at - 1, ROLE_NORMAL, view->typed);
    screen_cursor(row, at, true);
    if (selected)
        screen_text(row, at + 2, screen_columns() - at - 3, ROLE_DIM, selected->help);
    help_view_hints(row + 1, hints);
}
