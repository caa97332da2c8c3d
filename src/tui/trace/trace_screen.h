/* trace_screen: the timeline of a trace on the screen. */
#ifndef ROOFTOP_TUI_TRACE_TRACE_SCREEN_H
#define ROOFTOP_TUI_TRACE_TRACE_SCREEN_H

#include "report/trace_pages/trace_pages.h"

/* Shows it until the user quits. title: what is shown; theme: NULL for the default. Returns the
 * exit status. The command that key P asks for goes to standard output when the screen is closed.
 */
int trace_screen_show(const struct trace_view *view, const char *title, const char *theme);

#endif
