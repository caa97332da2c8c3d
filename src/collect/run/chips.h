/* chips: the chips of a run and what is collected on each. A chip gets its plan when its first
 * device is announced; later devices of the same chip share it. */
#ifndef ROOFTOP_COLLECT_RUN_CHIPS_H
#define ROOFTOP_COLLECT_RUN_CHIPS_H

#include "collect/run/run_state.h"

/* The chip of a device, whose message must be complete and stays the caller's until the chip is
 * made: then it belongs to the profile, too, and must live until chips_free(). Tells the user which
 * metrics the chip lacks. NULL: see error. */
struct chip_state *chips_find(struct profile *profile, Wire__Device *device, struct error *error);

/* Whether some chip that CUPTI knows has something of what --metrics names, where nothing else is
 * asked for. The device is not known before the program uses it. false: see error. */
bool chips_some_has_names(const struct profile *profile, struct error *error);

/* Opens the chip of a plan that came from the cache. Says so if that fails; its results are then
 * errors. */
void chips_open(struct profile *profile, struct chip_state *chip, const Wire__Device *device);

/* Whether a chip holds on to this message. */
bool chips_have_device(const struct profile *profile, const Wire__Device *device);

/* How many passes the counters of a launch take, on the chip with most; 0: not known yet. */
unsigned chips_passes(const struct profile *profile);

/* What to add to an error about a device: advice if it is in MIG mode, else "". */
const char *chips_mig_note(const Wire__Device *device);

void chips_free(struct profile *profile);

#endif
