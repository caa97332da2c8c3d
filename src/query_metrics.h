/* query_metrics: --query-metrics and --list-chips. */
#ifndef ROOFTOP_QUERY_METRICS_H
#define ROOFTOP_QUERY_METRICS_H

#include <stdio.h>

#include "options.h"

/* Both return the exit status. A chip that cannot be asked is named on messages; the others are
 * printed all the same. */
int query_metrics_print(const struct options *options, FILE *pages, FILE *messages);
int query_chips_print(FILE *pages, FILE *messages);

#endif
