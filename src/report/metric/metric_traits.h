/* metric_traits: what a metric's name says about comparing two of its values.
 *
 * What makes it vary from run to run (data/metric_noise.tsv):
 *   none    it belongs to the chip or the profiler, not the kernel, and is not compared
 *   exact   only the program: executed instructions, requests, launch facts
 *   time    how long things took: durations, cycles, rates, shares of a peak
 *   place   also what caches held and where data lay: hit rates, L2, DRAM
 *   sample  counts of samples
 *
 * Which direction is better (data/metric_better.tsv): lower (durations, cycles, stalls, conflicts),
 * higher (occupancy, hit rates) or neither (throughput against the peak, because needless work
 * counts, too). */
#ifndef ROOFTOP_REPORT_METRIC_METRIC_TRAITS_H
#define ROOFTOP_REPORT_METRIC_METRIC_TRAITS_H

#include <stdbool.h>

enum metric_noise { METRIC_NONE, METRIC_EXACT, METRIC_TIME, METRIC_PLACE, METRIC_SAMPLE };
enum metric_better { METRIC_NEITHER, METRIC_LOWER, METRIC_HIGHER };

enum metric_noise metric_noise_of(const char *name);
enum metric_better metric_better_of(const char *name);

/* Whether less of it is better only for the same amount of work: a time or a count, no
 * percentage. */
bool metric_is_of_work(const char *name);

#endif
