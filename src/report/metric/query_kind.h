/* query_kind: the modes and collections of --query-metrics. */
#ifndef ROOFTOP_REPORT_METRIC_QUERY_KIND_H
#define ROOFTOP_REPORT_METRIC_QUERY_KIND_H

/* QUERY_BASE lists names without suffix, QUERY_SUFFIX the given metrics with each of their
 * suffixes, QUERY_ALL every name with every suffix. */
enum query_mode { QUERY_BASE, QUERY_SUFFIX, QUERY_ALL };

/* Where metrics come from. CUPTI lists the first two; data/query_metrics.tsv lists the others. */
enum query_collection {
    QUERY_PROFILING,
    QUERY_PMSAMPLING,
    QUERY_DEVICE,
    QUERY_GROUPS,
    QUERY_LAUNCH,
    QUERY_NUMA,
    QUERY_NVLINK,
    QUERY_SOURCE,
    QUERY_STATS,
    QUERY_WARPSAMPLING
};

/* The words of the options. NULL ends each list. */
extern const char *const query_mode_names[];
extern const char *const query_collection_names[];

#endif
