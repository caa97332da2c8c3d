#include "cpu/machine/cpu_plan.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpu/counts/cpu_spelling.h"
#include "cpu/values/cpu_values.h"
#include "report/base/mem.h"

/* The events of a metric that are of one unit. */
struct needed {
    const struct cpu_unit *unit;
    int socket;
    const struct cpu_event *events[CPU_MOST_GROUP];
    size_t count;
};

static bool has_event(const struct cpu_event *const *events, size_t count,
                      const struct cpu_event *event)
{
    for (size_t i = 0; i < count; i++)
        if (events[i] == event)
            return true;
    return false;
}

static void need(void *context, const struct cpu_unit *unit, const struct cpu_event *event)
{
    struct needed *needed = context;
    if (unit == needed->unit && needed->count < CPU_MOST_GROUP &&
        !has_event(needed->events, needed->count, event))
        needed->events[needed->count++] = event;
}

static bool is_cycles(const struct cpu_unit *unit, const struct cpu_event *event)
{
    return unit->cycles && strcmp(unit->cycles, event->name) == 0;
}

/* How many of the events take a programmable counter that the group has not given out. */
static size_t added(const struct cpu_plan_group *group, const struct needed *needed)
{
    size_t count = 0;
    for (size_t i = 0; i < needed->count; i++)
        count += !has_event(group->events, group->count, needed->events[i]) &&
                 !is_cycles(group->unit, needed->events[i]);
    return count;
}

static size_t programmable(const struct cpu_plan_group *group)
{
    return group->count - (group->count && is_cycles(group->unit, group->events[0]));
}

static struct cpu_plan_group *new_group(struct cpu_plan *plan, const struct cpu_unit *unit,
                                        int socket)
{
    mem_grow(&plan->groups, plan->count, &plan->capacity, sizeof *plan->groups);
    struct cpu_plan_group *group = &plan->groups[plan->count++];
    *group = (struct cpu_plan_group){.unit = unit, .socket = socket};
    return group;
}

static void put(struct cpu_plan_group *group, const struct cpu_event *event)
{
    if (has_event(group->events, group->count, event) || group->count == CPU_MOST_GROUP)
        return;
    if (is_cycles(group->unit, event)) {
        memmove(group->events + 1, group->events, group->count * sizeof *group->events);
        group->events[0] = event;
    } else {
        group->events[group->count] = event;
    }
    group->count++;
}

/* The group that needs the fewest new counters and has them. */
static struct cpu_plan_group *group_for(struct cpu_plan *plan, const struct needed *needed,
                                        unsigned capacity)
{
    struct cpu_plan_group *best = NULL;
    for (size_t i = 0; i < plan->count; i++) {
        struct cpu_plan_group *group = &plan->groups[i];
        const size_t more = added(group, needed);
        if (group->unit == needed->unit && group->socket == needed->socket && !group->filter &&
            programmable(group) + more <= capacity && (!best || more < added(best, needed)))
            best = group;
    }
    return best ? best : new_group(plan, needed->unit, needed->socket);
}

/* A metric that has more events than there are counters goes into several groups. */
static void put_needed(struct cpu_plan *plan, const struct needed *needed, unsigned capacity)
{
    struct cpu_plan_group *group = group_for(plan, needed, capacity);
    for (size_t i = 0; i < needed->count; i++) {
        if (programmable(group) >= capacity && !is_cycles(group->unit, needed->events[i]) &&
            !has_event(group->events, group->count, needed->events[i]))
            group = new_group(plan, needed->unit, needed->socket);
        put(group, needed->events[i]);
    }
}

static int larger_first(const void *a, const void *b)
{
    const struct needed *const *x = a, *const *y = b;
    return (*x)->count != (*y)->count ? ((*x)->count > (*y)->count ? -1 : 1)
                                      : (*x > *y) - (*x < *y);
}

static void plan_unit(struct cpu_plan *plan, const struct cpu_catalog *catalog,
                      const struct cpu_choice *choice, const struct cpu_machine *machine,
                      const struct cpu_unit *unit, int socket, unsigned capacity)
{
    struct needed *all = mem_alloc((choice->count + 1) * sizeof *all);
    struct needed **order = mem_alloc((choice->count + 1) * sizeof *order);
    size_t count = 0;
    for (size_t i = 0; i < choice->count; i++) {
        const struct cpu_metric *metric = choice->list[i].metric;
        if (machine && !cpu_metric_fits(metric, machine->chip, machine->sockets))
            continue;
        if (metric->its == unit && metric->socket != CPU_ANY_SOCKET && metric->socket != socket)
            continue;
        all[count] = (struct needed){.unit = unit, .socket = socket};
        cpu_metric_events(catalog, metric, need, &all[count]);
        if (!all[count].count)
            continue;
        order[count] = &all[count];
        count++;
    }
    if (count)
        qsort(order, count, sizeof *order, larger_first);
    for (size_t i = 0; i < count; i++)
        put_needed(plan, order[i], capacity ? capacity : 1);
    free(order);
    free(all);
}

static bool machine_has(const struct cpu_machine *machine, const struct cpu_unit *unit)
{
    for (size_t i = 0; i < machine->device_count; i++)
        if (machine->devices[i].unit == unit)
            return true;
    return false;
}

static bool has_socket(const struct cpu_machine *machine, const struct cpu_unit *unit, int socket)
{
    for (size_t i = 0; i < machine->device_count; i++)
        if (machine->devices[i].unit == unit && machine->devices[i].socket == socket)
            return true;
    return false;
}

/* Whether there is a device of the unit in the socket, and it is wanted. */
static bool wants_socket(const struct cpu_machine *machine, const struct cpu_parts *parts,
                         const struct cpu_unit *unit, unsigned socket)
{
    const bool asked = parts->sockets.count && number_list_has(&parts->sockets, socket);
    if (!machine || !machine_has(machine, unit))
        return asked || (!parts->sockets.count && socket == 0);
    return has_socket(machine, unit, (int)socket) && (asked || !parts->sockets.count);
}

void cpu_plan_make(struct cpu_plan *plan, const struct cpu_catalog *catalog,
                   const struct cpu_choice *choice, const struct cpu_machine *machine,
                   const struct cpu_parts *parts, cpu_capacity *capacity, void *context)
{
    *plan = (struct cpu_plan){0};
    for (size_t i = 0; i < catalog->unit_count; i++) {
        const struct cpu_unit *unit = catalog->units[i];
        const unsigned room = capacity ? capacity(context, unit) : unit->counters;
        if (machine && !machine_has(machine, unit))
            continue;
        if (!unit->of_machine)
            plan_unit(plan, catalog, choice, machine, unit, CPU_ANY_SOCKET, room);
        for (unsigned socket = 0; unit->of_machine && socket < CPU_MOST_SOCKETS; socket++)
            if (wants_socket(machine, parts, unit, socket))
                plan_unit(plan, catalog, choice, machine, unit, (int)socket, room);
    }
}

/* Bytes up to the next comma that is outside of slashes. */
static size_t word_length(const char *list)
{
    bool inside = false;
    size_t length = 0;
    for (; list[length] && (inside || list[length] != ','); length++)
        inside = inside != (list[length] == '/');
    return length;
}

static bool add_event(struct cpu_plan *plan, const struct cpu_catalog *catalog,
                      const struct cpu_machine *machine, const char *word, struct error *error)
{
    struct cpu_spelling s;
    const bool neoverse = !machine || machine->processor == CPU_NEOVERSE_V2;
    if (!cpu_spelling_read(catalog, word, neoverse, &s, error))
        return false;
    if (!s.event)
        return error_set(error,
                         "\"%s\": no known event of unit %s has this number; a file in "
                         "~/.config/rooftop/cpu can give it a name, see rooftop-cpu(1)",
                         word, s.unit->name);
    if (machine && !machine_has(machine, s.unit))
        return error_set(error, "\"%s\": this machine has no unit %s", word, s.unit->name);
    if (machine && s.socket != CPU_ANY_SOCKET && !has_socket(machine, s.unit, s.socket))
        return error_set(error, "\"%s\": this machine has no unit %s on socket %d", word,
                         s.unit->name, s.socket);
    struct cpu_plan_group *group = NULL;
    for (size_t i = 0; i < plan->count && !group; i++)
        if (plan->groups[i].unit == s.unit && plan->groups[i].filter == s.filter &&
            plan->groups[i].socket == s.socket && programmable(&plan->groups[i]) < s.unit->counters)
            group = &plan->groups[i];
    if (!group)
        group = new_group(plan, s.unit, s.socket);
    group->filter = s.filter;
    group->socket = s.socket;
    put(group, s.event);
    return true;
}

bool cpu_plan_add_events(struct cpu_plan *plan, const struct cpu_catalog *catalog,
                         const struct cpu_machine *machine, const char *list, struct error *error)
{
    bool good = true;
    while (good) {
        const size_t length = word_length(list);
        char *word = mem_strndup(list, length);
        good = add_event(plan, catalog, machine, word, error);
        free(word);
        if (!list[length])
            break;
        list += length + 1;
    }
    return good;
}

void cpu_plan_free(struct cpu_plan *plan)
{
    free(plan->groups);
    *plan = (struct cpu_plan){0};
}

bool cpu_plan_uses(const struct cpu_plan_group *group, const struct cpu_device *device,
                   const struct cpu_parts *parts)
{
    if (group->unit != device->unit)
        return false;
    if (device->socket == CPU_ANY_SOCKET)
        return true;
    return (group->socket == CPU_ANY_SOCKET || group->socket == device->socket) &&
           (!parts->sockets.count || number_list_has(&parts->sockets, (unsigned)device->socket));
}

uint64_t cpu_plan_filter(const struct cpu_plan_group *group, const struct cpu_parts *parts)
{
    const struct cpu_filter *filter = &group->unit->filter;
    if (!filter->term)
        return 0;
    const uint64_t asked = group->filter                            ? group->filter
                           : strcmp(filter->term, "root_port") == 0 ? parts->root_ports
                           : strcmp(filter->term, "port") == 0      ? parts->c2c_ports
                                                                    : parts->remote;
    return asked ? asked : (UINT64_C(1) << filter->bits) - 1;
}

void cpu_perf_name(struct strbuf *out, const char *device, const struct cpu_unit *unit,
                   const struct cpu_event *event, uint64_t filter)
{
    if (!unit->device) {
        strbuf_adds(out, event->perf.count ? event->perf.words[0] : event->name);
        return;
    }
    strbuf_addf(out, "%s/", device);
    if (strcmp(unit->name, "core") == 0)
        strbuf_addf(out, "event=0x%llx", (unsigned long long)event->id);
    else if (!unit->of_machine && event->perf.count)
        strbuf_adds(out, event->perf.words[0]);
    else
        for (const char *c = event->name; *c; c++)
            strbuf_addc(out, (char)tolower((unsigned char)*c));
    if (filter)
        strbuf_addf(out, ",%s=0x%llx", unit->filter.term, (unsigned long long)filter);
    strbuf_addc(out, '/');
}

/* device: NULL if the machine lacks the unit. */
static void add_braces(const struct cpu_plan_group *group, const struct cpu_parts *parts,
                       const struct cpu_machine *machine, const struct cpu_device *device,
                       const char *name, struct strbuf *out)
{
    const bool has_filter = device ? device->has_filter : group->unit->filter.always;
    strbuf_adds(out, ",'{");
    for (size_t i = 0; i < group->count; i++) {
        const struct cpu_event *event =
            device ? cpu_device_event(machine, device, group->events[i]) : group->events[i];
        if (i)
            strbuf_addc(out, ',');
        cpu_perf_name(out, name, group->unit, event,
                      has_filter ? cpu_plan_filter(group, parts) : 0);
    }
    strbuf_adds(out, "}'");
}

/* The device of a unit that this machine lacks, on socket 0 or on the first that is asked for. */
static void likely_device(const struct cpu_unit *unit, unsigned socket, char *name, size_t size)
{
    const size_t before = unit->device ? strcspn(unit->device, "*") : 0;
    if (unit->device && unit->device[before])
        snprintf(name, size, "%.*s%u", (int)before, unit->device, unit->of_machine ? socket : 0);
    else
        snprintf(name, size, "%s", unit->device ? unit->device : unit->name);
}

static void add_likely(const struct cpu_plan_group *group, const struct cpu_parts *parts,
                       struct strbuf *out)
{
    char name[CPU_LONGEST_DEVICE];
    const int socket = group->socket == CPU_ANY_SOCKET ? 0 : group->socket;
    likely_device(group->unit, (unsigned)socket, name, sizeof name);
    add_braces(group, parts, NULL, NULL, name, out);
}

void cpu_plan_perf(const struct cpu_plan *plan, const struct cpu_machine *machine,
                   const struct cpu_parts *parts, bool whole_machine, double interval,
                   struct strbuf *out)
{
    bool all = whole_machine;
    for (size_t i = 0; i < plan->count; i++)
        all = all || plan->groups[i].unit->of_machine;
    strbuf_addf(out, "perf stat%s", all ? " -a" : "");
    if (!isnan(interval))
        strbuf_addf(out, " -I %.0f", interval * 1000);
    strbuf_adds(out, " -e duration_time");
    for (size_t i = 0; i < plan->count; i++) {
        const struct cpu_plan_group *group = &plan->groups[i];
        if (!machine_has(machine, group->unit)) {
            add_likely(group, parts, out);
            continue;
        }
        for (size_t j = 0; j < machine->device_count; j++)
            if (cpu_plan_uses(group, &machine->devices[j], parts))
                add_braces(group, parts, machine, &machine->devices[j], machine->devices[j].name,
                           out);
    }
}
