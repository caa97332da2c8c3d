/* message_depth: guards protobuf-c, which unpacks nested messages by recursion.
 *
 * Returns whether messages are nested in each other no deeper than is safe to unpack. */
#ifndef ROOFTOP_REPORT_BASE_MESSAGE_DEPTH_H
#define ROOFTOP_REPORT_BASE_MESSAGE_DEPTH_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>

bool message_is_shallow(const ProtobufCMessageDescriptor *descriptor, const uint8_t *data,
                        size_t length);

#endif
