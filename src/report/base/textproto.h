/* textproto: reads protobuf text format by the descriptors that protobuf-c generates.
 *
 * It knows what .section and .chart files use and the rest of the common syntax: comments, optional
 * colons before blocks, "," and ";" after fields, <> blocks, [] lists, quoted strings with escapes
 * and adjacency, hexadecimal and octal integers, enums by name or number. Errors name file, line
 * and column and, for an unknown name, the nearest known one. */
#ifndef ROOFTOP_REPORT_BASE_TEXTPROTO_H
#define ROOFTOP_REPORT_BASE_TEXTPROTO_H

#include <protobuf-c/protobuf-c.h>

#include "report/base/error.h"

/* Returns a new message, or NULL with the error. Release it with
 * protobuf_c_message_free_unpacked(message, NULL). */
ProtobufCMessage *textproto_parse(const ProtobufCMessageDescriptor *descriptor, const char *file,
                                  const char *text, size_t length, struct error *error);

#endif
