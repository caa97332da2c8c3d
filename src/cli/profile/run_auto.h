/* run_auto: "rooftop --auto program": the whole program profiled in one command.
 *
 * The program runs twice. The first run is traced, which costs it little; then launches are chosen
 * that stand for all (report/sample), and the second run measures these. Two runs, because only
 * after the first it is known how often a kernel is launched, how long each launch takes, and which
 * launches are alike. Both runs get the same standard input. */
#ifndef ROOFTOP_CLI_PROFILE_RUN_AUTO_H
#define ROOFTOP_CLI_PROFILE_RUN_AUTO_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/options/options.h"

/* The first run. From then on the options describe the second one, for run_text() or the screen.
 * false: there is nothing to measure, and the user was told; *status is the exit status. */
bool run_auto_choose(struct options *options, FILE *messages, int *status);

/* To be called after the second run. */
void run_auto_end(struct options *options);

#endif
