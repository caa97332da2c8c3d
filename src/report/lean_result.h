/* lean_result: the bytes of a result in three parts: its metrics, its sections, and the rest.
 *
 * Metrics and sections are most of a result. Both have decoders of their own (metric_unpack.h,
 * section_pool.h), which take them from the entry's bytes; the rest, a few hundred bytes, is a
 * message of the same kind without them. */
#ifndef ROOFTOP_LEAN_RESULT_H
#define ROOFTOP_LEAN_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "container.h"

/* A message inside of the entry. */
struct message_bytes {
    const uint8_t *data;
    size_t length;
};

struct message_list {
    struct message_bytes *items;
    size_t count, capacity;
};

struct lean_result {
    uint8_t *data; /* the rest */
    size_t length;
    struct message_list metrics, sections; /* in their order */
};

/* The entry is any kind of result. False if its bytes are no message; nothing is left then. */
bool lean_result(struct lean_result *lean, const struct entry *entry);
void lean_result_free(struct lean_result *lean);

#endif
