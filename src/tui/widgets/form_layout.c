#include "tui/widgets/form_layout.h"

#include <string.h>

#include "report/base/safe_text.h"

enum { LEAST_TEXT = 18, NUMBER = 8, GAP = 2, BOX = 4, SHORTEST_LABEL = 3 };

static int label_width(const struct form *form)
{
    int widest = SHORTEST_LABEL;
    for (size_t i = 0; i < form->count; i++) {
        int one = (int)strlen(form->fields[i].label);
        widest = !form->fields[i].beside && one > widest ? one : widest;
    }
    return widest;
}

/* Columns that a field needs, without its label. */
static int need(const struct form_field *field)
{
    int width = 0;
    if (field->kind == FORM_NUMBER)
        return NUMBER;
    if (field->kind != FORM_CHOICE)
        return LEAST_TEXT;
    for (size_t i = 0; i < field->count; i++)
        width += (int)safe_text_width(field->words[i]) + 2;
    return width;
}

/* The width of word i of a choice, in brackets or the room for them. */
static int word_width(const struct form_field *field, size_t i)
{
    return (int)safe_text_width(field->words[i]) + 2;
}

static int choice_lines(const struct form_field *field, int width)
{
    int lines = 1, used = 0;
    for (size_t i = 0; i < field->count; i++) {
        if (used && used + word_width(field, i) > width) {
            lines++;
            used = 0;
        }
        used += word_width(field, i);
    }
    return lines;
}

/* Columns that the words from `first` on take, up to one less than `end`: a column of boxes. */
static int column_width(const struct form_field *field, size_t first, size_t end)
{
    int widest = 0;
    for (size_t i = first; i < end && i < field->count; i++) {
        int one = (int)safe_text_width(field->words[i]) + BOX;
        widest = one > widest ? one : widest;
    }
    return widest;
}

static bool fits_in(const struct form_field *field, size_t lines, int width)
{
    int used = 0;
    for (size_t i = 0; i < field->count; i += lines)
        used += (i ? GAP : 0) + column_width(field, i, i + lines);
    return used <= width;
}

/* In columns, each as wide as it needs to be, so that the lines are as few as can be. */
static void place_checks(struct form_field *field, struct form_place *place)
{
    size_t lines = 1;
    while (lines < field->count && !fits_in(field, lines, place->width))
        lines++;
    field->in_a_column = lines;
    place->lines = place->folded ? 1 : (int)lines;
}

struct form_cell form_cell(const struct form_field *field, const struct form_place *place,
                           size_t word)
{
    const size_t lines = field->in_a_column, first = word - word % lines;
    int column = 0;
    for (size_t i = 0; i < first; i += lines)
        column += column_width(field, i, i + lines) + GAP;
    int width = column_width(field, first, first + lines);
    int room = place->width - column;
    return (struct form_cell){(int)(word % lines), column, width < room ? width : room};
}

static void place_field(struct form_field *field, struct form_place *place)
{
    place->lines = 1;
    if (field->kind == FORM_CHOICE)
        place->lines = choice_lines(field, place->width);
    else if (field->kind == FORM_CHECKS)
        place_checks(field, place);
}

static int error_lines(const struct form_field *field, int width)
{
    int lines = 0;
    for (const char *at = field->error; at && *at; lines++) {
        at += safe_text_wrap(at, (size_t)width);
        at += strspn(at, " ");
    }
    return lines;
}

/* Fields from `first` on that stand in one row. */
static size_t fields_in_row(const struct form *form, size_t first, int label, int width)
{
    int used = label + GAP + need(&form->fields[first]);
    size_t end = first + 1;
    for (; end < form->count && form->fields[end].beside; end++) {
        used += 2 * GAP + (int)strlen(form->fields[end].label) + 1 + need(&form->fields[end]);
        if (used > width)
            break;
    }
    return end - first;
}

/* What is left goes to the text among them. */
static void place_row(struct form *form, struct form_layout *layout, size_t first, size_t count,
                      int label, int width)
{
    int spare = width - label - GAP, texts = 0, column = 0;
    for (size_t i = first; i < first + count; i++) {
        spare -= need(&form->fields[i]);
        if (i > first)
            spare -= 2 * GAP + (int)strlen(form->fields[i].label) + 1;
        texts += form->fields[i].kind == FORM_TEXT || form->fields[i].kind == FORM_CHECKS;
    }
    for (size_t i = first; i < first + count; i++) {
        struct form_field *field = &form->fields[i];
        struct form_place *place = &layout->places[i];
        bool grows = field->kind == FORM_TEXT || field->kind == FORM_CHECKS;
        place->line = layout->lines;
        place->label = column;
        place->column = i == first ? label + GAP : column + (int)strlen(field->label) + 1;
        place->width = need(field) + (grows && spare > 0 ? spare / texts : 0);
        if (place->column + place->width > width)
            place->width = width - place->column;
        place->width = place->width > 1 ? place->width : 1;
        place_field(field, place);
        column = place->column + place->width + 2 * GAP;
    }
}

static void lay_out(struct form_layout *layout, struct form *form, int width)
{
    const int label = label_width(form);
    layout->lines = 0;
    for (size_t first = 0, count; first < form->count; first += count) {
        int lines = 1, errors = 0;
        count = fields_in_row(form, first, label, width);
        place_row(form, layout, first, count, label, width);
        for (size_t i = first; i < first + count; i++) {
            int one = layout->places[i].lines;
            lines = one > lines ? one : lines;
            errors += error_lines(&form->fields[i], width - label - GAP);
        }
        layout->lines += lines + errors;
    }
}

void form_layout(struct form_layout *layout, struct form *form, int width, int rows)
{
    *layout = (struct form_layout){.lines = 0};
    lay_out(layout, form, width);
    if (layout->lines <= rows)
        return;
    for (size_t i = 0; i < form->count; i++)
        layout->places[i].folded = form->fields[i].kind == FORM_CHECKS && i != form->focus;
    lay_out(layout, form, width);
}

/* Of check boxes the one with the cursor. */
static int focus_line(const struct form *form, const struct form_layout *layout)
{
    const struct form_field *field = &form->fields[form->focus];
    const struct form_place *place = &layout->places[form->focus];
    return place->line + (field->kind == FORM_CHECKS && !place->folded && field->in_a_column
                              ? (int)(field->at % field->in_a_column)
                              : 0);
}

void form_scroll(struct form *form, const struct form_layout *layout, int rows)
{
    const struct form_place *place = &layout->places[form->focus];
    const int line = focus_line(form, layout);
    int top = (int)form->scroll, end = place->line + place->lines;
    if (form->fields[form->focus].error)
        end++;
    if (end > top + rows)
        top = end - rows;
    if (place->line < top)
        top = place->line;
    if (line >= top + rows)
        top = line - rows + 1;
    if (top > layout->lines - rows)
        top = layout->lines - rows;
    form->scroll = top > 0 ? (size_t)top : 0;
}

static size_t word_at(const struct form_field *field, const struct form_place *place, int line,
                      int column)
{
    for (size_t i = 0; field->kind == FORM_CHECKS && !place->folded && i < field->count; i++) {
        struct form_cell cell = form_cell(field, place, i);
        if (line == cell.line && column >= cell.column && column < cell.column + cell.width)
            return i;
    }
    int used = 0, at = 0;
    for (size_t i = 0; field->kind == FORM_CHOICE && i < field->count; i++) {
        if (used && used + word_width(field, i) > place->width) {
            at++;
            used = 0;
        }
        if (at == line && column >= used && column < used + word_width(field, i))
            return i;
        used += word_width(field, i);
    }
    return field->count;
}

size_t form_at(const struct form *form, const struct form_layout *layout, int line, int column,
               size_t *word)
{
    for (size_t i = 0; i < form->count; i++) {
        const struct form_place *place = &layout->places[i];
        if (line < place->line || line >= place->line + place->lines || column < place->label ||
            column >= place->column + place->width)
            continue;
        *word = form->fields[i].count;
        if (column >= place->column)
            *word = word_at(&form->fields[i], place, line - place->line, column - place->column);
        return i;
    }
    return form->count;
}
