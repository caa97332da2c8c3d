#include "tui/source/source_go.h"

#include <string.h>

/* Opens the function. */
static bool open_function(struct source_view *view, const char *mangled)
{
    size_t at = 0;
    if (!source_view_prepare(view))
        return false;
    while (at < view->count && strcmp(view->functions[at].mangled, mangled) != 0)
        at++;
    if (at == view->count)
        return false;
    if (at != view->at) {
        source_view_close(view);
        view->at = at;
    }
    return source_view_prepare(view);
}

/* Puts a side where the keys go to, unless the other half shows it: then the keys go there. */
static void focus_on(struct source_view *view, enum source_side side)
{
    if (view->sides[view->focus] == side)
        return;
    if (view->sides[!view->focus] == side)
        view->focus = !view->focus;
    else
        view->sides[view->focus] = side;
}

/* Returns whether the line is one of those that the instruction comes from, in the file that is
 * shown then. */
static bool show_file_of(struct source_view *view, size_t instruction, unsigned line)
{
    const struct line_table *lines = &view->open->view->lines;
    uint64_t offset = (uint64_t)instruction * view->open->view->step;
    for (size_t i = 0; i < lines->span_count; i++) {
        const struct line_span *span = &lines->spans[i];
        if (span->line == line && span->start <= offset && offset < span->end) {
            view->open->file = span->file;
            return true;
        }
    }
    return false;
}

bool source_view_go(struct source_view *view, const struct source_place *place)
{
    if (!open_function(view, place->function))
        return false;
    size_t instruction = (size_t)(place->offset / view->open->view->step), row = SIZE_MAX;
    bool by_line = place->line && show_file_of(view, instruction, place->line);
    if (by_line) {
        focus_on(view, SOURCE_VIEW_CUDA);
        row = source_sheet_row_of_line(source_view_sheet(view), place->line);
    } else {
        focus_on(view, SOURCE_VIEW_SASS);
        row = source_sheet_row_of(source_view_sheet(view), instruction);
    }
    if (row != SIZE_MAX)
        source_view_move(view, (long)row);
    source_view_follow(view);
    view->hot = 0;
    return true;
}

void source_view_start_at(struct source_view *view, const struct source_place *place)
{
    view->start = (struct source_start){.wanted = true};
    if (place)
        view->start = (struct source_start){true, place->function, place->offset, place->line};
}

/* Returns the row of a place in the side that keys go to, or SIZE_MAX. */
static size_t row_of_place(struct source_view *view, const struct source_start *start)
{
    const bool lines = view->open->view->lines.span_count;
    if ((lines && !start->line) || !open_function(view, start->function))
        return SIZE_MAX;
    const size_t instruction = (size_t)(start->offset / view->open->view->step);
    if (view->sides[view->focus] != SOURCE_VIEW_CUDA)
        return source_sheet_row_of(source_view_sheet(view), instruction);
    return show_file_of(view, instruction, start->line)
               ? source_sheet_row_of_line(source_view_sheet(view), start->line)
               : SIZE_MAX;
}

/* Shows the file that has the hottest line. */
static void show_hottest_file(struct source_view *view, size_t heat)
{
    struct source_function *open = view->open;
    double most = 0;
    for (size_t i = 0; i < open->cuda.lines.count; i++) {
        size_t count;
        double value;
        const size_t *instructions = source_links_of_line(&open->cuda.links, i, &count);
        if (!count ||
            !source_column_heat(&open->columns.items[heat], instructions, count, &value) ||
            value <= most)
            continue;
        most = value;
        open->file = open->cuda.lines.lines[i].file;
    }
}

/* Returns the hottest row of the side that keys go to, or SIZE_MAX if none has heat. */
static size_t hottest_row(struct source_view *view)
{
    const size_t heat = source_view_heat(view);
    if (heat == SIZE_MAX)
        return SIZE_MAX;
    if (view->sides[view->focus] == SOURCE_VIEW_CUDA)
        show_hottest_file(view, heat);
    struct source_sheet *sheet = source_view_sheet(view);
    source_sheet_heat(sheet, &view->open->columns, heat);
    source_sheet_rank(sheet);
    return sheet->order_count ? sheet->order[0] : SIZE_MAX;
}

void source_view_start(struct source_view *view)
{
    const struct source_start start = view->start;
    view->start.wanted = false;
    if (!start.wanted)
        return;
    size_t row = start.function ? row_of_place(view, &start) : SIZE_MAX;
    if (row == SIZE_MAX)
        row = hottest_row(view);
    if (row != SIZE_MAX)
        source_view_move(view, (long)row);
}
