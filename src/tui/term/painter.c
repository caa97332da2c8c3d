#include "tui/term/painter.h"

#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "tui/term/canvas.h"
#include "tui/term/match.h"
#include "tui/term/screen.h"

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
    if (!p->measure && row >= p->first && row < p->last && p->picture)
        picture_text(p->picture, row, p->x + column, width, role, text);
    else if (!p->measure && row >= p->first && row < p->last)
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

struct picture *painter_picture(const struct painter *p)
{
    return p->picture ? p->picture : p->sink ? NULL : screen_picture();
}

bool painter_line(struct painter *p, double x0, double y0, double x1, double y1, enum role role)
{
    struct picture *picture = painter_picture(p);
    double top = p->y + p->line;
    y0 += top;
    y1 += top;
    if (picture && !p->measure && canvas_cut(&y0, &y1, &x0, &x1, p->first, p->last))
        picture_line(picture, p->x + x0, y0, p->x + x1, y1, role);
    return picture;
}

bool painter_mark(struct painter *p, double x, double y, enum role role, const char *text)
{
    struct picture *picture = painter_picture(p);
    y += p->y + p->line;
    if (picture && !p->measure && y >= p->first && y < p->last)
        picture_mark(picture, p->x + x, y, role, text);
    return picture;
}

void painter_bar(struct painter *p, int column, int columns, enum role role, double share)
{
    struct picture *picture = painter_picture(p);
    int row = p->y + p->line;
    struct strbuf text = {0};
    share = share > 0 ? share < 1 ? share : 1 : 0;
    if (picture && !p->measure && row >= p->first && row < p->last) {
        picture_bar(picture, row, p->x + column, share * columns, role);
    } else if (!picture) {
        glyphs_bar(painter_glyphs(p), &text, share, (size_t)columns);
        painter_text(p, column, columns, role, text.data);
    }
    strbuf_free(&text);
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
