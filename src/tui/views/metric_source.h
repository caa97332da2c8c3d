/* metric_source: gets CUPTI's descriptions of metrics, where CUPTI is installed. Opening CUPTI for
 * a chip takes up to some tenths of a second, so a thread of its own does that. */
#ifndef ROOFTOP_TUI_VIEWS_METRIC_SOURCE_H
#define ROOFTOP_TUI_VIEWS_METRIC_SOURCE_H

#include <stdbool.h>

struct metric_source;

/* Returns a new source, never NULL. Without CUPTI it has no descriptions. */
struct metric_source *metric_source_new(void);
void metric_source_free(struct metric_source *source);

/* Begins to open the source for the chip of a compute capability (90 is 9.0). Does nothing if that
 * chip is open, if a chip is being opened, or if arch is 0. */
void metric_source_open(struct metric_source *source, unsigned arch);
bool metric_source_is_open(struct metric_source *source, unsigned arch);

/* Returns the description of a metric on this chip, or NULL if there is none or the chip is not
 * open. The text belongs to the source and is valid until the next call. */
const char *metric_source_describe(struct metric_source *source, unsigned arch, const char *metric);

#endif
