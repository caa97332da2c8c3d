#include "tui/widgets/help_view.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "tui/term/glyph_legend.h"
#include "tui/term/match.h"
#include "tui/term/screen.h"
#include "tui/widgets/export_table.h"
#include "tui/widgets/key_subjects.h"
#include "tui/widgets/line_edit.h"
#include "tui/widgets/row_cursor.h"

/* Rows whose keys all mean something else in these views are left out. */
static bool is_shown(const struct key_file *user, const struct key_row *key, int views)
{
    struct strbuf keys = {0};
    if (key->views & views)
        key_file_keys_of(&keys, user, key, views);
    bool shown = keys.length > 0;
    strbuf_free(&keys);
    return shown;
}

/* --- lines -------------------------------------------------------------------------------------
 */

struct help_line {
    char *keys; /* NULL: a title of what follows */
    const char *text;
    size_t from, length; /* the part of the text in this line */
};

struct help_lines {
    struct help_line *lines;
    size_t count, capacity;
};

/* Lines stand in columns, one below the other: as many as the screen has room for. */
enum { COLUMNS_MOST = 3, COLUMN_LEAST = 59, KEYS = 16, KEYS_NARROW = 13 };
struct help_shape {
    int columns, width, keys;        /* of one column; of its keys */
    size_t starts[COLUMNS_MOST + 1]; /* the first line of each column, and of none */
    size_t high;                     /* lines of the longest column */
};

static int column_count(void)
{
    int count = screen_columns() / COLUMN_LEAST;
    return count < 1 ? 1 : count > COLUMNS_MOST ? COLUMNS_MOST : count;
}

static int text_room(void)
{
    int count = column_count();
    return screen_columns() / count - (count > 1 ? KEYS_NARROW : KEYS) - 4;
}

/* A title at the foot of a column goes to the head of the next one. */
static struct help_shape shape_of(const struct help_lines *list)
{
    struct help_shape shape = {.columns = column_count()};
    size_t high = (list->count + (size_t)shape.columns - 1) / (size_t)shape.columns;
    shape.width = screen_columns() / shape.columns;
    shape.keys = shape.columns > 1 ? KEYS_NARROW : KEYS;
    for (int i = 1; i <= shape.columns; i++) {
        size_t end = shape.starts[i - 1] + high;
        if (i == shape.columns || end > list->count)
            end = list->count;
        else if (end > shape.starts[i - 1] + 1 && !list->lines[end - 1].keys)
            end--;
        shape.starts[i] = end;
        if (end - shape.starts[i - 1] > shape.high)
            shape.high = end - shape.starts[i - 1];
    }
    return shape;
}

/* Its row in the column that it is in. */
static size_t row_of(const struct help_shape *shape, size_t line)
{
    int column = 0;
    while (column + 1 < shape->columns && line >= shape->starts[column + 1])
        column++;
    return line - shape->starts[column];
}

static void add_line(struct help_lines *list, const char *keys, const char *text)
{
    int room = text_room();
    size_t from = 0;
    do {
        size_t length = safe_text_wrap(text + from, (size_t)(room > 10 ? room : 10));
        mem_grow(&list->lines, list->count, &list->capacity, sizeof *list->lines);
        list->lines[list->count++] =
            (struct help_line){keys ? mem_strdup(from ? "" : keys) : NULL, text, from, length};
        from += length;
        from += strspn(text + from, " ");
    } while (text[from]);
}

static void free_lines(struct help_lines *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->lines[i].keys);
    free(list->lines);
}

/* The rows of a subject, behind its title; NULL: those that are in none. */
static void list_subject(struct help_lines *list, const struct key_file *user, int views,
                         const struct key_subject *subject)
{
    struct strbuf text = {0};
    bool titled = false;
    for (size_t i = 0; i < key_row_count; i++) {
        if (key_subject_of(key_rows[i].action) != subject || !is_shown(user, &key_rows[i], views))
            continue;
        if (!titled)
            add_line(list, NULL, subject ? subject->title : "Move and open");
        titled = true;
        strbuf_clear(&text);
        key_file_keys_of(&text, user, &key_rows[i], views);
        add_line(list, text.data, key_rows[i].help);
    }
    strbuf_free(&text);
}

static void list_lines(struct help_lines *list, const struct key_file *user, int views)
{
    list_subject(list, user, views, NULL);
    for (size_t i = 0; i < key_subject_count; i++)
        list_subject(list, user, views, &key_subjects[i]);
    add_line(list, NULL, "The terminal's own");
    for (size_t i = 0; i < key_note_count; i++)
        add_line(list, key_notes[i].keys, key_notes[i].help);
    add_line(list, NULL, "While typing");
    for (size_t i = 0; i < line_edit_row_count; i++)
        add_line(list, line_edit_rows[i].keys, line_edit_rows[i].help);
    add_line(list, NULL, "Signs");
    for (size_t i = 0; i < glyph_legend_count; i++)
        add_line(list, glyph_legend_text(&glyph_legend[i], screen_glyphs()), glyph_legend[i].help);
}

static bool has_text(const struct help_line *line, const char *text)
{
    return match_text(line->text, text) || (line->keys && match_text(line->keys, text));
}

/* --- drawing -----------------------------------------------------------------------------------
 */

/* Below the title; the last one tells that there is more. */
static int visible(size_t high, int rows)
{
    int lines = (int)high > rows - 1 ? rows - 2 : rows - 1;
    return lines > 0 ? lines : 0;
}

static void clamp(struct help_view *view, size_t high, int rows)
{
    int most = (int)high - visible(high, rows);
    if (most < 0)
        most = 0;
    view->scroll = (int)view->scroll > most ? (size_t)most : view->scroll;
}

static void draw_line(const struct help_line *line, const struct help_shape *shape, bool found,
                      bool matches, int row, int column)
{
    char *text = mem_strndup(line->text + line->from, line->length);
    int at = column + shape->keys + 3;
    if (!line->keys) {
        screen_text(row, column + 1, shape->width - 2, matches ? ROLE_MATCH : ROLE_TITLE, text);
    } else {
        screen_text(row, column, 1, ROLE_TITLE, found ? screen_glyphs()->cursor : " ");
        screen_text(row, column + 2, shape->keys, ROLE_KEY, line->keys);
        screen_text(row, at, column + shape->width - 1 - at, matches ? ROLE_MATCH : ROLE_NORMAL,
                    text);
    }
    free(text);
}

static void draw_more(int row, const char *sign, size_t lines)
{
    char *text = mem_printf("%s %zu more", sign, lines);
    if (lines)
        screen_text(row, 2, screen_columns() - 3, ROLE_DIM, text);
    free(text);
}

void help_view_fit(struct help_view *view, const struct key_file *user, int views, int rows)
{
    struct help_lines list = {0};
    list_lines(&list, user, views);
    clamp(view, shape_of(&list).high, rows);
    free_lines(&list);
}

void help_view_draw(const struct help_view *view, const struct key_file *user, int views,
                    const char *called, const char *search, int top_row, int rows)
{
    static const char close[] = "Esc close";
    struct help_lines list = {0};
    struct strbuf title = {0};
    strbuf_addf(&title, "Keys of %s", called);
    list_lines(&list, user, views);
    struct help_shape shape = shape_of(&list);
    int count = visible(shape.high, rows), columns = screen_columns();
    size_t below = 0;
    screen_text(top_row, 1, columns - 2, ROLE_TITLE, title.data);
    strbuf_free(&title);
    if (columns > 60)
        screen_text(top_row, columns - (int)sizeof close, sizeof close, ROLE_DIM, close);
    for (size_t at = 0; at < list.count; at++) {
        int column = 0, row = (int)row_of(&shape, at) - (int)view->scroll;
        while (column + 1 < shape.columns && at >= shape.starts[column + 1])
            column++;
        bool matches = view->found && *search && has_text(&list.lines[at], search);
        if (row >= 0 && row < count)
            draw_line(&list.lines[at], &shape, view->found == at + 1, matches, top_row + 1 + row,
                      column * shape.width);
        below += row >= count;
    }
    if ((int)shape.high > rows - 1 && rows > 1)
        draw_more(top_row + rows - 1, screen_glyphs()->down, below);
    free_lines(&list);
}

/* --- keys --------------------------------------------------------------------------------------
 */

/* The lines have no cursor of their own: the first one that is seen moves. Drawing clamps it. */
bool help_view_act(struct help_view *view, enum action_id action, int rows)
{
    struct row_cursor top = {view->scroll, 0};
    action = action == DO_NUMBER_DOWN ? DO_DOWN : action == DO_NUMBER_UP ? DO_UP : action;
    bool moved = row_cursor_move(&top, INT_MAX / 2, action, rows - 2);
    view->scroll = top.at;
    return moved;
}

/* Of a text over several lines the first one is found. */
static bool row_has(const void *context, size_t row, const char *text)
{
    const struct help_line *line = &((const struct help_lines *)context)->lines[row];
    return !line->from && has_text(line, text);
}

bool help_view_search(struct help_view *view, const struct key_file *user, int views,
                      const char *text, int step, bool here, int rows)
{
    struct help_lines list = {0};
    list_lines(&list, user, views);
    struct help_shape shape = shape_of(&list);
    clamp(view, shape.high, rows);
    struct row_cursor hit = {view->found ? view->found - 1 : view->scroll, 0};
    /* The first search begins at the top of what is seen. */
    bool found =
        row_cursor_search(&hit, list.count, row_has, &list, text, step, here || !view->found);
    if (found) {
        size_t seen = (size_t)visible(shape.high, rows), row = row_of(&shape, hit.at);
        view->found = hit.at + 1;
        if (row < view->scroll || row >= view->scroll + seen)
            view->scroll = row > seen / 2 ? row - seen / 2 : 0;
    }
    free_lines(&list);
    return found;
}

void help_view_print(const struct key_file *user, int views, enum page_format format, FILE *out)
{
    static const char *const names[] = {"keys", "command", "help"};
    static const bool numbers[] = {false, false, false};
    struct export_table table = {.columns = 3, .names = names, .numbers = numbers};
    for (size_t i = 0; i < key_row_count; i++) {
        const struct key_row *key = &key_rows[i];
        if (!(key->views & views))
            continue;
        struct strbuf keys = {0}, name = {0};
        key_file_keys_of(&keys, user, key, views);
        keys_name(&name, key);
        export_table_add(&table, keys.data);
        export_table_add(&table, name.data);
        export_table_add(&table, key->help);
        strbuf_free(&keys);
        strbuf_free(&name);
    }
    export_table_print(&table, format, out);
    export_table_free(&table);
}

/* --- the row at the bottom ---------------------------------------------------------------------
 */

/* The first of its keys stands for all. */
static void bar_key(struct strbuf *out, const struct key_file *user, const struct key_row *key,
                    int views)
{
    struct strbuf keys = {0};
    key_file_keys_of(&keys, user, key, views);
    strbuf_add(out, keys.data, strcspn(keys.data, " "));
    strbuf_free(&keys);
}

static int bar_width(const struct key_file *user, const struct key_row *key, int views)
{
    struct strbuf name = {0};
    bar_key(&name, user, key, views);
    int width = (int)name.length + 1 + (int)strlen(key->bar) + 2;
    strbuf_free(&name);
    return width;
}

/* The way out, the menu and the help have their place before the others, and what a program
 * printed. */
static bool is_vital(const struct key_row *key, int views)
{
    return key->action == DO_HELP || key->action == DO_MENU || key->action == DO_QUIT ||
           key->action == DO_BACK || (key->action == DO_OUTPUT && views & VIEW_RUN);
}

/* Draws the bar, or finds what stands in a column of it (row -1). */
static enum action_id walk_bar(const struct key_file *user, int views, int row, int column)
{
    int at = 1, reserved = 0;
    for (size_t i = 0; i < key_row_count; i++)
        if (key_rows[i].bar && is_vital(&key_rows[i], views) && is_shown(user, &key_rows[i], views))
            reserved += bar_width(user, &key_rows[i], views);
    for (size_t i = 0; i < key_row_count; i++) {
        const struct key_row *key = &key_rows[i];
        if (!key->bar || !is_shown(user, key, views))
            continue;
        const int width = bar_width(user, key, views);
        if (is_vital(key, views))
            reserved -= width;
        else if (at + width + reserved > screen_columns())
            continue;
        if (row < 0) {
            if (column >= at && column < at + width - 1)
                return key->action;
            at += width;
            continue;
        }
        struct strbuf name = {0};
        bar_key(&name, user, key, views);
        at += screen_text(row, at, (int)name.length, ROLE_KEY, name.data) + 1;
        at += screen_text(row, at, (int)strlen(key->bar), ROLE_DIM, key->bar) + 2;
        strbuf_free(&name);
    }
    return DO_NOTHING;
}

void help_view_bar(const struct key_file *user, int views, int row)
{
    walk_bar(user, views, row, 0);
}

enum action_id help_view_bar_at(const struct key_file *user, int views, int column)
{
    return walk_bar(user, views, -1, column);
}

void help_view_hints(int row, const struct key_hint *hints)
{
    for (int at = 1; hints->keys; hints++) {
        int keys = (int)strlen(hints->keys), what = (int)strlen(hints->what);
        if (at + keys + 1 + what > screen_columns())
            return;
        at += screen_text(row, at, keys, ROLE_KEY, hints->keys) + 1;
        at += screen_text(row, at, what, ROLE_DIM, hints->what) + 2;
    }
}

void help_view_own_bar(int row)
{
    static const struct key_hint hints[] = {{"Esc", "close"},         {"j k PgDn PgUp", "scroll"},
                                            {"/", "search"},          {"n N", "next, before"},
                                            {":export", "as a file"}, {NULL, NULL}};
    help_view_hints(row, hints);
}
