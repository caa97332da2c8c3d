#include "report/base/wire_put.h"

#include "report/base/wire_walk.h"

void wire_put_varint(struct strbuf *out, uint64_t number)
{
    for (; number > 127; number >>= 7)
        strbuf_addc(out, (char)(number | 128));
    strbuf_addc(out, (char)number);
}

void wire_put_bytes(struct strbuf *out, uint32_t number, const void *bytes, size_t length)
{
    wire_put_varint(out, (uint64_t)number << 3 | WIRE_BYTES);
    wire_put_varint(out, length);
    if (length)
        strbuf_add(out, bytes, length);
}
