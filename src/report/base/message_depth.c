#include "report/base/message_depth.h"

#include "report/base/wire_walk.h"

enum { DEEPEST_MESSAGE = 64 };

static bool is_shallow(const ProtobufCMessageDescriptor *descriptor, const uint8_t *data,
                       size_t length, int depth)
{
    struct wire_walk walk = {data, data + length, false};
    struct wire_field field;
    if (depth > DEEPEST_MESSAGE)
        return false;
    while (wire_walk_next(&walk, &field)) {
        if (field.type != WIRE_BYTES)
            continue;
        const ProtobufCFieldDescriptor *known =
            protobuf_c_message_descriptor_get_field(descriptor, field.number);
        if (known && known->type == PROTOBUF_C_TYPE_MESSAGE &&
            !is_shallow(known->descriptor, field.data, field.length, depth + 1))
            return false;
    }
    return true;
}

bool message_is_shallow(const ProtobufCMessageDescriptor *descriptor, const uint8_t *data,
                        size_t length)
{
    return is_shallow(descriptor, data, length, 0);
}
