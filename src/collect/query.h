/* query: the metrics that a chip has, for --query-metrics. Needs neither a GPU nor a driver.
 *
 * What CUPTI tells is told as it tells it; units are ours (query_tables.h). */
#ifndef ROOFTOP_QUERY_H
#define ROOFTOP_QUERY_H

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"
#include "cupti_host.h"
#include "query_kind.h"

struct query {
    enum query_collection collection;
    enum query_mode mode;
    const char *const *metrics; /* only these: full or base names, regex:EXPR; none: all */
    size_t metric_count;
    const uint8_t *availability; /* of a device (cupti_host.h); NULL: all of the chip */
    size_t availability_size;
};

/* What a device lacks is left out by the unit: the links, say, where there are none. */
struct query_row {
    const char *name, *type, *unit;
    const char *hardware; /* part of the chip; "" where there is none */
    const char *description;
};

struct query_rows {
    struct query_row *rows; /* sorted by name */
    size_t count, capacity;
    struct arena arena;
};

/* false: the chip cannot be asked, or one of the metrics is not there; the error says which. */
bool query_make(struct query_rows *rows, struct cupti_library *library, const char *chip,
                const struct query *query, struct error *error);
void query_free(struct query_rows *rows);

#endif
