/* tui: the screen. */
#ifndef ROOFTOP_TUI_H
#define ROOFTOP_TUI_H

#include "options.h"
#include "report.h"

/* Shows a report until the user leaves; problem: what to say at first, "" for nothing. Returns the
 * exit status. */
int tui_show(struct report *report, struct options *options, const char *problem);

/* Profiles the program with rows appearing as they are measured. Returns the exit status. */
int tui_profile(struct options *options);

#endif
