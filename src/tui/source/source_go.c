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
