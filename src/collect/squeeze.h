/* squeeze: counter data made small enough to be kept beside the tests.
 *
 * Counter images are mostly equal or nearly equal words. Each word of 8 bytes is XORed with the one
 * before it; what is left is a byte whose bits tell which bytes of the word are not zero, and those
 * bytes. Words of zero are one such byte and how many more of them follow, 7 bits at a time. A head
 * of 16 bytes holds the name of the format and the original length, little-endian. */
#ifndef ROOFTOP_SQUEEZE_H
#define ROOFTOP_SQUEEZE_H

#include <stddef.h>
#include <stdint.h>

#include "error.h"

/* free() the result. */
uint8_t *squeeze(const uint8_t *bytes, size_t length, size_t *squeezed_length);

/* The other way. NULL: the bytes are damaged, or were more than 256 MiB. free() it. */
uint8_t *unsqueeze(const uint8_t *squeezed, size_t squeezed_length, size_t *length,
                   struct error *error);

#endif
