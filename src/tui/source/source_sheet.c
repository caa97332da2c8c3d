#include "tui/source/source_sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"

/* Columns of a tab, and of instructions that have no text yet. */
enum { TAB = 4, SASS_USUAL = 48 };

void source_sheet_sass(struct source_sheet *sheet, const struct code_listing *view)
{
    *sheet =
        (struct source_sheet){.side = SOURCE_VIEW_SASS, .rows = view->instructions, .view = view};
    sheet->number = snprintf(NULL, 0, "%04zx", view->instructions * view->step);
    source_sheet_measure(sheet);
}

void source_sheet_measure(struct source_sheet *sheet)
{
    size_t longest = 0;
    for (size_t i = 0; i < sheet->view->sass.count; i++) {
        size_t length = strlen(sheet->view->sass.lines[i].text);
        longest = length > longest ? length : longest;
    }
    sheet->longest = longest ? (int)longest : SASS_USUAL;
}

/* Finds the lines that belong to this file. */
static void find_lines(struct source_sheet *sheet, uint32_t file)
{
    const struct source_lines *lines = sheet->lines;
    while (sheet->first < lines->count && lines->lines[sheet->first].file < file)
        sheet->first++;
    while (sheet->first + sheet->count < lines->count &&
           lines->lines[sheet->first + sheet->count].file == file)
        sheet->count++;
}

/* Finds the row of each line. A line outside of the text, or made by the compiler (0), has none. */
static void place_lines(struct source_sheet *sheet)
{
    sheet->line_of = mem_alloc((sheet->rows + 1) * sizeof *sheet->line_of);
    for (size_t i = sheet->first; i < sheet->first + sheet->count; i++) {
        size_t line = sheet->lines->lines[i].line;
        size_t row = sheet->texts ? line - 1 : i - sheet->first;
        if (row < sheet->rows)
            sheet->line_of[row] = i + 1;
    }
}

void source_sheet_file(struct source_sheet *sheet, enum source_side side,
                       const struct code_listing *view, const struct source_lines *lines,
                       const struct source_links *links, uint32_t file, const char **texts,
                       const size_t *lengths, size_t text_count)
{
    size_t last = text_count;
    *sheet = (struct source_sheet){.side = side,
                                   .view = view,
                                   .lines = lines,
                                   .links = links,
                                   .texts = texts,
                                   .lengths = lengths};
    find_lines(sheet, file);
    sheet->rows = texts ? text_count : sheet->count;
    place_lines(sheet);
    for (size_t i = 0; i < text_count; i++)
        if ((int)(lengths[i] < 200 ? lengths[i] : 200) > sheet->longest)
            sheet->longest = (int)(lengths[i] < 200 ? lengths[i] : 200);
    if (!texts && sheet->count)
        last = lines->lines[sheet->first + sheet->count - 1].line;
    sheet->number = snprintf(NULL, 0, "%zu", last);
    sheet->number = sheet->number < 4 ? 4 : sheet->number;
}

void source_sheet_free(struct source_sheet *sheet)
{
    free(sheet->line_of);
    free(sheet->heats);
    free(sheet->order);
    *sheet = (struct source_sheet){0};
}

/* Appends text with tabs as blanks, because the screen draws no tabs. */
static void add_expanded(struct strbuf *out, const char *text, size_t length)
{
    size_t column = 0;
    for (size_t i = 0; i < length; i++) {
        size_t wide = text[i] == '\t' ? TAB - column % TAB : 1;
        if (text[i] == '\t')
            strbuf_pad(out, ' ', wide);
        else
            strbuf_addc(out, text[i]);
        column += wide;
    }
}

char *source_sheet_text(const struct source_sheet *sheet, size_t row)
{
    struct strbuf text = {0};
    strbuf_adds(&text, "");
    if (sheet->side == SOURCE_VIEW_SASS)
        strbuf_adds(&text, code_listing_text(sheet->view, row));
    else if (sheet->texts && row < sheet->rows)
        add_expanded(&text, sheet->texts[row], sheet->lengths[row]);
    char *safe = safe_text(text.data);
    strbuf_free(&text);
    return safe;
}

size_t source_sheet_line(const struct source_sheet *sheet, size_t row)
{
    if (sheet->side == SOURCE_VIEW_SASS || row >= sheet->rows)
        return 0;
    return sheet->texts ? row + 1 : sheet->lines->lines[sheet->first + row].line;
}

size_t source_sheet_row_of_line(const struct source_sheet *sheet, size_t line)
{
    for (size_t row = 0; row < sheet->rows; row++)
        if (line && source_sheet_line(sheet, row) == line)
            return row;
    return SIZE_MAX;
}

bool source_sheet_shift(struct source_sheet *sheet, int by, int room)
{
    int before = sheet->shift, most = sheet->longest > room ? sheet->longest - room : 0;
    int to = before + by < most ? before + by : most;
    sheet->shift = to > 0 ? to : 0;
    sheet->room = room;
    return sheet->shift != before;
}

/* A wide character at the edge counts as hidden. An ellipsis stands for hidden text other than
 * blanks. */
void source_sheet_add_shifted(struct strbuf *out, const struct source_sheet *sheet,
                              const char *text)
{
    size_t length = strlen(text), at = 0, width = 0, shift = (size_t)sheet->shift;
    strbuf_adds(out, "");
    bool cut = shift && strspn(text, " ") < shift && *text;
    for (shift += cut; at < length && width < shift;) {
        long c;
        at += safe_text_decode(text + at, length - at, &c);
        width += safe_text_char_width(c);
    }
    if (cut)
        strbuf_adds(out, safe_text_utf8() ? "\xe2\x80\xa6" : "~");
    strbuf_pad(out, ' ', width > shift ? width - shift : 0);
    strbuf_adds(out, text + at);
}

void source_sheet_add_number(struct strbuf *out, const struct source_sheet *sheet, size_t row)
{
    strbuf_adds(out, "");
    if (sheet->side == SOURCE_VIEW_SASS)
        strbuf_addf(out, "%04zx", row * sheet->view->step);
    else
        strbuf_addf(out, "%zu", source_sheet_line(sheet, row));
}

const size_t *source_sheet_instructions(const struct source_sheet *sheet, size_t row, size_t *one,
                                        size_t *count)
{
    *count = 0;
    if (row >= sheet->rows)
        return NULL;
    if (sheet->side == SOURCE_VIEW_SASS) {
        *one = row;
        *count = 1;
        return one;
    }
    return sheet->line_of[row] ? source_links_of_line(sheet->links, sheet->line_of[row] - 1, count)
                               : NULL;
}

size_t source_sheet_row_of(const struct source_sheet *sheet, size_t instruction)
{
    if (sheet->side == SOURCE_VIEW_SASS)
        return instruction < sheet->rows ? instruction : SIZE_MAX;
    size_t count;
    const size_t *lines = source_links_of_instruction(sheet->links, instruction, &count);
    for (size_t i = 0; i < count; i++) {
        if (lines[i] < sheet->first || lines[i] >= sheet->first + sheet->count)
            continue;
        size_t row =
            sheet->texts ? sheet->lines->lines[lines[i]].line - (size_t)1 : lines[i] - sheet->first;
        if (row < sheet->rows)
            return row;
    }
    return SIZE_MAX;
}

struct ranked {
    size_t row;
    double heat;
};

static int by_heat(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->heat != y->heat)
        return x->heat > y->heat ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static double heat_of(const struct source_sheet *sheet, const struct source_column *column,
                      size_t row)
{
    size_t one, count;
    double heat;
    const size_t *instructions = source_sheet_instructions(sheet, row, &one, &count);
    return count && source_column_heat(column, instructions, count, &heat) ? heat : -1;
}

void source_sheet_forget_heat(struct source_sheet *sheet)
{
    free(sheet->heats);
    free(sheet->order);
    sheet->heats = NULL;
    sheet->order = NULL;
}

void source_sheet_heat(struct source_sheet *sheet, const struct source_columns *columns,
                       size_t column)
{
    size_t wanted = column < columns->count ? column + 1 : 0;
    if (sheet->heats && sheet->heat == wanted)
        return;
    source_sheet_forget_heat(sheet);
    sheet->heat = wanted;
    sheet->heats = mem_alloc((sheet->rows + 1) * sizeof *sheet->heats);
    sheet->most = sheet->total = 0;
    for (size_t row = 0; row < sheet->rows; row++) {
        sheet->heats[row] = wanted ? heat_of(sheet, &columns->items[column], row) : -1;
        if (sheet->heats[row] > sheet->most)
            sheet->most = sheet->heats[row];
    }
    for (size_t i = 0; wanted && i < sheet->view->instructions; i++) {
        double heat;
        if (source_column_heat(&columns->items[column], &i, 1, &heat))
            sheet->total += heat;
    }
}

void source_sheet_rank(struct source_sheet *sheet)
{
    if (sheet->order)
        return;
    struct ranked *ranked = mem_alloc((sheet->rows + 1) * sizeof *ranked);
    sheet->order = mem_alloc((sheet->rows + 1) * sizeof *sheet->order);
    sheet->order_count = 0;
    for (size_t row = 0; row < sheet->rows; row++)
        if (sheet->heats[row] > 0)
            ranked[sheet->order_count++] = (struct ranked){row, sheet->heats[row]};
    if (sheet->order_count)
        qsort(ranked, sheet->order_count, sizeof *ranked, by_heat);
    for (size_t i = 0; i < sheet->order_count; i++)
        sheet->order[i] = ranked[i].row;
    free(ranked);
}

void source_sheet_show(struct source_sheet *sheet, size_t seen)
{
    if (sheet->cursor >= sheet->rows)
        sheet->cursor = sheet->rows ? sheet->rows - 1 : 0;
    size_t end = sheet->top + seen;
    /* A step scrolls by one row. A row further off is shown with its surroundings. */
    if (sheet->cursor + 1 < sheet->top || (seen && sheet->cursor > end))
        sheet->top = sheet->cursor > seen / 3 ? sheet->cursor - seen / 3 : 0;
    else if (sheet->cursor < sheet->top)
        sheet->top = sheet->cursor;
    else if (seen && sheet->cursor == end)
        sheet->top = sheet->cursor - seen + 1;
    /* A larger screen shows more of the start instead of nothing behind the end. */
    if (sheet->top + seen > sheet->rows)
        sheet->top = sheet->rows > seen ? sheet->rows - seen : 0;
}
