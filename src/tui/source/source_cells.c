#include "tui/source/source_cells.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "tui/term/change_mark.h"
#include "tui/term/screen.h"
#include "tui/term/short_number.h"
#include "tui/widgets/number_line.h"

int source_cells_put(const struct source_drawn_side *side, int row, int column, int width,
                     enum role role, const char *text)
{
    int room = side->place.columns - column;
    width = width < room ? width : room;
    return width > 0
               ? screen_text(side->place.row + row, side->place.column + column, width, role, text)
               : 0;
}

void source_cells_put_right(const struct source_drawn_side *side, int row, int column, int width,
                            enum role role, const char *text)
{
    int used = (int)safe_text_width(text);
    int before = used < width ? width - used : 0;
    source_cells_put(side, row, column + before, width - before, role, text);
}

void source_cells_find(const struct source_drawn_side *side, struct source_row *row, size_t at)
{
    *row = (struct source_row){.row = at};
    row->instructions = source_sheet_instructions(side->sheet, at, &row->one, &row->count);
    row->partner = source_before_row(&side->view->before, side->sheet, at, &row->one_before,
                                     &row->partners, &row->partner_count);
}

struct value_change source_cells_change(const struct source_view *view,
                                        const struct source_column *column,
                                        const struct source_row *row)
{
    if (row->partner != SOURCE_PAIRED)
        return (struct value_change){.before = NAN, .percent = NAN};
    return source_before_change(&view->before, &view->open->columns, column, row->instructions,
                                row->count, row->partners, row->partner_count);
}

void source_cells_add(struct strbuf *out, const struct source_view *view, size_t column,
                      const struct source_row *row, const char *behind)
{
    strbuf_adds(out, "");
    const struct source_column *about = &view->open->columns.items[column];
    struct value_change change = source_cells_change(view, about, row);
    source_column_add(out, &view->open->columns, about, row->instructions, row->count, true);
    strbuf_adds(out, behind);
    if (*change.text)
        strbuf_addc(out, ' ');
    change_mark_add(out, &change, screen_glyphs());
}

/* Draws a cell. Numbers align to the right, names to the left. */
static void put_cell(const struct source_drawn_side *side, int row, int column, enum role role,
                     const char *text)
{
    const struct source_layout *layout = &side->layout;
    const struct source_column *about = &side->view->open->columns.items[layout->shown[column]];
    if (source_column_has_heat(about))
        source_cells_put_right(side, row, layout->start[column], layout->width[column], role, text);
    else
        source_cells_put(side, row, layout->start[column], layout->width[column], role, text);
}

/* Returns whether the value has no room. The first column may keep its bar. */
static bool is_replaced(const struct source_layout *layout, int column)
{
    return !layout->width[column] || (!column && layout->width[column] == SOURCE_BAR);
}

/* Returns the column at which a change begins. */
static int change_start(const struct source_layout *layout, int column)
{
    return layout->start[column] + (layout->width[column] ? layout->width[column] + 1 : 0);
}

void source_cells_titles(const struct source_drawn_side *side)
{
    const struct source_layout *layout = &side->layout;
    for (int i = 0; i < layout->count; i++) {
        const char *name = side->view->open->columns.items[layout->shown[i]].title;
        char title[48];
        if (!is_replaced(layout, i))
            put_cell(side, 0, i, ROLE_HEADING, name);
        snprintf(title, sizeof title, "%s%s", safe_text_utf8() ? "\xc2\xb1" : "+-",
                 is_replaced(layout, i) ? name : "");
        if (layout->change[i])
            source_cells_put_right(side, 0, change_start(layout, i), layout->change[i],
                                   ROLE_HEADING, title);
    }
}

static enum role heat_role(double share)
{
    return share >= 0.5 ? ROLE_HOT : share >= 0.15 ? ROLE_BUSY : ROLE_GOOD;
}

/* Draws a bar for the share of the hottest row, then the share of the function, or the value. */
static void draw_heat(const struct source_drawn_side *side, const struct source_row *row, int line,
                      enum role usual, enum role number)
{
    const struct source_sheet *sheet = side->sheet;
    const struct source_layout *layout = &side->layout;
    const struct source_columns *columns = &side->view->open->columns;
    const struct source_column *column = &columns->items[layout->shown[0]];
    double heat = sheet->heats[row->row];
    struct strbuf text = {0};
    if (heat < 0 || !layout->width[0])
        return;
    double share = sheet->most > 0 ? heat / sheet->most : 0;
    enum role role = usual == ROLE_SELECTION ? usual : heat > 0 ? heat_role(share) : ROLE_DIM;
    if (heat > 0) {
        glyphs_bar(screen_glyphs(), &text, share, SOURCE_BAR);
        source_cells_put(side, line, layout->start[0], SOURCE_BAR, role, text.data);
    }
    strbuf_clear(&text);
    strbuf_adds(&text, "");
    if (is_replaced(layout, 0)) {
        strbuf_free(&text);
        return;
    }
    if (column->kind == SOURCE_SUM && sheet->total > 0) {
        if (heat > 0)
            strbuf_addf(&text, "%.1f%%", heat / sheet->total * 100);
        else
            strbuf_addc(&text, '0');
    } else {
        source_column_add(&text, columns, column, row->instructions, row->count, false);
    }
    source_cells_put_right(side, line, layout->start[0] + SOURCE_BAR + 1,
                           layout->width[0] - SOURCE_BAR - 1, number != ROLE_NORMAL ? number : role,
                           text.data);
    strbuf_free(&text);
}

/* Draws a change. A row that the baseline lacks says so once, in the first column. */
static void draw_change(const struct source_drawn_side *side, const struct source_row *row,
                        int line, int column, enum role usual)
{
    const struct source_layout *layout = &side->layout;
    const struct source_column *about = &side->view->open->columns.items[layout->shown[column]];
    struct value_change change = source_cells_change(side->view, about, row);
    bool fresh = row->partner == SOURCE_NEW && !column;
    struct strbuf fitted = {0};
    char *text = change_mark_text(&change, screen_glyphs());
    strbuf_adds(&fitted, "");
    safe_text_fit(&fitted, fresh ? "new" : text, (size_t)layout->change[column]);
    source_cells_put_right(side, line, change_start(layout, column), layout->change[column],
                           usual != ROLE_NORMAL ? usual
                           : fresh              ? ROLE_BASELINE
                                                : change_mark_role(change.verdict),
                           fitted.data);
    strbuf_free(&fitted);
    free(text);
}

void source_cells_draw(const struct source_drawn_side *side, const struct source_row *row, int line,
                       enum role usual)
{
    const struct source_layout *layout = &side->layout;
    const struct source_columns *columns = &side->view->open->columns;
    for (int i = 0; i < layout->count && row->count; i++) {
        const struct source_column *column = &columns->items[layout->shown[i]];
        bool marked =
            side->focused && layout->shown[i] == side->number && row->row == side->sheet->cursor;
        enum role role = marked ? ROLE_SELECTION : usual;
        if (layout->change[i])
            draw_change(side, row, line, i, is_replaced(layout, i) ? role : usual);
        int before = layout->shown[i] == side->heat ? SOURCE_BAR : -1;
        if (marked)
            source_cells_put(side, line, layout->start[i] + before, 1, role,
                             screen_glyphs()->cursor);
        if (layout->shown[i] == side->heat) {
            draw_heat(side, row, line, usual, role);
            continue;
        }
        struct strbuf text = {0};
        source_column_add(&text, columns, column, row->instructions, row->count,
                          column->full && layout->width[i] >= column->full);
        put_cell(side, line, i,
                 role != ROLE_NORMAL           ? role
                 : strcmp(text.data, "0") == 0 ? ROLE_DIM
                                               : ROLE_NORMAL,
                 text.data);
        strbuf_free(&text);
    }
}

/* Appends "was 1020, -11.3 %", but nothing that only repeats the number. */
static void add_note(struct strbuf *out, const struct source_row *row,
                     const struct value_change *change, double factor)
{
    const char *mark = change_mark_of(change->verdict, screen_glyphs());
    strbuf_adds(out, "");
    if (row->partner == SOURCE_NEW) {
        strbuf_adds(out, "not in the baseline");
    } else if (!isnan(change->before)) {
        strbuf_adds(out, "was ");
        number_add_exact(out, change->before / factor);
        strbuf_addf(out, ", %s%s%s", change->text, *mark ? " " : "", mark);
    } else {
        strbuf_adds(out, change->text);
    }
}

void source_cells_note(struct source_view *view, const struct source_row *row)
{
    struct source_number *at = &view->number;
    size_t index = source_view_column(view, at->label);
    at->number = (struct number){0};
    if (index == SIZE_MAX || !row->count)
        return;
    const struct source_columns *columns = &view->open->columns;
    const struct source_column *column = &columns->items[index];
    struct value_change change = source_cells_change(view, column, row);
    double value = NAN;
    strbuf_clear(&at->source);
    strbuf_clear(&at->text);
    strbuf_clear(&at->note);
    strbuf_adds(&at->source, column->of ? column->of->metric : "");
    if (column->over)
        strbuf_addf(&at->source, " / %s", column->over->metric);
    source_column_add(&at->text, columns, column, row->instructions, row->count, true);
    source_column_value(column, row->instructions, row->count, &value);
    add_note(&at->note, row, &change, column->factor);
    at->number = (struct number){.source = at->source.data,
                                 .label = column->label,
                                 .value = value / column->factor,
                                 .text = at->text.data,
                                 .unit = column->of && !column->over ? column->of->unit : "",
                                 .peak = NAN,
                                 .note = at->note.data};
}
