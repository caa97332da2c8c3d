/* Cubins of any kind: what their kernels call is found or not. */
#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/kernel_calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kernel_calls calls;
    /* In memory of its own, as modules.c has it: aligned, and its end is known. */
    uint8_t *copy = malloc(size + !size);
    if (!copy)
        return 0;
    memcpy(copy, data, size);
    if (kernel_calls_find(&calls, copy, size, "plain") && calls.heap && !calls.cubin_heap)
        abort();
    free(copy);
    return 0;
}
