#include "collect/inject/program/activity.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "collect/inject/base/inject.h"

enum { BUFFER_BYTES = 64 * 1024, BUFFER_ALIGNMENT = 8 };

struct full_buffer {
    struct full_buffer *next;
    uint8_t *bytes;
    size_t valid;
};

/* CUPTI gives its callbacks no context of ours. They come when records are asked for, and also
 * when a thread ends, on that thread. */
static struct {
    struct inject *inject;
    enum { UNTRIED, USABLE, REFUSED } state;
    pthread_mutex_t lock;
    struct full_buffer *full;
} activity = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void CUPTIAPI on_buffer_wanted(uint8_t **buffer, size_t *size, size_t *records)
{
    guard_enter(GUARD_NESTED);
    *buffer = aligned_alloc(BUFFER_ALIGNMENT, BUFFER_BYTES);
    *size = *buffer ? BUFFER_BYTES : 0;
    *records = 0;
    guard_leave();
}

static void keep(uint8_t *buffer, size_t valid)
{
    struct full_buffer *full = malloc(sizeof *full);
    if (!full) {
        free(buffer);
        return;
    }
    *full = (struct full_buffer){.bytes = buffer, .valid = valid};
    pthread_mutex_lock(&activity.lock);
    full->next = activity.full;
    activity.full = full;
    pthread_mutex_unlock(&activity.lock);
}

static void CUPTIAPI on_buffer_full(CUcontext context, uint32_t stream, uint8_t *buffer,
                                    size_t size, size_t valid)
{
    (void)context;
    (void)stream;
    (void)size;
    guard_enter(GUARD_NESTED);
    keep(buffer, valid);
    guard_leave();
}

static struct full_buffer *take_full(void)
{
    pthread_mutex_lock(&activity.lock);
    struct full_buffer *full = activity.full;
    activity.full = NULL;
    pthread_mutex_unlock(&activity.lock);
    return full;
}

/* use: NULL to drop the records. */
static void use_full(activity_use *use, void *context)
{
    struct full_buffer *next;
    for (struct full_buffer *full = take_full(); full; full = next) {
        CUpti_Activity *record = NULL;
        while (use && full->valid &&
               activity.inject->cupti.activity_next(full->bytes, full->valid, &record) ==
                   CUPTI_SUCCESS) {
            const CUpti_ActivityKernel10 *kernel =
                (const CUpti_ActivityKernel10 *)(const void *)record;
            const struct activity_record facts = {
                .name = kernel->name ? kernel->name : "",
                .grid = {(uint32_t)kernel->gridX, (uint32_t)kernel->gridY, (uint32_t)kernel->gridZ},
                .block = {(uint32_t)kernel->blockX, (uint32_t)kernel->blockY,
                          (uint32_t)kernel->blockZ},
                .shared_config = kernel->sharedMemoryExecuted,
                .registers = kernel->registersPerThread,
                .nanoseconds = kernel->end > kernel->start ? kernel->end - kernel->start : 0};
            if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)
                use(context, kernel->correlationId, &facts);
        }
        next = full->next;
        free(full->bytes);
        free(full);
    }
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

void activity_look(struct inject *inject, activity_use *use, void *context)
{
    if (activity.state != USABLE)
        return;
    inject->cupti.activity_flush(0);
    use_full(use, context);
}

void activity_end(struct inject *inject, activity_use *use, void *context)
{
    activity_look(inject, use, context);
    if (activity.state == USABLE)
        inject->cupti.activity_disable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
}
