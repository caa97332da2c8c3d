/* trace_metrics: numbers about a whole trace, which its rules look at. Times are ns, sizes bytes.
 *
 *   trace__span.sum              from the first to the last event
 *   trace__kernels.sum           how many; trace__short_kernels.sum: shorter than their call
 *   trace__kernel_time.sum, avg  time of kernels
 *   trace__copy_time.sum         time of copies; trace__copies_alone.sum: while no kernel ran
 *   trace__pageable_copies.sum, _copy_time, trace__pageable_bytes.sum
 *   trace__launch_call.avg       time of a launching call
 *   trace__gap_*.sum             idle time of GPUs, divided by the number of GPUs, by its cause:
 * waited, allocated, loaded, call, host, launches, queued, unknown trace__load_overhead.sum time of
 * loading code that CUPTI tells as an overhead trace__streams.sum           streams with work;
 * trace__gpus.sum: GPUs with work trace__um_thrashing.sum      events of unified memory
 *   trace__lost.sum              records that were lost */
#ifndef ROOFTOP_REPORT_TRACE_PAGES_TRACE_METRICS_H
#define ROOFTOP_REPORT_TRACE_PAGES_TRACE_METRICS_H

#include <stdbool.h>

#include "report/trace_pages/trace_pages.h"

enum { TRACE_MOST_METRICS = 40 };

struct trace_metrics {
    struct trace_metric {
        const char *name;
        double value;
    } list[TRACE_MOST_METRICS];
    size_t count;
};

void trace_metrics_make(struct trace_metrics *metrics, const struct trace_view *view);

/* false: there is no such metric. */
bool trace_metrics_find(const struct trace_metrics *metrics, const char *name, double *value);

#endif
