#include "tui/widgets/row_cursor.h"

#include "tui/term/screen.h"

static size_t within(long at, size_t count)
{
    return at < 0 || !count ? 0 : (size_t)at < count ? (size_t)at : count - 1;
}

bool row_cursor_move(struct row_cursor *cursor, size_t count, enum action_id action, int rows)
{
    long at = (long)cursor->at, page = rows > 2 ? rows - 1 : 1;
    switch (action) {
    case DO_DOWN:
        at++;
        break;
    case DO_UP:
        at--;
        break;
    case DO_PAGE_DOWN:
    case DO_PAGE_DOWN_RULES:
        at += page;
        break;
    case DO_PAGE_UP:
        at -= page;
        break;
    case DO_FIRST:
        at = 0;
        break;
    case DO_LAST:
        at = (long)count;
        break;
    default:
        return false;
    }
    cursor->at = within(at, count);
    return true;
}

bool row_cursor_act(struct row_cursor *cursor, size_t count, enum action_id action, int rows)
{
    if (!row_cursor_move(cursor, count, action, rows))
        return false;
    /* Now, since several keys may come before the next drawing. */
    row_cursor_fit(cursor, count, rows);
    return true;
}

void row_cursor_fit(struct row_cursor *cursor, size_t count, int rows)
{
    cursor->at = within((long)cursor->at, count);
    row_cursor_show(cursor, (int)cursor->at, (int)cursor->at, (int)count, rows);
}

void row_cursor_show(struct row_cursor *cursor, int first, int last, int lines, int rows)
{
    int top = (int)cursor->top, seen = rows > 0 ? rows : 1;
    if (last >= top + seen)
        top = last - seen + 1;
    if (first < top)
        top = first;
    if (top > lines - seen)
        top = lines - seen;
    cursor->top = top > 0 ? (size_t)top : 0;
}

bool row_cursor_click(struct row_cursor *cursor, size_t count, int row, int rows)
{
    if (row < 0 || row >= rows || cursor->top + (size_t)row >= count)
        return false;
    cursor->at = cursor->top + (size_t)row;
    return true;
}

bool row_cursor_search(struct row_cursor *cursor, size_t count, row_has_text *has,
                       const void *context, const char *text, int step, bool here)
{
    long rows = (long)count;
    for (long i = here ? 0 : 1; i <= rows && rows; i++) {
        long at = (((long)cursor->at + step * i) % rows + rows) % rows;
        if (has(context, (size_t)at, text)) {
            cursor->at = (size_t)at;
            return true;
        }
    }
    return false;
}

void row_cursor_place(struct row_cursor *cursor, struct view_place *place, bool back)
{
    if (back)
        *cursor = (struct row_cursor){place->cursor, place->top};
    else
        *place = (struct view_place){cursor->at, cursor->top, 0, false};
}

enum role row_cursor_draw(int row, bool selected, enum role usual)
{
    if (!selected)
        return usual;
    /* The whole row, so that it shows without colours too. */
    struct strbuf blank = {0};
    strbuf_pad(&blank, ' ', (size_t)(screen_columns() > 0 ? screen_columns() : 0));
    if (blank.data)
        screen_text(row, 0, screen_columns(), ROLE_SELECTION, blank.data);
    screen_text(row, 0, 1, ROLE_SELECTION, screen_glyphs()->cursor);
    strbuf_free(&blank);
    return ROLE_SELECTION;
}

void row_cursor_more(const struct row_cursor *cursor, size_t count, int row, int rows)
{
    const size_t end = cursor->top + (size_t)(rows > 0 ? rows : 0);
    if (rows < 2)
        return;
    if (cursor->top > 0 && cursor->at != cursor->top)
        screen_text(row, 0, 1, ROLE_DIM, screen_glyphs()->up);
    if (end < count && cursor->at + 1 != end)
        screen_text(row + rows - 1, 0, 1, ROLE_DIM, screen_glyphs()->down);
}
