/* views_sample: a report for the views of time, ranges, launches and sessions: six results of two
 * processes.
 *
 * Result 0 has time series of two passes: of pass 0 40 samples, 1000 ns apart, of pass 1 three
 * warp states that are stacked, 16 samples, 2500 ns apart; each workload starts 5000 ns after the
 * pass's first sample and lasts 30000 ns.
 *
 * result  process  ns    ranges of the launching thread
 * 0       42       1000  epoch 1 > forward; solver: assemble; solver: copy (started)
 * 1       42       2000  epoch 1 > backward
 * 2       42       3000  epoch 1 > forward
 * 3       42       4000  epoch 2 > a name with wide characters, an escape, a slash and a bracket
 * 4       43       5000  none
 * 5       43       6000  solver: copy (started) */
#ifndef VIEWS_SAMPLE_H
#define VIEWS_SAMPLE_H

#include "build_report.h"

void build_views(struct build *build);

#endif
