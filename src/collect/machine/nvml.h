/* nvml: the functions of the management library that are used here, from the libnvidia-ml.so.1 that
 * came with the driver. Its header comes with a part of the toolkit that is needed for nothing
 * else, so the few types, numbers and signatures are written down here. NVML promises to change
 * none of them; it adds functions under new names.
 *
 * The functions for clocks are there, or loading fails. The others are NULL in a library that is
 * too old for them; NVML_ASK() then gives NVML_NO_FUNCTION. */
#ifndef ROOFTOP_COLLECT_MACHINE_NVML_H
#define ROOFTOP_COLLECT_MACHINE_NVML_H

#include <stdbool.h>
#include <stdint.h>

typedef struct nvml_opaque *nvml_device;

enum nvml_result {
    NVML_GOOD = 0,
    NVML_INVALID_ARGUMENT = 2,
    NVML_NOT_SUPPORTED = 3,
    NVML_NO_PERMISSION = 4,
    NVML_NO_FUNCTION = 13,
};

struct nvml_pci {
    char legacy_id[16];
    unsigned domain, bus, device, device_id, subsystem_id;
    char id[32];
};

/* A question by number. `scope` is a link where the question is about one of many. */
struct nvml_field {
    unsigned field, scope;
    int64_t time, latency;
    int type, result;
    union {
        double real;
        unsigned small;
        uint64_t large;
    } value;
};

struct nvml_confidential {
    unsigned environment, feature, developer_tools; /* 1: on */
};

/* Of an instance of a GPU in MIG mode. */
struct nvml_attributes {
    unsigned multiprocessors, copy_engines, decoders, encoders, jpeg, ofa;
    unsigned gpu_slices, compute_slices; /* of its GPU instance, and of itself */
    unsigned long long memory;           /* MiB */
};

enum {
    NVML_CLOCK_GRAPHICS = 0,
    NVML_FIELD_COMMON_SPEED = 90, /* of all links, MB/s in each direction */
    NVML_FIELD_LINK_COUNT = 91,
    NVML_FIELD_REMOTE_PORT = 146,
    NVML_FIELD_LINK_SPEED = 164,
    NVML_FIELD_C2C_COUNT = 170,
    NVML_FIELD_C2C_STATUS = 171,
    NVML_REMOTE_GPU = 0,
    NVML_REMOTE_SWITCH = 2,
    NVML_CAN_PEER_ACCESS = 0,
    NVML_CAN_PEER_ATOMICS = 2,
    NVML_PEERS_BY_NVLINK = 2,
    NVML_PEERS_GOOD = 0,
    NVML_SCOPE_NODE = 0,
    NVML_VIRTUAL_GPU = 2,
};

/* X(member, exported symbol, needed, parameters) */
#define NVML_FUNCTIONS(X)                                                                          \
    X(init, "nvmlInit_v2", true, (void))                                                           \
    X(shutdown, "nvmlShutdown", true, (void))                                                      \
    X(by_pci, "nvmlDeviceGetHandleByPciBusId_v2", true, (const char *, nvml_device *))             \
    X(default_clock, "nvmlDeviceGetDefaultApplicationsClock", true,                                \
      (nvml_device, int, unsigned *))                                                              \
    X(lock, "nvmlDeviceSetGpuLockedClocks", true, (nvml_device, unsigned, unsigned))               \
    X(reset, "nvmlDeviceResetGpuLockedClocks", true, (nvml_device))                                \
    X(max_clock, "nvmlDeviceGetMaxClockInfo", false, (nvml_device, int, unsigned *))               \
    X(mig_mode, "nvmlDeviceGetMigMode", false, (nvml_device, unsigned *, unsigned *))              \
    X(most_instances, "nvmlDeviceGetMaxMigDeviceCount", false, (nvml_device, unsigned *))          \
    X(instance, "nvmlDeviceGetMigDeviceHandleByIndex", false,                                      \
      (nvml_device, unsigned, nvml_device *))                                                      \
    X(attributes, "nvmlDeviceGetAttributes_v2", false, (nvml_device, struct nvml_attributes *))    \
    X(gpu_instance, "nvmlDeviceGetGpuInstanceId", false, (nvml_device, unsigned *))                \
    X(compute_instance, "nvmlDeviceGetComputeInstanceId", false, (nvml_device, unsigned *))        \
    X(uuid, "nvmlDeviceGetUUID", false, (nvml_device, char *, unsigned))                           \
    X(driver, "nvmlSystemGetDriverVersion", false, (char *, unsigned))                             \
    X(count, "nvmlDeviceGetCount_v2", false, (unsigned *))                                         \
    X(by_index, "nvmlDeviceGetHandleByIndex_v2", false, (unsigned, nvml_device *))                 \
    X(name, "nvmlDeviceGetName", false, (nvml_device, char *, unsigned))                           \
    X(pci, "nvmlDeviceGetPciInfo_v3", false, (nvml_device, struct nvml_pci *))                     \
    X(pci_generation, "nvmlDeviceGetMaxPcieLinkGeneration", false, (nvml_device, unsigned *))      \
    X(virtualization, "nvmlDeviceGetVirtualizationMode", false, (nvml_device, int *))              \
    X(confidential, "nvmlSystemGetConfComputeState", false, (struct nvml_confidential *))          \
    X(fields, "nvmlDeviceGetFieldValues", false, (nvml_device, int, struct nvml_field *))          \
    X(link_state, "nvmlDeviceGetNvLinkState", false, (nvml_device, unsigned, int *))               \
    X(link_can, "nvmlDeviceGetNvLinkCapability", false, (nvml_device, unsigned, int, unsigned *))  \
    X(link_remote, "nvmlDeviceGetNvLinkRemoteDeviceType", false, (nvml_device, unsigned, int *))   \
    X(link_remote_pci, "nvmlDeviceGetNvLinkRemotePciInfo_v2", false,                               \
      (nvml_device, unsigned, struct nvml_pci *))                                                  \
    X(peers, "nvmlDeviceGetP2PStatus", false, (nvml_device, nvml_device, int, int *))              \
    X(processors, "nvmlDeviceGetCpuAffinity", false, (nvml_device, unsigned, unsigned long *))     \
    X(memory_nodes, "nvmlDeviceGetMemoryAffinity", false,                                          \
      (nvml_device, unsigned, unsigned long *, int))

#define NVML_MEMBER(member, symbol, needed, parameters) int(*member) parameters;
struct nvml {
    NVML_FUNCTIONS(NVML_MEMBER)
    const char *(*error_string)(int);
};
#undef NVML_MEMBER

/* nvml_result of a function that may be missing. */
#define NVML_ASK(nvml, member, ...)                                                                \
    ((nvml)->member ? (nvml)->member(__VA_ARGS__) : NVML_NO_FUNCTION)

/* The library stays loaded. false: *missing is its name, or a function that it lacks. */
bool nvml_load(struct nvml *nvml, const char **missing);

#endif
