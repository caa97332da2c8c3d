/* query_kind: what --query-metrics can be asked for. */
#ifndef ROOFTOP_QUERY_KIND_H
#define ROOFTOP_QUERY_KIND_H

/* base: names without suffix; suffix: those of the metrics given with each of their suffixes; all:
 * every name with every suffix. */
enum query_mode { QUERY_BASE, QUERY_SUFFIX, QUERY_ALL };

/* Where metrics come from; the first two are CUPTI's, the others are in data/query_metrics.tsv. */
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

/* The words of the options, NULL-ended. */
extern const char *const query_mode_names[];
extern const char *const query_collection_names[];

#endif
