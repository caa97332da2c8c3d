/* lean_result: splits the bytes of a result into its metrics, its sections, and the rest.
 *
 * Metrics and sections make up most of a result. They have their own decoders (metric_unpack.h,
 * section_pool.h), which read them in the entry's bytes. The rest, some hundred bytes, is a message
 * of the same kind without them. */
#ifndef ROOFTOP_REPORT_FILE_LEAN_RESULT_H
#define ROOFTOP_REPORT_FILE_LEAN_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/file/container.h"

/* A message inside of the entry; not owned. */
struct message_bytes {
    const uint8_t *data;
    size_t length;
};

struct message_list {
    struct message_bytes *items;
    size_t count, capacity;
};

struct lean_result {
    uint8_t *data; /* the rest, owned */
    size_t length;
    struct message_list metrics, sections; /* in their order */
};

/* Splits an entry, which may be any kind of result. Returns false, and leaves nothing to free, if
 * its bytes are no message. */
bool lean_result(struct lean_result *lean, const struct entry *entry);
void lean_result_free(struct lean_result *lean);

#endif
