/* number_map: where the numbers of a pane stand, so that a cursor can go over them.
 *
 * Whoever draws a number tells the painter or the canvas what it is (painter_number(),
 * canvas_number()); with a map these note its place, and mark the one under the cursor. Numbers
 * come in the order in which the cursor goes over them. */
#ifndef ROOFTOP_NUMBER_MAP_H
#define ROOFTOP_NUMBER_MAP_H

#include <stdbool.h>
#include <stddef.h>

#include "rect.h"

/* What stands somewhere. Texts are as the report has them; NULL: none. */
struct number {
    const char *source; /* the metric, or the formula of metrics that it is the value of */
    const char *label;  /* what it is called where it stands */
    double value;       /* in its base unit; NAN: there is none, or it is a text */
    const char *text;   /* that one */
    const char *unit;   /* the base unit; NULL: that of the metric */
    double peak;        /* percent of the peak; 0: as the metric tells; NAN: not known */
    const char *note;   /* what more there is to say of it; safe */
};

struct number_place {
    struct number number; /* with texts of its own */
    struct rect at;       /* lines and columns of the pane */
};

struct number_map {
    struct number_place *places;
    size_t count, capacity;
    size_t marked; /* 1 + the number that is drawn marked; 0: none */
};

/* Returns whether it is the marked one. */
bool number_map_add(struct number_map *map, const struct number *number, struct rect at);
/* Keeps `marked`. */
void number_map_clear(struct number_map *map);

/* The same number in a pane that is drawn another way now: of the same source, called alike if
 * there is such a one, and nearest to `near`. map->count: it is not there. */
size_t number_map_find(const struct number_map *map, const struct number *like, size_t near);

/* The nearest one in a direction (one of down and right is -1 or 1, the other 0); `from`: none is
 * there. */
size_t number_map_neighbour(const struct number_map *map, size_t from, int down, int right);

/* The one that stands there; map->count: none. */
size_t number_map_at(const struct number_map *map, int line, int column);

struct number number_copy(const struct number *number);
void number_free(struct number *number);

#endif
