/* spark_figure: time series, a line each: name, course, mean and greatest value. */
#ifndef ROOFTOP_SPARK_FIGURE_H
#define ROOFTOP_SPARK_FIGURE_H

#include "body_table.h"
#include "painter.h"

void spark_figure_draw(const struct body_table *table, int indent, struct painter *painter);

#endif
