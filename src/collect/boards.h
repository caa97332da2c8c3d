/* boards: what NVML and sysfs tell of all GPUs of the machine: their links, the processors and the
 * memory near them, whether they are virtual. CUDA_VISIBLE_DEVICES hides none of them: which ones a
 * program sees only that program can tell.
 *
 * It takes one start of NVML and about five calls for each link; it is asked once in a run. */
#ifndef ROOFTOP_BOARDS_H
#define ROOFTOP_BOARDS_H

#include <stdbool.h>

#include "error.h"
#include "wire.pb-c.h"

/* NULL: nothing can be told, *error says why. What single calls do not tell is absent.
 * sysfs: "/sys", or what stands for it in a test. */
Wire__Machine *boards_read(const char *sysfs, struct error *error);

Wire__Machine *boards_copy(const Wire__Machine *machine);

/* The board at an address, or NULL. */
const Wire__Board *boards_find(const Wire__Machine *machine, uint64_t address);

/* Whether any of its links leads to a switch. */
bool board_is_switched(const Wire__Board *board);

/* Where a device is, and its board (NULL: unknown). */
uint64_t device_address(const Wire__Device *device);
const Wire__Board *device_board(const Wire__Device *device);

#endif
