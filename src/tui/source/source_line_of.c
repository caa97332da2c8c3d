/* Which line of a source file the selected row stands for. */
#include "tui/source/source_view.h"

/* Of several lines one in the file that is shown, if there is one. */
static bool line_of_instruction(const struct source_function *function, size_t instruction,
                                const char **file, size_t *line)
{
    size_t count, at = 0;
    const size_t *lines = source_links_of_instruction(&function->cuda.links, instruction, &count);
    if (!count)
        return false;
    for (size_t i = count; i-- > 0;)
        if (function->cuda.lines.lines[lines[i]].file == function->file)
            at = i;
    const struct source_line *found = &function->cuda.lines.lines[lines[at]];
    *file = function->view->lines.files[found->file].path;
    *line = found->line;
    return true;
}

bool source_view_line(struct source_view *view, const char **file, size_t *line)
{
    if (!source_view_prepare(view))
        return false;
    const struct source_function *function = view->open;
    const struct source_sheet *sheet = source_view_sheet(view);
    if (sheet->side == SOURCE_VIEW_CUDA && sheet->cursor < sheet->rows) {
        *file = function->view->lines.files[function->file].path;
        *line = source_sheet_line(sheet, sheet->cursor);
        return *line;
    }
    size_t one, count;
    const size_t *instructions = source_sheet_instructions(sheet, sheet->cursor, &one, &count);
    return count && line_of_instruction(function, instructions[0], file, line);
}
