/* tui: runs the program on the terminal's screen. */
#ifndef ROOFTOP_TUI_UI_TUI_H
#define ROOFTOP_TUI_UI_TUI_H

#include "cli/options/options.h"
#include "report/file/report.h"

/* Shows a report until the user leaves. problem: the first message, "" for none. Returns the exit
 * status. */
int tui_show(struct report *report, struct options *options, const char *problem);

/* Profiles the program. Results appear as they are measured. Returns the exit status. */
int tui_profile(struct options *options);

#endif
