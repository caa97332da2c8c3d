/* unit_memo: remembers the units of metrics. Each result has the same few hundred names, and
 * finding a unit means looking through a table of patterns.
 *
 * Initialise with {0}; release with unit_memo_free(). The memo stops growing at a bound; the units
 * of further names are found each time. */
#ifndef ROOFTOP_REPORT_METRIC_UNIT_MEMO_H
#define ROOFTOP_REPORT_METRIC_UNIT_MEMO_H

#include "report/base/name_index.h"

struct unit_memo {
    struct name_index names; /* owned */
    char **units;
    size_t capacity;
};

/* Returns what metric_unit() returns. */
const char *unit_memo_of(struct unit_memo *memo, const char *name, char *unit, size_t size);
void unit_memo_free(struct unit_memo *memo);

#endif
