#include "collect/inject/nvtx/nvtx_bytes.h"

#include <stdlib.h>
#include <string.h>

enum { VARINT = 0, EIGHT = 1, BYTES = 2, FOUR = 5 };

void nvtx_bytes_raw(struct nvtx_bytes *out, const uint8_t *bytes, size_t length)
{
    if (out->failed || !length)
        return;
    if (out->capacity - out->length < length) {
        size_t capacity = 2 * out->capacity + length + 64;
        uint8_t *data = realloc(out->data, capacity);
        out->failed = !data;
        if (!data)
            return;
        out->data = data;
        out->capacity = capacity;
    }
    memcpy(out->data + out->length, bytes, length);
    out->length += length;
}

static size_t varint(uint8_t to[10], uint64_t value)
{
    size_t length = 0;
    do {
        to[length] = (uint8_t)(value & 0x7f);
        value >>= 7;
        to[length++] |= value ? 0x80 : 0;
    } while (value);
    return length;
}

static void put_varint(struct nvtx_bytes *out, uint64_t value)
{
    uint8_t bytes[10];
    nvtx_bytes_raw(out, bytes, varint(bytes, value));
}

static void put_key(struct nvtx_bytes *out, unsigned field, unsigned type)
{
    put_varint(out, field << 3 | type);
}

void nvtx_bytes_number(struct nvtx_bytes *out, unsigned field, uint64_t value)
{
    put_key(out, field, VARINT);
    put_varint(out, value);
}

void nvtx_bytes_text(struct nvtx_bytes *out, unsigned field, const char *text)
{
    put_key(out, field, BYTES);
    put_varint(out, strlen(text));
    nvtx_bytes_raw(out, (const uint8_t *)text, strlen(text));
}

size_t nvtx_bytes_open(struct nvtx_bytes *out, unsigned field)
{
    put_key(out, field, BYTES);
    return out->length;
}

void nvtx_bytes_close(struct nvtx_bytes *out, size_t mark)
{
    uint8_t bytes[10];
    size_t inner = out->length - mark, length = varint(bytes, inner);
    nvtx_bytes_raw(out, bytes, length); /* room for it */
    if (out->failed)
        return;
    memmove(out->data + mark + length, out->data + mark, inner);
    memcpy(out->data + mark, bytes, length);
}

static void put_real(struct nvtx_bytes *out, unsigned field, unsigned type, const void *value)
{
    put_key(out, field, type);
    nvtx_bytes_raw(out, value, type == EIGHT ? 8 : 4); /* the machine is little-endian */
}

static void put_payload(struct nvtx_bytes *out, const nvtxEventAttributes_t *event)
{
    size_t mark = nvtx_bytes_open(out, 4);
    /* Other types are extensions, whose payload is a pointer. */
    bool known = event->payloadType >= 0 && event->payloadType <= NVTX_PAYLOAD_TYPE_FLOAT;
    int32_t type = known ? event->payloadType : NVTX_PAYLOAD_UNKNOWN;
    nvtx_bytes_number(out, 1, (uint64_t)type);
    switch (type) {
    case NVTX_PAYLOAD_TYPE_UNSIGNED_INT64:
        nvtx_bytes_number(out, 2, event->payload.ullValue);
        break;
    case NVTX_PAYLOAD_TYPE_INT64:
        nvtx_bytes_number(out, 3, (uint64_t)event->payload.llValue);
        break;
    case NVTX_PAYLOAD_TYPE_DOUBLE:
        put_real(out, 4, EIGHT, &event->payload.dValue);
        break;
    case NVTX_PAYLOAD_TYPE_UNSIGNED_INT32:
        nvtx_bytes_number(out, 5, event->payload.uiValue);
        break;
    case NVTX_PAYLOAD_TYPE_INT32:
        nvtx_bytes_number(out, 6, (uint64_t)(int64_t)event->payload.iValue);
        break;
    case NVTX_PAYLOAD_TYPE_FLOAT:
        put_real(out, 7, FOUR, &event->payload.fValue);
        break;
    default:
        break;
    }
    nvtx_bytes_close(out, mark);
}

void nvtx_bytes_attributes(struct nvtx_bytes *out, unsigned field,
                           const nvtxEventAttributes_t *event, const char *text)
{
    size_t mark = nvtx_bytes_open(out, field);
    nvtx_bytes_number(out, 1, event->version);
    nvtx_bytes_number(out, 2, event->category);
    size_t inner = nvtx_bytes_open(out, 3);
    bool coloured = event->colorType == NVTX_COLOR_ARGB;
    nvtx_bytes_number(out, 1, coloured);
    if (coloured)
        nvtx_bytes_number(out, 2, event->color);
    nvtx_bytes_close(out, inner);
    put_payload(out, event);
    inner = nvtx_bytes_open(out, 5);
    bool known = event->messageType >= NVTX_MESSAGE_TYPE_ASCII &&
                 event->messageType <= NVTX_MESSAGE_TYPE_REGISTERED;
    nvtx_bytes_number(out, 1, known ? (uint64_t)event->messageType : 0);
    if (known)
        nvtx_bytes_text(out, 2, text);
    if (event->messageType == NVTX_MESSAGE_TYPE_REGISTERED)
        nvtx_bytes_number(out, 3, (uint64_t)(uintptr_t)event->message.registered);
    nvtx_bytes_close(out, inner);
    nvtx_bytes_close(out, mark);
}
