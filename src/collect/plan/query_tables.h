/* query_tables: what --query-metrics knows by itself: the collections that no library lists
 * (data/query_metrics.tsv), and units (data/query_units.tsv). */
#ifndef ROOFTOP_COLLECT_PLAN_QUERY_TABLES_H
#define ROOFTOP_COLLECT_PLAN_QUERY_TABLES_H

#include <stddef.h>

struct query_metric {
    const char *collection, *name, *type, *unit;
    const char *needs; /* chips that have this base metric of CUPTI have the metric, too; NULL: all
                          chips have it */
    const char *description;
};

/* The metrics of all collections, sorted by name within each. */
extern const struct query_metric query_metrics[];
extern const size_t query_metric_count;

/* The unit of a base metric of CUPTI as its collection shows it. For some metrics it is not the one
 * that pages show. Writes into `unit` and returns it. */
const char *query_unit(const char *collection, const char *type, const char *base, char *unit,
                       size_t size);

#endif
