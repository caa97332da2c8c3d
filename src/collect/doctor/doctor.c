#include "collect/doctor/doctor_checks.h"

#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "collect/cupti/cupti_host.h"
#include "collect/doctor/trial.h"

const char *const doctor_state_names[] = {"ok", "warn", "fail"};

static const struct {
    const char *name;
    doctor_check *run;
} checks[] = {
    {"devices", doctor_devices}, {"driver", doctor_driver},       {"GPUs", doctor_gpus},
    {"MIG", doctor_mig},         {"CUPTI", doctor_cupti},         {"permission", doctor_permission},
    {"clocks", doctor_clocks},   {"profilers", doctor_profilers}, {"MPS", doctor_mps},
    {"locks", doctor_locks},     {"measuring", doctor_measuring}, {"disk space", doctor_space},
    {"home", doctor_home},       {"terminal", doctor_terminal},   {"nvdisasm", doctor_nvdisasm},
    {"CPU", doctor_cpu},         {"uncore", doctor_uncore},       {"perf", doctor_perf_rights},
};
enum { CHECKS = sizeof checks / sizeof *checks };

static bool free_bytes(const char *folder, uint64_t *bytes, bool *no_exec)
{
    struct statvfs status;
    if (statvfs(folder, &status) < 0)
        return false;
    *bytes = (uint64_t)status.f_bavail * status.f_frsize;
    *no_exec = status.f_flag & ST_NOEXEC;
    return true;
}

void doctor_open(struct doctor *doctor)
{
    *doctor = (struct doctor){
        .root = "", .free_bytes = free_bytes, .terminal = STDOUT_FILENO, .measure = trial_measure};
    doctor->has_nvml = nvml_load(&doctor->nvml, &doctor->nvml_missing);
    if (doctor->has_nvml && doctor->nvml.init() != NVML_GOOD) {
        doctor->has_nvml = false;
        doctor->nvml_missing = NULL;
    }
}

static void run_at(struct doctor *doctor, size_t index)
{
    doctor->check = checks[index].name;
    checks[index].run(doctor);
}

void doctor_run(struct doctor *doctor)
{
    for (size_t i = 0; i < CHECKS; i++)
        run_at(doctor, i);
}

bool doctor_run_one(struct doctor *doctor, const char *check)
{
    for (size_t i = 0; i < CHECKS; i++)
        if (strcmp(checks[i].name, check) == 0) {
            run_at(doctor, i);
            return true;
        }
    return false;
}

bool doctor_failed(const struct doctor *doctor)
{
    for (size_t i = 0; i < doctor->count; i++)
        if (doctor->lines[i].state == DOCTOR_FAIL)
            return true;
    return false;
}

void doctor_close(struct doctor *doctor)
{
    for (size_t i = 0; i < doctor->count; i++) {
        free(doctor->lines[i].text);
        free(doctor->lines[i].remedy);
    }
    free(doctor->lines);
    if (doctor->has_nvml)
        doctor->nvml.shutdown();
    cupti_library_close(doctor->cupti);
    *doctor = (struct doctor){0};
}
