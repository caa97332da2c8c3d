/* The checks of the driver and its GPUs. */
#include "collect/doctor/doctor_checks.h"

#include <cuda.h>
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collect/cupti/cupti_host.h"
#include "collect/machine/instances.h"
#include "collect/machine/machine.h"
#include "collect/machine/processes.h"
#include "collect/program/notices.h"
#include "report/base/mem.h"
#include "report/base/strbuf.h"

enum { LEAST_CUDA = 13000 };

#define MISSING_DRIVER "install the NVIDIA driver, R580 or later (nvidia-smi then lists the GPUs)"
#define MISSING_IN_CONTAINER                                                                       \
    "start the container with its GPUs (docker run --gpus all, or --nv with Apptainer; the "       \
    "NVIDIA "                                                                                      \
    "container toolkit must be on the host)"

static const char *missing_driver(const struct doctor *doctor)
{
    return doctor_in_container(doctor) ? MISSING_IN_CONTAINER : MISSING_DRIVER;
}

static unsigned count_devices(const struct doctor *doctor)
{
    char *path = mem_printf("%s/dev", doctor->root);
    DIR *folder = opendir(path);
    struct dirent *item;
    unsigned count = 0, number;
    char rest;
    while (folder && (item = readdir(folder)))
        count += sscanf(item->d_name, "nvidia%u%c", &number, &rest) == 1;
    if (folder)
        closedir(folder);
    free(path);
    return count;
}

void doctor_devices(struct doctor *doctor)
{
    static const char *const needed[] = {"/dev/nvidiactl", "/dev/nvidia-uvm"};
    unsigned count = count_devices(doctor);
    bool container = doctor_in_container(doctor), good = count > 0;
    if (doctor_has(doctor, "/dev/dxg")) {
        doctor_ok(doctor, "/dev/dxg: GPUs of Windows (WSL)");
        return;
    }
    if (!count)
        doctor_say(doctor, DOCTOR_FAIL,
                   container ? MISSING_IN_CONTAINER
                             : "install the NVIDIA driver and load its module (nvidia-smi, "
                               "nvidia-modprobe -c 0)",
                   "no /dev/nvidia0%s", container ? " in this container" : "");
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (count && !doctor_has(doctor, needed[i])) {
            doctor_say(doctor, DOCTOR_FAIL,
                       container ? MISSING_IN_CONTAINER
                                 : "load its module: nvidia-modprobe -u -c 0",
                       "%s is missing%s", needed[i], container ? " in this container" : "");
            good = false;
        }
    if (good)
        doctor_ok(doctor, "%u in /dev%s", count, container ? " of this container" : "");
}

/* The version of the kernel's module, like "580.95.05"; "" if there is none. */
static void module_version(const struct doctor *doctor, char *text, size_t size)
{
    char *path = mem_printf("%s/sys/module/nvidia/version", doctor->root);
    char *version = processes_file(path, NULL);
    text[0] = '\0';
    if (version)
        snprintf(text, size, "%.*s", (int)strcspn(version, "\n"), version);
    else if (doctor->has_nvml && NVML_ASK(&doctor->nvml, driver, text, (unsigned)size) != NVML_GOOD)
        text[0] = '\0';
    free(version);
    free(path);
}

void doctor_driver(struct doctor *doctor)
{
    char version[80];
    int cuda = 0;
    void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    CUresult (*get_version)(int *) = NULL;
    if (library)
        *(void **)&get_version = dlsym(library, "cuDriverGetVersion");
    module_version(doctor, version, sizeof version);
    if (!get_version || get_version(&cuda) != CUDA_SUCCESS) {
        doctor_say(doctor, DOCTOR_FAIL, missing_driver(doctor), "libcuda.so.1 was not found%s%s",
                   *version ? ", though the kernel has driver " : "", version);
        return;
    }
    char *text =
        mem_printf("%s%sCUDA %d.%d", version, *version ? ", " : "", cuda / 1000, cuda % 1000 / 10);
    if (cuda < LEAST_CUDA)
        doctor_say(doctor, DOCTOR_FAIL, "update the driver to R580 or later",
                   "%s: CUPTI 13 needs a driver of CUDA 13", text);
    else
        doctor_ok(doctor, "%s", text);
    if (!doctor->has_nvml)
        doctor_say(doctor, DOCTOR_WARN,
                   "install the whole driver: libnvidia-ml.so.1 is a part of it",
                   "NVML %s%s: clocks are not locked and links are unknown",
                   doctor->nvml_missing ? "lacks " : "does not start",
                   doctor->nvml_missing ? doctor->nvml_missing : "");
    free(text);
}

void doctor_gpus(struct doctor *doctor)
{
    struct error error;
    struct machine machine;
    if (!doctor->cupti && !(doctor->cupti = cupti_library_open(&error))) {
        doctor_say(doctor, DOCTOR_WARN, "see CUPTI below",
                   "not checked: the check needs CUPTI, which is missing");
        return;
    }
    if (!machine_open(&machine, doctor->cupti, &error)) {
        const char *advice = notices_advice(error.text);
        doctor_say(doctor, DOCTOR_FAIL,
                   advice ? advice
                          : "nvidia-smi must list a GPU of compute capability 7.5 or later, and "
                            "CUDA_VISIBLE_DEVICES must not hide it",
                   "%s", error.text);
        return;
    }
    for (size_t i = 0; i < machine.count; i++) {
        struct cupti_chip *chip =
            cupti_chip_open(doctor->cupti, machine.devices[i].chip, NULL, 0, &error);
        if (chip)
            doctor_ok(doctor, "%zu: %s (%s)", i, machine.devices[i].name, machine.devices[i].chip);
        else
            doctor_say(doctor, DOCTOR_FAIL,
                       "a newer CUDA Toolkit may know it; older GPUs than "
                       "compute capability 7.5 cannot be profiled",
                       "%zu: %s (%s): %s", i, machine.devices[i].name, machine.devices[i].chip,
                       error.text);
        cupti_chip_close(chip);
    }
    machine_close(&machine);
}

/* Calls use() for each GPU that NVML knows, and returns their number. */
static unsigned each_board(struct doctor *doctor,
                           void (*use)(struct doctor *, unsigned index, nvml_device device))
{
    unsigned count = 0;
    if (!doctor->has_nvml || NVML_ASK(&doctor->nvml, count, &count) != NVML_GOOD)
        return 0;
    for (unsigned i = 0; i < count; i++) {
        nvml_device device;
        if (NVML_ASK(&doctor->nvml, by_index, i, &device) == NVML_GOOD)
            use(doctor, i, device);
    }
    return count;
}

/* Returns how many of them share a GPU instance. */
static size_t name_instances(const Wire__Board *board, struct strbuf *text)
{
    size_t shared = 0;
    for (size_t i = 0; i < board->n_instances; i++) {
        const Wire__Instance *one = board->instances[i];
        shared += one->has_shared && one->shared;
        strbuf_addf(text, "%s%s (%u/%u, %s)", i ? ", " : "; instances: ", one->name,
                    one->gpu_instance, one->compute_instance,
                    !one->has_shared ? "unknown"
                    : one->shared    ? "shares L2 and memory"
                                     : "isolated");
    }
    return shared;
}

/* Of an isolated instance everything can be measured but for what belongs to no instance. */
static void say_mig(struct doctor *doctor, unsigned index, nvml_device device)
{
    unsigned mode = 0, pending;
    Wire__Board board = WIRE__BOARD__INIT;
    struct strbuf text = {0};
    if (NVML_ASK(&doctor->nvml, mig_mode, device, &mode, &pending) != NVML_GOOD || !mode)
        return;
    instances_add(&doctor->nvml, device, &board);
    const size_t shared = name_instances(&board, &text);
    doctor_say(doctor, DOCTOR_WARN,
               shared || !board.n_instances
                   ? "profile on a compute instance that has its GPU instance to itself, or leave "
                     "MIG mode (nvidia-smi -i N -mig 0, as root)"
                   : "to lock clocks, leave MIG mode (nvidia-smi -i N -mig 0, as root)",
               "GPU %u is in MIG mode: counters of units that instances share cannot be "
               "collected, and clocks cannot be locked%s",
               index, text.data ? text.data : "");
    strbuf_free(&text);
    instances_free(&board);
}

void doctor_mig(struct doctor *doctor)
{
    size_t before = doctor->count;
    unsigned boards = each_board(doctor, say_mig);
    if (doctor->count == before)
        doctor_ok(doctor, boards ? "off" : "unknown without NVML");
}

static void say_virtual(struct doctor *doctor, unsigned index, nvml_device device)
{
    int mode = 0;
    if (NVML_ASK(&doctor->nvml, virtualization, device, &mode) == NVML_GOOD &&
        mode == NVML_VIRTUAL_GPU)
        doctor_say(doctor, DOCTOR_WARN,
                   "ask the host's administrator to allow profiling for this machine, or use "
                   "--clock-control none",
                   "GPU %u is virtual: this machine may not be allowed to lock its clocks", index);
}

void doctor_clocks(struct doctor *doctor)
{
    size_t before = doctor->count;
    each_board(doctor, say_virtual);
    if (!doctor_is_admin(doctor))
        doctor_say(doctor, DOCTOR_WARN,
                   "run as root, or use --clock-control none; an administrator can lock them with "
                   "nvidia-smi --lock-gpu-clocks=tdp,tdp",
                   "this user may not lock clocks: times may vary");
    else if (doctor->count == before)
        doctor_ok(doctor, "may be locked while profiling");
}
