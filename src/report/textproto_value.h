/* textproto_value: values of protobuf text, read as the types of their fields. */
#ifndef ROOFTOP_TEXTPROTO_VALUE_H
#define ROOFTOP_TEXTPROTO_VALUE_H

#include <protobuf-c/protobuf-c.h>

#include "textproto_scan.h"

/* Its first bytes are what the generated struct holds. */
union textproto_value {
    uint64_t u64;
    int64_t i64;
    uint32_t u32;
    int32_t i32;
    float f;
    double d;
    protobuf_c_boolean b;
    char *text;
    ProtobufCBinaryData bytes;
    ProtobufCMessage *message;
};

/* How many bytes these are. */
size_t textproto_value_size(const ProtobufCFieldDescriptor *field);

/* Reads a value, but no message; the struct that it goes into owns texts and bytes. */
bool textproto_value_take(struct scanner *s, const ProtobufCFieldDescriptor *field,
                          union textproto_value *value);

#endif
