/* send_module: sends the code of a kernel to the host, which gets each module once. */
#ifndef ROOFTOP_COLLECT_INJECT_HOST_SEND_MODULE_H
#define ROOFTOP_COLLECT_INJECT_HOST_SEND_MODULE_H

#include "wire.pb-c.h"

struct inject;

/* Sends the module of the kernel that these facts name, if the host does not have it. */
void send_module(struct inject *inject, const Wire__Facts *facts);

#endif
