/* trace_screen: the timeline of a trace on the screen. */
#ifndef ROOFTOP_TUI_TRACE_TRACE_SCREEN_H
#define ROOFTOP_TUI_TRACE_TRACE_SCREEN_H

#include "collect/os/loop.h"
#include "report/trace_pages/trace_pages.h"

/* Shows it until the user quits. title: what is shown; theme: NULL for the default. Returns the
 * exit status. The command that key P asks for goes to standard output when the screen is closed.
 */
int trace_screen_show(const struct trace_view *view, const char *title, const char *theme);

/* A program that runs while its trace is shown. */
struct trace_feed {
    void *context;
    struct loop *loop; /* which has what the program sends */
    /* Called after each step of the loop. Returns a newer view, which stays until the next one
     * comes, or NULL if there is none. */
    const struct trace_view *(*renew)(void *context);
    const char *(*state)(void *context); /* beside the title: how far it is */
    bool (*runs)(void *context);
    void (*signal)(void *context, int number); /* is for the program */
    bool forwards; /* also the signals to which programs give a meaning of their own */
};

/* As trace_screen_show(); the screen fills while the program runs. `view`: what there is at first.
 * Returns when the user quits, which ends a program that still runs if it is asked for twice, or at
 * a signal that ends the screen. */
int trace_screen_follow(const struct trace_feed *feed, const struct trace_view *view,
                        const char *title, const char *theme);

#endif
