/* The source view drawn: only the rows that are seen are looked at. */
#include <stdlib.h>
#include <string.h>

#include "change_mark.h"
#include "code_cells.h"
#include "code_foot.h"
#include "match.h"
#include "mem.h"
#include "painter.h"
#include "safe_text.h"
#include "screen.h"

static int minimum(int a, int b)
{
    return a < b ? a : b;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_side_title(struct strbuf *out, const struct code_pane *pane)
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
    if (pane->sheet->side == CODE_SASS && pane->view->ask.run)
        strbuf_adds(out, ": disassembling...");
}

static void draw_titles(const struct code_pane *pane)
{
    const struct code_layout *layout = &pane->layout;
    struct strbuf title = {0};
    code_cells_titles(pane);
    if (pane->focused)
        code_cells_put(pane, 0, 0, 1, ROLE_TITLE, screen_glyphs()->cursor);
    add_side_title(&title, pane);
    code_cells_put(pane, 0, layout->text_start, layout->text_width,
                   pane->focused ? ROLE_TITLE : ROLE_HEADING, title.data);
    strbuf_free(&title);
}

/* Whether the row has to do with what is selected in the other side. */
static bool is_linked(const struct code_pane *pane, const struct code_row *row)
{
    if (pane->focused || !pane->selected)
        return false;
    for (size_t i = 0; i < row->count; i++)
        if (pane->selected[row->instructions[i]])
            return true;
    return false;
}

/* The cursor, what belongs to it in the other side, findings, and what is new. */
static void draw_marks(const struct code_pane *pane, const struct code_row *row, int line,
                       enum role usual, bool linked)
{
    const struct glyphs *g = screen_glyphs();
    bool cursor = pane->focused && row->row == pane->sheet->cursor;
    size_t at = 0;
    code_cells_put(pane, line, 0, 1, cursor ? usual : ROLE_BASELINE,
                   cursor   ? g->cursor
                   : linked ? g->links[1]
                            : " ");
    if (code_function_mark(pane->view->open, pane->sheet, row->row, &at))
        code_cells_put(pane, line, 1, 1, usual == ROLE_SELECTION ? usual : ROLE_FINDING,
                       g->finding);
    else if (row->partner == CODE_NEW)
        code_cells_put(pane, line, 1, 1, usual == ROLE_SELECTION ? usual : ROLE_BASELINE, "+");
}

static void draw_row(const struct code_pane *pane, int line, size_t at)
{
    const struct code_layout *layout = &pane->layout;
    struct code_row row;
    code_cells_find(pane, &row, at);
    bool cursor = pane->focused && at == pane->sheet->cursor, linked = is_linked(pane, &row);
    enum role usual = cursor && pane->number == SIZE_MAX ? ROLE_SELECTION : ROLE_NORMAL;
    struct strbuf number = {0};
    if (usual == ROLE_SELECTION) {
        strbuf_pad(&number, ' ', (size_t)pane->place.columns);
        code_cells_put(pane, line, 0, pane->place.columns, usual, number.data);
        strbuf_clear(&number);
    }
    draw_marks(pane, &row, line, usual, linked);
    code_cells_draw(pane, &row, line, usual);
    code_sheet_add_number(&number, pane->sheet, at);
    code_cells_put_right(pane, line, layout->number_start, pane->sheet->number,
                         usual == ROLE_SELECTION ? usual
                         : linked                ? ROLE_TITLE
                                                 : ROLE_DIM,
                         number.data);
    char *text = code_sheet_text(pane->sheet, at);
    struct strbuf seen = {0};
    code_sheet_add_shifted(&seen, pane->sheet, text);
    bool found = pane->search && *pane->search && match_text(text, pane->search);
    code_cells_put(pane, line, layout->text_start, layout->text_width,
                   usual == ROLE_SELECTION ? usual
                   : found                 ? ROLE_MATCH
                   : linked                ? ROLE_TITLE
                                           : ROLE_NORMAL,
                   seen.data);
    if (cursor)
        code_cells_note(pane->view, &row);
    strbuf_free(&seen);
    strbuf_free(&number);
    free(text);
}

/* What is missing, in its first rows. Returns how many. */
static int draw_missing(const struct code_pane *pane, int rows)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (pane->sheet->side != CODE_SASS) {
        code_function_missing(pane->view->open, pane->sheet->side, &text);
    } else if (pane->view->ask.no_text) {
        strbuf_adds(&text, "no text: ");
        safe_text_add(&text, pane->view->ask.no_text, strlen(pane->view->ask.no_text), false);
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

static bool is_shown(const struct code_layout *layout, size_t column)
{
    for (int i = 0; i < layout->count; i++)
        if (layout->shown[i] == column)
            return true;
    return false;
}

/* The column under the cursor is brought behind the first one if it has no room. */
static void lay_out(struct code_pane *pane)
{
    struct code_view *view = pane->view;
    const struct code_columns *columns = &view->open->columns;
    struct code_room room = {
        .heat = pane->heat,
        .skipped = view->skipped,
        .width = pane->place.columns,
        .number = pane->sheet->number,
        .longest = pane->sheet->longest,
        .change = code_before_shows(&view->before) ? change_mark_width(screen_glyphs()) : 0};
    code_layout(&pane->layout, columns, &room);
    if (!pane->focused)
        return;
    if (pane->number != SIZE_MAX && !is_shown(&pane->layout, pane->number)) {
        bool behind = pane->heat < pane->number;
        room.skipped = view->skipped = pane->number - behind;
        code_layout(&pane->layout, columns, &room);
    }
    view->others = (size_t)pane->layout.count - (pane->heat < columns->count && pane->layout.count);
}

static void draw_pane(struct code_pane *pane)
{
    pane->heat = code_view_heat(pane->view);
    pane->number = code_view_column(pane->view, pane->view->number.label);
    code_sheet_heat(pane->sheet, &pane->view->open->columns, pane->heat);
    lay_out(pane);
    code_sheet_shift(pane->sheet, 0, pane->layout.text_width);
    draw_titles(pane);
    int rows = pane->place.rows - 1, said = draw_missing(pane, rows / 2);
    size_t seen = rows > said ? (size_t)(rows - said) : 0;
    code_sheet_show(pane->sheet, seen);
    for (size_t i = 0; i < seen && pane->sheet->top + i < pane->sheet->rows; i++)
        draw_row(pane, 1 + said + (int)i, pane->sheet->top + i);
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

/* All instructions, which belong to all of the baseline's. */
static size_t *all_of(size_t count)
{
    size_t *all = mem_alloc((count + 1) * sizeof *all);
    for (size_t i = 0; i < count; i++)
        all[i] = i;
    return all;
}

static void add_totals(struct strbuf *out, const struct code_view *view)
{
    const struct code_function *then = view->before.open;
    const struct code_columns *columns = &view->open->columns;
    const bool compared = code_before_shows(&view->before);
    struct code_row row = {.count = view->open->view->instructions,
                           .partner_count = compared ? then->view->instructions : 0,
                           .partner = compared ? CODE_PAIRED : CODE_NO_CODE};
    size_t *all = all_of(row.count), *all_then = all_of(row.partner_count);
    row.instructions = all;
    row.partners = all_then;
    for (size_t i = 0; i < columns->count; i++)
        for (size_t j = 0; j < sizeof totals / sizeof *totals; j++) {
            if (strcmp(columns->items[i].title, totals[j].title) != 0)
                continue;
            strbuf_addf(out, " %s %s", screen_glyphs()->dot, totals[j].before);
            code_cells_add(out, view, i, &row, totals[j].behind);
        }
    free(all_then);
    free(all);
}

/* "vs 1 before.ncu-rep: 0 blur  12.1 us, other code: 3 instructions new (+), 2 gone" */
static void draw_baseline(const struct code_view *view, int row)
{
    const struct code_before *before = &view->before;
    struct strbuf told = {0};
    int at = 1, columns = screen_columns();
    code_before_tell(before, view->open, view->sides[view->focus], &told);
    int width = (int)safe_text_width(told.data), room = columns - at - 1;
    if (before->result)
        at += screen_text(row, at, room, ROLE_DIM, "vs ");
    struct strbuf name = {0};
    strbuf_adds(&name, "");
    room = columns - at - 1 - (width ? width + 2 : 0);
    safe_text_fit(&name, before->name, (size_t)(room > 12 ? room : 12));
    at += screen_text(row, at, columns - at - 1, before->result ? ROLE_BASELINE : ROLE_DIM,
                      name.data) +
          2;
    screen_text(row, at, columns - at - 1, ROLE_NORMAL, told.data);
    strbuf_free(&name);
    strbuf_free(&told);
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
    add_totals(&text, view);
    screen_text(1, 1, columns - 2, ROLE_NORMAL, text.data);
    strbuf_free(&text);
    if (view->before.name)
        draw_baseline(view, 2);
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
    int columns = screen_columns();
    if (!code_view_prepare(view)) {
        struct painter p = {.x = 1, .width = columns - 2, .y = 1, .first = 1, .last = rows};
        painter_wrapped(&p, 0, ROLE_DIM,
                        view->result ? "the report has no code of this result"
                                     : "no result is open");
        return;
    }
    int body = code_view_body(view, rows), head = code_view_head(view);
    bool beside = view->beside_drawn = code_view_is_beside(view, columns);
    bool *selected = selected_of(view);
    draw_header(view);
    for (int i = 0; i < 2; i++) {
        if (!beside && i != view->focus)
            continue;
        int split = columns / 2, first = beside && i ? split + 1 : 0;
        struct code_pane pane = {.view = view,
                                 .sheet = i == view->focus ? code_view_sheet(view)
                                                           : code_view_other(view),
                                 .place = {head - 1, first, body + 1,
                                           !beside ? columns
                                           : i     ? columns - first
                                                   : split},
                                 .focused = i == view->focus,
                                 .selected = selected,
                                 .search = search};
        draw_pane(&pane);
    }
    for (int i = head - 1; beside && i < head + body; i++)
        screen_text(i, columns / 2, 1, ROLE_RULE, screen_glyphs()->wall);
    free(selected);
    if (code_foot_rows(rows))
        code_foot_draw(view, head + body, rows - head - body, search);
}
