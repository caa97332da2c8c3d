#include "tui/term/number_map.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

static const char *copy(const char *text)
{
    return text ? mem_strdup(text) : NULL;
}

struct number number_copy(const struct number *number)
{
    struct number own = *number;
    own.source = copy(number->source);
    own.label = copy(number->label);
    own.text = copy(number->text);
    own.unit = copy(number->unit);
    own.note = copy(number->note);
    return own;
}

void number_free(struct number *number)
{
    free((char *)number->source);
    free((char *)number->label);
    free((char *)number->text);
    free((char *)number->unit);
    free((char *)number->note);
    *number = (struct number){0};
}

bool number_map_add(struct number_map *map, const struct number *number, struct rect at)
{
    mem_grow(&map->places, map->count, &map->capacity, sizeof *map->places);
    map->places[map->count++] = (struct number_place){number_copy(number), at};
    return map->count == map->marked;
}

void number_map_clear(struct number_map *map)
{
    for (size_t i = 0; i < map->count; i++)
        number_free(&map->places[i].number);
    free(map->places);
    *map = (struct number_map){.marked = map->marked};
}

static bool is_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static size_t distance(size_t a, size_t b)
{
    return a > b ? a - b : b - a;
}

size_t number_map_find(const struct number_map *map, const struct number *like, size_t near)
{
    size_t best = map->count;
    bool best_called = false;
    for (size_t i = 0; i < map->count; i++) {
        const struct number *number = &map->places[i].number;
        bool called = is_text(number->label, like->label);
        if (!is_text(number->source, like->source) || (!called && (best_called || !like->source)))
            continue;
        if (best == map->count || called > best_called ||
            distance(i, near) < distance(best, near)) {
            best = i;
            best_called = called;
        }
    }
    return best;
}

static int between(int from, int length, int other, int other_length)
{
    return other >= from + length         ? other - from - length + 1
           : from >= other + other_length ? from - other - other_length + 1
                                          : 0;
}

/* Returns the distance in the direction, 0 if b is not in it. Downwards a line counts like eight
 * columns aside. To the right only numbers in the same lines count. */
static int way(const struct rect *a, const struct rect *b, int down, int right)
{
    int ahead = down ? (b->row - a->row) * down : (b->column - a->column) * right;
    int aside = down ? between(a->column, a->columns, b->column, b->columns)
                     : between(a->row, a->rows, b->row, b->rows);
    if (ahead <= 0 || (right && aside))
        return 0;
    return ahead * (down ? 8 : 1) + aside;
}

size_t number_map_neighbour(const struct number_map *map, size_t from, int down, int right)
{
    size_t best = from;
    int least = INT_MAX;
    for (size_t i = 0; i < map->count; i++) {
        int steps = way(&map->places[from].at, &map->places[i].at, down, right);
        if (steps && steps < least) {
            least = steps;
            best = i;
        }
    }
    return best;
}

size_t number_map_at(const struct number_map *map, int line, int column)
{
    for (size_t i = 0; i < map->count; i++) {
        const struct rect *at = &map->places[i].at;
        if (line >= at->row && line < at->row + at->rows && column >= at->column &&
            column < at->column + at->columns)
            return i;
    }
    return map->count;
}
