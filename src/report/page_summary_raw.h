/* page_summary_raw: the metrics of a group of results in summaries of the raw page, as the
 * reference lays them out.
 *
 * Facts of the device stand before the others. They have one value, in page style, where the
 * average would stand; least and greatest value are given only where they differ. Per GPU they are
 * said once for all groups of the device. Other metrics have six decimals, in the unit that fits
 * the average. */
#ifndef ROOFTOP_PAGE_SUMMARY_RAW_H
#define ROOFTOP_PAGE_SUMMARY_RAW_H

#include <stdio.h>

#include "page_internal.h"
#include "summary.h"

enum summary_raw_part { SUMMARY_RAW_ALL, SUMMARY_RAW_DEVICE, SUMMARY_RAW_OTHERS };

/* A table with an empty line below it; nothing if the part has no metrics. */
void page_summary_raw(FILE *out, const struct summary_group *group, enum summary_raw_part part,
                      const struct page_options *options);
/* Rows, each behind `identity`. */
void page_summary_raw_csv(FILE *out, const char *identity, const struct summary_group *group,
                          enum summary_raw_part part, const struct page_options *options);

#endif
