/* The source view drawn: only the rows that are seen are looked at. */
#include <stdlib.h>
#include <string.h>

#include "code_view.h"
#include "finding_text.h"
#include "match.h"
#include "mem.h"
#include "painter.h"
#include "safe_text.h"
#include "screen.h"
#include "short_number.h"

/* A side as it is drawn. */
struct pane {
    struct code_view *view;
    struct code_sheet *sheet;
    struct rect place; /* title and rows */
    bool focused;
    const bool *selected; /* by instruction: those of the row that is selected in the other side */
    const char *search;
};

static int minimum(int a, int b)
{
    return a < b ? a : b;
}

/* Cut at the end of the pane. */
static int put(const struct pane *pane, int row, int column, int width, enum role role,
               const char *text)
{
    width = minimum(width, pane->place.columns - column);
    return width > 0
               ? screen_text(pane->place.row + row, pane->place.column + column, width, role, text)
               : 0;
}

static void put_right(const struct pane *pane, int row, int column, int width, enum role role,
                      const char *text)
{
    int used = (int)safe_text_width(text);
    int before = used < width ? width - used : 0;
    put(pane, row, column + before, width - before, role, text);
}

/* Numbers stand on the right of their column, names on the left. */
static void put_cell(const struct pane *pane, const struct code_layout *layout, int row, int column,
                     enum role role, const char *text)
{
    const struct code_column *about = &pane->view->open->columns.items[layout->shown[column]];
    if (about->kind == CODE_STALL || about->kind == CODE_NAMES)
        put(pane, row, layout->start[column], layout->width[column], role, text);
    else
        put_right(pane, row, layout->start[column], layout->width[column], role, text);
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_side_title(struct strbuf *out, const struct pane *pane)
{
    const struct code_function *function = pane->view->open;
    strbuf_adds(out, "");
    if (pane->sheet->side == CODE_SASS) {
        strbuf_adds(out, "SASS");
    } else if (pane->sheet->side == CODE_PTX) {
        strbuf_adds(out, "PTX");
    } else if (function->view->lines.span_count) {
        const char *path = base_name(function->view->lines.files[function->file].path);
        safe_text_add(out, path, strlen(path), false);
    } else {
        strbuf_adds(out, "Source");
    }
    if (pane->sheet->side == CODE_SASS && pane->view->run)
        strbuf_adds(out, ": disassembling...");
}

static void draw_titles(const struct pane *pane, const struct code_layout *layout)
{
    struct strbuf title = {0};
    for (int i = 0; i < layout->count; i++)
        put_cell(pane, layout, 0, i, ROLE_HEADING,
                 pane->view->open->columns.items[layout->shown[i]].title);
    if (pane->focused)
        put(pane, 0, 0, 1, ROLE_TITLE, screen_glyphs()->cursor);
    add_side_title(&title, pane);
    put(pane, 0, layout->text_start, layout->text_width, pane->focused ? ROLE_TITLE : ROLE_HEADING,
        title.data);
    strbuf_free(&title);
}

static enum role heat_role(double share)
{
    return share >= 0.5 ? ROLE_HOT : share >= 0.15 ? ROLE_BUSY : ROLE_GOOD;
}

/* A bar of the share of the hottest row, and the share of the function or the value. */
static void draw_heat(const struct pane *pane, const struct code_layout *layout, int line,
                      size_t row, enum role usual)
{
    const struct code_sheet *sheet = pane->sheet;
    const struct code_columns *columns = &pane->view->open->columns;
    const struct code_column *column = &columns->items[layout->shown[0]];
    double heat = sheet->heats[row];
    struct strbuf text = {0};
    size_t one, count;
    if (heat < 0)
        return;
    double share = sheet->most > 0 ? heat / sheet->most : 0;
    enum role role = usual == ROLE_SELECTION ? usual : heat > 0 ? heat_role(share) : ROLE_DIM;
    if (heat > 0) {
        glyphs_bar(screen_glyphs(), &text, share, CODE_BAR);
        put(pane, line, layout->start[0], CODE_BAR, role, text.data);
    }
    strbuf_clear(&text);
    if (column->kind == CODE_SUM && sheet->total > 0) {
        if (heat > 0)
            strbuf_addf(&text, "%.1f%%", heat / sheet->total * 100);
        else
            strbuf_addc(&text, '0');
    } else {
        const size_t *instructions = code_sheet_instructions(sheet, row, &one, &count);
        code_column_add(&text, columns, column, instructions, count);
    }
    put_right(pane, line, layout->start[0] + CODE_BAR + 1, layout->width[0] - CODE_BAR - 1, role,
              text.data);
    strbuf_free(&text);
}

static void draw_cells(const struct pane *pane, const struct code_layout *layout, int line,
                       size_t row, size_t heat, enum role usual)
{
    const struct code_columns *columns = &pane->view->open->columns;
    size_t one, count;
    const size_t *instructions = code_sheet_instructions(pane->sheet, row, &one, &count);
    for (int i = 0; i < layout->count && count; i++) {
        const struct code_column *column = &columns->items[layout->shown[i]];
        struct strbuf text = {0};
        if (layout->shown[i] == heat) {
            draw_heat(pane, layout, line, row, usual);
            continue;
        }
        code_column_add(&text, columns, column, instructions, count);
        enum role role = usual != ROLE_NORMAL          ? usual
                         : strcmp(text.data, "0") == 0 ? ROLE_DIM
                                                       : ROLE_NORMAL;
        put_cell(pane, layout, line, i, role, text.data);
        strbuf_free(&text);
    }
}

/* Whether the row has to do with what is selected in the other side. */
static bool is_linked(const struct pane *pane, size_t row)
{
    size_t one, count;
    if (pane->focused || !pane->selected)
        return false;
    const size_t *instructions = code_sheet_instructions(pane->sheet, row, &one, &count);
    for (size_t i = 0; i < count; i++)
        if (pane->selected[instructions[i]])
            return true;
    return false;
}

static void draw_row(const struct pane *pane, const struct code_layout *layout, int line,
                     size_t row, size_t heat)
{
    const struct glyphs *g = screen_glyphs();
    bool cursor = pane->focused && row == pane->sheet->cursor, linked = is_linked(pane, row);
    enum role usual = cursor ? ROLE_SELECTION : ROLE_NORMAL;
    struct strbuf number = {0};
    size_t at = 0;
    if (cursor) {
        strbuf_pad(&number, ' ', (size_t)pane->place.columns);
        put(pane, line, 0, pane->place.columns, usual, number.data);
        strbuf_clear(&number);
    }
    put(pane, line, 0, 1, cursor ? usual : ROLE_BASELINE,
        cursor   ? g->cursor
        : linked ? g->links[1]
                 : " ");
    if (code_function_mark(pane->view->open, pane->sheet, row, &at))
        put(pane, line, 1, 1, cursor ? usual : ROLE_FINDING, g->finding);
    draw_cells(pane, layout, line, row, heat, usual);
    code_sheet_add_number(&number, pane->sheet, row);
    put_right(pane, line, layout->number_start, pane->sheet->number,
              cursor   ? usual
              : linked ? ROLE_TITLE
                       : ROLE_DIM,
              number.data);
    char *text = code_sheet_text(pane->sheet, row);
    bool found = pane->search && *pane->search && match_text(text, pane->search);
    put(pane, line, layout->text_start, layout->text_width,
        cursor   ? usual
        : found  ? ROLE_MATCH
        : linked ? ROLE_TITLE
                 : ROLE_NORMAL,
        text);
    strbuf_free(&number);
    free(text);
}

/* What is missing, in its first rows. Returns how many. */
static int draw_missing(const struct pane *pane, int rows)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (pane->sheet->side != CODE_SASS) {
        code_function_missing(pane->view->open, pane->sheet->side, &text);
    } else if (pane->view->no_text) {
        strbuf_adds(&text, "no text: ");
        safe_text_add(&text, pane->view->no_text, strlen(pane->view->no_text), false);
    }
    struct painter p = {.x = pane->place.column + CODE_MARKS,
                        .width = pane->place.columns - CODE_MARKS - 1,
                        .y = pane->place.row + 1,
                        .first = pane->place.row + 1,
                        .last = pane->place.row + 1 + rows};
    if (text.length)
        painter_wrapped(&p, 0, ROLE_BUSY, text.data);
    strbuf_free(&text);
    return minimum(p.line, rows);
}

static void draw_pane(const struct pane *pane)
{
    struct code_layout layout;
    size_t heat = code_view_heat(pane->view);
    const struct code_columns *columns = &pane->view->open->columns;
    code_sheet_heat(pane->sheet, columns, heat);
    code_layout(&layout, columns, heat, pane->view->skipped, pane->place.columns,
                pane->sheet->number, pane->sheet->longest);
    if (pane->focused)
        pane->view->others = (size_t)layout.count - (heat < columns->count && layout.count);
    draw_titles(pane, &layout);
    int rows = pane->place.rows - 1, said = draw_missing(pane, rows / 2);
    size_t seen = rows > said ? (size_t)(rows - said) : 0;
    code_sheet_show(pane->sheet, seen);
    for (size_t i = 0; i < seen && pane->sheet->top + i < pane->sheet->rows; i++)
        draw_row(pane, &layout, 1 + said + (int)i, pane->sheet->top + i, heat);
}

/* What the header says of the whole function, by the title of its column. */
static const struct {
    const char *title, *before, *behind;
} totals[] = {{"Samples", "", " samples"},
              {"Stall", "top stall ", ""},
              {"Inst", "", " executed"},
              {"Thr/inst", "", " threads/inst"},
              {"L2 bytes", "L2 bytes ", ""},
              {"Excess", "", " excess sectors"},
              {"Sh excess", "", " excess wavefronts"}};

static void add_totals(struct strbuf *out, const struct code_function *function)
{
    const struct code_columns *columns = &function->columns;
    size_t count = function->view->instructions;
    size_t *all = mem_alloc((count + 1) * sizeof *all);
    for (size_t i = 0; i < count; i++)
        all[i] = i;
    for (size_t i = 0; i < columns->count; i++)
        for (size_t j = 0; j < sizeof totals / sizeof *totals; j++) {
            if (strcmp(columns->items[i].title, totals[j].title) != 0)
                continue;
            strbuf_addf(out, " %s %s", screen_glyphs()->dot, totals[j].before);
            code_column_add(out, columns, &columns->items[i], all, count);
            strbuf_adds(out, totals[j].behind);
        }
    free(all);
}

static void draw_header(const struct code_view *view)
{
    const struct code_function *function = view->open;
    int columns = screen_columns(), used = 0;
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (view->count > 1) {
        strbuf_addf(&text, "function %zu of %zu", view->at + 1, view->count);
        used = (int)text.length + 2;
        screen_text(0, columns - used + 1, used, ROLE_DIM, text.data);
        strbuf_clear(&text);
    }
    safe_text_fit_middle(&text, function->name,
                         (size_t)(columns > used + 2 ? columns - used - 2 : 1));
    screen_text(0, 1, columns - used - 1, ROLE_TITLE, text.data);
    strbuf_clear(&text);
    strbuf_addf(&text, "%zu instructions", function->view->instructions);
    if (!function->columns.count)
        strbuf_addf(&text, " %s no source metrics: they come with the section SourceCounters",
                    screen_glyphs()->dot);
    add_totals(&text, function);
    screen_text(1, 1, columns - 2, ROLE_NORMAL, text.data);
    strbuf_free(&text);
}

/* Every value of the row that is not 0, by its title; what does not fit is left out. */
static void draw_values(struct code_view *view, int row)
{
    const struct code_sheet *sheet = code_view_sheet(view);
    const struct code_columns *columns = &view->open->columns;
    size_t one, count;
    const size_t *instructions = code_sheet_instructions(sheet, sheet->cursor, &one, &count);
    struct strbuf text = {0};
    struct code_stall stalls[CODE_MOST_STALLS];
    strbuf_adds(&text, "");
    for (size_t i = 0; i < columns->count && count; i++) {
        const struct code_column *column = &columns->items[i];
        double value = 1;
        struct strbuf cell = {0};
        code_column_value(column, instructions, count, &value);
        code_column_add(&cell, columns, column, instructions, count);
        bool told = column->kind == CODE_STALL || code_columns_is_stall(columns, column);
        if (cell.length && value != 0 && !told)
            strbuf_addf(&text, "%s%s %s", text.length ? ", " : "", column->title, cell.data);
        size_t found = column->kind == CODE_STALL
                           ? code_columns_stalls(columns, instructions, count, stalls)
                           : 0;
        for (size_t j = 0; j < found; j++) {
            char *name = safe_text(stalls[j].name);
            strbuf_addf(&text, "%s%s %.0f", j ? " " : ", stalls ", name, stalls[j].samples);
            free(name);
        }
        strbuf_free(&cell);
    }
    screen_text(row, 1, screen_columns() - 2, ROLE_DIM, text.data);
    strbuf_free(&text);
}

static void draw_findings(struct code_view *view, int row, int rows)
{
    const struct code_sheet *sheet = code_view_sheet(view);
    const Rep__SourceMarker *marker;
    struct painter p = {
        .x = 1, .width = screen_columns() - 2, .y = row, .first = row, .last = row + rows};
    size_t at = 0;
    while ((marker = code_function_mark(view->open, sheet, sheet->cursor, &at))) {
        struct strbuf text = {0};
        if (!marker->tooltip)
            continue;
        strbuf_addf(&text, "%s ", screen_glyphs()->finding);
        finding_text_add(&text, marker->tooltip);
        painter_wrapped(&p, 0, ROLE_FINDING, text.data);
        strbuf_free(&text);
    }
}

/* The instructions of the row that is selected. */
static bool *selected_of(struct code_view *view)
{
    const struct code_sheet *sheet = code_view_sheet(view);
    bool *selected = mem_alloc((view->open->view->instructions + 1) * sizeof *selected);
    size_t one, count;
    const size_t *instructions = code_sheet_instructions(sheet, sheet->cursor, &one, &count);
    for (size_t i = 0; i < count; i++)
        selected[instructions[i]] = true;
    return selected;
}

void code_view_draw(struct code_view *view, int rows, const char *search)
{
    int columns = screen_columns(), body = code_view_body(rows);
    if (!code_view_prepare(view)) {
        struct painter p = {.x = 1, .width = columns - 2, .y = 1, .first = 1, .last = rows};
        painter_wrapped(&p, 0, ROLE_DIM,
                        view->result ? "the report has no code of this result"
                                     : "no result is open");
        return;
    }
    bool beside = view->beside_drawn = code_view_is_beside(view, columns);
    bool *selected = selected_of(view);
    draw_header(view);
    for (int i = 0; i < 2; i++) {
        if (!beside && i != view->focus)
            continue;
        int split = columns / 2, first = beside && i ? split + 1 : 0;
        struct pane pane = {.view = view,
                            .sheet =
                                i == view->focus ? code_view_sheet(view) : code_view_other(view),
                            .place = {2, first, body + 1,
                                      !beside ? columns
                                      : i     ? columns - first
                                              : split},
                            .focused = i == view->focus,
                            .selected = selected,
                            .search = search};
        draw_pane(&pane);
    }
    for (int i = 2; beside && i < 3 + body; i++)
        screen_text(i, columns / 2, 1, ROLE_RULE, screen_glyphs()->wall);
    free(selected);
    if (3 + body < rows) {
        draw_values(view, 3 + body);
        draw_findings(view, 4 + body, rows - body - 4);
    }
}
