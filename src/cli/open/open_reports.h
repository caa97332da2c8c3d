/* open_reports: opens the files that the command line names as one report. */
#ifndef ROOFTOP_CLI_OPEN_OPEN_REPORTS_H
#define ROOFTOP_CLI_OPEN_OPEN_REPORTS_H

#include "cli/options/options.h"
#include "report/file/report.h"

/* Names on standard error the files that are damaged, are not reports or are given twice, and opens
 * the others. `first` gets the first of these problems, or "". NULL: no file could be opened, or a
 * folder or a pattern has no reports; that has been said. */
struct report *open_reports(const struct options *options, struct error *first);

#endif
