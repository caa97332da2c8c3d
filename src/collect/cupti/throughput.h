/* throughput: the counters that a throughput metric is the maximum of, from the metrics library
 * that comes with CUPTI (libnvperf_host). Without that library there are no breakdowns. */
#ifndef ROOFTOP_COLLECT_CUPTI_THROUGHPUT_H
#define ROOFTOP_COLLECT_CUPTI_THROUGHPUT_H

struct throughput;

/* Opens the library beside CUPTI. NULL: the library is missing or does not know the chip. The other
 * functions accept NULL. */
struct throughput *throughput_open(const char *cupti_path, const char *chip);
void throughput_close(struct throughput *throughput);

/* For a name like "sm__throughput.avg.pct_of_peak_sustained_elapsed": the full names of its parts
 * with the same rollup and submetric, sorted and separated by commas; free() it. NULL: it is not a
 * throughput. */
char *throughput_parts(struct throughput *throughput, const char *metric);

#endif
