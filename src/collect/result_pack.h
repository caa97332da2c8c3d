/* result_pack: packs a result: the bytes that protobuf-c would make of it, in less time.
 *
 * Its sections, cut for its device (section_cut.h), are the same for all launches: they are packed
 * once and kept. For metrics protobuf-c asks for each size again on every level of messages. */
#ifndef ROOFTOP_RESULT_PACK_H
#define ROOFTOP_RESULT_PACK_H

#include <protobuf-c/protobuf-c.h>

#include "metric_list.h"
#include "plan.h"
#include "strbuf.h"

/* Zeroed at first. */
struct packed_sections {
    struct section_scope scope;
    uint32_t number; /* of their field; 0: none are kept */
    struct strbuf bytes;
};

/* The plan's sections change, or are no longer needed. */
void packed_sections_forget(struct packed_sections *kept);

/* A result's message without metrics and sections, packed with those of the list and of the plan;
 * free() it. */
uint8_t *result_pack(const ProtobufCMessage *result, const struct metric_list *list,
                     struct packed_sections *kept, const struct plan *plan,
                     const struct section_scope *scope, size_t *length);

#endif
