/* peer: what the double of the driver lets fakeapp play besides its own part (driver_peer.c). */
#ifndef FAKEGPU_PEER_H
#define FAKEGPU_PEER_H

/* From now on another GPU or process writes by this function, which must not call the driver. NULL:
 * it is gone. */
void fakegpu_peer(void (*write)(void *context), void *context);

#endif
