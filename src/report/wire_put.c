#include "wire_put.h"

void wire_put_varint(struct strbuf *out, uint64_t number)
{
    for (; number > 127; number >>= 7)
        strbuf_addc(out, (char)(number | 128));
    strbuf_addc(out, (char)number);
}

void wire_put_bytes(struct strbuf *out, uint32_t number, const void *bytes, size_t length)
{
    wire_put_varint(out, (uint64_t)number << 3 | 2);
    wire_put_varint(out, length);
    if (length)
        strbuf_add(out, bytes, length);
}
