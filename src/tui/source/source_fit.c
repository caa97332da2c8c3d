#include "tui/source/source_fit.h"

#include <string.h>

#include "report/base/safe_text.h"
#include "tui/source/source_foot.h"
#include "tui/term/change_mark.h"
#include "tui/term/painter.h"
#include "tui/term/screen.h"

bool source_side_is_seen(const struct source_view *view, int side)
{
    return view->beside_drawn || side == view->focus;
}

static struct rect place_of(const struct source_view *view, int rows, int side)
{
    int columns = screen_columns(), split = columns / 2;
    struct rect place = {source_view_head(view) - 1, 0, source_view_body(view, rows) + 1, columns};
    if (view->beside_drawn) {
        place.column = side ? split + 1 : 0;
        place.columns = side ? columns - place.column : split;
    }
    return place;
}

struct source_drawn_side source_side_of(const struct source_view *view, int rows, int side)
{
    return (struct source_drawn_side){.view = view,
                                      .sheet = source_view_seen(view, side),
                                      .place = place_of(view, rows, side),
                                      .focused = side == view->focus,
                                      .layout = view->layouts[side],
                                      .heat = source_view_heat(view),
                                      .number = source_view_column(view, view->number.label)};
}

int source_side_missing(const struct source_drawn_side *side, bool draws)
{
    int most = (side->place.rows - 1) / 2;
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (side->sheet->side != SOURCE_VIEW_SASS) {
        source_function_missing(side->view->open, side->sheet->side, &text);
    } else if (side->view->ask.no_text) {
        strbuf_adds(&text, "no text or live registers: ");
        safe_text_add(&text, side->view->ask.no_text, strlen(side->view->ask.no_text), false);
    }
    struct painter p = {.measure = !draws,
                        .x = side->place.column + SOURCE_MARKS,
                        .width = side->place.columns - SOURCE_MARKS - 1,
                        .y = side->place.row + 1,
                        .first = side->place.row + 1,
                        .last = side->place.row + 1 + most};
    if (text.length)
        painter_wrapped(&p, 0, ROLE_BUSY, text.data);
    strbuf_free(&text);
    return p.line < most ? p.line : most;
}

size_t source_side_rows(const struct source_drawn_side *side, int said)
{
    int rows = side->place.rows - 1;
    return rows > said ? (size_t)(rows - said) : 0;
}

static bool is_shown(const struct source_layout *layout, size_t column)
{
    for (int i = 0; i < layout->count; i++)
        if (layout->shown[i] == column)
            return true;
    return false;
}

/* Makes room for the columns that had none. Behind the last ones the first come again. Keys may
 * come faster than the view is drawn: each turn begins behind what the one before would have shown.
 */
static void take_turns(struct source_view *view, struct source_drawn_side *side,
                       struct source_room *room)
{
    const struct source_columns *columns = &view->open->columns;
    for (; view->turns; view->turns--) {
        source_layout(&side->layout, columns, room);
        const size_t heat = side->heat < columns->seen;
        const size_t others = (size_t)side->layout.count - (heat && side->layout.count);
        view->skipped += others;
        if (!others || view->skipped + heat >= columns->seen)
            view->skipped = 0;
        room->skipped = view->skipped;
    }
}

/* Lays out the columns. The column under the cursor is brought behind the first one if it has no
 * room. */
static void lay_out(struct source_view *view, struct source_drawn_side *side)
{
    const struct source_columns *columns = &view->open->columns;
    struct source_room room = {
        .heat = side->heat,
        .skipped = view->skipped,
        .width = side->place.columns,
        .number = side->sheet->number,
        .longest = side->sheet->longest,
        .change = source_before_shows(&view->before) ? change_mark_width(screen_glyphs()) : 0};
    if (side->focused)
        take_turns(view, side, &room);
    source_layout(&side->layout, columns, &room);
    if (side->focused && side->number != SIZE_MAX && !is_shown(&side->layout, side->number)) {
        bool behind = side->heat < side->number;
        room.skipped = view->skipped = side->number - behind;
        source_layout(&side->layout, columns, &room);
    }
}

/* Stores the number under the cursor if its row is visible. */
static void note_number(struct source_view *view, const struct source_drawn_side *side, size_t seen)
{
    const struct source_sheet *sheet = side->sheet;
    struct source_row row;
    if (sheet->cursor < sheet->top || sheet->cursor >= sheet->top + seen ||
        sheet->cursor >= sheet->rows)
        return;
    source_cells_find(side, &row, sheet->cursor);
    source_cells_note(view, &row);
}

static void fit_side(struct source_view *view, int rows, int at)
{
    struct source_sheet *sheet = source_function_sheet(view->open, view->sides[at]);
    struct source_drawn_side side = source_side_of(view, rows, at);
    source_sheet_heat(sheet, &view->open->columns, side.heat);
    lay_out(view, &side);
    view->layouts[at] = side.layout;
    source_sheet_shift(sheet, 0, side.layout.text_width);
    size_t seen = source_side_rows(&side, source_side_missing(&side, false));
    source_sheet_show(sheet, seen);
    if (side.focused)
        note_number(view, &side, seen);
}

void source_view_fit(struct source_view *view, int rows)
{
    if (!source_view_prepare(view))
        return;
    int body = source_view_body(view, rows), head = source_view_head(view);
    view->beside_drawn = source_view_is_beside(view, screen_columns());
    for (int i = 0; i < 2; i++)
        if (source_side_is_seen(view, i))
            fit_side(view, rows, i);
    if (source_foot_rows(rows))
        source_foot_fit(view, rows - head - body);
}
