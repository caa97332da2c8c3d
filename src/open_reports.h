/* open_reports: the files that the command line names, opened as one report. */
#ifndef ROOFTOP_OPEN_REPORTS_H
#define ROOFTOP_OPEN_REPORTS_H

#include "options.h"
#include "report.h"

/* Says on standard error which files are damaged, are no reports or are given twice; the others are
 * opened. first: the first of what is wrong, "" if nothing is. NULL: none could be opened, or a
 * folder or pattern holds none; that has been said. */
struct report *open_reports(const struct options *options, struct error *first);

#endif
