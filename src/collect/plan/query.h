/* query: the metrics that a chip has, for --query-metrics. It needs neither a GPU nor a driver.
 *
 * Types and descriptions are CUPTI's own; units are ours (query_tables.h). */
#ifndef ROOFTOP_COLLECT_PLAN_QUERY_H
#define ROOFTOP_COLLECT_PLAN_QUERY_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/cupti/cupti_host.h"
#include "report/base/arena.h"
#include "report/metric/query_kind.h"

struct query {
    enum query_collection collection;
    enum query_mode mode;
    const char *const *metrics; /* only these: full names, base names, regex:EXPR; none: all */
    size_t metric_count;
    const uint8_t *availability; /* of a device (cupti_host.h); NULL: all counters of the chip */
    size_t availability_size;
};

/* One metric. If a device has none of the counters of a unit of the chip (its links, for example),
 * the whole unit is missing. */
struct query_row {
    const char *name, *type, *unit;
    const char *hardware; /* part of the chip; "" if there is none */
    const char *description;
};

struct query_rows {
    struct query_row *rows; /* sorted by name */
    size_t count, capacity;
    struct arena arena;
};

/* Makes the rows. false: the chip cannot be asked, or one of the metrics is not there; see error.
 */
bool query_make(struct query_rows *rows, struct cupti_library *library, const char *chip,
                const struct query *query, struct error *error);
void query_free(struct query_rows *rows);

#endif
