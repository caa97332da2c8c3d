/* ranks_view: the ranks of a job side by side: which one is slow, in which kernels, and whose clock
 * is low (report/content/rank_spread.h). The filters of the command line choose the results. */
#ifndef ROOFTOP_TUI_VIEWS_RANKS_VIEW_H
#define ROOFTOP_TUI_VIEWS_RANKS_VIEW_H

#include "tui/widgets/view.h"

extern const struct view_ops ranks_view_ops;

#endif
