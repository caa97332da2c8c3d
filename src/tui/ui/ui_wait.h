/* ui_wait: waits for an event, and looks after the program that is profiled. */
#ifndef ROOFTOP_TUI_UI_UI_WAIT_H
#define ROOFTOP_TUI_UI_UI_WAIT_H

#include "tui/ui/ui.h"

/* Returns the shorter of two times to wait; -1: without end. */
int ui_sooner(int a, int b);
/* Waits at most so many milliseconds (-1: without end) and serves what has come. */
void ui_wait(struct ui *ui, int longest);

#endif
