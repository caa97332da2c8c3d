#include "tui/list/list_draw.h"

#include <math.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "report/names/kernel_fit.h"
#include "tui/list/list_cell.h"
#include "tui/list/list_change.h"
#include "tui/list/list_internal.h"
#include "tui/list/list_layout.h"
#include "tui/list/list_sort.h"
#include "tui/term/match.h"
#include "tui/term/screen.h"
#include "tui/term/short_number.h"
#include "tui/widgets/empty_view.h"

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

/* Returns whether the column's width depends on its contents. */
static bool is_measured(const struct list_column *column)
{
    return column->field == LIST_SERIES ||
           (!list_fields[column->field].usual && list_fields[column->field].kind != LIST_AS_SHARE);
}

static int title_width(const struct list_column *column)
{
    struct strbuf title = {0};
    list_cell_title(column, &title);
    int width = (int)safe_text_width(title.data) + 1;
    strbuf_free(&title);
    return width;
}

/* The least width of a name if many columns stand beside it. */
enum { NAME_IN_GROUPS = 18 };

static struct list_room room_of(const struct list_view *view, const struct list_column *column)
{
    const struct list_field_row *field = &list_fields[column->field];
    struct list_room room = {field->least, field->most, field->rank, column->field == LIST_NAME, 0};
    if (!list_view_shows(view, column))
        return (struct list_room){0};
    if (column->field == LIST_NAME) {
        room.least = view->is_grouped ? NAME_IN_GROUPS : room.least;
        room.wanted = least(column->seen, room.most);
    }
    if (column->field == LIST_NUMBER) {
        room.least = most(short_number_digits(report_count(view->report)), room.least);
        room.most = most(room.least, room.most);
    } else if (column->field == LIST_REPORT) {
        room.least = least(view->report_width, room.least);
        room.most = least(view->report_width, room.most);
    } else if (column->field == LIST_SERIES) {
        room.least = least(column->seen, room.least);
        room.most = least(column->seen, room.most);
    } else if (is_measured(column)) {
        int want = most(column->seen, title_width(column));
        room.least = most(least(want, room.least), least(column->seen, room.most));
        room.most = most(room.least, least(want, room.most));
    }
    return room;
}

static struct list_layout layout_of(const struct list_view *view)
{
    struct list_room rooms[LIST_MOST_COLUMNS];
    size_t count = view->columns.count;
    count = count < LIST_MOST_COLUMNS ? count : LIST_MOST_COLUMNS;
    for (size_t i = 0; i < count; i++)
        rooms[i] = room_of(view, &view->columns.items[i]);
    int marks = list_change_marks(view->baselines);
    int edge = list_change_width(view->baselines, screen_columns());
    struct list_layout layout = list_layout(screen_columns() - edge - marks, rooms, count);
    for (size_t i = 0; i < count; i++)
        layout.start[i] += marks;
    return layout;
}

/* Appends the mark of a group, or the indentation of its results. */
static void indent_name(const struct list_view *view, const struct list_row *row,
                        struct strbuf *text)
{
    const struct glyphs *g = screen_glyphs();
    if (!view->is_grouped)
        return;
    if (row->kind == LIST_ROW_GROUP)
        strbuf_addf(text, "%s ", view->tree.groups[row->group].open ? g->open : g->closed);
    else
        strbuf_adds(text, row->kind == LIST_ROW_MEMBER ? "    " : "  ");
}

/* Reads and computes what the visible rows show. */
static void settle(struct list_view *view, int visible)
{
    if (list_change_is_shown(view->baselines))
        baselines_settle(view->baselines);
    for (size_t i = 0; i < view->columns.count; i++)
        list_facts_source(&view->facts, &view->columns.items[i]);
    list_facts_settle(&view->facts);
    for (size_t i = 0; i < view->columns.count; i++)
        for (int j = 0; j < visible && view->cursor.top + (size_t)j < view->tree.row_count; j++)
            list_cell_settle(view, &view->columns.items[i],
                             &view->tree.rows[view->cursor.top + (size_t)j]);
}

/* Measures the columns by the visible rows only. */
static void measure(struct list_view *view, int visible)
{
    struct strbuf text = {0};
    for (size_t i = 0; i < view->columns.count; i++) {
        struct list_column *column = &view->columns.items[i];
        bool is_name = column->field == LIST_NAME;
        if (view->widths_due)
            column->seen = 0;
        for (int j = 0; (is_name || is_measured(column)) && j < visible; j++) {
            size_t at = view->cursor.top + (size_t)j;
            if (at >= view->tree.row_count)
                break;
            strbuf_clear(&text);
            if (is_name)
                indent_name(view, &view->tree.rows[at], &text);
            list_cell_add(view, column, &view->tree.rows[at], 0, &text);
            if (is_name)
                text.data[kernel_bare(text.data)] = '\0';
            column->seen = most(column->seen, (int)safe_text_width(text.data));
        }
    }
    view->widths_due = false;
    strbuf_free(&text);
}

struct cell_place {
    int row, start, width;
    bool right;
};

static void put(const struct cell_place *place, enum role role, const char *text)
{
    int used = (int)safe_text_width(text), start = place->start;
    if (place->right && used < place->width)
        start += place->width - used;
    screen_text(place->row, start, place->width, role, text);
}

static enum role share_role(double percent)
{
    return percent >= 80 ? ROLE_HOT : percent >= 60 ? ROLE_BUSY : ROLE_GOOD;
}

/* Draws "██▏ 62.1", or only the number in a narrow column. */
static void put_share(struct cell_place place, double percent, bool selected)
{
    enum { NUMBER = 6 };
    struct strbuf text = {0};
    if (isnan(percent)) {
        put(&place, ROLE_DIM, "-");
        return;
    }
    if (place.width > NUMBER + 2) {
        glyphs_bar(screen_glyphs(), &text, percent / 100, (size_t)(place.width - NUMBER));
        screen_text(place.row, place.start, place.width - NUMBER,
                    selected ? ROLE_SELECTION : share_role(percent), text.data);
        strbuf_clear(&text);
    }
    place.right = true;
    strbuf_addf(&text, "%.1f", percent);
    put(&place, selected ? ROLE_SELECTION : ROLE_NORMAL, text.data);
    strbuf_free(&text);
}

/* Cuts the start of a report's name, which says less than its end. Labels are not cut this way. */
static void fit_report(const struct list_view *view, const struct list_row *row, int width,
                       struct strbuf *text)
{
    const struct report_file *of =
        report_file(view->report, report_result_file(view->report, row->result));
    const char *end = text->data;
    struct strbuf fitted = {0};
    if (strcmp(of->label, of->name) != 0 || (int)safe_text_width(end) <= width)
        return;
    while ((int)safe_text_width(end) >= width)
        end += safe_text_cut(end, 1);
    strbuf_addf(&fitted, "%s%s", safe_text_utf8() ? "\u2026" : "~", end);
    strbuf_free(text);
    *text = fitted;
}

/* Rows on either side whose names a name must differ from. */
enum { NEAR = 8 };

/* Appends the name, cut so that it differs from those around it. */
static void add_name(const struct list_view *view, const struct list_column *column,
                     const struct list_row *row, const char *name, int width, struct strbuf *out)
{
    size_t at = (size_t)(row - view->tree.rows), first = at > NEAR ? at - NEAR : 0, count = 0;
    struct strbuf names[2 * NEAR + 1] = {{0}};
    const char *others[2 * NEAR + 1];
    indent_name(view, row, out);
    for (size_t i = first; i < view->tree.row_count && i <= at + NEAR; i++) {
        list_cell_add(view, column, &view->tree.rows[i], 0, &names[count]);
        others[count] = names[count].data;
        count++;
    }
    int used = out->length ? (int)safe_text_width(out->data) : 0;
    kernel_fit(out, name, (size_t)(width > used ? width - used : 0), others, count);
    for (size_t i = 0; i < count; i++)
        strbuf_free(&names[i]);
}

static enum role cell_role(const struct list_column *column, bool selected, const char *text,
                           const char *search)
{
    if (selected)
        return ROLE_SELECTION;
    if (column->field == LIST_NAME && search && *search && match_text(text, search))
        return ROLE_MATCH;
    return column->field == LIST_NUMBER || column->field == LIST_REPORT ? ROLE_DIM : ROLE_NORMAL;
}

static void draw_cell(const struct list_view *view, const struct list_column *column,
                      const struct list_row *row, const struct cell_place *place, bool selected,
                      const char *search)
{
    struct strbuf whole = {0}, text = {0};
    if (list_fields[column->field].kind == LIST_AS_SHARE) {
        put_share(*place, list_cell_share(view, column, row), selected);
        return;
    }
    list_cell_add(view, column, row, place->width, &whole);
    if (column->field == LIST_REPORT)
        fit_report(view, row, place->width, &whole);
    if (column->field == LIST_NAME)
        add_name(view, column, row, whole.data, place->width, &text);
    put(place, cell_role(column, selected, whole.data, search),
        text.length ? text.data : whole.data);
    strbuf_free(&whole);
    strbuf_free(&text);
}

/* Returns the tag mark: all results of the row are tagged, some, or none (NULL). */
static const char *tag_mark(const struct list_view *view, const struct list_row *row)
{
    const struct list_group *group =
        row->kind == LIST_ROW_GROUP ? &view->tree.groups[row->group] : NULL;
    size_t tagged = 0;
    if (!group)
        return view->tagged[row->result] ? "*" : NULL;
    for (size_t i = 0; view->tags && i < group->count; i++)
        tagged += view->tagged[view->tree.order[group->first + i]];
    return tagged == group->count ? "*" : tagged ? "+" : NULL;
}

static void draw_row(const struct list_view *view, size_t index, int row,
                     const struct list_layout *layout, const char *search)
{
    const struct list_row *of = &view->tree.rows[index];
    bool selected = index == view->cursor.at;
    const char *mark = tag_mark(view, of);
    if (selected) {
        /* The whole row is highlighted, so that it is visible without colours, too. */
        struct strbuf blank = {0};
        strbuf_pad(&blank, ' ', (size_t)screen_columns());
        screen_text(row, 0, screen_columns(), ROLE_SELECTION, blank.data);
        screen_text(row, 0, 1, ROLE_SELECTION, screen_glyphs()->cursor);
        strbuf_free(&blank);
    }
    if (mark)
        screen_text(row, 1, 1, selected ? ROLE_SELECTION : ROLE_TITLE, mark);
    for (size_t i = 0; i < view->columns.count && i < LIST_MOST_COLUMNS; i++) {
        const struct list_column *column = &view->columns.items[i];
        struct cell_place place = {row, layout->start[i], layout->width[i],
                                   list_fields[column->field].right};
        if (place.width)
            draw_cell(view, column, of, &place, selected, search);
    }
    /* A group is not compared, because its launches may have changed in different directions. */
    if (of->kind == LIST_ROW_GROUP)
        return;
    list_change_mark(view->baselines, of->result, row, LIST_MARKS, selected);
    list_change_draw(view->baselines, of->result, screen_columns(), row, selected);
}

static void draw_titles(const struct list_view *view, int row, const struct list_layout *layout)
{
    const struct glyphs *g = screen_glyphs();
    for (size_t i = 0; i < view->columns.count && i < LIST_MOST_COLUMNS; i++) {
        const struct list_column *column = &view->columns.items[i];
        bool sorts = list_column_same(column, &view->sort);
        struct cell_place place = {row, layout->start[i], layout->width[i],
                                   list_fields[column->field].right};
        struct strbuf title = {0}, fitted = {0};
        if (!place.width)
            continue;
        list_cell_title(column, &title);
        if (column->field == LIST_SPREAD && safe_text_utf8()) {
            strbuf_clear(&title);
            strbuf_adds(&title, "\u00b1");
        }
        /* The mark of the order always has its place. Both ends of a metric's long name are worth
         * showing. */
        const size_t room = place.width > sorts ? (size_t)(place.width - sorts) : 0;
        if (column->metric)
            safe_text_fit_middle(&fitted, title.data, room);
        else
            safe_text_fit(&fitted, title.data, room);
        if (sorts)
            strbuf_adds(&fitted, list_sort_is_descending(view) ? g->down : g->up);
        put(&place, sorts ? ROLE_TITLE : ROLE_HEADING, fitted.data);
        strbuf_free(&title);
        strbuf_free(&fitted);
    }
}

static const char *why_empty(const struct list_view *view, const char *empty)
{
    if (!view->known)
        return empty;
    if (list_only_tagged(view))
        return "no result is tagged: Esc drops the filter, t tags a result";
    if (view->filter.text)
        return list_view_by_launches(view)
                   ? "no result passes both filters: Esc drops the one typed, F the command line's"
                   : "no result passes the filter: Esc drops it";
    return "no result passes the filters of the command line: F shows all";
}

void list_view_fit(struct list_view *view, int rows)
{
    int visible = rows - 1;
    row_cursor_fit(&view->cursor, view->tree.row_count, visible);
    settle(view, visible);
    measure(view, visible);
}

void list_view_draw(const struct list_view *view, int top_row, int rows, const char *search,
                    const char *empty)
{
    int visible = rows - 1;
    struct list_layout layout = layout_of(view);
    draw_titles(view, top_row, &layout);
    list_change_titles(view->baselines, screen_columns(), top_row);
    for (int i = 0; i < visible && view->cursor.top + (size_t)i < view->tree.row_count; i++)
        draw_row(view, view->cursor.top + (size_t)i, top_row + 1 + i, &layout, search);
    row_cursor_more(&view->cursor, view->tree.row_count, top_row + 1, visible);
    if (!view->tree.row_count)
        empty_view_draw_from(top_row + 2, rows - 2, why_empty(view, empty));
}

static void click_title(struct list_view *view, int at)
{
    struct list_layout layout = layout_of(view);
    for (size_t i = 0; i < view->columns.count && i < LIST_MOST_COLUMNS; i++) {
        const struct list_column *column = &view->columns.items[i];
        if (at < layout.start[i] || at >= layout.start[i] + layout.width[i])
            continue;
        list_sort_by(view, column, list_column_same(column, &view->sort) && !view->reverse);
        return;
    }
}

bool list_view_click(struct list_view *view, int row, int column)
{
    size_t at = view->cursor.top + (size_t)(row > 0 ? row - 1 : 0);
    if (row == 0)
        click_title(view, column);
    if (row < 1 || at >= view->tree.row_count)
        return false;
    view->follow = false;
    list_view_move_to(view, at);
    return true;
}

void list_view_says(const struct list_view *view, struct strbuf *out)
{
    struct list_layout layout = layout_of(view);
    if (view->cursor.at >= view->tree.row_count)
        return;
    const struct list_row *row = &view->tree.rows[view->cursor.at];
    for (size_t i = 0; i < view->columns.count && i < LIST_MOST_COLUMNS; i++) {
        const struct list_column *column = &view->columns.items[i];
        struct strbuf name = {0}, fitted = {0};
        if (column->field != LIST_NAME || !layout.width[i])
            continue;
        list_cell_add(view, column, row, 0, &name);
        add_name(view, column, row, name.data, layout.width[i], &fitted);
        if (safe_text_width(fitted.data) < safe_text_width(name.data))
            strbuf_adds(out, name.data);
        strbuf_free(&name);
        strbuf_free(&fitted);
        return;
    }
}
