/* ui_metric: opens the help of a metric. */
#ifndef ROOFTOP_TUI_UI_UI_METRIC_H
#define ROOFTOP_TUI_UI_UI_METRIC_H

#include "tui/ui/ui.h"

/* Opens the help of the metric under the cursor, or goes back from it. */
void ui_metric_act(struct ui *ui);
/* Opens the help of a metric by its name. */
void ui_metric_named(struct ui *ui, const char *name);
/* Explains a term, or a metric, or else the term that the letters mean. */
void ui_explain(struct ui *ui, const char *word);
/* Adds at most `most` terms that the letters mean, the best one first. */
void ui_offer_terms(const char *letters, struct completions *list, size_t most);
void ui_offer_metrics(const struct ui *ui, struct completions *list);

#endif
