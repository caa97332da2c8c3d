/* collective_kernels: kernels of communication libraries (NCCL, NVSHMEM), which wait for kernels on
 * other GPUs. Replayed they would wait for ever: the others do not run again with them. So they are
 * not taken, unless a filter asks for kernels by name. */
#ifndef ROOFTOP_COLLECTIVE_KERNELS_H
#define ROOFTOP_COLLECTIVE_KERNELS_H

#include <stdbool.h>

/* function: its bare name. */
bool kernel_is_collective(const char *function);

#endif
