/* body_points: points of several results in one roofline, as a table that stands behind it on the
 * details page: their numbers as the screen draws them, where they stand, and how far below their
 * roofs. */
#ifndef ROOFTOP_BODY_POINTS_H
#define ROOFTOP_BODY_POINTS_H

#include "body_table.h"

struct body_point {
    size_t number;                        /* from 1 */
    size_t result;                        /* its id */
    const char *kernel, *level;           /* level: the achieved value */
    double intensity, performance, share; /* in base units; share: % of the roof; NAN: not known */
    bool other_roofs;                     /* its roofs are not those of the result */
};

/* Behind the roofline `table`, which has the units and must stay. An empty table is filled, which
 * body_tables_free() frees with others. */
void body_points_make(struct body_table *points, const struct body_table *table,
                      const struct body_point *items, size_t count, bool base_units);

#endif
