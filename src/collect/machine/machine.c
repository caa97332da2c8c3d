#include "collect/machine/machine.h"

#include <cuda.h>
#include <dlfcn.h>
#include <stdlib.h>

#include "report/base/mem.h"

struct driver {
    CUresult (*init)(unsigned);
    CUresult (*count)(int *);
    CUresult (*name)(char *, int, CUdevice);
    CUresult (*error_name)(CUresult, const char **);
    CUresult (*retain)(CUcontext *, CUdevice);
    CUresult (*release)(CUdevice);
};

static bool load(struct driver *driver, struct error *error)
{
    /* The driver must not be unloaded, so it stays mapped. */
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    *driver = (struct driver){0};
    if (library)
        *driver = (struct driver){.init = dlsym(library, "cuInit"),
                                  .count = dlsym(library, "cuDeviceGetCount"),
                                  .name = dlsym(library, "cuDeviceGetName"),
                                  .error_name = dlsym(library, "cuGetErrorName"),
                                  .retain = dlsym(library, "cuDevicePrimaryCtxRetain"),
                                  .release = dlsym(library, "cuDevicePrimaryCtxRelease_v2")};
    if (driver->init && driver->count && driver->name && driver->error_name && driver->retain &&
        driver->release)
        return true;
    error_set(error,
              library ? "libcuda.so.1 is not a CUDA driver" : "there is no driver (libcuda.so.1)");
    return false;
}

static bool fail(const struct driver *driver, CUresult result, const char *what,
                 struct error *error)
{
    const char *name = NULL;
    driver->error_name(result, &name);
    return error_set(error, "%s: %s", what, name ? name : "unknown error");
}

bool machine_open(struct machine *machine, struct cupti_library *library, struct error *error)
{
    struct driver driver;
    int count = 0;
    *machine = (struct machine){0};
    if (!load(&driver, error))
        return false;
    CUresult result = driver.init(0);
    if (result == CUDA_SUCCESS)
        result = driver.count(&count);
    if (result != CUDA_SUCCESS)
        return fail(&driver, result, "the driver finds no GPU", error);
    if (count <= 0)
        return error_set(error, "the driver finds no GPU");
    machine->devices = mem_alloc((size_t)count * sizeof *machine->devices);
    for (int i = 0; i < count; i++) {
        struct machine_device *device = &machine->devices[machine->count++];
        char name[256] = "";
        driver.name(name, sizeof name, i);
        device->name = mem_strdup(name);
        device->chip = cupti_library_device_chip(library, (unsigned)i, error);
        if (!device->chip) {
            machine_close(machine);
            return false;
        }
    }
    return true;
}

void machine_close(struct machine *machine)
{
    for (size_t i = 0; i < machine->count; i++) {
        free(machine->devices[i].name);
        free(machine->devices[i].chip);
    }
    free(machine->devices);
    *machine = (struct machine){0};
}

bool machine_availability(struct cupti_library *library, unsigned device, uint8_t **image,
                          size_t *size, struct error *error)
{
    struct driver driver;
    CUcontext context;
    if (!load(&driver, error))
        return false;
    CUresult result = driver.retain(&context, (CUdevice)device);
    if (result != CUDA_SUCCESS)
        return fail(&driver, result, "the device gives no context", error);
    bool good = cupti_library_availability(library, context, image, size, error);
    driver.release((CUdevice)device);
    return good;
}
