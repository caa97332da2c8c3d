/* How it works: the view holds the functions of one result, one of which is open
 * (source_function.h). Each side of it is a sheet of rows with a cursor. Everything that links the
 * sides goes through instructions: the selected row gives its instructions, and the other side
 * shows the rows of these (source_links.h). Nothing is read before the view is drawn or gets a key:
 * see source_view_prepare(). */
#include "tui/source/source_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "tui/source/source_foot.h"
#include "tui/source/source_go.h"
#include "tui/term/match.h"

enum { HEAD = 3, COMPARED = 1 };

void source_view_init(struct source_view *view, struct report *report,
                      const struct source_options *options, struct loop *loop, const bool *live)
{
    *view = (struct source_view){.report = report,
                                 .options = *options,
                                 .live = live,
                                 .sides = {SOURCE_VIEW_CUDA, SOURCE_VIEW_SASS}};
    view->options.notes = NULL;
    source_ask_init(&view->ask, loop);
    source_before_init(&view->before, options, loop);
}

static void forget_number(struct source_number *number)
{
    strbuf_free(&number->source);
    strbuf_free(&number->text);
    strbuf_free(&number->note);
    number->number = (struct number){0};
}

void source_view_close(struct source_view *view)
{
    source_ask_stop(&view->ask);
    source_before_close(&view->before);
    forget_number(&view->number);
    if (view->open)
        source_function_free(view->open);
    view->open = NULL;
    view->compared = false;
    view->hot = 0;
    view->foot = (struct source_foot){0};
}

/* Keeps the place for when the same result is decoded again. */
static void keep_place(struct source_view *view)
{
    struct source_function *open = view->open;
    view->again = (struct source_again){view->result->index + 1, view->at, open->file, {{0, 0}}};
    for (int side = 0; side < SOURCE_SIDES; side++) {
        const struct source_sheet *sheet = source_function_sheet(open, (enum source_side)side);
        view->again.places[side] = (struct view_place){.cursor = sheet->cursor, .top = sheet->top};
    }
}

static void go_back(struct source_view *view)
{
    view->open->file = view->again.file;
    for (int side = 0; side < SOURCE_SIDES; side++) {
        struct source_sheet *sheet = source_function_sheet(view->open, (enum source_side)side);
        sheet->cursor = view->again.places[side].cursor;
        sheet->top = view->again.places[side].top;
    }
}

void source_view_show(struct source_view *view, const struct result *result)
{
    if (result && result == view->result)
        return;
    if (!result && view->open)
        keep_place(view);
    else if (result && view->again.result != result->index + 1)
        view->again.result = 0;
    source_view_close(view);
    code_listing_free(view->functions, view->count);
    view->functions = NULL;
    view->count = view->at = 0;
    view->found = false;
    view->start.wanted = false;
    view->result = result;
    /* Code may have come since. */
    if (view->set && *view->live) {
        source_set_free(view->set);
        view->set = NULL;
    }
}

void source_view_compare(struct source_view *view, const struct result *baseline, const char *name)
{
    if (view->compared)
        source_function_compare(view->open, NULL);
    view->compared = false;
    source_before_set(&view->before, baseline, name);
}

void source_view_free(struct source_view *view)
{
    source_view_show(view, NULL);
    source_before_free(&view->before);
    source_chosen_free(&view->chosen);
    if (view->set)
        source_set_free(view->set);
    view->set = NULL;
}

/* Marks in the other side what belongs to the selected row, and moves to the hottest part of it. */
void source_view_follow(struct source_view *view)
{
    size_t one, count;
    const struct source_sheet *here = source_view_sheet(view);
    const size_t *instructions = source_sheet_instructions(here, here->cursor, &one, &count);
    if (!count || view->sides[0] == view->sides[1])
        return;
    if (view->sides[!view->focus] == SOURCE_VIEW_CUDA)
        source_function_follow(view->open, instructions[0]);
    struct source_sheet *there = source_view_other(view);
    size_t best = SIZE_MAX;
    source_sheet_heat(there, &view->open->columns, source_view_heat(view));
    for (size_t i = 0; i < count; i++) {
        size_t row = source_sheet_row_of(there, instructions[i]);
        if (row != SIZE_MAX && (best == SIZE_MAX || there->heats[row] > there->heats[best]))
            best = row;
    }
    if (best != SIZE_MAX)
        there->cursor = best;
}

/* Selects the function's first source line, not the file's. */
void source_view_begin(struct source_view *view)
{
    struct source_sheet *sheet = source_function_sheet(view->open, SOURCE_VIEW_CUDA);
    if (sheet->count) {
        size_t first = source_sheet_row_of_line(sheet, sheet->lines->lines[sheet->first].line);
        sheet->cursor = first == SIZE_MAX ? 0 : first;
        sheet->top = sheet->cursor > 2 ? sheet->cursor - 2 : 0;
    }
}

/* Opens what the function is compared with, and matches it when the texts are there. */
static void compare(struct source_view *view)
{
    struct source_before *before = &view->before;
    source_before_open(before, view->open, view->result);
    source_before_match(before, view->open, view->ask.run);
    bool compared = source_before_shows(before);
    if (compared == view->compared)
        return;
    source_function_compare(view->open, compared ? &before->open->view->metrics : NULL);
    view->compared = compared;
    view->hot = 0;
}

bool source_view_prepare(struct source_view *view)
{
    if (!view->result)
        return false;
    if (!view->found) {
        if (!view->set)
            view->set = source_set_new(view->report, &view->options);
        view->count = code_listing_find(view->set, view->result, &view->functions);
        view->found = true;
        /* The kernel itself is shown first, not what it calls. */
        for (size_t i = 0; i < view->count; i++)
            if (strcmp(view->functions[i].mangled, view->result->mangled) == 0)
                view->at = i;
        if (view->again.result && view->again.at < view->count)
            view->at = view->again.at;
    }
    if (!view->count)
        return false;
    if (!view->open) {
        view->open = source_function_open(&view->functions[view->at], view->result,
                                          source_set_files(view->set), &view->chosen);
        /* At first the keys go to the side that says most. */
        if (!view->begun && !view->open->view->lines.span_count)
            view->focus = 1;
        view->begun = true;
        source_view_begin(view);
        if (view->again.result)
            go_back(view);
        else
            source_view_follow(view);
        const bool again = view->again.result;
        view->again.result = 0;
        source_ask_start(&view->ask, view->set, view->open);
        if (!again)
            source_view_start(view);
    }
    compare(view);
    return true;
}

bool source_view_is_beside(const struct source_view *view, int columns)
{
    return columns >= SOURCE_BESIDE_LEAST &&
           (view->beside == SOURCE_VIEW_BESIDE ||
            (view->beside == SOURCE_BY_ROOM && columns >= SOURCE_BESIDE_FROM));
}

enum source_kind source_view_kind(const struct source_view *view)
{
    static const enum source_kind kinds[SOURCE_SIDES] = {SOURCE_SASS, SOURCE_PTX, SOURCE_CUDA};
    return view->beside_drawn &&
                   view->sides[0] + view->sides[1] == SOURCE_VIEW_SASS + SOURCE_VIEW_CUDA
               ? SOURCE_CUDA_SASS
               : kinds[view->sides[view->focus]];
}

struct source_sheet *source_view_sheet(struct source_view *view)
{
    return source_function_sheet(view->open, view->sides[view->focus]);
}

struct source_sheet *source_view_other(struct source_view *view)
{
    return source_function_sheet(view->open, view->sides[!view->focus]);
}

const struct source_sheet *source_view_seen(const struct source_view *view, int side)
{
    return source_function_seen(view->open, view->sides[side]);
}

const struct source_sheet *source_view_focused(const struct source_view *view)
{
    return source_view_seen(view, view->focus);
}

size_t source_view_column(const struct source_view *view, const char *label)
{
    const struct source_columns *columns = &view->open->columns;
    for (size_t i = 0; *label && i < columns->count; i++)
        if (strncmp(columns->items[i].label, label, sizeof view->heat - 1) == 0)
            return i;
    return SIZE_MAX;
}

size_t source_view_heat(const struct source_view *view)
{
    const struct source_columns *columns = &view->open->columns;
    size_t chosen = source_view_column(view, view->heat), first = 0;
    if (chosen < columns->seen && source_column_has_heat(&columns->items[chosen]))
        return chosen;
    while (first < columns->seen && !source_column_has_heat(&columns->items[first]))
        first++;
    return first < columns->seen ? first : SIZE_MAX;
}

bool source_view_choose(struct source_view *view, const char *words, struct error *error)
{
    if (!source_view_prepare(view))
        return error_set(error, "no code is shown whose columns can be chosen");
    if (!source_chosen_set(&view->chosen, &view->open->view->metrics, words, error))
        return false;
    source_function_compare(view->open, view->open->before);
    view->skipped = view->turns = view->hot = 0;
    if (source_view_column(view, view->number.label) >= view->open->columns.seen)
        view->number.label[0] = '\0';
    return true;
}

const struct number *source_view_number(const struct source_view *view)
{
    return *view->number.label && view->number.number.label ? &view->number.number : NULL;
}

int source_view_head(const struct source_view *view)
{
    return HEAD + (view->before.name ? COMPARED : 0);
}

int source_view_body(const struct source_view *view, int rows)
{
    int body = rows - source_view_head(view) - source_foot_rows(rows);
    return body > 0 ? body : 0;
}

void source_view_move(struct source_view *view, long to)
{
    struct source_sheet *sheet = source_view_sheet(view);
    long last = (long)sheet->rows - 1;
    to = to > last ? last : to;
    sheet->cursor = to < 0 ? 0 : (size_t)to;
    source_view_follow(view);
}

bool source_view_click(struct source_view *view, int row, int column, int rows, int columns)
{
    if (!source_view_prepare(view))
        return false;
    if (source_view_is_beside(view, columns))
        view->focus = column >= columns / 2;
    const struct source_sheet *sheet = source_view_sheet(view);
    int head = source_view_head(view);
    size_t at = sheet->top + (size_t)(row - head);
    if (row < head || row >= head + source_view_body(view, rows) || at >= sheet->rows)
        return false;
    source_view_move(view, (long)at);
    return true;
}

bool source_view_search(struct source_view *view, const char *text, int step, bool here)
{
    if (!source_view_prepare(view))
        return false;
    const struct source_sheet *sheet = source_view_sheet(view);
    long count = (long)sheet->rows;
    for (long i = here ? 0 : 1; i <= count && count; i++) {
        long at = (((long)sheet->cursor + step * i) % count + count) % count;
        char *line = source_sheet_text(sheet, (size_t)at);
        bool found = match_text(line, text);
        free(line);
        if (found) {
            source_view_move(view, at);
            return true;
        }
    }
    return false;
}

void source_view_place(struct source_view *view, struct view_place *place, bool back)
{
    if (!source_view_prepare(view))
        return;
    struct source_sheet *sheet = source_view_sheet(view);
    if (back) {
        source_view_move(view, (long)place->cursor);
        sheet->top = place->top;
    } else {
        *place = (struct view_place){.cursor = sheet->cursor, .top = sheet->top};
    }
}

void source_view_row_name(const struct source_view *view, const struct source_sheet *sheet,
                          size_t row, struct strbuf *out)
{
    strbuf_adds(out, "");
    if (row >= sheet->rows)
        return;
    if (sheet->side == SOURCE_VIEW_SASS) {
        strbuf_addf(out, "0x%" PRIx64, sheet->view->address + (uint64_t)row * sheet->view->step);
        return;
    }
    const char *path =
        sheet->side == SOURCE_VIEW_CUDA ? sheet->view->lines.files[view->open->file].path : "PTX";
    safe_text_add(out, path, strlen(path), false);
    strbuf_addf(out, ":%zu", source_sheet_line(sheet, row));
}

void source_view_copy(struct source_view *view, struct strbuf *out)
{
    if (!source_view_prepare(view))
        return;
    const struct source_sheet *sheet = source_view_sheet(view);
    if (sheet->cursor >= sheet->rows)
        return;
    char *text = source_sheet_text(sheet, sheet->cursor);
    source_view_row_name(view, sheet, sheet->cursor, out);
    strbuf_addf(out, "%s %s\n", sheet->side == SOURCE_VIEW_SASS ? "" : ":", text);
    free(text);
}
