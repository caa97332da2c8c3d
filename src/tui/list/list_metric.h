/* list_metric: the metric that a column of the results list shows. */
#ifndef ROOFTOP_TUI_LIST_LIST_METRIC_H
#define ROOFTOP_TUI_LIST_LIST_METRIC_H

#include "tui/list/list_column.h"

/* NULL: the column shows no metric. */
const char *list_metric_of(const struct list_column *column);

#endif
