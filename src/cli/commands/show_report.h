/* show_report: "rooftop report.ncu-rep...": shows saved reports, on the screen or as a page, and
 * writes what the filters leave of them into a report of its own (--export). */
#ifndef ROOFTOP_CLI_COMMANDS_SHOW_REPORT_H
#define ROOFTOP_CLI_COMMANDS_SHOW_REPORT_H

#include <stdio.h>

#include "cli/options/options.h"

/* Pages go to `pages`; what is wrong goes to standard error. Returns the exit status: 1 also if
 * only a part of the reports could be shown. */
int show_report(struct options *options, FILE *pages);

#endif
