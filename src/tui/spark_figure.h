/* spark_figure: time series, a line each: name, course, mean and greatest value, and how the mean
 * differs from a baseline's. */
#ifndef ROOFTOP_SPARK_FIGURE_H
#define ROOFTOP_SPARK_FIGURE_H

#include "body_table.h"
#include "painter.h"

/* before: the baseline's; NULL: none. */
void spark_figure_draw(const struct body_table *table, const struct body_table *before, int indent,
                       struct painter *painter);

#endif
