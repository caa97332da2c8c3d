/* trace_screen: the timeline of a trace on the screen. */
#ifndef ROOFTOP_TUI_TRACE_TRACE_SCREEN_H
#define ROOFTOP_TUI_TRACE_TRACE_SCREEN_H

#include "collect/os/loop.h"
#include "report/trace_pages/trace_pages.h"
#include "tui/trace/trace_profile.h"

/* What is shown, and how. */
struct trace_shown {
    const char *title, *theme;     /* theme: NULL for the default */
    struct trace_profile *profile; /* what key P needs; NULL: it prints a command */
};

/* Shows it until the user quits. Returns the exit status. */
int trace_screen_show(const struct trace_view *view, const struct trace_shown *shown);

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
                        const struct trace_shown *shown);

#endif
