/* Squeezed bytes of any kind: refused, or bytes that come back the same when squeezed again. */
#include <stdlib.h>
#include <string.h>

#include "collect/squeeze.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t length, squeezed_length, again_length;
    /* A long run is a few bytes: sizes that only cost time are left out. */
    if (size >= 16 && (data[11] || data[12] || data[13] || data[14] || data[15]))
        return 0;
    uint8_t *bytes = unsqueeze(data, size, &length, NULL);
    if (!bytes)
        return 0;
    uint8_t *squeezed = squeeze(bytes, length, &squeezed_length);
    uint8_t *again = unsqueeze(squeezed, squeezed_length, &again_length, NULL);
    if (!again || again_length != length || memcmp(again, bytes, length) != 0)
        abort();
    free(again);
    free(squeezed);
    free(bytes);
    return 0;
}
