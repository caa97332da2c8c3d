/* raw_cell: one cell of the raw page.
 *
 * Two styles, as in the reference. The page style (metric_format.h) stands where units are not
 * scaled, in columns without a unit, and in cells that print instances. Any other column holds
 * plain numbers: six decimals, but none for whole-number metrics in their base unit, and "0" in a
 * column without a value over 0.
 *
 * With instances a cell is "VALUE (FIRST; SECOND; ...)", or "(FIRST; ...)" without a value; each
 * instance is scaled as the value is. With their ids: "VALUE (ID: FIRST; ...)",
 * addresses as "0x7f00: FIRST", times as "1200 (+200): FIRST" with the distance to the first. */
#ifndef ROOFTOP_RAW_CELL_H
#define ROOFTOP_RAW_CELL_H

#include <stdbool.h>
#include <stddef.h>

#include "metric_format.h"
#include "report.pb-c.h"
#include "strbuf.h"

/* --print-metric-instances */
enum raw_instances { INSTANCES_NONE, INSTANCES_VALUES, INSTANCES_DETAILS };

/* How the cells of one column are written. */
struct raw_style {
    const char *name; /* of the metric: its ids may be addresses or times; NULL: are plain */
    struct unit_scale scale;
    bool base_units; /* units are not scaled */
    bool all_zero;   /* no value of the column is over 0 */
    bool real;       /* page style has two decimals also for whole numbers */
    enum raw_instances instances;
};

/* Appends the cell: nothing for a metric that is NULL, "no data" for one with neither a value nor
 * instances. */
void raw_cell_add(struct strbuf *out, const Rep__ProfileMetricResult *metric,
                  const struct raw_style *style);

/* Appends the correlation id of the i-th instance as it stands there. false: it has none. */
bool raw_cell_add_id(struct strbuf *out, const char *name, const Rep__ProfileMetricResult *metric,
                     size_t i);

#endif
