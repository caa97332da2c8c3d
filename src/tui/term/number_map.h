/* number_map: the places of the numbers in a section, so that a cursor can visit them.
 *
 * Whoever draws a number describes it to the painter or the canvas (painter_number(),
 * canvas_number()). If there is a map, these add the number with its place and highlight the one
 * under the cursor. The cursor visits the numbers in the order in which they are added. */
#ifndef ROOFTOP_TUI_TERM_NUMBER_MAP_H
#define ROOFTOP_TUI_TERM_NUMBER_MAP_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/term/rect.h"

/* A number that is shown. Texts are as in the report; NULL: none. */
struct number {
    const char *source; /* the metric, or the formula of metrics */
    const char *label;  /* its name where it is shown */
    double value;       /* in its base unit; NAN: none, or a text */
    const char *text;   /* the value if it is a text */
    const char *unit;   /* the base unit; NULL: that of the metric */
    double peak;        /* percent of the peak; 0: as the metric says; NAN: unknown */
    const char *note;   /* what else there is to say about it; safe */
};

struct number_place {
    struct number number; /* with texts of its own */
    struct rect at;       /* lines and columns in the section */
};

struct number_map {
    struct number_place *places;
    size_t count, capacity;
    size_t marked; /* 1 + index of the number drawn as marked; 0: none */
};

/* Adds a copy of the number. Returns whether it is the marked one. */
bool number_map_add(struct number_map *map, const struct number *number, struct rect at);
/* Removes all numbers and keeps `marked`. */
void number_map_clear(struct number_map *map);

/* Finds the same number after the section was drawn differently: it has the same source, if
 * possible the same label, and is nearest to index `near`. Returns map->count if there is none. */
size_t number_map_find(const struct number_map *map, const struct number *like, size_t near);

/* Returns the nearest number in a direction (one of down and right is -1 or 1, the other 0), or
 * `from` if there is none. */
size_t number_map_neighbour(const struct number_map *map, size_t from, int down, int right);

/* Returns the number at this place, or map->count. */
size_t number_map_at(const struct number_map *map, int line, int column);

/* Returns a copy with texts of its own; release it with number_free(). */
struct number number_copy(const struct number *number);
void number_free(struct number *number);

#endif
