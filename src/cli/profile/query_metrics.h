/* query_metrics: --query-metrics, which lists the metrics of chips, and --list-chips. */
#ifndef ROOFTOP_CLI_PROFILE_QUERY_METRICS_H
#define ROOFTOP_CLI_PROFILE_QUERY_METRICS_H

#include <stdio.h>

#include "cli/options/options.h"

/* Both return the exit status. columns: how long lines may become; 0: any length. A chip that CUPTI
 * cannot open is named on `messages`; the other chips are printed all the same. */
int query_metrics_print(const struct options *options, FILE *pages, size_t columns, FILE *messages);
int query_chips_print(FILE *pages, FILE *messages);

#endif
