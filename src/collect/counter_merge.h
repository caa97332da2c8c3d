/* counter_merge: puts counter data of one launch together from data in which many were counted, by
 * the metrics library that comes with CUPTI (libnvperf_host).
 *
 * With application replay a launch has one pass in each run, in another place of another image each
 * time. CUPTI fills a pass that is not the first of its group into ranges that are there, in their
 * order; and what a range holds is added to what is known of its launch. For what CUPTI has filled
 * both make, bit for bit, the images that it makes itself (tests/cupti/replay). */
#ifndef ROOFTOP_COUNTER_MERGE_H
#define ROOFTOP_COUNTER_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"

struct counter_merge;

/* Opens the library beside CUPTI. */
struct counter_merge *counter_merge_open(const char *cupti_path, struct error *error);
void counter_merge_close(struct counter_merge *merge);

/* Begins so many ranges, named as automatic ranges are, in initialised counter data. */
bool counter_merge_begin(const struct counter_merge *merge, uint8_t *image, size_t ranges,
                         struct error *error);

/* Counter data as the image's with one range, which holds nothing; good until the next call. */
const uint8_t *counter_merge_blank(struct counter_merge *merge, const uint8_t *image, size_t size,
                                   size_t *blank_size, struct error *error);

/* Adds a range to counter data that has one range. *sum NULL: it is made; free() it. Otherwise
 * several threads may do so at a time, to data of their own. */
bool counter_merge_add(struct counter_merge *merge, uint8_t **sum, size_t *sum_size,
                       const uint8_t *image, size_t size, size_t range, struct error *error);

#endif
