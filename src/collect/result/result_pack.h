/* result_pack: packs a result into the bytes that protobuf-c would make of it, in less time.
 *
 * A result's sections, cut for its device (section_cut.h), are the same for all launches, so they
 * are packed once and kept. Metrics are packed by metric_pack.h, since protobuf-c computes each
 * size again on every level of messages. */
#ifndef ROOFTOP_COLLECT_RESULT_RESULT_PACK_H
#define ROOFTOP_COLLECT_RESULT_RESULT_PACK_H

#include <protobuf-c/protobuf-c.h>

#include "collect/metrics/metric_list.h"
#include "collect/plan/plan.h"
#include "report/base/strbuf.h"
#include "report/section/section_scope.h"

/* Zeroed at first. */
struct packed_sections {
    struct section_scope scope;
    uint32_t number; /* the number of their field; 0: none are kept */
    struct strbuf bytes;
};

/* Frees what is kept. To be called when the plan's sections change, and at the end. */
void packed_sections_forget(struct packed_sections *kept);

/* Packs a result's message, which comes without metrics and sections, together with the metrics of
 * the list and the sections of the plan; free() the bytes. */
uint8_t *result_pack(const ProtobufCMessage *result, const struct metric_list *list,
                     struct packed_sections *kept, const struct plan *plan,
                     const struct section_scope *scope, size_t *length);

#endif
