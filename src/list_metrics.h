/* list_metrics: --list-metrics: the names of what the chosen sets, sections and metrics would
 * collect, and what that would cost. */
#ifndef ROOFTOP_LIST_METRICS_H
#define ROOFTOP_LIST_METRICS_H

#include <stdio.h>

#include "options.h"

/* The exit status. Names go to pages, the estimate, but for JSON, to messages. */
int list_metrics_print(const struct options *options, FILE *pages, FILE *messages);

#endif
