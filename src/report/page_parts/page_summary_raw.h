/* page_summary_raw: the metrics of a group of results in summaries of the raw page, laid out as ncu
 * does.
 *
 * Facts of the device come first. They have one value in page style in place of the average; the
 * least and greatest value are printed only if they differ. Per GPU, they are printed once for
 * all groups of a device. Other metrics have six decimals, in the unit that fits the average. */
#ifndef ROOFTOP_REPORT_PAGE_PARTS_PAGE_SUMMARY_RAW_H
#define ROOFTOP_REPORT_PAGE_PARTS_PAGE_SUMMARY_RAW_H

#include <stdio.h>

#include "report/content/summary.h"
#include "report/page_parts/page_options.h"

enum summary_raw_part { SUMMARY_RAW_ALL, SUMMARY_RAW_DEVICE, SUMMARY_RAW_OTHERS };

/* Prints a table with an empty line below it; nothing if the part has no metrics. */
void page_summary_raw(FILE *out, const struct summary_group *group, enum summary_raw_part part,
                      const struct page_options *options);
/* Prints rows, each behind `identity`. */
void page_summary_raw_csv(FILE *out, const char *identity, const struct summary_group *group,
                          enum summary_raw_part part, const struct page_options *options);

#endif
