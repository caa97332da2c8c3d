#include "collect/inject/base/own_device.h"

#include <stdlib.h>

#include "collect/inject/base/inject.h"

static const size_t step = (size_t)2 << 20;

size_t own_device_steps(size_t size)
{
    return size < step ? 0 : (size + step - 1) / step * step;
}

/* Without memory for it the piece counts as nothing. */
static void note(struct inject *inject, CUdeviceptr address, size_t size)
{
    struct own_device *own = &inject->own_device;
    CUcontext context = NULL;
    if (own->count == own->capacity) {
        const size_t wanted = own->capacity ? 2 * own->capacity : 32;
        struct own_piece *larger = realloc(own->pieces, wanted * sizeof *larger);
        if (!larger)
            return;
        own->pieces = larger;
        own->capacity = wanted;
    }
    inject->driver.ctx_get_current(&context);
    own->pieces[own->count++] = (struct own_piece){address, context, size};
}

CUresult own_device_alloc(struct inject *inject, CUdeviceptr *address, size_t size)
{
    const CUresult result = inject->driver.mem_alloc(address, size);
    if (result == CUDA_SUCCESS)
        note(inject, *address, size);
    return result;
}

void own_device_free(struct inject *inject, CUdeviceptr address)
{
    struct own_device *own = &inject->own_device;
    for (size_t i = 0; i < own->count; i++)
        if (own->pieces[i].address == address) {
            own->pieces[i] = own->pieces[--own->count];
            break;
        }
    inject->driver.mem_free(address);
}

bool own_device_has(const struct inject *inject, uint64_t address)
{
    for (size_t i = 0; i < inject->own_device.count; i++)
        if (address - inject->own_device.pieces[i].address < inject->own_device.pieces[i].size)
            return true;
    return false;
}

size_t own_device_held(const struct inject *inject, CUcontext context)
{
    size_t held = 0;
    for (size_t i = 0; i < inject->own_device.count; i++)
        if (inject->own_device.pieces[i].context == context)
            held += own_device_steps(inject->own_device.pieces[i].size);
    return held;
}
