/* proto_field: how protobuf-c keeps a value of a message: by itself, or as an element of an array.
 */
#ifndef ROOFTOP_COLLECT_RESULT_PROTO_FIELD_H
#define ROOFTOP_COLLECT_RESULT_PROTO_FIELD_H

#include <protobuf-c/protobuf-c.h>
#include <stddef.h>

/* Bytes of one value. */
size_t proto_field_size(ProtobufCType type);

#endif
