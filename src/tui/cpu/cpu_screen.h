/* cpu_screen: the screen of rooftop cpu and its loop, for a run that was read, or one that is
 * counted while it is looked at. */
#ifndef ROOFTOP_TUI_CPU_CPU_SCREEN_H
#define ROOFTOP_TUI_CPU_CPU_SCREEN_H

#include "cpu/counts/cpu_run.h"
#include "cpu/values/cpu_choice.h"

/* What counts beside the screen. */
struct cpu_live {
    void *context;
    int signals; /* signalfd(2) */
    /* Milliseconds until there is something to do; -1: nothing until a signal. */
    int (*wait)(void *context);
    /* Takes what is due: a step, the end. Whether the run has changed. */
    bool (*work)(void *context, double interval, bool *ended);
    double interval; /* s, at first */
};

/* live: NULL if nothing is counted. Returns the exit status; *again: the user wants another run. */
int cpu_screen_show(const struct cpu_run *run, const struct cpu_choice *choice,
                    const struct cpu_live *live, const char *theme, bool *again);

#endif
