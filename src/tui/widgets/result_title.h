/* result_title: draws the first row of a view of one result: its number and name, and facts at the
 * right if there is room. */
#ifndef ROOFTOP_TUI_WIDGETS_RESULT_TITLE_H
#define ROOFTOP_TUI_WIDGETS_RESULT_TITLE_H

#include "report/file/result.h"

/* facts: a safe text. */
void result_title_draw(const struct result *result, const char *facts, int row);

#endif
