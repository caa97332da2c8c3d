/* counter_compress: makes counter data small enough to be kept beside the tests.
 *
 * Most words of counter images are equal or nearly equal to the word before them. Each word of 8
 * bytes is XORed with the one before it. What remains is written as a byte whose bits tell which
 * bytes of the word are not zero, and then those bytes. A word of zeros is one such byte, followed
 * by the number of further words of zeros, 7 bits at a time. A head of 16 bytes holds the name of
 * the format and the original length, little-endian. */
#ifndef ROOFTOP_COLLECT_RESULT_COUNTER_COMPRESS_H
#define ROOFTOP_COLLECT_RESULT_COUNTER_COMPRESS_H

#include <stddef.h>
#include <stdint.h>

#include "report/base/error.h"

/* Compresses; free() the result. */
uint8_t *counter_compress(const uint8_t *bytes, size_t length, size_t *compressed_length);

/* Expands what was compressed; free() the result. NULL: the bytes are damaged, or were more than
 * 256 MiB; see error. */
uint8_t *counter_expand(const uint8_t *compressed, size_t compressed_length, size_t *length,
                        struct error *error);

#endif
