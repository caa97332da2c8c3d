#include "tui/term/canvas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/base/strbuf.h"

enum { MOST_SIDE = 4096 };

struct cell {
    unsigned char dots; /* bit: row * 2 + column of the dot */
    unsigned char role;
    bool edge;         /* the glyph is only for character terminals */
    const char *glyph; /* NULL: dots */
};

/* Steps of the way from a label's cells to its exact place. */
enum { STEPS = 4 };

struct label {
    int column, row, width;
    enum role role;
    char *text;
    double x, y; /* in a picture: the exact place of its middle */
    int steps;   /* how many of the STEPS it goes from its cells to that place */
    struct label *next;
};

/* As it was asked for, cut at the edges. */
struct line {
    double x0, y0, x1, y1;
    enum role role;
};

/* A part of a row that stands for a number. */
struct spot {
    int column, row, columns;
    struct number number;
};

struct canvas {
    const struct glyphs *glyphs;
    int columns, rows;
    int across, down; /* dots per cell */
    struct cell *cells;
    struct label *labels;
    struct line *lines;
    size_t line_count, line_capacity;
    struct spot *spots;
    size_t spot_count, spot_capacity;
};

static int within(int number, int least, int most)
{
    return number < least ? least : number > most ? most : number;
}

struct canvas *canvas_new(const struct glyphs *glyphs, int columns, int rows)
{
    struct canvas *canvas = mem_alloc(sizeof *canvas);
    bool braille = glyphs->level == GLYPHS_FULL;
    canvas->glyphs = glyphs;
    canvas->columns = within(columns, 1, MOST_SIDE);
    canvas->rows = within(rows, 1, MOST_SIDE);
    canvas->across = braille ? 2 : 1;
    canvas->down = braille ? 4 : 2;
    canvas->cells = mem_alloc((size_t)canvas->columns * (size_t)canvas->rows * sizeof(struct cell));
    return canvas;
}

void canvas_free(struct canvas *canvas)
{
    while (canvas->labels) {
        struct label *next = canvas->labels->next;
        free(canvas->labels->text);
        free(canvas->labels);
        canvas->labels = next;
    }
    for (size_t i = 0; i < canvas->spot_count; i++)
        number_free(&canvas->spots[i].number);
    free(canvas->spots);
    free(canvas->cells);
    free(canvas->lines);
    free(canvas);
}

const struct glyphs *canvas_glyphs(const struct canvas *canvas)
{
    return canvas->glyphs;
}

static struct cell *cell_at(const struct canvas *canvas, int column, int row)
{
    if (column < 0 || column >= canvas->columns || row < 0 || row >= canvas->rows)
        return NULL;
    return &canvas->cells[row * canvas->columns + column];
}

static void set_dot(struct canvas *canvas, int x, int y, enum role role)
{
    if (x < 0 || y < 0)
        return;
    struct cell *cell = cell_at(canvas, x / canvas->across, y / canvas->down);
    if (!cell || cell->glyph)
        return;
    cell->dots |= (unsigned char)(1u << (y % canvas->down * 2 + x % canvas->across));
    cell->role = (unsigned char)role;
}

void canvas_point(struct canvas *canvas, double x, double y, enum role role)
{
    if (x >= 0 && x < canvas->columns && y >= 0 && y < canvas->rows)
        set_dot(canvas, (int)(x * canvas->across), (int)(y * canvas->down), role);
}

bool canvas_cut(double *from, double *to, double *other_from, double *other_to, double least,
                double most)
{
    if (fmax(*from, *to) < least || fmin(*from, *to) > most)
        return false;
    if (*to == *from)
        return true;
    double slope = (*other_to - *other_from) / (*to - *from);
    double first = fmin(fmax(*from, least), most), last = fmin(fmax(*to, least), most);
    *other_to = *other_from + (last - *from) * slope;
    *other_from += (first - *from) * slope;
    *from = first;
    *to = last;
    return true;
}

static void keep_line(struct canvas *canvas, struct line line)
{
    mem_grow(&canvas->lines, canvas->line_count, &canvas->line_capacity, sizeof *canvas->lines);
    canvas->lines[canvas->line_count++] = line;
}

void canvas_line(struct canvas *canvas, double x0, double y0, double x1, double y1, enum role role)
{
    if (!isfinite(x0) || !isfinite(y0) || !isfinite(x1) || !isfinite(y1) ||
        !canvas_cut(&x0, &x1, &y0, &y1, 0, canvas->columns) ||
        !canvas_cut(&y0, &y1, &x0, &x1, 0, canvas->rows))
        return;
    keep_line(canvas, (struct line){x0, y0, x1, y1, role});
    double steps = fmax(fabs(x1 - x0) * canvas->across, fabs(y1 - y0) * canvas->down);
    int count = (int)ceil(steps) + 1;
    for (int i = 0; i <= count; i++) {
        double part = (double)i / count;
        canvas_point(canvas, x0 + (x1 - x0) * part, y0 + (y1 - y0) * part, role);
    }
}

void canvas_glyph(struct canvas *canvas, int column, int row, enum role role, const char *glyph)
{
    struct cell *cell = cell_at(canvas, column, row);
    if (cell)
        *cell = (struct cell){.role = (unsigned char)role, .glyph = glyph};
}

void canvas_edge_glyph(struct canvas *canvas, int column, int row, enum role role,
                       const char *glyph)
{
    struct cell *cell = cell_at(canvas, column, row);
    if (cell)
        *cell = (struct cell){.role = (unsigned char)role, .edge = true, .glyph = glyph};
}

void canvas_edge(struct canvas *canvas, double x0, double y0, double x1, double y1, enum role role)
{
    if (isfinite(x0) && isfinite(y0) && isfinite(x1) && isfinite(y1) &&
        canvas_cut(&x0, &x1, &y0, &y1, 0, canvas->columns) &&
        canvas_cut(&y0, &y1, &x0, &x1, 0, canvas->rows))
        keep_line(canvas, (struct line){x0, y0, x1, y1, role});
}

static struct label *add_label(struct canvas *canvas, int column, int row, enum role role,
                               const char *text)
{
    int width = within((int)safe_text_width(text), 0, canvas->columns - column);
    if (!cell_at(canvas, column, row) || !width)
        return NULL;
    struct label **at = &canvas->labels;
    while (*at && ((*at)->row < row || ((*at)->row == row && (*at)->column < column))) {
        if ((*at)->row == row && (*at)->column + (*at)->width > column)
            return NULL;
        at = &(*at)->next;
    }
    if (*at && (*at)->row == row && (*at)->column < column + width)
        return NULL;
    struct label *label = mem_alloc(sizeof *label);
    *label = (struct label){.column = column,
                            .row = row,
                            .width = width,
                            .role = role,
                            .text = mem_strdup(text),
                            .next = *at};
    *at = label;
    return label;
}

bool canvas_label(struct canvas *canvas, int column, int row, enum role role, const char *text)
{
    return add_label(canvas, column, row, role, text);
}

bool canvas_mark(struct canvas *canvas, int column, int row, double x, double y, enum role role,
                 const char *text)
{
    struct label *label = add_label(canvas, column, row, role, text);
    if (label && isfinite(x) && isfinite(y)) {
        label->steps = STEPS;
        label->x = x;
        label->y = y;
    }
    return label;
}

void canvas_number(struct canvas *canvas, int column, int row, int columns,
                   const struct number *number)
{
    columns = within(columns, 0, canvas->columns - column);
    if (!cell_at(canvas, column, row) || !columns)
        return;
    mem_grow(&canvas->spots, canvas->spot_count, &canvas->spot_capacity, sizeof *canvas->spots);
    canvas->spots[canvas->spot_count++] = (struct spot){column, row, columns, number_copy(number)};
}

static int compare_places(const void *a, const void *b)
{
    const struct spot *x = a, *y = b;
    return x->column != y->column ? x->column - y->column : x->row - y->row;
}

void canvas_order_numbers(struct canvas *canvas)
{
    if (canvas->spot_count)
        qsort(canvas->spots, canvas->spot_count, sizeof *canvas->spots, compare_places);
}

/* Appends a braille character: U+2800 plus a bit for each dot. */
static void add_braille(struct strbuf *out, unsigned dots)
{
    static const unsigned char bits[] = {0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80};
    unsigned pattern = 0;
    for (unsigned i = 0; i < 8; i++)
        if (dots & 1u << i)
            pattern |= bits[i];
    const char glyph[] = {(char)0xe2, (char)(0xa0 | pattern >> 6), (char)(0x80 | (pattern & 0x3f))};
    strbuf_add(out, glyph, sizeof glyph);
}

/* Returns a half block. Bit 0 is the upper half, bit 2 the lower one. */
static const char *half(const struct canvas *canvas, unsigned dots)
{
    static const char *const blocks[] = {" ", "\u2580", "\u2584", "\u2588"};
    static const char *const ascii[] = {" ", "'", ".", ":"};
    unsigned which = (dots & 1u) | (dots & 4u) >> 1;
    return (canvas->glyphs->level == GLYPHS_BLOCKS ? blocks : ascii)[which];
}

static bool is_empty(const struct cell *cell)
{
    return !cell->glyph && !cell->dots;
}

/* Returns whether the cell draws a character. Dots belong to lines, which a picture draws
 * itself. */
static bool is_drawn(const struct canvas *canvas, int column, int row, const struct painter *p)
{
    const struct cell *cell = cell_at(canvas, column, row);
    return (cell->glyph && !cell->edge) || (!is_empty(cell) && !painter_picture(p));
}

static void add_cell(struct strbuf *out, const struct canvas *canvas, const struct cell *cell)
{
    if (cell->glyph)
        strbuf_adds(out, cell->glyph);
    else if (canvas->glyphs->level == GLYPHS_FULL)
        add_braille(out, cell->dots);
    else
        strbuf_adds(out, half(canvas, cell->dots));
}

/* Returns the role of a cell. The spot under the cursor is the selection. */
static enum role role_at(const struct spot *marked, int row, int column, enum role role)
{
    bool inside = marked && row == marked->row && column >= marked->column &&
                  column < marked->column + marked->columns;
    return inside ? ROLE_SELECTION : role;
}

/* Draws cells of one role from `column` on, at most to `end`. Returns where they end. */
static int draw_run(const struct canvas *canvas, const struct spot *marked, int row, int column,
                    int end, int indent, struct painter *p)
{
    const struct cell *first = cell_at(canvas, column, row), *cell = first;
    enum role role = role_at(marked, row, column, (enum role)first->role);
    struct strbuf text = {0};
    int at = column;
    for (; at < end && is_drawn(canvas, at, row, p) && cell->role == first->role &&
           role_at(marked, row, at, (enum role)cell->role) == role;
         at++, cell++)
        add_cell(&text, canvas, cell);
    painter_text(p, indent + column, at - column, role, text.data);
    strbuf_free(&text);
    return at;
}

static void draw_cells(const struct canvas *canvas, const struct spot *marked, int row, int column,
                       int end, int indent, struct painter *p)
{
    while (column < end)
        if (!is_drawn(canvas, column, row, p))
            column++;
        else
            column = draw_run(canvas, marked, row, column, end, indent, p);
}

/* Reports the places of all spots. Returns the one under the cursor, or NULL. */
static const struct spot *report_spots(const struct canvas *canvas, int indent, struct painter *p)
{
    const struct spot *marked = NULL;
    for (size_t i = 0; i < canvas->spot_count && p->numbers; i++) {
        const struct spot *spot = &canvas->spots[i];
        struct rect at = {p->line + spot->row, indent + spot->column, 1, spot->columns};
        if (number_map_add(p->numbers, &spot->number, at))
            marked = spot;
    }
    return marked;
}

static double between(double cells, double wanted, int steps)
{
    return cells + (wanted - cells) * steps / STEPS;
}

static double middle_x(const struct label *label)
{
    return between(label->column + label->width / 2.0, label->x, label->steps);
}

static double middle_y(const struct label *label)
{
    return between(label->row + 0.5, label->y, label->steps);
}

/* Returns whether two labels overlap. Letters are less high than a row. */
static bool overlap(const struct label *a, const struct label *b)
{
    const double height = 0.75, slack = 1e-6;
    return fabs(middle_y(a) - middle_y(b)) < height - slack &&
           fabs(middle_x(a) - middle_x(b)) < (a->width + b->width) / 2.0 - slack;
}

/* Moves overlapping labels of a picture towards their cells, which no two labels share. */
static void keep_apart(struct label *labels)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (struct label *a = labels; a; a = a->next)
            for (struct label *b = a->next; b; b = b->next) {
                if ((!a->steps && !b->steps) || !overlap(a, b))
                    continue;
                a->steps -= a->steps > 0;
                b->steps -= b->steps > 0;
                changed = true;
            }
    }
}

void canvas_draw(const struct canvas *canvas, int indent, struct painter *p)
{
    const struct label *label = canvas->labels;
    const struct spot *marked = report_spots(canvas, indent, p);
    for (size_t i = 0; i < canvas->line_count; i++) {
        const struct line *line = &canvas->lines[i];
        if (!painter_line(p, indent + line->x0, line->y0, indent + line->x1, line->y1, line->role))
            break;
    }
    if (painter_picture(p))
        keep_apart(canvas->labels);
    for (int row = 0; row < canvas->rows; row++) {
        int column = 0;
        for (; label && label->row == row; label = label->next) {
            draw_cells(canvas, marked, row, column, label->column, indent, p);
            enum role role = role_at(marked, row, label->column, label->role);
            if (!label->steps || !painter_mark(p, indent + middle_x(label), middle_y(label) - row,
                                               role, label->text))
                painter_text(p, indent + label->column, label->width, role, label->text);
            column = label->column + label->width;
        }
        draw_cells(canvas, marked, row, column, canvas->columns, indent, p);
        if (marked && marked->row == row && indent + marked->column > 0)
            painter_text(p, indent + marked->column - 1, 1, ROLE_SELECTION, canvas->glyphs->cursor);
        painter_next(p);
    }
}
