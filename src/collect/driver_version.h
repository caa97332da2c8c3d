/* driver_version: version of the kernel driver as reports store it ("580.159.04" is 580.159f); 0 if
 * there is none. */
#ifndef ROOFTOP_DRIVER_VERSION_H
#define ROOFTOP_DRIVER_VERSION_H

float driver_version(void);

#endif
