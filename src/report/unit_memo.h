/* unit_memo: units of metrics, found out once for each name. The same few hundred names come in
 * every result, and finding a unit means looking through a table of patterns.
 *
 * Initialise with {0}; release with unit_memo_free(). Beyond a number of names nothing more is
 * kept, only found out. */
#ifndef ROOFTOP_UNIT_MEMO_H
#define ROOFTOP_UNIT_MEMO_H

#include "name_index.h"

struct unit_memo {
    struct name_index names; /* its own */
    char **units;
    size_t capacity;
};

/* As metric_unit(). */
const char *unit_memo_of(struct unit_memo *memo, const char *name, char *unit, size_t size);
void unit_memo_free(struct unit_memo *memo);

#endif
