/* diff: "rooftop diff A B". It opens both reports and prints what changed from A to B.
 *
 * The exit status is 0, or 1 if a report cannot be read or is damaged. With --exit-code, which is
 * for scripts, it is 0 if nothing got worse, 1 if something got worse, and 2 after any error. */
#ifndef ROOFTOP_CLI_COMMANDS_DIFF_H
#define ROOFTOP_CLI_COMMANDS_DIFF_H

#include <stdio.h>

#include "cli/options/options.h"

/* Prints to `pages`, lines of at most so many columns (0: any); problems go to standard error.
 * Returns the exit status. */
int diff_reports(struct options *options, FILE *pages, size_t columns);

/* The exit status for an error: 2 with --exit-code, else 1. */
int diff_error_status(const struct options *options);

#endif
