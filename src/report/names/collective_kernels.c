#include "report/names/collective_kernels.h"

#include <stddef.h>
#include <string.h>

bool kernel_is_collective(const char *function)
{
    /* ncclDevKernel_..., ncclKernel_..., nvshmemi_..., nvshmem_... */
    static const char *const prefixes[] = {"nccl", "nvshmem"};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (strncmp(function, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}
