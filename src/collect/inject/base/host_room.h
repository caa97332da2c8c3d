/* host_room: bytes of main memory that this process can still get: what the system has left, or
 * less if the control group allows less. SIZE_MAX: not known. */
#ifndef ROOFTOP_COLLECT_INJECT_BASE_HOST_ROOM_H
#define ROOFTOP_COLLECT_INJECT_BASE_HOST_ROOM_H

#include <stddef.h>

/* root: "", or in a test a folder that stands for /. */
size_t host_room(const char *root);

/* Most bytes of device memory that a window may copy to the host: an eighth of what is left, and at
 * most 16 GiB, which takes some seconds; or what ROOFTOP_HOST_SHARE says. */
size_t host_share(void);

#endif
