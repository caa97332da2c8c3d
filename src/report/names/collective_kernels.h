/* collective_kernels: kernels of communication libraries (NCCL, NVSHMEM), which wait for kernels on
 * other GPUs. If they were replayed they would wait for ever, since the other kernels do not run
 * again with them. So they are not measured unless a filter asks for kernels by name. */
#ifndef ROOFTOP_REPORT_NAMES_COLLECTIVE_KERNELS_H
#define ROOFTOP_REPORT_NAMES_COLLECTIVE_KERNELS_H

#include <stdbool.h>

/* function: the bare name of the kernel. */
bool kernel_is_collective(const char *function);

#endif
