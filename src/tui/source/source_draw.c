/* Draws the source view as source_view_fit() left it. Only the visible rows are looked at. */
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "tui/source/source_cells.h"
#include "tui/source/source_fit.h"
#include "tui/source/source_foot.h"
#include "tui/source/source_stalls.h"
#include "tui/term/match.h"
#include "tui/term/painter.h"
#include "tui/term/screen.h"

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_side_title(struct strbuf *out, const struct source_drawn_side *side)
{
    const struct source_function *function = side->view->open;
    strbuf_adds(out, "");
    if (side->sheet->side == SOURCE_VIEW_SASS) {
        strbuf_adds(out, "SASS");
    } else if (side->sheet->side == SOURCE_VIEW_PTX) {
        strbuf_adds(out, "PTX");
    } else if (function->view->lines.span_count) {
        const char *path = base_name(function->view->lines.files[function->file].path);
        safe_text_add(out, path, strlen(path), false);
    } else {
        strbuf_adds(out, "Source");
    }
    if (side->sheet->side == SOURCE_VIEW_SASS && side->view->ask.run)
        strbuf_adds(out, ": disassembling...");
}

static void draw_titles(const struct source_drawn_side *side)
{
    const struct source_layout *layout = &side->layout;
    struct strbuf title = {0};
    source_cells_titles(side);
    if (side->focused)
        source_cells_put(side, 0, 0, 1, ROLE_TITLE, screen_glyphs()->cursor);
    add_side_title(&title, side);
    source_cells_put(side, 0, layout->text_start, layout->text_width,
                     side->focused ? ROLE_TITLE : ROLE_HEADING, title.data);
    strbuf_free(&title);
}

/* Returns whether the row has an instruction of the row selected in the other side. */
static bool is_linked(const struct source_drawn_side *side, const struct source_row *row)
{
    if (side->focused || !side->selected)
        return false;
    for (size_t i = 0; i < row->count; i++)
        if (side->selected[row->instructions[i]])
            return true;
    return false;
}

/* Draws the marks: the cursor, what belongs to it in the other side, findings, and new rows. */
static void draw_marks(const struct source_drawn_side *side, const struct source_row *row, int line,
                       enum role usual, bool linked)
{
    const struct glyphs *g = screen_glyphs();
    bool cursor = side->focused && row->row == side->sheet->cursor;
    size_t at = 0;
    source_cells_put(side, line, 0, 1, cursor ? usual : ROLE_BASELINE,
                     cursor   ? g->cursor
                     : linked ? g->links[1]
                              : " ");
    if (source_function_mark(side->view->open, side->sheet, row->row, &at))
        source_cells_put(side, line, 1, 1, usual == ROLE_SELECTION ? usual : ROLE_FINDING,
                         g->finding);
    else if (row->partner == SOURCE_NEW)
        source_cells_put(side, line, 1, 1, usual == ROLE_SELECTION ? usual : ROLE_BASELINE, "+");
}

static void draw_row(const struct source_drawn_side *side, int line, size_t at)
{
    const struct source_layout *layout = &side->layout;
    struct source_row row;
    source_cells_find(side, &row, at);
    bool cursor = side->focused && at == side->sheet->cursor, linked = is_linked(side, &row);
    enum role usual = cursor && side->number == SIZE_MAX ? ROLE_SELECTION : ROLE_NORMAL;
    struct strbuf number = {0};
    if (usual == ROLE_SELECTION) {
        strbuf_pad(&number, ' ', (size_t)side->place.columns);
        source_cells_put(side, line, 0, side->place.columns, usual, number.data);
        strbuf_clear(&number);
    }
    draw_marks(side, &row, line, usual, linked);
    source_cells_draw(side, &row, line, usual);
    source_sheet_add_number(&number, side->sheet, at);
    source_cells_put_right(side, line, layout->number_start, side->sheet->number,
                           usual == ROLE_SELECTION ? usual
                           : linked                ? ROLE_TITLE
                                                   : ROLE_DIM,
                           number.data);
    char *text = source_sheet_text(side->sheet, at);
    struct strbuf seen = {0};
    source_sheet_add_shifted(&seen, side->sheet, text);
    bool found = side->search && *side->search && match_text(text, side->search);
    source_cells_put(side, line, layout->text_start, layout->text_width,
                     usual == ROLE_SELECTION ? usual
                     : found                 ? ROLE_MATCH
                     : linked                ? ROLE_TITLE
                                             : ROLE_NORMAL,
                     seen.data);
    strbuf_free(&seen);
    strbuf_free(&number);
    free(text);
}

static void draw_side(const struct source_drawn_side *side)
{
    int said = source_side_missing(side, true);
    size_t seen = source_side_rows(side, said);
    draw_titles(side);
    for (size_t i = 0; i < seen && side->sheet->top + i < side->sheet->rows; i++)
        draw_row(side, 1 + said + (int)i, side->sheet->top + i);
}

/* What the header says about the whole function, by the title of the column. */
static const struct {
    const char *title, *before, *behind;
} totals[] = {{"Samples", "", " samples"},
              {"Stall", "top stall ", ""},
              {"Inst", "", " executed"},
              {"Thr/inst", "", " threads/inst"},
              {"L2 bytes", "L2 bytes ", ""},
              {"Excess", "", " excess sectors"},
              {"Sh excess", "", " excess wavefronts"}};

/* Returns all instructions. */
static size_t *all_of(size_t count)
{
    size_t *all = mem_alloc((count + 1) * sizeof *all);
    for (size_t i = 0; i < count; i++)
        all[i] = i;
    return all;
}

/* The facts that have room as a whole, since the first digits of a number mislead. */
static void add_totals(struct strbuf *out, const struct source_view *view, int room)
{
    const struct source_function *then = view->before.open;
    const struct source_columns *columns = &view->open->columns;
    const bool compared = source_before_shows(&view->before);
    struct source_row row = {.count = view->open->view->instructions,
                             .partner_count = compared ? then->view->instructions : 0,
                             .partner = compared ? SOURCE_PAIRED : SOURCE_NO_CODE};
    size_t *all = all_of(row.count), *all_then = all_of(row.partner_count);
    row.instructions = all;
    row.partners = all_then;
    bool fits = true;
    for (size_t i = 0; i < columns->count && fits; i++)
        for (size_t j = 0; j < sizeof totals / sizeof *totals && fits; j++) {
            if (strcmp(columns->items[i].title, totals[j].title) != 0)
                continue;
            struct strbuf fact = {0};
            strbuf_addf(&fact, " %s %s", screen_glyphs()->dot, totals[j].before);
            if (columns->items[i].kind == SOURCE_STALL && !compared)
                source_stalls_top(&fact, columns, all, row.count);
            else
                source_cells_add(&fact, view, i, &row, totals[j].behind);
            fits = safe_text_width(out->data) + safe_text_width(fact.data) <= (size_t)room;
            strbuf_adds(out, fits ? fact.data : "");
            strbuf_free(&fact);
        }
    free(all_then);
    free(all);
}

/* Draws "vs 1 before.ncu-rep: 0 blur  12.1 us, other code: 3 instructions new (+), 2 gone". */
static void draw_baseline(const struct source_view *view, int row)
{
    const struct source_before *before = &view->before;
    struct strbuf told = {0};
    int at = 1, columns = screen_columns();
    source_before_tell(before, view->open, view->sides[view->focus], &told);
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

static void draw_header(const struct source_view *view)
{
    const struct source_function *function = view->open;
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
    add_totals(&text, view, columns - 2);
    screen_text(1, 1, columns - 2, ROLE_NORMAL, text.data);
    strbuf_free(&text);
    if (view->before.name)
        draw_baseline(view, 2);
}

/* Returns which instructions belong to the selected row. */
static bool *selected_of(const struct source_view *view)
{
    const struct source_sheet *sheet = source_view_focused(view);
    bool *selected = mem_alloc((view->open->view->instructions + 1) * sizeof *selected);
    size_t one, count;
    const size_t *instructions = source_sheet_instructions(sheet, sheet->cursor, &one, &count);
    for (size_t i = 0; i < count; i++)
        selected[instructions[i]] = true;
    return selected;
}

/* Says why no code is shown. */
static void draw_nothing(const struct source_view *view, int rows)
{
    struct painter p = {.x = 1, .width = screen_columns() - 2, .y = 1, .first = 1, .last = rows};
    painter_wrapped(&p, 0, ROLE_DIM,
                    view->result ? "the report has no code of this result" : "no result is open");
}

void source_view_draw(const struct source_view *view, int rows, const char *search)
{
    if (!view->open) {
        draw_nothing(view, rows);
        return;
    }
    int body = source_view_body(view, rows), head = source_view_head(view);
    bool *selected = selected_of(view);
    draw_header(view);
    for (int i = 0; i < 2; i++) {
        if (!source_side_is_seen(view, i))
            continue;
        struct source_drawn_side side = source_side_of(view, rows, i);
        side.selected = selected;
        side.search = search;
        draw_side(&side);
    }
    for (int i = head - 1; view->beside_drawn && i < head + body; i++)
        screen_text(i, screen_columns() / 2, 1, ROLE_RULE, screen_glyphs()->wall);
    free(selected);
    if (source_foot_rows(rows))
        source_foot_draw(view, head + body, rows - head - body, search);
}
