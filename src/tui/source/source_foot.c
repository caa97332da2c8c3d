#include "tui/source/source_foot.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/safe_text.h"
#include "report/rules/finding_text.h"
#include "tui/source/source_cells.h"
#include "tui/source/source_stalls.h"
#include "tui/term/screen.h"

enum { FROM = 14, MOST = 12 };

int source_foot_rows(int rows)
{
    int wanted = rows / 4 + 2;
    return rows < FROM ? 0 : wanted < MOST ? wanted : MOST;
}

/* Texts in a row. Only a text that is too long for a line by itself is broken. */
struct flow {
    struct painter *painter;
    struct strbuf line;
};

static void flow_end(struct flow *flow)
{
    if (flow->line.length)
        painter_wrapped(flow->painter, 0, ROLE_DIM, flow->line.data);
    strbuf_free(&flow->line);
}

/* Adds a text. `mark` separates it from what is there, "," or "". */
static void flow_add(struct flow *flow, const char *mark, const char *text)
{
    if (flow->line.length) {
        strbuf_adds(&flow->line, mark);
        if (safe_text_width(flow->line.data) + safe_text_width(text) + 2 >
            (size_t)flow->painter->width)
            flow_end(flow);
        else
            strbuf_addc(&flow->line, ' ');
    }
    strbuf_adds(&flow->line, text);
}

static void add_value(struct flow *flow, const struct source_view *view, size_t at,
                      const struct source_row *row)
{
    const struct source_columns *columns = &view->open->columns;
    const struct source_column *column = &columns->items[at];
    double value = 1;
    struct strbuf cell = {0}, text = {0};
    strbuf_adds(&text, "");
    source_column_value(column, row->instructions, row->count, &value);
    source_cells_add(&cell, view, at, row, "");
    if (cell.length && value != 0) {
        source_stalls_label(&text, column->leads ? column->title : column->label);
        strbuf_addf(&text, " %s", cell.data);
        flow_add(flow, ",", text.data);
    }
    strbuf_free(&cell);
    strbuf_free(&text);
}

/* Draws the leading values, or the others. */
static void paint_values(const struct source_view *view, const struct source_row *row, bool leading,
                         struct painter *p)
{
    const struct source_columns *columns = &view->open->columns;
    struct flow flow = {p, {0}};
    for (size_t i = 0; i < columns->count && row->count; i++) {
        const struct source_column *column = &columns->items[i];
        if (column->leads != leading || source_columns_is_stall(columns, column))
            continue;
        if (column->kind != SOURCE_STALL)
            add_value(&flow, view, i, row);
    }
    flow_end(&flow);
}

static void paint_findings(const struct source_view *view, const struct source_sheet *sheet,
                           struct painter *p)
{
    const Rep__SourceMarker *marker;
    size_t at = 0;
    while ((marker = source_function_mark(view->open, sheet, sheet->cursor, &at))) {
        struct strbuf text = {0};
        if (!marker->tooltip)
            continue;
        strbuf_addf(&text, "%s ", painter_glyphs(p)->finding);
        finding_text_add(&text, marker->tooltip);
        painter_wrapped(p, 0, ROLE_FINDING, text.data);
        strbuf_free(&text);
    }
}

void source_foot_paint(const struct source_view *view, struct painter *p)
{
    const struct source_sheet *sheet = source_view_focused(view);
    const struct source_drawn_side side = {.view = view, .sheet = sheet};
    struct source_row row;
    source_cells_find(&side, &row, sheet->cursor);
    char *text = sheet->rows ? source_sheet_text(sheet, sheet->cursor) : NULL;
    if (text)
        painter_wrapped(p, 0, ROLE_NORMAL, text + strspn(text, " "));
    free(text);
    paint_values(view, &row, true, p);
    source_stalls_paint(&view->open->columns, row.instructions, row.count, p);
    paint_findings(view, sheet, p);
    paint_values(view, &row, false, p);
}

/* Draws "─ /app/work.cu:57 ─────────── 6 more lines (J) ─". */
static void draw_rule(const struct source_view *view, int row, int seen)
{
    const struct source_sheet *sheet = source_view_focused(view);
    int columns = screen_columns(), more = view->foot.lines - view->foot.top - seen, end = 0;
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    while ((int)safe_text_width(text.data) < columns)
        strbuf_adds(&text, screen_glyphs()->rule);
    screen_text(row, 0, columns, ROLE_RULE, text.data);
    strbuf_clear(&text);
    if (more > 0)
        strbuf_addf(&text, " %d more line%s (J) ", more, more == 1 ? "" : "s");
    else if (view->foot.top)
        strbuf_adds(&text, " all seen (K) ");
    if (text.length && (end = (int)text.length + 1) < columns / 2)
        screen_text(row, columns - end, end - 1, ROLE_DIM, text.data);
    else
        end = 0;
    strbuf_clear(&text);
    strbuf_adds(&text, " ");
    source_view_row_name(view, sheet, sheet->cursor, &text);
    strbuf_addc(&text, ' ');
    struct strbuf fitted = {0};
    strbuf_adds(&fitted, "");
    safe_text_fit_middle(&fitted, text.data, (size_t)(columns > end + 4 ? columns - end - 3 : 1));
    screen_text(row, 1, columns - 1, ROLE_HEADING, fitted.data);
    strbuf_free(&fitted);
    strbuf_free(&text);
}

/* Another row is shown from its start. */
static void keep_top(struct source_foot *foot, const struct source_sheet *sheet, int most)
{
    if (foot->of != sheet || foot->row != sheet->cursor)
        *foot = (struct source_foot){.of = sheet, .row = sheet->cursor};
    if (foot->top > most)
        foot->top = most > 0 ? most : 0;
}

void source_foot_fit(struct source_view *view, int rows)
{
    struct painter p = {.measure = true, .x = 1, .width = screen_columns() - 2};
    source_foot_paint(view, &p);
    keep_top(&view->foot, source_view_focused(view), p.line - (rows - 1));
    view->foot.lines = p.line;
}

void source_foot_draw(const struct source_view *view, int row, int rows, const char *search)
{
    struct painter p = {.x = 1,
                        .width = screen_columns() - 2,
                        .y = row + 1 - view->foot.top,
                        .first = row + 1,
                        .last = row + rows,
                        .search = search};
    draw_rule(view, row, rows - 1);
    source_foot_paint(view, &p);
}
