/* The checks of what rooftop cpu needs. Only a Grace CPU must have its counters: elsewhere there is
 * nothing to mend. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "collect/doctor/doctor_checks.h"
#include "cpu/machine/cpu_machine.h"
#include "report/base/mem.h"

struct look {
    struct cpu_catalog catalog;
    struct cpu_machine machine;
};

static bool look(struct look *l, struct doctor *doctor)
{
    struct error error;
    if (!cpu_catalog_open(&l->catalog, &error)) {
        doctor_say(doctor, DOCTOR_WARN, "mend or remove that file", "%s", error.text);
        cpu_catalog_free(&l->catalog);
        return false;
    }
    cpu_machine_open(&l->machine, &l->catalog, doctor->root, CPU_CHIP_ANY);
    return true;
}

static void close_look(struct look *l)
{
    cpu_machine_close(&l->machine);
    cpu_catalog_free(&l->catalog);
}

static const struct cpu_device *device_of(const struct cpu_machine *m, const char *unit)
{
    for (size_t i = 0; i < m->device_count; i++)
        if (strcmp(m->devices[i].unit->name, unit) == 0)
            return &m->devices[i];
    return NULL;
}

void doctor_cpu(struct doctor *doctor)
{
    struct look l;
    if (!look(&l, doctor))
        return;
    char *text = cpu_machine_text(&l.machine);
    const struct cpu_device *core = device_of(&l.machine, "core");
    if (core)
        doctor_ok(doctor, "%s: %s", text, core->name);
    else if (l.machine.processor == CPU_NEOVERSE_V2)
        doctor_say(
            doctor, DOCTOR_WARN,
            "the kernel needs CONFIG_ARM_PMU_ACPI and CONFIG_ARM_PMUV3, and a virtual machine "
            "a virtual PMU of its host",
            "%s: there is no PMU of the cores", text);
    else
        doctor_ok(doctor, "%s: generic events", text);
    free(text);
    close_look(&l);
}

static void say_units(struct doctor *doctor, const struct cpu_machine *m)
{
    char *units = mem_strdup("");
    for (size_t i = 0; i < m->device_count; i++) {
        const char *name = m->devices[i].unit->name;
        if (!m->devices[i].unit->of_machine || device_of(m, name) != &m->devices[i])
            continue;
        char *more = mem_printf("%s%s%s", units, *units ? ", " : "", name);
        free(units);
        units = more;
    }
    doctor_ok(doctor, "%s of %zu socket%s; filters of ports are %s", units, m->sockets,
              m->sockets == 1 ? "" : "s",
              m->filters_needed ? "always given, as kernels before 6.14 need them"
                                : "what this kernel takes");
    free(units);
}

void doctor_uncore(struct doctor *doctor)
{
    struct look l;
    if (!look(&l, doctor))
        return;
    if (cpu_machine_has_grace(&l.machine))
        say_units(doctor, &l.machine);
    else if (l.machine.processor == CPU_NEOVERSE_V2)
        doctor_say(
            doctor, DOCTOR_WARN,
            "on a Grace CPU: modprobe nvidia_cspmu (CONFIG_ARM_CORESIGHT_PMU_ARCH_SYSTEM_PMU "
            "and CONFIG_NVIDIA_CORESIGHT_PMU_ARCH_SYSTEM_PMU)",
            "no counters of memory, PCIe and NVLink-C2C");
    else if (l.machine.others)
        doctor_ok(doctor, "none that rooftop cpu knows, but %s", l.machine.others);
    else
        doctor_ok(doctor, "none: only Grace CPUs have them");
    close_look(&l);
}

void doctor_perf_rights(struct doctor *doctor)
{
    struct look l;
    if (!look(&l, doctor))
        return;
    const int paranoid = l.machine.paranoid;
    const bool grace = cpu_machine_has_grace(&l.machine);
    if (paranoid == INT_MAX)
        doctor_say(doctor, DOCTOR_WARN,
                   "the kernel needs CONFIG_PERF_EVENTS, and a container a seccomp profile that "
                   "allows perf_event_open",
                   "there are no performance counters: rooftop cpu cannot count");
    else if (paranoid <= 0 || doctor_is_admin(doctor))
        doctor_ok(doctor, "programs and the machine (kernel.perf_event_paranoid is %d)", paranoid);
    else if (paranoid > 2)
        doctor_say(doctor, DOCTOR_WARN,
                   "sysctl -w kernel.perf_event_paranoid=0, or setcap cap_perfmon+ep on rooftop",
                   "rooftop cpu cannot count: kernel.perf_event_paranoid is %d", paranoid);
    else if (grace)
        doctor_say(doctor, DOCTOR_WARN,
                   "sysctl -w kernel.perf_event_paranoid=0, or setcap cap_perfmon+ep on rooftop",
                   "only programs, not memory, PCIe and NVLink: kernel.perf_event_paranoid is %d",
                   paranoid);
    else
        doctor_ok(doctor, "only your own programs (kernel.perf_event_paranoid is %d)", paranoid);
    close_look(&l);
}
