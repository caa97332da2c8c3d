/* lean_result: the bytes of a result without the instances of its metrics.
 *
 * Instances are most of a report, and most readers want the values alone. lean_result() copies the
 * bytes of a result but for them, which is all that needs to be decoded at first, and says where
 * each metric stands in the original, to be decoded in full when its instances are asked for. */
#ifndef ROOFTOP_LEAN_RESULT_H
#define ROOFTOP_LEAN_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "container.h"

struct metric_bytes {
    const uint8_t *data; /* the metric's message inside of the entry; NULL: it has no instances */
    size_t length;
};

struct lean_result {
    uint8_t *data; /* of the result without instances */
    size_t length;
    struct metric_bytes *metrics; /* in the order of the metrics */
    size_t metric_count;
};

/* The entry is any kind of result. False if its bytes are no message; nothing is left then. */
bool lean_result(struct lean_result *lean, const struct entry *entry);
void lean_result_free(struct lean_result *lean);

#endif
