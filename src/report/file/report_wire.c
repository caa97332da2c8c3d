#include "report/file/report_wire.h"

#include <stdlib.h>

#include "report/base/mem.h"
#include "report/base/wire_put.h"

const struct result_fields *result_fields(enum entry_kind kind)
{
    static const struct result_fields fields[] = {
        /* thread, metrics, sections, nvtx, context, stream, native stack, python stack,
         * rules */
        [ENTRY_KERNEL] = {1, 13, 17, 21, 22, 23, 28, 32, 19},
        [ENTRY_RANGE] = {1, 4, 7, 10, 11, 0, 14, 17, 20},
        [ENTRY_CMDLIST] = {1, 4, 7, 10, 11, 12, 16, 22, 21},
        [ENTRY_GRAPH] = {1, 4, 7, 10, 11, 12, 16, 19, 22}};
    return &fields[kind];
}

void report_wire_put(struct strbuf *out, uint32_t number, const ProtobufCMessage *message)
{
    size_t length = protobuf_c_message_get_packed_size(message);
    uint8_t *packed = mem_alloc(length + 1);
    protobuf_c_message_pack(message, packed);
    wire_put_bytes(out, number, packed, length);
    free(packed);
}
