/* message_depth: whether messages inside of messages go no deeper than protobuf-c may be let go,
 * which unpacks them by recursion. */
#ifndef ROOFTOP_MESSAGE_DEPTH_H
#define ROOFTOP_MESSAGE_DEPTH_H

#include <protobuf-c/protobuf-c.h>
#include <stdbool.h>

bool message_is_shallow(const ProtobufCMessageDescriptor *descriptor, const uint8_t *data,
                        size_t length);

#endif
