/* metric_source: what CUPTI says of metrics, where it can be had. Opening it takes up to some
 * tenths of a second, in which a thread of its own is at it. */
#ifndef ROOFTOP_METRIC_SOURCE_H
#define ROOFTOP_METRIC_SOURCE_H

#include <stdbool.h>

struct metric_source;

/* Never NULL; without CUPTI it knows nothing. */
struct metric_source *metric_source_new(void);
void metric_source_free(struct metric_source *source);

/* Begins to open it for the chip of that compute capability (90 is 9.0), unless it is open or
 * something is being opened. Of 0 there is nothing to open. */
void metric_source_open(struct metric_source *source, unsigned arch);
bool metric_source_is_open(struct metric_source *source, unsigned arch);

/* The description of a metric on such a chip; NULL: none is known, or it is not open. The source's,
 * until the next call. */
const char *metric_source_describe(struct metric_source *source, unsigned arch, const char *metric);

#endif
