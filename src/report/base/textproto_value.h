/* textproto_value: reads values of protobuf text by the types of their fields. */
#ifndef ROOFTOP_REPORT_BASE_TEXTPROTO_VALUE_H
#define ROOFTOP_REPORT_BASE_TEXTPROTO_VALUE_H

#include <protobuf-c/protobuf-c.h>

#include "report/base/textproto_scan.h"

/* A value. Its first bytes are the value that the generated struct holds. */
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

/* Returns the number of these bytes. */
size_t textproto_value_size(const ProtobufCFieldDescriptor *field);

/* Reads a value of any type except a message. The struct that receives it owns texts and bytes. */
bool textproto_value_take(struct scanner *s, const ProtobufCFieldDescriptor *field,
                          union textproto_value *value);

#endif
