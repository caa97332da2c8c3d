/* metric_source: what CUPTI says of metrics, where it can be had. It is opened when it is first
 * asked, which takes some tenths of a second. */
#ifndef ROOFTOP_METRIC_SOURCE_H
#define ROOFTOP_METRIC_SOURCE_H

#include <stdbool.h>

struct metric_source;

/* Never NULL; without CUPTI it knows nothing. */
struct metric_source *metric_source_new(void);
void metric_source_free(struct metric_source *source);

/* Whether the chip of that compute capability (90 is 9.0) was asked already: then an answer is
 * quick. */
bool metric_source_is_open(const struct metric_source *source, unsigned arch);

/* The description of a metric on such a chip; NULL: none is known. The source's, until the next
 * call. */
const char *metric_source_describe(struct metric_source *source, unsigned arch, const char *metric);

#endif
