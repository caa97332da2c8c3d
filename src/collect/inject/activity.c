#include "activity.h"

#include <stdlib.h>
#include <string.h>

#include "inject.h"

enum { BUFFER_BYTES = 64 * 1024, BUFFER_ALIGNMENT = 8 };

/* CUPTI gives its callbacks no context of ours. All calls come while the lock of the library is
 * held. */
static struct {
    struct inject *inject;
    enum { UNTRIED, USABLE, REFUSED } state;
    activity_use *use;
    void *context;
} activity;

static void CUPTIAPI on_buffer_wanted(uint8_t **buffer, size_t *size, size_t *records)
{
    *buffer = aligned_alloc(BUFFER_ALIGNMENT, BUFFER_BYTES);
    *size = *buffer ? BUFFER_BYTES : 0;
    *records = 0;
}

static void CUPTIAPI on_buffer_full(CUcontext context, uint32_t stream, uint8_t *buffer,
                                    size_t size, size_t valid)
{
    CUpti_Activity *record = NULL;
    (void)context;
    (void)stream;
    (void)size;
    while (valid && activity.inject->cupti.activity_next(buffer, valid, &record) == CUPTI_SUCCESS) {
        const CUpti_ActivityKernel10 *kernel = (const CUpti_ActivityKernel10 *)(const void *)record;
        const struct activity_record facts = {
            .name = kernel->name ? kernel->name : "",
            .grid = {(uint32_t)kernel->gridX, (uint32_t)kernel->gridY, (uint32_t)kernel->gridZ},
            .block = {(uint32_t)kernel->blockX, (uint32_t)kernel->blockY, (uint32_t)kernel->blockZ},
            .shared_config = kernel->sharedMemoryExecuted,
            .registers = kernel->registersPerThread,
            .nanoseconds = kernel->end - kernel->start};
        if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL && activity.use)
            activity.use(activity.context, kernel->correlationId, &facts);
    }
    free(buffer);
}

bool activity_is_of(const struct activity_record *record, const struct launch *launch)
{
    const CUlaunchConfig *c = &launch->config;
    return record->grid[0] == c->gridDimX && record->grid[1] == c->gridDimY &&
           record->grid[2] == c->gridDimZ && record->block[0] == c->blockDimX &&
           record->block[1] == c->blockDimY && record->block[2] == c->blockDimZ &&
           strcmp(record->name, launch->mangled) == 0;
}

void activity_fill(Wire__Facts *facts, const struct activity_record *record)
{
    facts->has_shared_config = facts->has_registers = true;
    facts->shared_config = record->shared_config;
    facts->registers = record->registers;
}

void activity_begin(struct inject *inject)
{
    if (activity.state == UNTRIED) {
        activity.inject = inject;
        activity.state =
            inject->cupti.activity_register(on_buffer_wanted, on_buffer_full) == CUPTI_SUCCESS
                ? USABLE
                : REFUSED;
    }
    if (activity.state == USABLE &&
        inject->cupti.activity_enable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) != CUPTI_SUCCESS)
        activity.state = REFUSED;
}

void activity_end(struct inject *inject, activity_use *use, void *context)
{
    if (activity.state != USABLE)
        return;
    activity.use = use;
    activity.context = context;
    inject->cupti.activity_flush(0);
    activity.use = NULL;
    inject->cupti.activity_disable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
}
