/* cpu_plan: puts the events of metrics into groups that the counters can hold. All events of a
 * metric are in one group if it fits, because they must be counted at the same time. */
#ifndef ROOFTOP_CPU_MACHINE_CPU_PLAN_H
#define ROOFTOP_CPU_MACHINE_CPU_PLAN_H

#include "cpu/machine/cpu_machine.h"
#include "cpu/values/cpu_choice.h"
#include "report/base/strbuf.h"

enum { CPU_MOST_GROUP = 64, CPU_MOST_SOCKETS = 16 };

struct cpu_plan_group {
    const struct cpu_unit *unit;
    const struct cpu_event *events[CPU_MOST_GROUP]; /* the one with its own counter first */
    size_t count;
    uint64_t filter; /* bits that --events asks for; 0: the unit's default */
    int socket;      /* the only one; or CPU_ANY_SOCKET */
};

struct cpu_plan {
    struct cpu_plan_group *groups; /* by unit */
    size_t count, capacity;
};

/* The parts of units that are counted, and where. */
struct cpu_parts {
    struct number_list sockets;             /* empty: all */
    uint64_t root_ports, c2c_ports, remote; /* masks; 0: all */
};

/* How many events of the unit fit into a group beside the one with its own counter. NULL: as many
 * as the catalog says. */
typedef unsigned cpu_capacity(void *context, const struct cpu_unit *unit);

/* Units that the machine lacks are left out; with machine NULL none is. A unit of a socket has
 * groups for each of the sockets. */
void cpu_plan_make(struct cpu_plan *plan, const struct cpu_catalog *catalog,
                   const struct cpu_choice *choice, const struct cpu_machine *machine,
                   const struct cpu_parts *parts, cpu_capacity *capacity, void *context);
/* Adds events as the user spells them, comma-separated outside of slashes. machine: NULL for any
 * Grace CPU. */
bool cpu_plan_add_events(struct cpu_plan *plan, const struct cpu_catalog *catalog,
                         const struct cpu_machine *machine, const char *list, struct error *error);
void cpu_plan_free(struct cpu_plan *plan);

/* Whether a group is counted on the device. */
bool cpu_plan_uses(const struct cpu_plan_group *group, const struct cpu_device *device,
                   const struct cpu_parts *parts);
/* The filter that a group has on a device: all parts unless fewer are asked for. */
uint64_t cpu_plan_filter(const struct cpu_plan_group *group, const struct cpu_parts *parts);

/* Appends the line of perf stat that counts the same, without the program. Without devices it is
 * that of a Grace CPU with one socket. */
void cpu_plan_perf(const struct cpu_plan *plan, const struct cpu_machine *machine,
                   const struct cpu_parts *parts, bool whole_machine, double interval,
                   struct strbuf *out);

/* Appends how perf spells an event on a device: "nvidia_scf_pmu_0/cmem_rd_data/". */
void cpu_perf_name(struct strbuf *out, const char *device, const struct cpu_unit *unit,
                   const struct cpu_event *event, uint64_t filter);

#endif
