#include "tui/widgets/empty_view.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "tui/term/painter.h"
#include "tui/term/screen.h"

void empty_view_draw(int rows, const char *text)
{
    int top = rows > 6 ? 1 : 0;
    empty_view_draw_from(top, rows - top, text);
}

void empty_view_draw_from(int top, int rows, const char *text)
{
    int margin = screen_columns() > 40 ? 2 : 0;
    struct painter p = {.x = margin,
                        .width = screen_columns() - 2 * margin,
                        .y = top,
                        .first = top,
                        .last = top + rows};
    while (*text) {
        size_t length = strcspn(text, "\n");
        char *paragraph = mem_strndup(text, length);
        painter_wrapped(&p, 0, p.line ? ROLE_DIM : ROLE_NORMAL, paragraph);
        painter_next(&p);
        free(paragraph);
        text += length + (text[length] == '\n');
    }
}
