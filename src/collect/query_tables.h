/* query_tables: what --query-metrics knows by itself: the collections that no library tells of
 * (data/query_metrics.tsv), and units (data/query_units.tsv). */
#ifndef ROOFTOP_QUERY_TABLES_H
#define ROOFTOP_QUERY_TABLES_H

#include <stddef.h>

struct query_metric {
    const char *collection, *name, *type, *unit;
    const char *needs; /* the base metric of CUPTI that chips with it have; NULL: all have it */
    const char *description;
};

/* Of all collections, sorted by name within each. */
extern const struct query_metric query_metrics[];
extern const size_t query_metric_count;

/* The unit of a base metric of CUPTI as its collection shows it, which for some is not the one that
 * pages show. Writes into unit and returns it. */
const char *query_unit(const char *collection, const char *type, const char *base, char *unit,
                       size_t size);

#endif
