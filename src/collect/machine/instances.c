#include "collect/machine/instances.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"

enum { MOST_INSTANCES = 64, UUID_BYTES = 16, UUID_ROOM = 96, NAME_ROOM = 96 };

static Wire__Instance *read_instance(const struct nvml *nvml, nvml_device device)
{
    struct nvml_attributes attributes = {0};
    char uuid[UUID_ROOM] = "", name[NAME_ROOM] = "";
    Wire__Instance *instance = mem_alloc(sizeof *instance);
    wire__instance__init(instance);
    NVML_ASK(nvml, uuid, device, uuid, sizeof uuid);
    NVML_ASK(nvml, name, device, name, sizeof name);
    /* "NVIDIA H200 MIG 1c.3g.71gb" */
    const char *own = strstr(name, "MIG ");
    instance->uuid = mem_strdup(uuid);
    instance->name = mem_strdup(own ? own : "MIG");
    instance->has_gpu_instance =
        NVML_ASK(nvml, gpu_instance, device, &instance->gpu_instance) == NVML_GOOD;
    instance->has_compute_instance =
        NVML_ASK(nvml, compute_instance, device, &instance->compute_instance) == NVML_GOOD;
    instance->has_shared = NVML_ASK(nvml, attributes, device, &attributes) == NVML_GOOD;
    instance->shared = instance->has_shared && attributes.compute_slices < attributes.gpu_slices;
    return instance;
}

/* Two in one GPU instance share it, whatever their sizes are. */
static void note_siblings(const Wire__Board *board)
{
    for (size_t i = 0; i < board->n_instances; i++)
        for (size_t j = 0; j < board->n_instances; j++) {
            Wire__Instance *one = board->instances[i];
            const Wire__Instance *other = board->instances[j];
            if (i != j && one->has_gpu_instance && other->has_gpu_instance &&
                one->gpu_instance == other->gpu_instance)
                one->shared = one->has_shared = true;
        }
}

void instances_add(const struct nvml *nvml, nvml_device device, Wire__Board *board)
{
    unsigned count = 0;
    nvml_device instance;
    if (NVML_ASK(nvml, most_instances, device, &count) != NVML_GOOD || count > MOST_INSTANCES)
        return;
    board->instances = mem_alloc((count + 1) * sizeof *board->instances);
    for (unsigned i = 0; i < count; i++)
        if (NVML_ASK(nvml, instance, device, i, &instance) == NVML_GOOD)
            board->instances[board->n_instances++] = read_instance(nvml, instance);
    note_siblings(board);
}

void instances_free(Wire__Board *board)
{
    for (size_t i = 0; i < board->n_instances; i++)
        wire__instance__free_unpacked(board->instances[i], NULL);
    free(board->instances);
    board->instances = NULL;
    board->n_instances = 0;
}

const Wire__Instance *instances_of_device(const Wire__Board *board, const Wire__Device *device)
{
    char text[UUID_ROOM] = "MIG-";
    if (!board || device->uuid.len != UUID_BYTES)
        return NULL;
    for (size_t i = 0; i < UUID_BYTES; i++) {
        const bool gap = i == 4 || i == 6 || i == 8 || i == 10;
        const size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, "%s%02x", gap ? "-" : "",
                 device->uuid.data[i]);
    }
    for (size_t i = 0; i < board->n_instances; i++)
        if (strcmp(board->instances[i]->uuid, text) == 0)
            return board->instances[i];
    return NULL;
}
