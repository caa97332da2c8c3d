/* wire_walk: steps over the fields of a protobuf message without decoding it.
 *
 *   struct wire_field field;
 *   struct wire_walk walk = {bytes, bytes + length};
 *   while (wire_walk_next(&walk, &field)) ...
 *
 * Ends at the first malformed field; walk.bad then says so. Payloads point into the bytes. */
#ifndef ROOFTOP_WIRE_WALK_H
#define ROOFTOP_WIRE_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wire_walk {
    const uint8_t *at, *end;
    bool bad;
};

struct wire_field {
    uint32_t number, type; /* type: 0 varint, 1 eight bytes, 2 bytes, 5 four bytes */
    uint64_t value;        /* types 0, 1, 5 */
    const uint8_t *data;   /* type 2 */
    size_t length;
};

bool wire_walk_next(struct wire_walk *walk, struct wire_field *field);
/* After a field of bytes: steps over more of the same number while they are short (less than 128
 * bytes), several times as fast as wire_walk_next(). What is left, whole or not, is the next field.
 */
void wire_walk_skip_same(struct wire_walk *walk, const struct wire_field *field);
double wire_field_double(const struct wire_field *field); /* of type 1 */
float wire_field_float(const struct wire_field *field);   /* of type 5 */

#endif
