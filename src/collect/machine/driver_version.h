/* driver_version: the version of the kernel driver as reports store it: "580.159.04" is 580.159f. 0
 * if there is no driver. */
#ifndef ROOFTOP_COLLECT_MACHINE_DRIVER_VERSION_H
#define ROOFTOP_COLLECT_MACHINE_DRIVER_VERSION_H

float driver_version(void);

#endif
