#include "machine.h"

#include <cuda.h>
#include <dlfcn.h>
#include <stdlib.h>

#include "mem.h"

struct driver {
    CUresult (*init)(unsigned);
    CUresult (*count)(int *);
    CUresult (*name)(char *, int, CUdevice);
    CUresult (*error_name)(CUresult, const char **);
};

static bool load(struct driver *driver, struct error *error)
{
    /* It does not survive being unloaded: it stays mapped. */
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    *driver = (struct driver){0};
    if (library)
        *driver = (struct driver){.init = dlsym(library, "cuInit"),
                                  .count = dlsym(library, "cuDeviceGetCount"),
                                  .name = dlsym(library, "cuDeviceGetName"),
                                  .error_name = dlsym(library, "cuGetErrorName")};
    if (driver->init && driver->count && driver->name && driver->error_name)
        return true;
    error_set(error, library ? "libcuda.so.1 is no driver" : "there is no driver (libcuda.so.1)");
    return false;
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
    if (result != CUDA_SUCCESS) {
        const char *name = NULL;
        driver.error_name(result, &name);
        return error_set(error, "the driver finds no GPU: %s", name ? name : "unknown error");
    }
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
