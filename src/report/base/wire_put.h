/* wire_put: appends the fields of a protobuf message one by one. */
#ifndef ROOFTOP_REPORT_BASE_WIRE_PUT_H
#define ROOFTOP_REPORT_BASE_WIRE_PUT_H

#include <stdint.h>

#include "report/base/strbuf.h"

/* Appends a number in the form of protobuf, seven bits per byte. */
void wire_put_varint(struct strbuf *out, uint64_t number);

/* Appends a field of bytes: a text or a packed message. */
void wire_put_bytes(struct strbuf *out, uint32_t number, const void *bytes, size_t length);

#endif
