/* Compressed bytes of any kind are refused, or they expand to bytes that survive another round
 * trip. */
#include <stdlib.h>
#include <string.h>

#include "collect/result/counter_compress.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t length, compressed_length, again_length;
    /* A long run is a few bytes: sizes that only cost time are left out. */
    if (size >= 16 && (data[11] || data[12] || data[13] || data[14] || data[15]))
        return 0;
    uint8_t *bytes = counter_expand(data, size, &length, NULL);
    if (!bytes)
        return 0;
    uint8_t *compressed = counter_compress(bytes, length, &compressed_length);
    uint8_t *again = counter_expand(compressed, compressed_length, &again_length, NULL);
    if (!again || again_length != length || memcmp(again, bytes, length) != 0)
        abort();
    free(again);
    free(compressed);
    free(bytes);
    return 0;
}
