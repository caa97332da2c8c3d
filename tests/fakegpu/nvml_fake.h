/* What the files of the NVML double share. There is no NVML header here, so the prototypes are
 * ours.
 */
#ifndef FAKEGPU_NVML_FAKE_H
#define FAKEGPU_NVML_FAKE_H

#include <string.h>

#include "fault.h"

typedef int nvmlReturn_t;
typedef struct nvmlDevice_st *nvmlDevice_t;

enum {
    NVML_SUCCESS = 0,
    NVML_ERROR_UNINITIALIZED = 1,
    NVML_ERROR_INVALID_ARGUMENT = 2,
    NVML_ERROR_NOT_SUPPORTED = 3,
    NVML_ERROR_NO_PERMISSION = 4,
    NVML_ERROR_NOT_FOUND = 6,
    NVML_ERROR_INSUFFICIENT_SIZE = 7,
    NVML_ERROR_UNKNOWN = 999,
};

enum { MOST_BOARDS = 16, FIRST_PCI_DEVICE = 6 };

struct nvmlDevice_st {
    unsigned index;
    unsigned locked_min, locked_max;
};

extern struct nvmlDevice_st nvml_boards[MOST_BOARDS];
extern int nvml_users;

/* FAKEGPU_BOARDS, or one. */
unsigned nvml_board_count(void);

/* NULL: it is no instance of a GPU in MIG mode. */
const char *nvml_instance_name(nvmlDevice_t device);

/* A line for each call in the file FAKEGPU_NVML_CALLS. */
void nvml_note(const char *function);

#define NVML_ENTER()                                                                               \
    do {                                                                                           \
        int fault_code;                                                                            \
        nvml_note(__func__);                                                                       \
        if (fault_wanted(__func__, &fault_code))                                                   \
            return fault_code;                                                                     \
        if (nvml_users == 0 && strcmp(__func__, "nvmlInit_v2") != 0)                               \
            return NVML_ERROR_UNINITIALIZED;                                                       \
    } while (0)

#define DEVICE_ENTER(device)                                                                       \
    NVML_ENTER();                                                                                  \
    if ((device) < nvml_boards || (device) >= nvml_boards + nvml_board_count())                    \
    return NVML_ERROR_INVALID_ARGUMENT

#endif
