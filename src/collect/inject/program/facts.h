/* facts: what the driver says of a launch and of a device, as wire messages. What it does not say
 * is left out. */
#ifndef ROOFTOP_COLLECT_INJECT_PROGRAM_FACTS_H
#define ROOFTOP_COLLECT_INJECT_PROGRAM_FACTS_H

#include <stdbool.h>

#include "collect/inject/program/functions.h"
#include "collect/inject/program/launch.h"
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

/* Stores the number of a launch's stream, as reports show it. Returns false if CUPTI does not say.
 */
bool facts_stream(const struct inject *inject, const struct launch *launch, uint32_t *stream);

/* Fills the facts of a kernel's launch. The message points into `facts` and into the launch, so
 * both must outlive it. */
void facts_fill(struct facts *facts, struct inject *inject, const struct launch *launch,
                const struct function *function, unsigned device, uint32_t context_id);

/* Fills the facts that every launching call has: device, context, stream, thread, name. */
void facts_of_call(struct facts *facts, struct inject *inject, const struct launch *launch,
                   unsigned device, uint32_t context_id);

/* A complete Device message; the caller frees it with wire__to_host__free_unpacked(). NULL: *error
 * says why. */
Wire__ToHost *facts_device(struct inject *inject, CUcontext context, CUdevice device,
                           CUptiResult *error);

#endif
