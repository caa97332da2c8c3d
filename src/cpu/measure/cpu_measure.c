#include "cpu/measure/cpu_measure.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "cpu/measure/perf_fault.h"
#include "report/base/mem.h"

enum { READ_FORMAT = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING };

struct reading {
    uint64_t value, enabled, running;
};

struct opened {
    int fd;
    bool leads, waits; /* waits: it begins with the program */
    bool of_machine;   /* one counter for a socket, so its enabled time is the time itself */
    char *name;        /* of the count, owned */
    struct cpu_key key;
    struct reading last;
};

struct cpu_measure {
    const struct cpu_machine *machine;
    const struct perf_calls *calls;
    struct cpu_target target;
    struct opened *list;
    size_t count, capacity;
    double start;
    size_t round;
    bool user_only;
    struct rlimit files; /* as it was before */
    struct perf_faults faults;
};

/* Of the unit in the machine; NULL: it is not there. */
static const struct cpu_device *first_device(const struct cpu_machine *machine,
                                             const struct cpu_unit *unit)
{
    for (size_t i = 0; i < machine->device_count; i++)
        if (machine->devices[i].unit == unit)
            return &machine->devices[i];
    return NULL;
}

static struct perf_event_attr attributes_of(const struct cpu_device *device, uint64_t config,
                                            uint64_t filter)
{
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.size = sizeof attributes;
    attributes.type = (unsigned)device->type;
    attributes.config = config;
    attributes.config1 = filter;
    attributes.read_format = READ_FORMAT;
    return attributes;
}

static void order_cycles(const struct cpu_unit *unit, const struct cpu_event **events)
{
    for (size_t i = 1; unit->cycles && i < unit->event_count && i < CPU_MOST_GROUP; i++)
        if (strcmp(events[i]->name, unit->cycles) == 0) {
            const struct cpu_event *cycles = events[i];
            memmove(events + 1, events, i * sizeof *events);
            events[0] = cycles;
        }
}

unsigned cpu_probe_capacity(void *context, const struct cpu_unit *unit)
{
    const struct cpu_probe *probe = context;
    const struct cpu_device *device = first_device(probe->machine, unit);
    const struct cpu_event *events[CPU_MOST_GROUP];
    int fds[CPU_MOST_GROUP];
    unsigned count = 0, most = 0;
    bool leads_cycles = false;
    for (; most < unit->event_count && most < CPU_MOST_GROUP; most++)
        events[most] = unit->events[most];
    order_cycles(unit, events);
    const int cpu = device && unit->of_machine ? (int)number_list_first(&device->cpus) : -1;
    for (unsigned i = 0; device && i < most; i++) {
        uint64_t config;
        bool listed;
        if (!cpu_device_config(probe->machine, device, events[i], &config, &listed))
            continue;
        const uint64_t all = unit->filter.term ? (UINT64_C(1) << unit->filter.bits) - 1 : 0;
        struct perf_event_attr attributes =
            attributes_of(device, config, cpu_device_filter(probe->machine, device, all));
        attributes.disabled = count == 0;
        attributes.exclude_kernel = attributes.exclude_hv = !unit->of_machine;
        const int fd = probe->calls->open(&attributes, unit->of_machine ? -1 : 0, cpu,
                                          count ? fds[0] : -1, PERF_FLAG_FD_CLOEXEC);
        if (fd < 0 && (errno == EINVAL || errno == ENOSPC) && count)
            break;
        if (fd < 0)
            continue;
        leads_cycles = leads_cycles || (unit->cycles && strcmp(events[i]->name, unit->cycles) == 0);
        fds[count++] = fd;
    }
    for (unsigned i = count; i-- > 0;)
        probe->calls->close(fds[i]);
    const unsigned room = count > leads_cycles ? count - leads_cycles : 0;
    return room ? room : unit->counters;
}

static void put(struct cpu_measure *m, int fd, bool leads, struct cpu_key key)
{
    char *name = mem_strdup(key.name);
    key.name = name;
    mem_grow(&m->list, m->count, &m->capacity, sizeof *m->list);
    m->list[m->count++] =
        (struct opened){.fd = fd, .leads = leads, .waits = false, .name = name, .key = key};
}

/* One place where a group is counted. */
struct spot {
    const struct cpu_device *device;
    pid_t pid;
    int cpu, socket, group;
};

static int open_event(struct cpu_measure *m, const struct spot *spot,
                      struct perf_event_attr *attributes, int leader)
{
    const bool own = !spot->device->unit->of_machine;
    attributes->exclude_kernel = attributes->exclude_hv = own && m->user_only;
    int fd = m->calls->open(attributes, spot->pid, spot->cpu, leader, PERF_FLAG_FD_CLOEXEC);
    if (fd < 0 && (errno == EACCES || errno == EPERM) && own && !m->user_only) {
        attributes->exclude_kernel = attributes->exclude_hv = 1;
        fd = m->calls->open(attributes, spot->pid, spot->cpu, leader, PERF_FLAG_FD_CLOEXEC);
        m->user_only = fd >= 0;
        if (fd < 0)
            errno = EACCES;
    }
    return fd;
}

static void open_group(struct cpu_measure *m, const struct cpu_plan_group *group,
                       const struct spot *spot, uint64_t filter, struct cpu_run *run)
{
    const struct cpu_device *device = spot->device;
    int leader = -1;
    for (size_t i = 0; i < group->count; i++) {
        uint64_t config;
        bool listed;
        struct strbuf name = {0};
        const bool known =
            cpu_device_config(m->machine, device, group->events[i], &config, &listed);
        cpu_perf_name(&name, device->name, device->unit, group->events[i],
                      device->has_filter ? filter : 0);
        const struct cpu_key key = {name.data, spot->socket, spot->group};
        if (known && !listed && device->unit->of_machine)
            cpu_run_note(run, "the kernel does not list %s of %s; it is counted by its number",
                         group->events[i]->name, device->name);
        const struct cpu_event *counted = cpu_device_event(m->machine, device, group->events[i]);
        if (counted != group->events[i])
            cpu_run_note(run, "%s has no counter for %s; %s counts the same", device->name,
                         group->events[i]->name, counted->name);
        struct perf_event_attr attributes =
            attributes_of(device, config, cpu_device_filter(m->machine, device, filter));
        const bool child = spot->pid >= 0;
        attributes.inherit = child;
        attributes.disabled = leader < 0;
        attributes.enable_on_exec = child && leader < 0;
        int fd = known ? open_event(m, spot, &attributes, leader) : -1;
        bool leads = leader < 0;
        if (known && fd < 0 && (errno == EINVAL || errno == ENOSPC) && leader >= 0) {
            /* The group is too large: the rest is a group of its own. */
            attributes.disabled = 1;
            attributes.enable_on_exec = child;
            fd = open_event(m, spot, &attributes, -1);
            leads = fd >= 0;
        }
        if (fd >= 0) {
            put(m, fd, leads, key);
            m->list[m->count - 1].waits = child;
            m->list[m->count - 1].of_machine = device->unit->of_machine;
            leader = leads ? fd : leader;
        } else if (known && errno == ENODEV && spot->pid < 0 && !device->unit->of_machine) {
            cpu_run_note(run, "CPU %d went away and is not counted", spot->cpu);
        } else {
            const int number = known ? errno : ENOENT;
            const bool denied = number == EACCES || number == EPERM;
            const struct cpu_value absent = {.state =
                                                 denied ? CPU_NOT_PERMITTED : CPU_NOT_SUPPORTED};
            perf_faults_add(&m->faults, device, number);
            cpu_run_add(run, key, &absent);
        }
        strbuf_free(&name);
    }
}

/* The socket that a CPU is of, by the units of sockets. */
static int socket_of(const struct cpu_machine *machine, unsigned cpu)
{
    for (size_t i = 0; i < machine->device_count && machine->sockets > 1; i++)
        if (machine->devices[i].socket != CPU_ANY_SOCKET &&
            number_list_has(&machine->devices[i].associated, cpu))
            return machine->devices[i].socket;
    return CPU_ANY_SOCKET;
}

static void open_on_all(struct cpu_measure *m, const struct cpu_plan_group *group,
                        const struct cpu_device *device, int number, struct cpu_run *run)
{
    const struct number_list *cpus = device->cpus.count ? &device->cpus : &m->machine->online;
    for (size_t i = 0; i < cpus->count; i++)
        for (unsigned cpu = cpus->ranges[i].first; cpu <= cpus->ranges[i].last; cpu++) {
            const struct spot spot = {device, -1, (int)cpu, socket_of(m->machine, cpu), number};
            open_group(m, group, &spot, 0, run);
        }
}

static void open_on(struct cpu_measure *m, const struct cpu_plan_group *group,
                    const struct cpu_device *device, const struct cpu_parts *parts, int number,
                    struct cpu_run *run)
{
    const struct spot of_socket = {device, -1, (int)number_list_first(&device->cpus),
                                   device->socket, number},
                      of_program = {device, m->target.pid, -1, CPU_ANY_SOCKET, number};
    if (device->unit->of_machine)
        open_group(m, group, &of_socket, cpu_plan_filter(group, parts), run);
    else if (m->target.pid >= 0)
        open_group(m, group, &of_program, 0, run);
    else
        open_on_all(m, group, device, number, run);
}

/* Which of the groups of its unit and socket it is. */
static size_t number_of(const struct cpu_plan *plan, size_t which)
{
    size_t number = 0;
    for (size_t i = 0; i < which; i++)
        number += plan->groups[i].unit == plan->groups[which].unit &&
                  plan->groups[i].socket == plan->groups[which].socket;
    return number;
}

size_t cpu_measure_rounds(const struct cpu_plan *plan)
{
    size_t most = 0;
    for (size_t i = 0; i < plan->count; i++)
        if (number_of(plan, i) + 1 > most)
            most = number_of(plan, i) + 1;
    return most;
}

static void raise_limit(struct cpu_measure *m)
{
    if (getrlimit(RLIMIT_NOFILE, &m->files) == 0 && m->files.rlim_cur < m->files.rlim_max) {
        struct rlimit limit = m->files;
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* A program that is started later must not inherit the raised one. */
static void restore_limit(const struct cpu_measure *m)
{
    if (m->files.rlim_max)
        setrlimit(RLIMIT_NOFILE, &m->files);
}

static void release(struct cpu_measure *m)
{
    /* Members before their leaders: a group that loses its leader falls apart. */
    for (size_t i = m->count; i-- > 0;) {
        m->calls->close(m->list[i].fd);
        free(m->list[i].name);
    }
    restore_limit(m);
    free(m->list);
    free(m);
}

struct cpu_measure *cpu_measure_open(const struct cpu_machine *machine, const struct cpu_plan *plan,
                                     const struct cpu_parts *parts, struct cpu_target target,
                                     size_t round, const struct perf_calls *calls,
                                     struct cpu_run *run, struct error *error)
{
    struct cpu_measure *m = mem_alloc(sizeof *m);
    *m = (struct cpu_measure){.machine = machine, .calls = calls, .target = target, .round = round};
    m->faults.whole = target.pid < 0;
    raise_limit(m);
    for (size_t i = 0; i < plan->count; i++)
        for (size_t j = 0; j < machine->device_count; j++)
            if ((round == SIZE_MAX || number_of(plan, i) == round) &&
                cpu_plan_uses(&plan->groups[i], &machine->devices[j], parts))
                open_on(m, &plan->groups[i], &machine->devices[j], parts, (int)i + 1, run);
    perf_faults_note(&m->faults, machine, run);
    if (m->user_only)
        cpu_run_note(run,
                     "the kernel's part of the program is not counted: kernel.perf_event_paranoid "
                     "is %d; sysctl -w kernel.perf_event_paranoid=1 allows it",
                     machine->paranoid);
    /* The last rounds may have only what the first one could not open. */
    if (m->count || (round != SIZE_MAX && round > 0))
        return m;
    perf_faults_error(&m->faults, machine, error);
    release(m);
    return NULL;
}

void cpu_measure_start(struct cpu_measure *m)
{
    m->start = m->calls->now();
    for (size_t i = 0; i < m->count; i++)
        if (m->list[i].leads && !m->list[i].waits)
            m->calls->control(m->list[i].fd, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
}

static bool read_one(const struct cpu_measure *m, const struct opened *opened,
                     struct reading *reading)
{
    return m->calls->read(opened->fd, reading, sizeof *reading) == (ssize_t)sizeof *reading;
}

static struct cpu_value value_of(const struct reading *now, const struct reading *before)
{
    const double value = (double)(now->value - before->value),
                 enabled = (double)(now->enabled - before->enabled),
                 running = (double)(now->running - before->running);
    if (running <= 0)
        return (struct cpu_value){CPU_NOT_COUNTED, 0, enabled, 0};
    return (struct cpu_value){CPU_COUNTED, running < enabled ? value * enabled / running : value,
                              enabled, running};
}

void cpu_measure_step(struct cpu_measure *m, struct cpu_run *run)
{
    const double at = m->calls->now() - m->start;
    for (size_t i = 0; i < m->count; i++) {
        struct reading now;
        if (!read_one(m, &m->list[i], &now))
            continue;
        const struct cpu_value value = value_of(&now, &m->list[i].last);
        m->list[i].last = now;
        cpu_run_add_step(run, at, m->list[i].key, &value);
    }
}

static void note_never(struct cpu_run *run, size_t never)
{
    if (never)
        cpu_run_note(run,
                     "%zu of the events never had a counter: another program counts, too, or it "
                     "was too short for turns; --repeat or fewer groups (--group) help",
                     never);
}

void cpu_measure_finish(struct cpu_measure *m, struct cpu_run *run, bool pin_check)
{
    size_t never = 0;
    for (size_t i = 0; i < m->count; i++)
        if (m->list[i].leads)
            m->calls->control(m->list[i].fd, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
    const double duration = m->calls->now() - m->start;
    for (size_t i = 0; i < m->count; i++) {
        struct reading now;
        const struct reading zero = {0};
        if (!read_one(m, &m->list[i], &now))
            continue;
        const struct cpu_value value = value_of(&now, &zero);
        never += value.state == CPU_NOT_COUNTED;
        cpu_run_add(run, m->list[i].key, &value);
        /* Other events start earlier and stop later, and a program begins after all of them. */
        if (m->list[i].of_machine && value.enabled > 0)
            cpu_run_time(run, m->list[i].key, value.enabled);
        else if (m->round != SIZE_MAX)
            cpu_run_time(run, m->list[i].key, duration);
    }
    if (pin_check)
        note_never(run, never);
    if (m->round == SIZE_MAX || isnan(run->duration))
        run->duration = duration;
    release(m);
}
