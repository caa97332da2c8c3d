/* diff: "rooftop diff A B": opens both reports, prints what changed.
 *
 * Status: 0, and 1 if a report cannot be read or is damaged. With --exit-code, for scripts: 0 if
 * nothing got worse, 1 if something did, 2 after any error. */
#ifndef ROOFTOP_DIFF_H
#define ROOFTOP_DIFF_H

#include <stdio.h>

#include "options.h"

int diff_reports(struct options *options, FILE *pages);

/* The status of an error with these options. */
int diff_error_status(const struct options *options);

#endif
