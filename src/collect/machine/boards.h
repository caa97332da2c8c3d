/* boards: what NVML and sysfs know of all GPUs of the machine: their links, the processors and the
 * memory near them, whether they are virtual. CUDA_VISIBLE_DEVICES hides none of them here; only
 * the program knows which ones it sees.
 *
 * Reading them starts NVML once and makes about five calls for each link. It is done once in a run,
 * in the host, while the first process starts. Without NVML there are no boards: the metrics of
 * links and NUMA nodes are left out, and a warning says so if a section asks for them. Whether the
 * GPU is virtual is part of the scope by which sections are filtered (section_scope.h). */
#ifndef ROOFTOP_COLLECT_MACHINE_BOARDS_H
#define ROOFTOP_COLLECT_MACHINE_BOARDS_H

#include <stdbool.h>

#include "report/base/error.h"
#include "wire.pb-c.h"

/* Reads all boards; free the message. Facts that single calls do not tell are absent. sysfs:
 * "/sys", or a folder of a test. NULL: there is no NVML; see error. */
Wire__Machine *boards_read(const char *sysfs, struct error *error);

/* A deep copy; free it. */
Wire__Machine *boards_copy(const Wire__Machine *machine);

/* The board at a PCI address (domain << 16 | bus << 8 | device), or NULL. */
const Wire__Board *boards_find(const Wire__Machine *machine, uint64_t address);

/* Whether any of its links leads to a switch. */
bool board_is_switched(const Wire__Board *board);

/* The PCI address of a device, and its board (NULL: unknown). */
uint64_t device_address(const Wire__Device *device);
const Wire__Board *device_board(const Wire__Device *device);

#endif
