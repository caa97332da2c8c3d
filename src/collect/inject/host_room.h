/* host_room: bytes of main memory that a process can still have: what the system has, or less if
 * its control group may only have less. SIZE_MAX: not known. */
#ifndef ROOFTOP_INJECT_HOST_ROOM_H
#define ROOFTOP_INJECT_HOST_ROOM_H

#include <stddef.h>

/* root: "" or what stands for / in a test. */
size_t host_room(const char *root);

#endif
