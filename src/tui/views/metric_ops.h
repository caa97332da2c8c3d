/* metric_ops: the help of metrics as a view: which metric it is opened for, and where its lines
 * lead. */
#ifndef ROOFTOP_TUI_VIEWS_METRIC_OPS_H
#define ROOFTOP_TUI_VIEWS_METRIC_OPS_H

#include "tui/widgets/view.h"

extern const struct view_ops metric_view_ops;

/* Shows the help of a metric, or of a formula with its label. The view must have these ops. */
void metric_view_ask(struct view *view, const char *name, const char *label);

#endif
