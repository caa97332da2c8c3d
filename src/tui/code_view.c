#include "code_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code_foot.h"
#include "match.h"
#include "mem.h"
#include "safe_text.h"

enum { HEAD = 3, COMPARED = 1 };

void code_view_init(struct code_view *view, struct report *report,
                    const struct source_options *options, struct loop *loop, const bool *live)
{
    *view = (struct code_view){
        .report = report, .options = *options, .live = live, .sides = {CODE_CUDA, CODE_SASS}};
    view->options.notes = NULL;
    code_ask_init(&view->ask, loop);
    code_before_init(&view->before, options, loop);
}

static void forget_number(struct code_number *number)
{
    strbuf_free(&number->source);
    strbuf_free(&number->text);
    strbuf_free(&number->note);
    number->number = (struct number){0};
}

void code_view_close(struct code_view *view)
{
    code_ask_stop(&view->ask);
    code_before_close(&view->before);
    forget_number(&view->number);
    if (view->open)
        code_function_free(view->open);
    view->open = NULL;
    view->compared = false;
    view->hot = 0;
    view->foot = (struct code_foot){0};
}

/* Where the view stands, for when the same result is decoded again. */
static void keep_place(struct code_view *view)
{
    struct code_function *open = view->open;
    view->again = (struct code_again){view->result->index + 1, view->at, open->file, {{0, 0}}};
    for (int side = 0; side < CODE_SIDES; side++) {
        const struct code_sheet *sheet = code_function_sheet(open, (enum code_side)side);
        view->again.places[side] = (struct view_place){.cursor = sheet->cursor, .top = sheet->top};
    }
}

static void go_back(struct code_view *view)
{
    view->open->file = view->again.file;
    for (int side = 0; side < CODE_SIDES; side++) {
        struct code_sheet *sheet = code_function_sheet(view->open, (enum code_side)side);
        sheet->cursor = view->again.places[side].cursor;
        sheet->top = view->again.places[side].top;
    }
}

void code_view_show(struct code_view *view, const struct result *result)
{
    if (result && result == view->result)
        return;
    if (!result && view->open)
        keep_place(view);
    else if (result && view->again.result != result->index + 1)
        view->again.result = 0;
    code_view_close(view);
    source_views_free(view->functions, view->count);
    view->functions = NULL;
    view->count = view->at = 0;
    view->found = false;
    view->result = result;
    /* Code may have come since. */
    if (view->set && *view->live) {
        source_set_free(view->set);
        view->set = NULL;
    }
}

void code_view_compare(struct code_view *view, const struct result *baseline, const char *name)
{
    if (view->compared)
        code_function_compare(view->open, NULL);
    view->compared = false;
    code_before_set(&view->before, baseline, name);
}

void code_view_free(struct code_view *view)
{
    code_view_show(view, NULL);
    code_before_free(&view->before);
    if (view->set)
        source_set_free(view->set);
    view->set = NULL;
}

/* What the other side has of the selected row is marked there, and the hottest of it scrolled to.
 */
void code_view_follow(struct code_view *view)
{
    size_t one, count;
    const struct code_sheet *here = code_view_sheet(view);
    const size_t *instructions = code_sheet_instructions(here, here->cursor, &one, &count);
    if (!count || view->sides[0] == view->sides[1])
        return;
    if (view->sides[!view->focus] == CODE_CUDA)
        code_function_follow(view->open, instructions[0]);
    struct code_sheet *there = code_view_other(view);
    size_t best = SIZE_MAX;
    code_sheet_heat(there, &view->open->columns, code_view_heat(view));
    for (size_t i = 0; i < count; i++) {
        size_t row = code_sheet_row_of(there, instructions[i]);
        if (row != SIZE_MAX && (best == SIZE_MAX || there->heats[row] > there->heats[best]))
            best = row;
    }
    if (best != SIZE_MAX)
        there->cursor = best;
}

/* A source line that has code: the function's first one, not the file's. */
void code_view_begin(struct code_view *view)
{
    struct code_sheet *sheet = code_function_sheet(view->open, CODE_CUDA);
    if (sheet->count) {
        size_t first = code_sheet_row_of_line(sheet, sheet->lines->lines[sheet->first].line);
        sheet->cursor = first == SIZE_MAX ? 0 : first;
        sheet->top = sheet->cursor > 2 ? sheet->cursor - 2 : 0;
    }
}

/* Opens what it is compared with, and matches it once the texts are there. */
static void compare(struct code_view *view)
{
    struct code_before *before = &view->before;
    code_before_open(before, view->open, view->result);
    code_before_match(before, view->open, view->ask.run);
    bool compared = code_before_shows(before);
    if (compared == view->compared)
        return;
    code_function_compare(view->open, compared ? &before->open->view->metrics : NULL);
    view->compared = compared;
    view->hot = 0;
}

bool code_view_prepare(struct code_view *view)
{
    if (!view->result)
        return false;
    if (!view->found) {
        if (!view->set)
            view->set = source_set_new(view->report, &view->options);
        view->count = source_views_find(view->set, view->result, &view->functions);
        view->found = true;
        /* The kernel itself rather than what it calls. */
        for (size_t i = 0; i < view->count; i++)
            if (strcmp(view->functions[i].mangled, view->result->mangled) == 0)
                view->at = i;
        if (view->again.result && view->again.at < view->count)
            view->at = view->again.at;
    }
    if (!view->count)
        return false;
    if (!view->open) {
        view->open = code_function_open(&view->functions[view->at], view->result,
                                        source_set_files(view->set));
        /* At first the side that says most. */
        if (!view->begun && !view->open->view->lines.span_count)
            view->focus = 1;
        view->begun = true;
        code_view_begin(view);
        if (view->again.result)
            go_back(view);
        else
            code_view_follow(view);
        view->again.result = 0;
        code_ask_start(&view->ask, view->set, view->open);
    }
    compare(view);
    return true;
}

bool code_view_is_beside(const struct code_view *view, int columns)
{
    return columns >= CODE_BESIDE_LEAST &&
           (view->beside == CODE_BESIDE ||
            (view->beside == CODE_BY_ROOM && columns >= CODE_BESIDE_FROM));
}

enum source_kind code_view_kind(const struct code_view *view)
{
    static const enum source_kind kinds[CODE_SIDES] = {SOURCE_SASS, SOURCE_PTX, SOURCE_CUDA};
    return view->beside_drawn && view->sides[0] + view->sides[1] == CODE_SASS + CODE_CUDA
               ? SOURCE_CUDA_SASS
               : kinds[view->sides[view->focus]];
}

struct code_sheet *code_view_sheet(struct code_view *view)
{
    return code_function_sheet(view->open, view->sides[view->focus]);
}

struct code_sheet *code_view_other(struct code_view *view)
{
    return code_function_sheet(view->open, view->sides[!view->focus]);
}

size_t code_view_column(const struct code_view *view, const char *label)
{
    const struct code_columns *columns = &view->open->columns;
    for (size_t i = 0; *label && i < columns->count; i++)
        if (strncmp(columns->items[i].label, label, sizeof view->heat - 1) == 0)
            return i;
    return SIZE_MAX;
}

size_t code_view_heat(const struct code_view *view)
{
    const struct code_columns *columns = &view->open->columns;
    size_t chosen = code_view_column(view, view->heat), first = 0;
    if (chosen != SIZE_MAX && code_column_has_heat(&columns->items[chosen]))
        return chosen;
    while (first < columns->count && !code_column_has_heat(&columns->items[first]))
        first++;
    return first < columns->count ? first : SIZE_MAX;
}

const struct number *code_view_number(const struct code_view *view)
{
    return *view->number.label && view->number.number.label ? &view->number.number : NULL;
}

int code_view_head(const struct code_view *view)
{
    return HEAD + (view->before.name ? COMPARED : 0);
}

int code_view_body(const struct code_view *view, int rows)
{
    int body = rows - code_view_head(view) - code_foot_rows(rows);
    return body > 0 ? body : 0;
}

void code_view_move(struct code_view *view, long to)
{
    struct code_sheet *sheet = code_view_sheet(view);
    long last = (long)sheet->rows - 1;
    to = to > last ? last : to;
    sheet->cursor = to < 0 ? 0 : (size_t)to;
    code_view_follow(view);
}

bool code_view_click(struct code_view *view, int row, int column, int rows, int columns)
{
    if (!code_view_prepare(view))
        return false;
    if (code_view_is_beside(view, columns))
        view->focus = column >= columns / 2;
    const struct code_sheet *sheet = code_view_sheet(view);
    int head = code_view_head(view);
    size_t at = sheet->top + (size_t)(row - head);
    if (row < head || row >= head + code_view_body(view, rows) || at >= sheet->rows)
        return false;
    code_view_move(view, (long)at);
    return true;
}

bool code_view_search(struct code_view *view, const char *text, int step, bool here)
{
    if (!code_view_prepare(view))
        return false;
    const struct code_sheet *sheet = code_view_sheet(view);
    long count = (long)sheet->rows;
    for (long i = here ? 0 : 1; i <= count && count; i++) {
        long at = (((long)sheet->cursor + step * i) % count + count) % count;
        char *line = code_sheet_text(sheet, (size_t)at);
        bool found = match_text(line, text);
        free(line);
        if (found) {
            code_view_move(view, at);
            return true;
        }
    }
    return false;
}

void code_view_place(struct code_view *view, struct view_place *place, bool back)
{
    if (!code_view_prepare(view))
        return;
    struct code_sheet *sheet = code_view_sheet(view);
    if (back) {
        code_view_move(view, (long)place->cursor);
        sheet->top = place->top;
    } else {
        *place = (struct view_place){.cursor = sheet->cursor, .top = sheet->top};
    }
}

void code_view_row_name(const struct code_view *view, const struct code_sheet *sheet, size_t row,
                        struct strbuf *out)
{
    strbuf_adds(out, "");
    if (row >= sheet->rows)
        return;
    if (sheet->side == CODE_SASS) {
        strbuf_addf(out, "0x%" PRIx64, sheet->view->address + (uint64_t)row * sheet->view->step);
        return;
    }
    const char *path =
        sheet->side == CODE_CUDA ? sheet->view->lines.files[view->open->file].path : "PTX";
    safe_text_add(out, path, strlen(path), false);
    strbuf_addf(out, ":%zu", code_sheet_line(sheet, row));
}

void code_view_copy(struct code_view *view, struct strbuf *out)
{
    if (!code_view_prepare(view))
        return;
    const struct code_sheet *sheet = code_view_sheet(view);
    if (sheet->cursor >= sheet->rows)
        return;
    char *text = code_sheet_text(sheet, sheet->cursor);
    code_view_row_name(view, sheet, sheet->cursor, out);
    strbuf_addf(out, "%s %s\n", sheet->side == CODE_SASS ? "" : ":", text);
    free(text);
}
