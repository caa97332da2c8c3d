/* body_points: points of several results in one roofline, as a table that stands behind it on the
 * details page and in comparisons: their numbers as the screen draws them, letters for those of a
 * baseline, where they stand, and how far below their roofs. */
#ifndef ROOFTOP_BODY_POINTS_H
#define ROOFTOP_BODY_POINTS_H

#include "body_table.h"

/* Whose point it is. */
enum body_point_of { POINT_SHOWN, POINT_BASELINE, POINT_OTHER };

struct body_point {
    size_t number;                        /* from 1; those of a baseline by themselves */
    size_t result;                        /* its id */
    const char *kernel, *level;           /* level: the achieved value */
    double intensity, performance, share; /* in base units; share: % of the roof; NAN: not known */
    bool other_roofs;                     /* its roofs are not those of the result */
    enum body_point_of of;
};

/* The letter of a baseline's point, from 1 on. */
char body_point_letter(size_t number);

/* Behind the roofline `table`, which has the units and must stay. An empty table is filled, which
 * body_tables_free() frees with others. With points of a baseline a column says whose each is. */
void body_points_make(struct body_table *points, const struct body_table *table,
                      const struct body_point *items, size_t count, bool base_units);

#endif
