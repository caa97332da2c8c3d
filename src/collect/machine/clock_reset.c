#include "collect/machine/clock_reset.h"

#include <stdlib.h>
#include <string.h>

#include "collect/machine/nvml.h"
#include "report/base/error.h"
#include "report/base/message.h"

static bool is_wanted(const char *const *devices, size_t device_count, unsigned index)
{
    char number[16];
    snprintf(number, sizeof number, "%u", index);
    for (size_t i = 0; i < device_count; i++)
        if (strcmp(devices[i], number) == 0)
            return true;
    return device_count == 0;
}

static bool reset(const struct nvml *nvml, unsigned index, FILE *out, struct error *error)
{
    nvml_device device = NULL;
    unsigned mig = 0, pending;
    char name[96] = "GPU";
    int result = NVML_ASK(nvml, by_index, index, &device);
    if (!result) {
        NVML_ASK(nvml, name, device, name, sizeof name);
        result = nvml->reset(device);
    }
    if (result)
        return error_set(error, "the clocks of GPU %u are not reset: %s%s", index,
                         nvml->error_string(result),
                         result == NVML_NO_PERMISSION ? " (this needs root)"
                         : device && !NVML_ASK(nvml, mig_mode, device, &mig, &pending) && mig
                             ? " (it is in MIG mode: whoever has the whole GPU can, with "
                               "nvidia-smi --reset-gpu-clocks)"
                             : "");
    fprintf(out, "GPU %u (%s): clocks are reset\n", index, name);
    return true;
}

/* Checks that each named device is there. */
static bool check_names(const char *const *devices, size_t device_count, unsigned count,
                        struct error *error)
{
    for (size_t i = 0; i < device_count; i++) {
        char *end;
        unsigned long index = strtoul(devices[i], &end, 10);
        if (*end || end == devices[i] || index >= count)
            return error_set(error, "--devices: there is no GPU \"%s\"; this machine has %u",
                             devices[i], count);
    }
    return true;
}

int clock_reset(const char *const *devices, size_t device_count, FILE *out, FILE *messages)
{
    struct nvml nvml;
    struct error error;
    const char *missing;
    unsigned count = 0;
    if (!nvml_load(&nvml, &missing)) {
        error_set(&error, "clocks are not reset: NVML lacks %s; it comes with the driver", missing);
        message_print(messages, error.text);
        return 1;
    }
    int result = nvml.init(), status = 0;
    bool started = result == NVML_GOOD;
    if (!result)
        result = NVML_ASK(&nvml, count, &count);
    if (result) {
        error_set(&error, "clocks are not reset: %s; see nvidia-smi", nvml.error_string(result));
        message_print(messages, error.text);
        status = 1;
    } else if (!check_names(devices, device_count, count, &error)) {
        message_print(messages, error.text);
        status = 1;
    }
    for (unsigned i = 0; !status && i < count; i++)
        if (is_wanted(devices, device_count, i) && !reset(&nvml, i, out, &error)) {
            message_print(messages, error.text);
            result = 1;
        }
    if (started)
        nvml.shutdown();
    return status || result ? 1 : 0;
}
