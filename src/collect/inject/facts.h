/* facts: what the driver knows of a launch and of a device, as wire messages. */
#ifndef ROOFTOP_INJECT_FACTS_H
#define ROOFTOP_INJECT_FACTS_H

#include <stdbool.h>

#include "functions.h"
#include "launch.h"
#include "wire.pb-c.h"

struct inject;

/* Room for the parts of a Facts message. */
struct facts {
    Wire__Facts message;
    Wire__Dimensions grid, block, cluster;
    Wire__Number numbers[CU_FUNC_ATTRIBUTE_MAX];
    Wire__Number *number_pointers[CU_FUNC_ATTRIBUTE_MAX];
    uint32_t active_clusters[16];
};

/* The number of a launch's stream, as reports show it. false: CUPTI does not tell. */
bool facts_stream(const struct inject *inject, const struct launch *launch, uint32_t *stream);

/* Fills facts for a launch; the message points into it and into launch. */
void facts_fill(struct facts *facts, struct inject *inject, const struct launch *launch,
                const struct function *function, unsigned device, uint32_t context_id);

/* Fills facts that any call has that launches something: where it does. */
void facts_of_call(struct facts *facts, struct inject *inject, const struct launch *launch,
                   unsigned device, uint32_t context_id);

/* A Device message with everything in it; release with wire__to_host__free_unpacked. NULL: no
 * memory. */
Wire__ToHost *facts_device(struct inject *inject, CUcontext context, CUdevice device,
                           const char **error);

#endif
