/* diagnosis_view: what limits the result, by which evidence, its hot lines and the changes that are
 * worth most, as report/content/diagnosis.h tells it. */
#ifndef ROOFTOP_TUI_VIEWS_DIAGNOSIS_VIEW_H
#define ROOFTOP_TUI_VIEWS_DIAGNOSIS_VIEW_H

#include "tui/widgets/view.h"

extern const struct view_ops diagnosis_view_ops;

#endif
