/* shown: the result that the details and all other views of one result show. */
#ifndef ROOFTOP_TUI_UI_SHOWN_H
#define ROOFTOP_TUI_UI_SHOWN_H

#include "tui/ui/comparison.h"

struct shown {
    struct view_host *host;
    struct views *views;
    struct comparison *comparison;
    size_t closed; /* + 1: the result that was shown before shown_drop(); 0: none was */
};

/* Shows a result of the report. Returns false if it cannot be decoded, and says so. */
bool shown_show(struct shown *shown, size_t index);

/* shown_drop() releases all decoded results. Call it before sections or rules change. shown_again()
 * then shows the result that was shown before. It returns false if there was none, or if it cannot
 * be decoded any more. */
void shown_drop(struct shown *shown);
bool shown_again(struct shown *shown);

#endif
