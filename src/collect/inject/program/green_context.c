#include "collect/inject/program/green_context.h"

#include <stdlib.h>

#include "collect/inject/base/inject.h"

/* The green context keeps it alive. */
static CUcontext primary_of(const struct inject *inject, CUdevice device)
{
    CUcontext primary;
    if (inject->driver.device_primary_ctx_retain(&primary, device) != CUDA_SUCCESS)
        return NULL;
    inject->driver.device_primary_ctx_release(device);
    return primary;
}

void green_context_add(struct inject *inject, CUgreenCtx handle, CUdevice device)
{
    struct inject_green *g = &inject->program.green;
    g->any = true;
    if (g->count == g->capacity) {
        const size_t wanted = g->capacity ? 2 * g->capacity : 8;
        struct green_handle *larger = realloc(g->handles, wanted * sizeof *larger);
        if (!larger)
            return;
        g->handles = larger;
        g->capacity = wanted;
    }
    g->handles[g->count++] = (struct green_handle){handle, primary_of(inject, device)};
}

void green_context_drop(struct inject *inject, CUgreenCtx handle)
{
    struct inject_green *g = &inject->program.green;
    for (size_t i = g->count; i-- > 0;)
        if (g->handles[i].green == handle)
            g->handles[i] = g->handles[--g->count];
}

CUcontext green_context_primary(const struct inject *inject, CUcontext context)
{
    const struct inject_green *g = &inject->program.green;
    for (size_t i = 0; i < g->count; i++)
        if ((CUcontext)g->handles[i].green == context)
            return g->handles[i].primary;
    return context;
}

static CUstream stream_of(const struct launch *launch)
{
    bool implied = !launch->config.hStream && launch->per_thread_stream;
    return implied ? CU_STREAM_PER_THREAD : launch->config.hStream;
}

void green_context_fill(Wire__Facts *facts, const struct inject *inject,
                        const struct launch *launch)
{
    const struct foil_driver *driver = &inject->driver;
    CUgreenCtx green = NULL;
    CUdevResource resource;
    unsigned long long id;
    facts->has_green_context =
        !inject->program.green.any ||
        (driver->stream_get_green_ctx &&
         driver->stream_get_green_ctx(stream_of(launch), &green) == CUDA_SUCCESS);
    facts->green_context = green != NULL;
    if (!green)
        return;
    if (driver->green_ctx_get_id && driver->green_ctx_get_id(green, &id) == CUDA_SUCCESS) {
        facts->has_green_context_id = true;
        facts->green_context_id = id;
    }
    if (driver->green_ctx_get_resource &&
        driver->green_ctx_get_resource(green, &resource, CU_DEV_RESOURCE_TYPE_SM) == CUDA_SUCCESS) {
        facts->has_green_sms = true;
        facts->green_sms = resource.sm.smCount;
    }
}
