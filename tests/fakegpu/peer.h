/* peer: what the double of the driver lets fakeapp play besides its own part (driver_peer.c). */
#ifndef FAKEGPU_PEER_H
#define FAKEGPU_PEER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From now on another GPU or process writes by this function, which must not call the driver. NULL:
 * it is gone. */
void fakegpu_peer(void (*write)(void *context), void *context);

/* Memory of the current context's device that a library gets behind the driver's calls. */
uint64_t fakegpu_untold(size_t size);

/* Work of a device that goes on by itself, a step at each moment of other work, until there is
 * none left or somebody waits for the device. step: returns whether there is more. */
void fakegpu_goes_on(int device, bool (*step)(void *context), void *context);

#endif
