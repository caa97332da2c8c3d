#include "machine.h"

#include <cuda.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

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
    const struct {
        const char *symbol;
        void *member;
    } symbols[] = {{"cuInit", &driver->init},
                   {"cuDeviceGetCount", &driver->count},
                   {"cuDeviceGetName", &driver->name},
                   {"cuGetErrorName", &driver->error_name}};
    if (!library)
        return error_set(error, "there is no driver (libcuda.so.1)");
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *address = dlsym(library, symbols[i].symbol);
        if (!address)
            return error_set(error, "the driver lacks %s", symbols[i].symbol);
        memcpy(symbols[i].member, &address, sizeof address);
    }
    return true;
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
