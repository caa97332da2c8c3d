/* ui_metric: opens the help of a metric. */
#ifndef ROOFTOP_TUI_UI_UI_METRIC_H
#define ROOFTOP_TUI_UI_UI_METRIC_H

#include "tui/ui/ui.h"

/* Opens the help of the metric under the cursor, or goes back from it. */
void ui_metric_act(struct ui *ui);
/* Opens the help of a metric by its name. */
void ui_metric_named(struct ui *ui, const char *name);
void ui_offer_metrics(const struct ui *ui, struct completions *list);

#endif
