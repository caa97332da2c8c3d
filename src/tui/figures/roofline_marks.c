/* Each mark begins as a place of its own: the cell of its point, or the edge of the plot. Places
 * that touch are joined. The text of a joined place is wider and may touch one more, so this goes
 * on until nothing changes. Then the first mark of each place gets the text, and the others get
 * none. */
#include "tui/figures/roofline_marks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/safe_text.h"
#include "report/content/body_points.h"

enum { MOST_BESIDE = 3 }; /* marks side by side */

void roofline_mark_number(char label[8], const struct glyphs *g, size_t number)
{
    if (number <= g->number_count)
        snprintf(label, 8, "%s", g->numbers[number - 1]);
    else
        snprintf(label, 8, "%u", (unsigned)(number % 10000000));
}

void roofline_mark_letter(char label[8], size_t number)
{
    snprintf(label, 8, "%c", body_point_letter(number));
}

static int width_of(const char *text)
{
    return (int)safe_text_width(text);
}

static bool is_plain(char c)
{
    return (c >= '0' && c <= '9') || c == '+';
}

/* A place. Its marks begin at `first` and are linked by `next`. */
struct place {
    size_t first, last, count, marked; /* marked: index + 1; 0: none */
    const char *arrow;
    int cell; /* column of the first mark's point */
    int column, row;
    char text[32];
};

/* Returns whether the marks can be side by side. Two plain numbers would read as another number,
 * and long ones take too much room. */
static bool stand_beside(const struct place *place, const struct roofline_mark *marks,
                         const size_t *next)
{
    int plain = 0;
    if (place->count > MOST_BESIDE || place->arrow)
        return place->count == 1;
    for (size_t i = place->first, n = 0; n < place->count; i = next[i], n++) {
        plain += is_plain(marks[i].label[0]);
        if (width_of(marks[i].label) > 1)
            return place->count == 1;
    }
    return plain < 2;
}

static void write(struct place *place, const struct roofline_mark *marks, const size_t *next,
                  const struct roofline_plot *plot, const struct glyphs *g)
{
    char inner[24] = "";
    size_t shown = place->marked ? place->marked - 1 : place->first;
    if (stand_beside(place, marks, next)) {
        for (size_t i = place->first, n = 0; n < place->count; i = next[i], n++)
            strncat(inner, marks[i].label, sizeof inner - strlen(inner) - 1);
    } else {
        snprintf(inner, sizeof inner, "%s+", marks[shown].label);
    }
    bool before = place->arrow && place->arrow == g->left;
    snprintf(place->text, sizeof place->text, "%s%s%s", before ? place->arrow : "", inner,
             place->arrow && !before ? place->arrow : "");
    int most = plot->right - width_of(place->text) + 1;
    place->column = place->cell < most ? place->cell : most;
}

/* Returns whether two places overlap. Plain numbers must be a column apart. */
static bool touch(const struct place *a, const struct place *b)
{
    const struct place *left = a->column <= b->column ? a : b, *right = left == a ? b : a;
    bool apart = is_plain(left->text[strlen(left->text) - 1]) && is_plain(right->text[0]);
    return a->row == b->row && left->column + width_of(left->text) + apart > right->column;
}

static int within(int at, int least, int most)
{
    return at < least ? least : at > most ? most : at;
}

static struct place place_of(const struct roofline_mark *mark, size_t number,
                             const struct roofline_plot *plot, const struct glyphs *g)
{
    int column = (int)floor(fmin(fmax(mark->x, -1), 1e6));
    int row = (int)floor(fmin(fmax(mark->y, -1), 1e6));
    const char *arrow = column < plot->left    ? g->left
                        : column > plot->right ? g->right
                        : row < plot->top      ? g->up
                        : row > plot->bottom   ? g->down
                                               : NULL;
    return (struct place){.first = number,
                          .last = number,
                          .count = 1,
                          .marked = mark->marked ? number + 1 : 0,
                          .arrow = arrow,
                          .cell = within(column, plot->left, plot->right),
                          .row = within(row, plot->top, plot->bottom)};
}

/* Adds the marks of b to a. a's first mark comes before b's. */
static void join(struct place *a, const struct place *b, size_t *next)
{
    next[a->last] = b->first;
    a->last = b->last;
    a->count += b->count;
    a->marked = a->marked ? a->marked : b->marked;
}

void roofline_marks_place(struct roofline_mark *marks, size_t count,
                          const struct roofline_plot *plot, const struct glyphs *g)
{
    struct place *places = mem_alloc((count + 1) * sizeof *places);
    size_t *next = mem_alloc((count + 1) * sizeof *next), place_count = 0;
    for (size_t i = 0; i < count; i++) {
        places[place_count] = place_of(&marks[i], i, plot, g);
        write(&places[place_count++], marks, next, plot, g);
    }
    /* A text that grew may touch one more. */
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < place_count; i++)
            for (size_t j = i + 1; j < place_count; j++) {
                if (!touch(&places[i], &places[j]))
                    continue;
                join(&places[i], &places[j], next);
                memmove(&places[j], &places[j + 1], (--place_count - j) * sizeof *places);
                write(&places[i], marks, next, plot, g);
                changed = true;
                j--;
            }
    }
    for (size_t i = 0; i < count; i++)
        marks[i].text[0] = '\0';
    for (size_t i = 0; i < place_count; i++) {
        const struct place *place = &places[i];
        struct roofline_mark *mark = &marks[place->first];
        snprintf(mark->text, sizeof mark->text, "%s", place->text);
        mark->column = place->column;
        mark->row = place->row;
        mark->width = width_of(place->text);
        mark->arrow = place->arrow;
        if (place->marked) {
            mark->role = ROLE_SELECTION;
            mark->marked = true;
        }
    }
    free(places);
    free(next);
}
