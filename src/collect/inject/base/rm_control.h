/* rm_control: the request by which the resource manager of NVIDIA's kernel driver is asked, with
 * ioctl(2) on its device files.
 *
 * Numbers and layouts come from NVIDIA's open kernel modules (nvos.h, nv-ioctl-numbers.h). */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_RM_CONTROL_H
#define ROOFTOP_COLLECT_INJECT_BASE_RM_CONTROL_H

#include <assert.h>
#include <stdint.h>
#include <sys/ioctl.h>

struct rm_control {
    uint32_t client, object, command, flags;
    uint64_t parameters; /* address of the parameters */
    uint32_t size, status;
};

static_assert(sizeof(struct rm_control) == 32, "NVOS54_PARAMETERS");

#define RM_CONTROL _IOWR('F', 0x2a, struct rm_control)

#endif
