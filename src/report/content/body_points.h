/* body_points: the points of several results in one roofline, as a table that stands behind the
 * roofline on the details page and in comparisons. The table gives each point its number (a
 * letter for points of a baseline), its place, and how far it is below its roof, as the screen
 * draws it. */
#ifndef ROOFTOP_REPORT_CONTENT_BODY_POINTS_H
#define ROOFTOP_REPORT_CONTENT_BODY_POINTS_H

#include "report/content/body_table.h"

/* Whose point it is. */
enum body_point_of { POINT_SHOWN, POINT_BASELINE, POINT_OTHER };

struct body_point {
    size_t number;                        /* from 1; points of a baseline are counted apart */
    size_t result;                        /* id of the result */
    const char *kernel, *level;           /* level: the achieved value */
    double intensity, performance, share; /* in base units; share: % of the roof; NAN: not known */
    bool other_roofs;                     /* it has other roofs than the result */
    enum body_point_of of;
};

/* The letter of a point of a baseline. `number` counts from 1. */
char body_point_letter(size_t number);

/* Fills the empty table `points` with the items. `table` is the roofline behind which it stands;
 * it gives the units and must live as long. body_tables_free() releases the points like other
 * tables. If there are points of a baseline, a column says whose each point is. */
void body_points_make(struct body_table *points, const struct body_table *table,
                      const struct body_point *items, size_t count, bool base_units);

#endif
