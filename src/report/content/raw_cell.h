/* raw_cell: one cell of the raw page.
 *
 * There are two styles, as in ncu. The page style (metric_format.h) is used where units are not
 * scaled, in columns without a unit, and in cells that print instances. Any other column holds
 * plain numbers: six decimals, none for whole-number metrics in their base unit, and "0" in a
 * column without a value over 0.
 *
 * With instances a cell is "VALUE (FIRST; SECOND; ...)", or "(FIRST; ...)" if there is no value.
 * Instances are scaled like the value. With their ids the cell is "VALUE (ID: FIRST; ...)". An
 * id that is an address looks like "0x7f00: FIRST", and a time like "1200 (+200): FIRST", with
 * the distance to the first one. */
#ifndef ROOFTOP_REPORT_CONTENT_RAW_CELL_H
#define ROOFTOP_REPORT_CONTENT_RAW_CELL_H

#include <stdbool.h>
#include <stddef.h>

#include "report.pb-c.h"
#include "report/base/strbuf.h"
#include "report/metric/metric_format.h"

/* --print-metric-instances */
enum raw_instances { INSTANCES_NONE, INSTANCES_VALUES, INSTANCES_DETAILS };

/* How the cells of one column are written. */
struct raw_style {
    const char *name; /* name of the metric, which decides whether ids are addresses or times; NULL:
                         plain ids */
    struct unit_scale scale;
    bool base_units; /* units are not scaled */
    bool all_zero;   /* no value of the column is over 0 */
    bool real;       /* page style has two decimals for whole numbers, too */
    enum raw_instances instances;
};

/* Appends the cell: nothing if the metric is NULL, "no data" if it has neither a value nor
 * instances. */
void raw_cell_add(struct strbuf *out, const Rep__ProfileMetricResult *metric,
                  const struct raw_style *style);

/* Appends the correlation id of the i-th instance. Returns false if it has none. */
bool raw_cell_add_id(struct strbuf *out, const char *name, const Rep__ProfileMetricResult *metric,
                     size_t i);

#endif
