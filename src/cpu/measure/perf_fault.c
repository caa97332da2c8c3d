#include "cpu/measure/perf_fault.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "report/base/mem.h"
#include "report/base/strbuf.h"

void perf_faults_add(struct perf_faults *faults, const struct cpu_device *device, int number)
{
    for (size_t i = 0; i < faults->count; i++)
        if (faults->list[i].device == device && faults->list[i].number == number) {
            faults->list[i].count++;
            return;
        }
    if (faults->count < PERF_MOST_FAULTS)
        faults->list[faults->count++] = (struct perf_fault){device, number, 1};
}

/* Whether the two are told in one sentence. */
static bool is_like(const struct perf_fault *a, const struct perf_fault *b)
{
    return a->number == b->number && a->device->unit->of_machine == b->device->unit->of_machine &&
           (a->device->unit->type == 0) == (b->device->unit->type == 0);
}

/* The devices of all faults like that one: "nvidia_scf_pmu_0, nvidia_scf_pmu_1". *events: how many
 * of their events. */
static char *devices_of(const struct perf_faults *faults, size_t which, size_t *events)
{
    struct strbuf names = {0};
    *events = 0;
    for (size_t i = which; i < faults->count; i++) {
        if (!is_like(&faults->list[which], &faults->list[i]))
            continue;
        strbuf_addf(&names, "%s%s", names.length ? ", " : "", faults->list[i].device->name);
        *events += faults->list[i].count;
    }
    return strbuf_detach(&names);
}

static char *no_permission(const char *name, bool all, int paranoid)
{
    const int most = all ? 0 : 2;
    if (paranoid == INT_MAX)
        return mem_printf("%s: the kernel has no performance counters, or a seccomp profile "
                          "hides them: run the container with --security-opt "
                          "seccomp=unconfined or a profile that allows perf_event_open",
                          name);
    return mem_printf(
        "%s: no permission: kernel.perf_event_paranoid is %d. %s needs at most %d or "
        "CAP_PERFMON: sysctl -w kernel.perf_event_paranoid=%d, or setcap cap_perfmon+ep on "
        "rooftop; in a container --cap-add PERFMON and a seccomp profile that allows "
        "perf_event_open",
        name, paranoid, all ? "Counting the machine" : "Counting a program", most, most);
}

static char *sentence(const struct perf_faults *faults, const struct perf_fault *fault,
                      const char *name, size_t events, const struct cpu_machine *machine)
{
    const bool of_machine = fault->device->unit->of_machine;
    switch (fault->number) {
    case EACCES:
    case EPERM:
        return no_permission(name, of_machine || faults->whole, machine->paranoid);
    case ENOSYS:
        return mem_printf("%s: perf_event_open does not exist here: the kernel lacks "
                          "CONFIG_PERF_EVENTS, or a seccomp profile hides it",
                          name);
    case EMFILE:
    case ENFILE:
        return mem_printf("%s: %zu events found no file descriptor: raise the limit (ulimit -n), "
                          "or count fewer groups (--group)",
                          name, events);
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP:
        return mem_printf("%s: some of the events are not supported here%s", name,
                          of_machine || fault->device->unit->type != 0
                              ? ""
                              : ": in a virtual machine the host must give it a virtual PMU");
    default:
        return mem_printf("%s: some of the events cannot be counted: %s", name,
                          strerror(fault->number));
    }
}

static char *text_of(const struct perf_faults *faults, size_t which,
                     const struct cpu_machine *machine)
{
    size_t events;
    char *names = devices_of(faults, which, &events);
    char *text = sentence(faults, &faults->list[which], names, events, machine);
    free(names);
    return text;
}

static bool is_told(const struct perf_faults *faults, size_t which)
{
    for (size_t i = 0; i < which; i++)
        if (is_like(&faults->list[i], &faults->list[which]))
            return true;
    return false;
}

void perf_faults_note(const struct perf_faults *faults, const struct cpu_machine *machine,
                      struct cpu_run *run)
{
    for (size_t i = 0; i < faults->count; i++) {
        if (is_told(faults, i))
            continue;
        char *text = text_of(faults, i, machine);
        cpu_run_note(run, "%s", text);
        free(text);
    }
}

void perf_faults_error(const struct perf_faults *faults, const struct cpu_machine *machine,
                       struct error *error)
{
    if (!faults->count) {
        error_set(error, "this machine has none of the events of these metrics; rooftop cpu --list "
                         "says what it has");
        return;
    }
    char *text = text_of(faults, 0, machine);
    error_set(error, "nothing can be counted: %s", text);
    free(text);
}
