#include "tui/term/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"
#include "tui/term/canvas.h"

/* A bar leaves space above and below. */
static const double bar_top = 0.12, bar_bottom = 0.88;

struct picture *picture_new(int rows, int columns)
{
    struct picture *picture = mem_alloc(sizeof *picture);
    picture->rows = rows > 0 ? rows : 1;
    picture->columns = columns > 0 ? columns : 1;
    picture->cells =
        mem_alloc((size_t)picture->rows * (size_t)picture->columns * sizeof *picture->cells);
    return picture;
}

void picture_free(struct picture *picture)
{
    for (size_t i = 0; i < picture->shape_count; i++)
        free(picture->shapes[i].text);
    free(picture->cells);
    free(picture->shapes);
    free(picture);
}

const struct picture_cell *picture_cell(const struct picture *picture, int row, int column)
{
    return &picture->cells[row * picture->columns + column];
}

void picture_row_text(const struct picture *picture, int row, struct strbuf *out)
{
    size_t end = out->length;
    for (int column = 0; column < picture->columns;) {
        const struct picture_cell *cell = picture_cell(picture, row, column);
        bool blank = !cell->width || strcmp(cell->text, " ") == 0;
        strbuf_adds(out, blank ? " " : cell->text);
        end = blank ? end : out->length;
        column += cell->width == 2 ? 2 : 1;
    }
    out->length = end;
    if (out->data)
        out->data[end] = '\0';
}

/* Appends a combining character to the one before the column. */
static void join(struct picture_cell *row, int column, const char *bytes, size_t length)
{
    int at = column - 1;
    if (at > 0 && row[at - 1].width == 2)
        at--;
    size_t used = at >= 0 && row[at].width ? strlen(row[at].text) : PICTURE_CHARACTER;
    if (used + length < PICTURE_CHARACTER)
        memcpy(row[at].text + used, bytes, length + 1);
}

static void put(struct picture *picture, int row, int *column, enum role role, const char *bytes,
                size_t length)
{
    long source_point;
    safe_text_decode(bytes, length, &source_point);
    int width = (int)safe_text_char_width(source_point);
    struct picture_cell *cell = &picture->cells[row * picture->columns + *column];
    char text[8] = "";
    memcpy(text, bytes, length < sizeof text ? length : 0);
    if (!width) {
        join(&picture->cells[row * picture->columns], *column, text, strlen(text));
        return;
    }
    if (*column + width > picture->columns)
        return;
    *cell = (struct picture_cell){.role = (unsigned char)role, .width = (unsigned char)width};
    memcpy(cell->text, text, sizeof text);
    if (width == 2)
        cell[1] = (struct picture_cell){.role = (unsigned char)role};
    *column += width;
}

void picture_text(struct picture *picture, int row, int column, int width, enum role role,
                  const char *text)
{
    struct strbuf fitted = {0};
    if (row < 0 || row >= picture->rows || column < 0 || column >= picture->columns)
        return;
    if (width > picture->columns - column)
        width = picture->columns - column;
    if (width > 0)
        safe_text_fit(&fitted, text, (size_t)width);
    for (const char *at = fitted.data; at && *at && column < picture->columns;) {
        long source_point;
        size_t length = safe_text_decode(at, strlen(at), &source_point);
        put(picture, row, &column, role, at, length);
        at += length;
    }
    strbuf_free(&fitted);
}

static void add(struct picture *picture, struct picture_shape shape)
{
    mem_grow(&picture->shapes, picture->shape_count, &picture->capacity, sizeof *picture->shapes);
    picture->shapes[picture->shape_count++] = shape;
}

void picture_line(struct picture *picture, double x0, double y0, double x1, double y1,
                  enum role role)
{
    if (isfinite(x0) && isfinite(y0) && isfinite(x1) && isfinite(y1) &&
        canvas_cut(&x0, &x1, &y0, &y1, 0, picture->columns) &&
        canvas_cut(&y0, &y1, &x0, &x1, 0, picture->rows))
        add(picture, (struct picture_shape){PICTURE_LINE, role, x0, y0, x1, y1, NULL});
}

void picture_mark(struct picture *picture, double x, double y, enum role role, const char *text)
{
    double half = (double)safe_text_width(text) / 2;
    if (x >= 0 && x <= picture->columns && y >= 0 && y <= picture->rows) {
        /* The whole text stays inside. */
        x = fmin(fmax(x, half), fmax(picture->columns - half, half));
        y = fmin(fmax(y, 0.5), picture->rows - 0.5);
        add(picture, (struct picture_shape){PICTURE_MARK, role, x, y, x, y, mem_strdup(text)});
    }
}

void picture_bar(struct picture *picture, int row, int column, double length, enum role role)
{
    double end = fmin(column + length, picture->columns);
    if (row >= 0 && row < picture->rows && column >= 0 && end > column)
        add(picture, (struct picture_shape){PICTURE_BAR, role, column, row + bar_top, end,
                                            row + bar_bottom, NULL});
}
