#include "tui/widgets/form_view.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "tui/widgets/line_edit.h"

enum { SIDE = 2, MOST_NOTE = 3, WIDEST = 130, LEAST_FIELDS = 3, ALL_FIELDS = 10 };

/* --- fields ------------------------------------------------------------------------------------
 */

static void draw_choice(const struct form_field *field, const struct form_place *place, bool focus,
                        struct painter *p)
{
    int used = 0, top = p->line;
    for (size_t i = 0; i < field->count; i++) {
        const bool chosen = i == field->at;
        int width = (int)safe_text_width(field->words[i]) + 2;
        if (used && used + width > place->width) {
            painter_next(p);
            used = 0;
        }
        char *text = mem_printf(chosen ? "[%s]" : " %s ", field->words[i]);
        painter_text(p, place->column + used, place->width - used,
                     !chosen ? ROLE_NORMAL
                     : focus ? ROLE_SELECTION
                             : ROLE_KEY,
                     text);
        used += width;
        free(text);
    }
    p->line = top;
}

/* "8 of 24: LaunchStats, Occupancy, ..." */
static void draw_folded(const struct form_field *field, const struct form_place *place,
                        struct painter *p)
{
    struct strbuf names = {0}, text = {0};
    size_t count = 0;
    strbuf_adds(&names, "");
    for (size_t i = 0; i < field->count; i++) {
        if (!field->ticks[i])
            continue;
        strbuf_addf(&names, "%s%s", count ? ", " : "", field->words[i]);
        count++;
    }
    char *line = mem_printf("%zu of %zu%s%s", count, field->count, count ? ": " : "", names.data);
    safe_text_fit(&text, line, (size_t)place->width);
    painter_text(p, place->column, place->width, ROLE_NORMAL, text.data);
    free(line);
    strbuf_free(&names);
    strbuf_free(&text);
}

static void draw_checks(const struct form_field *field, const struct form_place *place, bool focus,
                        struct painter *p)
{
    const int top = p->line;
    if (place->folded) {
        draw_folded(field, place, p);
        return;
    }
    for (size_t i = 0; i < field->count; i++) {
        struct strbuf text = {0};
        const struct form_cell cell = form_cell(field, place, i);
        const int room = cell.width - 4;
        p->line = top + cell.line;
        strbuf_adds(&text, field->ticks[i] ? "[x] " : "[ ] ");
        safe_text_fit_middle(&text, field->words[i], (size_t)(room > 1 ? room : 1));
        painter_text(p, place->column + cell.column, cell.width,
                     focus && i == field->at ? ROLE_SELECTION
                     : field->ticks[i]       ? ROLE_KEY
                                             : ROLE_NORMAL,
                     text.data);
        strbuf_free(&text);
    }
    p->line = top;
}

static void draw_text(const struct form_field *field, const struct form_place *place, bool focus,
                      struct painter *p, int *cursor_row, int *cursor_column)
{
    const char *text = form_text(field);
    struct strbuf shown = {0};
    size_t at = line_window(&shown, text, focus ? field->cursor : 0, (size_t)place->width);
    bool hints = !*text && field->hint;
    painter_text(p, place->column, place->width, hints ? ROLE_DIM : ROLE_NORMAL,
                 hints ? field->hint : shown.data);
    int row = p->y + p->line;
    if (focus && row >= p->first && row < p->last) {
        *cursor_row = row;
        *cursor_column = p->x + place->column + (int)at;
    }
    strbuf_free(&shown);
}

/* Below the row of the field. */
static void draw_errors(const struct form *form, const struct form_layout *layout, size_t first,
                        size_t end, struct painter *p)
{
    int lines = 1;
    for (size_t i = first; i < end; i++)
        lines = layout->places[i].lines > lines ? layout->places[i].lines : lines;
    p->line = layout->places[first].line + lines;
    for (size_t i = first; i < end; i++)
        if (form->fields[i].error)
            painter_wrapped(p, layout->places[first].column, ROLE_ERROR, form->fields[i].error);
}

void form_draw(const struct form *form, const struct form_layout *layout, struct painter *p,
               int *cursor_row, int *cursor_column)
{
    *cursor_row = *cursor_column = -1;
    for (size_t i = 0, first = 0; i < form->count; i++) {
        const struct form_field *field = &form->fields[i];
        const struct form_place *place = &layout->places[i];
        const bool focus = i == form->focus;
        p->line = place->line;
        painter_text(p, place->label, (int)strlen(field->label),
                     focus ? ROLE_SELECTION : ROLE_HEADING, field->label);
        if (field->kind == FORM_CHOICE)
            draw_choice(field, place, focus, p);
        else if (field->kind == FORM_CHECKS)
            draw_checks(field, place, focus, p);
        else
            draw_text(field, place, focus, p, cursor_row, cursor_column);
        if (i + 1 == form->count || layout->places[i + 1].line != place->line) {
            draw_errors(form, layout, first, i + 1, p);
            first = i + 1;
        }
    }
    p->line = layout->lines;
}

/* --- the box -----------------------------------------------------------------------------------
 */

static int wrapped_lines(const char *text, int width)
{
    int lines = 0;
    for (; *text && lines < MOST_NOTE; lines++) {
        text += safe_text_wrap(text, (size_t)width);
        text += strspn(text, " ");
    }
    return lines ? lines : 1;
}

static const char *help_of(const struct form_field *field)
{
    return field->helps && field->at < field->count ? field->helps[field->at] : field->help;
}

/* Rows of the note, and of the help below it where there is room: as many for each field, so that
 * the box does not move. */
struct box_parts {
    int fields, note, help;
};

static struct box_parts parts_of(const struct form *form, const struct form_box *box, int rows,
                                 int width)
{
    struct box_parts parts = {.note = wrapped_lines(box->note, width), .help = 1};
    int inner = rows - 2;
    for (size_t i = 0; i < form->count; i++) {
        int lines = wrapped_lines(form->fields[i].help, width);
        parts.help = lines > parts.help ? lines : parts.help;
    }
    while (parts.help &&
           inner - parts.note - parts.help < (parts.help > 1 ? ALL_FIELDS : LEAST_FIELDS))
        parts.help--;
    while (parts.note > 1 && inner - parts.note < LEAST_FIELDS)
        parts.note--;
    parts.fields = inner - parts.note - parts.help;
    return parts;
}

static int inner_width(int columns)
{
    return columns - 2 * SIDE;
}

struct rect form_box_place(struct form *form, const struct form_box *box, int rows, int columns)
{
    struct form_layout layout;
    int width = columns - 2 < WIDEST ? columns - 2 : WIDEST, most = rows - 3;
    struct box_parts parts = parts_of(form, box, most, inner_width(width));
    form_layout(&layout, form, inner_width(width), parts.fields);
    int high = 2 + layout.lines + parts.note + parts.help;
    high = high < most ? high : most;
    return (struct rect){1 + (most - high) / 2, (columns - width) / 2, high, width};
}

static void put(const struct form_box *box, struct rect place, int row, int column, enum role role,
                const char *text)
{
    struct painter p = {.x = place.column,
                        .width = place.columns,
                        .y = place.row + row,
                        .first = place.row,
                        .last = place.row + place.rows,
                        .sink = box->sink,
                        .sink_context = box->sink_context};
    painter_text(&p, column, place.columns - column, role, text);
}

static void draw_line(const struct form_box *box, struct rect place, int row, const char *left,
                      const char *across, const char *right)
{
    struct strbuf line = {0};
    strbuf_adds(&line, left);
    for (int i = 0; i < place.columns - 2; i++)
        strbuf_adds(&line, across);
    strbuf_adds(&line, right);
    put(box, place, row, 0, ROLE_RULE, line.data);
    strbuf_free(&line);
}

static void draw_frame(const struct form_box *box, struct rect place)
{
    struct painter painter = {.glyphs = box->glyphs};
    const struct glyphs *g = painter_glyphs(&painter);
    struct strbuf title = {0};
    draw_line(box, place, 0, g->boxes[0], g->boxes[5], g->boxes[1]);
    for (int row = 1; row < place.rows - 1; row++)
        draw_line(box, place, row, g->boxes[4], " ", g->boxes[4]);
    draw_line(box, place, place.rows - 1, g->boxes[2], g->boxes[5], g->boxes[3]);
    strbuf_adds(&title, " ");
    safe_text_fit(&title, box->title, (size_t)(place.columns - 6));
    strbuf_adds(&title, " ");
    put(box, place, 0, SIDE, ROLE_TITLE, title.data);
    strbuf_free(&title);
}

/* A painter of the inner part from a row of the box on. */
static struct painter inside(const struct form_box *box, struct rect place, int row, int rows)
{
    return (struct painter){.x = place.column + SIDE,
                            .width = inner_width(place.columns),
                            .y = place.row + row,
                            .first = place.row + row,
                            .last = place.row + row + rows,
                            .glyphs = box->glyphs,
                            .sink = box->sink,
                            .sink_context = box->sink_context};
}

/* More fields above or below. */
static void draw_more(const struct form *form, const struct form_box *box, struct rect place,
                      const struct form_layout *layout, int rows)
{
    struct painter painter = {.glyphs = box->glyphs};
    const struct glyphs *g = painter_glyphs(&painter);
    if (form->scroll)
        put(box, place, 1, place.columns - 1, ROLE_KEY, g->up);
    if ((int)form->scroll + rows < layout->lines)
        put(box, place, rows, place.columns - 1, ROLE_KEY, g->down);
}

void form_box_draw(struct form *form, const struct form_box *box, struct rect place,
                   int *cursor_row, int *cursor_column)
{
    struct form_layout layout;
    struct box_parts parts = parts_of(form, box, place.rows, inner_width(place.columns));
    draw_frame(box, place);
    form_layout(&layout, form, inner_width(place.columns), parts.fields);
    form_scroll(form, &layout, parts.fields);
    struct painter p = inside(box, place, 1, parts.fields);
    p.y -= (int)form->scroll;
    form_draw(form, &layout, &p, cursor_row, cursor_column);
    draw_more(form, box, place, &layout, parts.fields);
    p = inside(box, place, 1 + parts.fields, parts.note);
    painter_wrapped(&p, 0, box->note_is_error ? ROLE_ERROR : ROLE_BUSY, box->note);
    if (!parts.help)
        return;
    p = inside(box, place, 1 + parts.fields + parts.note, parts.help);
    const char *help = help_of(&form->fields[form->focus]);
    if (wrapped_lines(help, p.width) <= parts.help) {
        painter_wrapped(&p, 0, ROLE_DIM, help);
        return;
    }
    struct strbuf cut = {0};
    safe_text_fit(&cut, help, (size_t)p.width);
    painter_text(&p, 0, p.width, ROLE_DIM, cut.data);
    strbuf_free(&cut);
}

size_t form_box_at(struct form *form, const struct form_box *box, struct rect place, int row,
                   int column, size_t *word)
{
    struct form_layout layout;
    struct box_parts parts = parts_of(form, box, place.rows, inner_width(place.columns));
    int line = row - place.row - 1;
    if (line < 0 || line >= parts.fields)
        return form->count;
    form_layout(&layout, form, inner_width(place.columns), parts.fields);
    return form_at(form, &layout, line + (int)form->scroll, column - place.column - SIDE, word);
}
