/* send_module: the code of a kernel for the host, which gets each module once. */
#ifndef ROOFTOP_INJECT_SEND_MODULE_H
#define ROOFTOP_INJECT_SEND_MODULE_H

#include "wire.pb-c.h"

struct inject;

/* Of the kernel that these facts name. */
void send_module(struct inject *inject, const Wire__Facts *facts);

#endif
