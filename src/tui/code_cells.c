#include "code_cells.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "change_mark.h"
#include "number_line.h"
#include "safe_text.h"
#include "screen.h"
#include "short_number.h"

int code_cells_put(const struct code_pane *pane, int row, int column, int width, enum role role,
                   const char *text)
{
    int room = pane->place.columns - column;
    width = width < room ? width : room;
    return width > 0
               ? screen_text(pane->place.row + row, pane->place.column + column, width, role, text)
               : 0;
}

void code_cells_put_right(const struct code_pane *pane, int row, int column, int width,
                          enum role role, const char *text)
{
    int used = (int)safe_text_width(text);
    int before = used < width ? width - used : 0;
    code_cells_put(pane, row, column + before, width - before, role, text);
}

void code_cells_find(const struct code_pane *pane, struct code_row *row, size_t at)
{
    *row = (struct code_row){.row = at};
    row->instructions = code_sheet_instructions(pane->sheet, at, &row->one, &row->count);
    row->partner = code_before_row(&pane->view->before, pane->sheet, at, &row->one_before,
                                   &row->partners, &row->partner_count);
}

struct value_change code_cells_change(const struct code_view *view,
                                      const struct code_column *column, const struct code_row *row)
{
    if (row->partner != CODE_PAIRED)
        return (struct value_change){.before = NAN, .percent = NAN};
    return code_before_change(&view->before, &view->open->columns, column, row->instructions,
                              row->count, row->partners, row->partner_count);
}

void code_cells_add(struct strbuf *out, const struct code_view *view, size_t column,
                    const struct code_row *row, const char *behind)
{
    const struct code_column *about = &view->open->columns.items[column];
    struct value_change change = code_cells_change(view, about, row);
    code_column_add(out, &view->open->columns, about, row->instructions, row->count);
    strbuf_adds(out, behind);
    if (*change.text)
        strbuf_addc(out, ' ');
    change_mark_add(out, &change, screen_glyphs());
}

/* Numbers stand on the right of their column, names on the left. */
static void put_cell(const struct code_pane *pane, int row, int column, enum role role,
                     const char *text)
{
    const struct code_layout *layout = &pane->layout;
    const struct code_column *about = &pane->view->open->columns.items[layout->shown[column]];
    if (code_column_has_heat(about))
        code_cells_put_right(pane, row, layout->start[column], layout->width[column], role, text);
    else
        code_cells_put(pane, row, layout->start[column], layout->width[column], role, text);
}

/* Whether the value has no room: of the first column the bar may have. */
static bool is_replaced(const struct code_layout *layout, int column)
{
    return !layout->width[column] || (!column && layout->width[column] == CODE_BAR);
}

/* Where a change stands. */
static int change_start(const struct code_layout *layout, int column)
{
    return layout->start[column] + (layout->width[column] ? layout->width[column] + 1 : 0);
}

void code_cells_titles(const struct code_pane *pane)
{
    const struct code_layout *layout = &pane->layout;
    for (int i = 0; i < layout->count; i++) {
        const char *name = pane->view->open->columns.items[layout->shown[i]].title;
        char title[48];
        if (!is_replaced(layout, i))
            put_cell(pane, 0, i, ROLE_HEADING, name);
        snprintf(title, sizeof title, "%s%s", safe_text_utf8() ? "\xc2\xb1" : "+-",
                 is_replaced(layout, i) ? name : "");
        if (layout->change[i])
            code_cells_put_right(pane, 0, change_start(layout, i), layout->change[i], ROLE_HEADING,
                                 title);
    }
}

static enum role heat_role(double share)
{
    return share >= 0.5 ? ROLE_HOT : share >= 0.15 ? ROLE_BUSY : ROLE_GOOD;
}

/* A bar of the share of the hottest row, and the share of the function or the value. */
static void draw_heat(const struct code_pane *pane, const struct code_row *row, int line,
                      enum role usual, enum role number)
{
    const struct code_sheet *sheet = pane->sheet;
    const struct code_layout *layout = &pane->layout;
    const struct code_columns *columns = &pane->view->open->columns;
    const struct code_column *column = &columns->items[layout->shown[0]];
    double heat = sheet->heats[row->row];
    struct strbuf text = {0};
    if (heat < 0 || !layout->width[0])
        return;
    double share = sheet->most > 0 ? heat / sheet->most : 0;
    enum role role = usual == ROLE_SELECTION ? usual : heat > 0 ? heat_role(share) : ROLE_DIM;
    if (heat > 0) {
        glyphs_bar(screen_glyphs(), &text, share, CODE_BAR);
        code_cells_put(pane, line, layout->start[0], CODE_BAR, role, text.data);
    }
    strbuf_clear(&text);
    strbuf_adds(&text, "");
    if (is_replaced(layout, 0)) {
        strbuf_free(&text);
        return;
    }
    if (column->kind == CODE_SUM && sheet->total > 0) {
        if (heat > 0)
            strbuf_addf(&text, "%.1f%%", heat / sheet->total * 100);
        else
            strbuf_addc(&text, '0');
    } else {
        code_column_add(&text, columns, column, row->instructions, row->count);
    }
    code_cells_put_right(pane, line, layout->start[0] + CODE_BAR + 1,
                         layout->width[0] - CODE_BAR - 1, number != ROLE_NORMAL ? number : role,
                         text.data);
    strbuf_free(&text);
}

/* A row that the baseline has not says so once, in the first column. */
static void draw_change(const struct code_pane *pane, const struct code_row *row, int line,
                        int column, enum role usual)
{
    const struct code_layout *layout = &pane->layout;
    const struct code_column *about = &pane->view->open->columns.items[layout->shown[column]];
    struct value_change change = code_cells_change(pane->view, about, row);
    bool fresh = row->partner == CODE_NEW && !column;
    struct strbuf fitted = {0};
    char *text = change_mark_text(&change, screen_glyphs());
    strbuf_adds(&fitted, "");
    safe_text_fit(&fitted, fresh ? "new" : text, (size_t)layout->change[column]);
    code_cells_put_right(pane, line, change_start(layout, column), layout->change[column],
                         usual != ROLE_NORMAL ? usual
                         : fresh              ? ROLE_BASELINE
                                              : change_mark_role(change.verdict),
                         fitted.data);
    strbuf_free(&fitted);
    free(text);
}

void code_cells_draw(const struct code_pane *pane, const struct code_row *row, int line,
                     enum role usual)
{
    const struct code_layout *layout = &pane->layout;
    const struct code_columns *columns = &pane->view->open->columns;
    for (int i = 0; i < layout->count && row->count; i++) {
        const struct code_column *column = &columns->items[layout->shown[i]];
        bool marked =
            pane->focused && layout->shown[i] == pane->number && row->row == pane->sheet->cursor;
        enum role role = marked ? ROLE_SELECTION : usual;
        if (layout->change[i])
            draw_change(pane, row, line, i, is_replaced(layout, i) ? role : usual);
        int before = layout->shown[i] == pane->heat ? CODE_BAR : -1;
        if (marked)
            code_cells_put(pane, line, layout->start[i] + before, 1, role, screen_glyphs()->cursor);
        if (layout->shown[i] == pane->heat) {
            draw_heat(pane, row, line, usual, role);
            continue;
        }
        struct strbuf text = {0};
        code_column_add(&text, columns, column, row->instructions, row->count);
        put_cell(pane, line, i,
                 role != ROLE_NORMAL           ? role
                 : strcmp(text.data, "0") == 0 ? ROLE_DIM
                                               : ROLE_NORMAL,
                 text.data);
        strbuf_free(&text);
    }
}

/* "was 1020, -11.3 %": nothing that only repeats the number. */
static void add_note(struct strbuf *out, const struct code_row *row,
                     const struct value_change *change, double factor)
{
    const char *mark = change_mark_of(change->verdict, screen_glyphs());
    strbuf_adds(out, "");
    if (row->partner == CODE_NEW) {
        strbuf_adds(out, "not in the baseline");
    } else if (!isnan(change->before)) {
        strbuf_adds(out, "was ");
        number_add_exact(out, change->before / factor);
        strbuf_addf(out, ", %s%s%s", change->text, *mark ? " " : "", mark);
    } else {
        strbuf_adds(out, change->text);
    }
}

void code_cells_note(struct code_view *view, const struct code_row *row)
{
    struct code_number *at = &view->number;
    size_t index = code_view_column(view, at->label);
    at->number = (struct number){0};
    if (index == SIZE_MAX || !row->count)
        return;
    const struct code_columns *columns = &view->open->columns;
    const struct code_column *column = &columns->items[index];
    struct value_change change = code_cells_change(view, column, row);
    double value = NAN;
    strbuf_clear(&at->source);
    strbuf_clear(&at->text);
    strbuf_clear(&at->note);
    strbuf_adds(&at->source, column->of ? column->of->metric : "");
    if (column->over)
        strbuf_addf(&at->source, " / %s", column->over->metric);
    code_column_add(&at->text, columns, column, row->instructions, row->count);
    code_column_value(column, row->instructions, row->count, &value);
    add_note(&at->note, row, &change, column->factor);
    at->number = (struct number){.source = at->source.data,
                                 .label = column->label,
                                 .value = value / column->factor,
                                 .text = at->text.data,
                                 .unit = column->of && !column->over ? column->of->unit : "",
                                 .peak = NAN,
                                 .note = at->note.data};
}
