/* packed_sections: the sections that each result holds, cut for its device (section_cut.h), packed.
 *
 * They are the same for all launches, and packing them takes longer than the rest of a result, so
 * the last ones are kept. */
#ifndef ROOFTOP_PACKED_SECTIONS_H
#define ROOFTOP_PACKED_SECTIONS_H

#include <protobuf-c/protobuf-c.h>

#include "plan.h"
#include "strbuf.h"

/* Zeroed at first. */
struct packed_sections {
    struct section_scope scope;
    uint32_t number; /* of their field; 0: none are kept */
    struct strbuf bytes;
};

/* A result's message, which has no sections yet, packed with those of the plan in their place;
 * free() it. */
uint8_t *packed_sections_add(struct packed_sections *kept, const struct plan *plan,
                             const struct section_scope *scope, const ProtobufCMessage *result,
                             size_t *length);

/* The plan's sections change, or are no longer needed. */
void packed_sections_forget(struct packed_sections *kept);

#endif
