/* list_metrics: --list-metrics. It lists the metrics that the chosen sets, sections and metrics
 * would collect, and estimates what collecting them would cost. */
#ifndef ROOFTOP_CLI_PROFILE_LIST_METRICS_H
#define ROOFTOP_CLI_PROFILE_LIST_METRICS_H

#include <stdio.h>

#include "cli/options/options.h"

/* Returns the exit status. The names go to `pages`. The estimate goes to `messages`; in JSON it is
 * part of the page. */
int list_metrics_print(const struct options *options, FILE *pages, FILE *messages);

#endif
