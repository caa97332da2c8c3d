/* cpu_count: counts while a program runs, or the whole machine. */
#ifndef ROOFTOP_CLI_CPU_CPU_COUNT_H
#define ROOFTOP_CLI_CPU_CPU_COUNT_H

#include "cli/cpu/cpu_options.h"
#include "cpu/counts/cpu_run.h"
#include "cpu/machine/cpu_machine.h"
#include "cpu/values/cpu_choice.h"

/* What the command works with. */
struct cpu_work {
    struct cpu_options options;
    struct cpu_catalog catalog;
    struct cpu_choice choice, all; /* all: every group, for the screen and -o */
    struct cpu_machine machine;
    FILE *pages;
};

/* *status: that of the program. With --interval a line is printed for each step if the pages are
 * text. false: nothing was counted; see error. */
bool cpu_count(struct cpu_work *work, struct cpu_run *run, int *status, struct error *error);

/* The same on the screen. What the program prints goes to standard output when the screen is
 * closed. *again: the user wants another run. *left: the user quit before it had ended. */
bool cpu_count_screen(struct cpu_work *work, struct cpu_run *run, int *status, bool *again,
                      bool *left, struct error *error);

#endif
