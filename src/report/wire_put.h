/* wire_put: fields of a protobuf message, written one by one. */
#ifndef ROOFTOP_WIRE_PUT_H
#define ROOFTOP_WIRE_PUT_H

#include <stdint.h>

#include "strbuf.h"

void wire_put_varint(struct strbuf *out, uint64_t number);

/* A field of bytes: a text, or a packed message. */
void wire_put_bytes(struct strbuf *out, uint32_t number, const void *bytes, size_t length);

#endif
