/* metric_traits: what is known of a metric from its name, for comparing two values of it.
 *
 * What moves it from run to run (data/metric_noise.tsv):
 *   none    nothing of the kernel: of the chip, the profiler; not compared
 *   exact   only the program: executed instructions, requests, launch facts
 *   time    how long things took: durations, cycles, rates, shares of a peak
 *   place   also what caches held and where data lay: hit rates, L2, DRAM
 *   sample  counts of samples
 * and which way is better (data/metric_better.tsv): lower (durations, cycles, stalls, conflicts),
 * higher (occupancy, hit rates) or neither: a unit that is busier has more work as often as it does
 * the same work sooner, which the duration tells. */
#ifndef ROOFTOP_METRIC_TRAITS_H
#define ROOFTOP_METRIC_TRAITS_H

enum metric_noise { METRIC_NONE, METRIC_EXACT, METRIC_TIME, METRIC_PLACE, METRIC_SAMPLE };
enum metric_better { METRIC_NEITHER, METRIC_LOWER, METRIC_HIGHER };

enum metric_noise metric_noise_of(const char *name);
enum metric_better metric_better_of(const char *name);

#endif
