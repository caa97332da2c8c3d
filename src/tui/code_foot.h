/* code_foot: the lower pane of the source view: the selected row in full.
 *
 * Its line as a whole, wrapped; the counters that come first; the findings of the line; then every
 * other value that is not 0, by the metric's full label. What has no room is scrolled to. */
#ifndef ROOFTOP_CODE_FOOT_H
#define ROOFTOP_CODE_FOOT_H

#include "code_view.h"
#include "painter.h"

/* Rows of it in a view of so many; 0: there is no room for it. */
int code_foot_rows(int rows);

/* Draws into `rows` rows of the screen: a rule with the row's place, and what there is. */
void code_foot_draw(struct code_view *view, int row, int rows, const char *search);

/* What stands below the rule, all of it. */
void code_foot_paint(struct code_view *view, struct painter *painter);

#endif
