/* textproto: reads protobuf text format by the descriptors that protobuf-c generates.
 *
 * It knows what .section and .chart files use and the rest of the common syntax: comments, optional
 * colons before blocks, "," and ";" after fields, <> blocks, [] lists, quoted strings with escapes
 * and adjacency, hexadecimal and octal integers, enums by name (also without the name of their type
 * before it) or number. A message that has a field "Text" may be given as a string. Of required
 * fields, what people may leave out has a usual value. Errors name file, line and column and, for
 * an unknown name, the nearest known one. */
#ifndef ROOFTOP_REPORT_BASE_TEXTPROTO_H
#define ROOFTOP_REPORT_BASE_TEXTPROTO_H

#include <protobuf-c/protobuf-c.h>

#include "report/base/error.h"

/* Returns a new message, or NULL with the error. Release it with
 * protobuf_c_message_free_unpacked(message, NULL). */
ProtobufCMessage *textproto_parse(const ProtobufCMessageDescriptor *descriptor, const char *file,
                                  const char *text, size_t length, struct error *error);

/* A block that was just read: its message, and where its fields stand. */
struct textproto_block;

/* Looks at a block when its end is read, and may change it. Returns false to refuse the file;
 * textproto_refuse() has stored the error then. */
typedef bool textproto_check(void *context, ProtobufCMessage *message,
                             const struct textproto_block *block);

/* As textproto_parse(), and calls check() for each block, those inside another one first. */
ProtobufCMessage *textproto_parse_checked(const ProtobufCMessageDescriptor *descriptor,
                                          const char *file, const char *text, size_t length,
                                          textproto_check *check, void *context,
                                          struct error *error);

/* Stores an error that names the place of a field of the block, or of the block itself if the field
 * is not given. error: NULL: the error of the parse. Always returns false. */
bool textproto_refuse(const struct textproto_block *block, const char *field, struct error *error,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
