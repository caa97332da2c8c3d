#include "painter.h"

#include <stdlib.h>
#include <string.h>

#include "match.h"
#include "mem.h"
#include "safe_text.h"
#include "screen.h"

static void to_screen(void *context, int row, int column, int width, enum role role,
                      const char *text)
{
    (void)context;
    screen_text(row, column, width, role, text);
}

const struct glyphs *painter_glyphs(const struct painter *p)
{
    const struct glyphs *glyphs = p->glyphs ? p->glyphs : screen_glyphs();
    return glyphs ? glyphs : glyphs_at(GLYPHS_ASCII);
}

int painter_text(struct painter *p, int column, int width, enum role role, const char *text)
{
    int row = p->y + p->line;
    if (column + width > p->width)
        width = p->width - column;
    if (width <= 0)
        return 0;
    if (p->search && *p->search && match_text(text, p->search)) {
        if (!p->matched)
            p->matched_line = p->line;
        p->matched = true;
        role = ROLE_MATCH;
    }
    int used = (int)safe_text_width(text);
    if (!p->measure && row >= p->first && row < p->last)
        (p->sink ? p->sink : to_screen)(p->sink_context, row, p->x + column, width, role, text);
    return used < width ? used : width;
}

int painter_number(struct painter *p, int column, int width, enum role role, const char *text,
                   const struct number *number)
{
    int room = column + width > p->width ? p->width - column : width;
    int used = (int)safe_text_width(text);
    struct rect at = {p->line, column, 1, used < room ? used : room};
    if (p->numbers && at.columns > 0 && number_map_add(p->numbers, number, at)) {
        role = ROLE_SELECTION;
        if (column > 0)
            painter_text(p, column - 1, 1, role, painter_glyphs(p)->cursor);
    }
    return painter_text(p, column, width, role, text);
}

void painter_number_right(struct painter *p, int column, int width, enum role role,
                          const char *text, const struct number *number)
{
    int needed = (int)safe_text_width(text), left = needed < width ? width - needed : 0;
    painter_number(p, column + left, width - left, role, text, number);
}

size_t painter_marked(const struct painter *p)
{
    const struct number_map *map = p->numbers;
    return map && map->marked > map->count ? map->marked - map->count : 0;
}

void painter_next(struct painter *p)
{
    p->line++;
}

void painter_wrapped(struct painter *p, int indent, enum role role, const char *text)
{
    painter_wrapped_number(p, indent, role, text, NULL);
}

void painter_wrapped_number(struct painter *p, int indent, enum role role, const char *text,
                            const struct number *number)
{
    int width = p->width - indent;
    if (width < 10)
        width = 10;
    while (*text) {
        size_t length = safe_text_wrap(text, (size_t)width);
        char *line = mem_strndup(text, length);
        if (number)
            painter_number(p, indent, width, role, line, number);
        else
            painter_text(p, indent, width, role, line);
        number = NULL;
        painter_next(p);
        free(line);
        text += length;
        while (*text == ' ')
            text++;
    }
}
