#include "report/base/wire_walk.h"

#include <endian.h>
#include <string.h>

static bool long_varint(struct wire_walk *walk, uint64_t *value)
{
    *value = 0;
    for (unsigned shift = 0; shift < 64 && walk->at < walk->end; shift += 7) {
        uint8_t byte = *walk->at++;
        *value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return true;
    }
    return false;
}

/* Most numbers take one byte. */
static inline bool varint(struct wire_walk *walk, uint64_t *value)
{
    if (walk->at >= walk->end || *walk->at & 0x80)
        return long_varint(walk, value);
    *value = *walk->at++;
    return true;
}

static bool fixed(struct wire_walk *walk, size_t size, uint64_t *value)
{
    if ((size_t)(walk->end - walk->at) < size)
        return false;
    *value = 0;
    memcpy(value, walk->at, size);
    *value = le64toh(*value);
    walk->at += size;
    return true;
}

static bool payload(struct wire_walk *walk, struct wire_field *field)
{
    uint64_t length;
    switch (field->type) {
    case WIRE_VARINT:
        return varint(walk, &field->value);
    case WIRE_EIGHT_BYTES:
        return fixed(walk, 8, &field->value);
    case WIRE_BYTES:
        if (!varint(walk, &length) || length > (size_t)(walk->end - walk->at))
            return false;
        field->data = walk->at;
        field->length = (size_t)length;
        walk->at += length;
        return true;
    case WIRE_FOUR_BYTES:
        return fixed(walk, 4, &field->value);
    default:
        return false;
    }
}

bool wire_walk_next(struct wire_walk *walk, struct wire_field *field)
{
    *field = (struct wire_field){0};
    if (walk->bad || walk->at >= walk->end)
        return false;
    uint64_t tag;
    if (!varint(walk, &tag) || tag >> 3 == 0 || tag >> 3 > 0x1fffffff) {
        walk->bad = true;
        return false;
    }
    field->number = (uint32_t)(tag >> 3);
    field->type = tag & 7;
    walk->bad = !payload(walk, field);
    return !walk->bad;
}

void wire_walk_skip_same(struct wire_walk *walk, const struct wire_field *field)
{
    uint8_t tag = (uint8_t)(field->number << 3 | field->type);
    if (field->number > 15 || field->type != WIRE_BYTES)
        return;
    /* Each step needs the length that the step before read, so the processor cannot fetch ahead by
     * itself. */
    enum { AHEAD = 1024 };
    const uint8_t *at = walk->at, *end = walk->end;
    while (end - at >= 2 && at[0] == tag && at[1] < 128 && end - at >= 2 + at[1]) {
        __builtin_prefetch(end - at > AHEAD ? at + AHEAD : end);
        at += 2 + at[1];
    }
    walk->at = at;
}

double wire_field_double(const struct wire_field *field)
{
    double value;
    memcpy(&value, &field->value, sizeof value);
    return value;
}

float wire_field_float(const struct wire_field *field)
{
    uint32_t bits = (uint32_t)field->value;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
