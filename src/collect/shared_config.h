/* shared_config: how much of an SM's L1 the driver turns into shared memory for a launch (launch__shared_mem_config_size).
 *
 * The driver does not tell; this follows what it was measured to do (tests/gpu/RESULTS.md). */
#ifndef ROOFTOP_SHARED_CONFIG_H
#define ROOFTOP_SHARED_CONFIG_H

#include "occupancy.h"
#include "wire.pb-c.h"

/* shared: bytes that the launch itself takes per block, static and dynamic. */
unsigned shared_config_bytes(const struct occupancy_chip *chip, const Wire__Device *device,
                             const Wire__Facts *facts, unsigned shared);

#endif
