/* throughput: the counters that a throughput metric is the maximum of, from the metrics library
 * that comes with CUPTI (libnvperf_host). Where that library is missing there are no breakdowns. */
#ifndef ROOFTOP_THROUGHPUT_H
#define ROOFTOP_THROUGHPUT_H

struct throughput;

/* Opens the library beside CUPTI. NULL: none, or it does not know the chip; the other functions
 * take NULL. */
struct throughput *throughput_open(const char *cupti_path, const char *chip);
void throughput_close(struct throughput *throughput);

/* "sm__throughput.avg.pct_of_peak_sustained_elapsed" to the sorted, comma-separated full names of
 * its parts with the same rollup and submetric. NULL: not a throughput. free() */
char *throughput_parts(struct throughput *throughput, const char *metric);

#endif
