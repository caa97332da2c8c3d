/* wire_walk: steps over the fields of a protobuf message without decoding it.
 *
 *   struct wire_field field;
 *   struct wire_walk walk = {bytes, bytes + length};
 *   while (wire_walk_next(&walk, &field)) ...
 *
 * It ends at the first malformed field and then sets walk.bad. Payloads point into the bytes. */
#ifndef ROOFTOP_REPORT_BASE_WIRE_WALK_H
#define ROOFTOP_REPORT_BASE_WIRE_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wire_walk {
    const uint8_t *at, *end;
    bool bad;
};

enum wire_type { WIRE_VARINT = 0, WIRE_EIGHT_BYTES = 1, WIRE_BYTES = 2, WIRE_FOUR_BYTES = 5 };

struct wire_field {
    uint32_t number;
    uint32_t type;       /* enum wire_type */
    uint64_t value;      /* of a number */
    const uint8_t *data; /* of WIRE_BYTES */
    size_t length;
};

/* Reads the next field. Returns false at the end and at a malformed field. */
bool wire_walk_next(struct wire_walk *walk, struct wire_field *field);
/* Steps over further fields of the same number after a field of bytes, while they are shorter than
 * 128 bytes. It is several times as fast as wire_walk_next(), which reads the next other field, or
 * the next malformed one. */
void wire_walk_skip_same(struct wire_walk *walk, const struct wire_field *field);
double wire_field_double(const struct wire_field *field); /* for type 1 */
float wire_field_float(const struct wire_field *field);   /* for type 5 */

#endif
