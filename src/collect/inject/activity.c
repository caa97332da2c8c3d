#include "activity.h"

#include <stdlib.h>

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
            kernel->sharedMemoryExecuted, kernel->registersPerThread, kernel->end - kernel->start};
        if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL && activity.use)
            activity.use(activity.context, kernel->correlationId, &facts);
    }
    free(buffer);
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
