/* counter_merge: takes the counter data of one launch out of data in which many launches were
 * counted, and adds it up pass by pass. The work is done by the metrics library that comes with
 * CUPTI (libnvperf_host).
 *
 * With application replay a launch has one pass in each run, each time at another place of another
 * image. CUPTI fills a pass that is not the first of its group into ranges that must be there
 * already, in their order; counter_merge_begin() makes them, when a process asks for it at the end
 * of a session (BeginRanges in wire.proto). Then counter_merge_add() adds what a
 * range holds to the sum of its launch. The images are, bit for bit, the images that CUPTI makes
 * itself when it repeats a launch (tests/cupti/replay). */
#ifndef ROOFTOP_COLLECT_CUPTI_COUNTER_MERGE_H
#define ROOFTOP_COLLECT_CUPTI_COUNTER_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/error.h"

struct counter_merge;

/* Opens the library beside CUPTI. NULL: see error. */
struct counter_merge *counter_merge_open(const char *cupti_path, struct error *error);
void counter_merge_close(struct counter_merge *merge);

/* Begins this number of ranges, named like automatic ranges, in initialised counter data. false:
 * see error. */
bool counter_merge_begin(const struct counter_merge *merge, uint8_t *image, size_t ranges,
                         struct error *error);

/* Makes counter data like the image's, with one empty range. It stays valid until the next call.
 * NULL: see error. */
const uint8_t *counter_merge_blank(struct counter_merge *merge, const uint8_t *image, size_t size,
                                   size_t *blank_size, struct error *error);

/* Adds a range of the image to counter data that has one range. *sum NULL: the sum is made, and the
 * caller frees it. If *sum is there, several threads may add at a time, each to its own sum. false:
 * see error. */
bool counter_merge_add(struct counter_merge *merge, uint8_t **sum, size_t *sum_size,
                       const uint8_t *image, size_t size, size_t range, struct error *error);

#endif
