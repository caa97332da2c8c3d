/* cpu_catalog: what is known about counters of CPUs: units, their events, metrics made of events by
 * formulas, and groups of metrics. All of it comes from YAML files: those of cpu/, which the
 * program carries, and the user's own in user_path("cpu"). rooftop-cpu(1) describes them.
 *
 * A unit is a kind of PMU. Where a machine has one for each socket, all of them are one unit. A
 * file that names a known unit adds events and metrics to it; one of the same name replaces. */
#ifndef ROOFTOP_CPU_DATA_CPU_CATALOG_H
#define ROOFTOP_CPU_DATA_CPU_CATALOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/arena.h"
#include "report/base/error.h"
#include "report/expr/expr.h"

enum { CPU_ANY_SOCKET = -1, CPU_NO_TYPE = -1 };

struct cpu_words {
    const char **words;
    size_t count;
};

struct cpu_event {
    const char *name; /* "CMEM_RD_DATA", as formulas have it */
    uint64_t id;      /* what goes into the event's bits */
    const char *unit; /* of what is counted: "beats of 32 B" */
    const char *text;
    struct cpu_words perf; /* perf's own names for it: "instructions" */
};

/* The machines that a metric has a meaning on. */
enum cpu_chip { CPU_CHIP_ANY, CPU_CHIP_SUPERCHIP, CPU_CHIP_HOPPER };
extern const char *const cpu_chip_words[]; /* "any", "superchip", "hopper"; ends with NULL */

struct cpu_unit;

struct cpu_metric {
    const char *id, *label, *group, *formula, *unit, *text;
    struct expr *expr;          /* owned by the catalog */
    int socket;                 /* the only one that has it, or CPU_ANY_SOCKET */
    size_t least_sockets;       /* 0: any */
    size_t most_sockets;        /* 0: any */
    enum cpu_chip chip;         /* CPU_CHIP_ANY: all */
    bool own;                   /* no metric of the guide */
    bool whole_machine;         /* only if programs are not told apart */
    const struct cpu_unit *its; /* whose events the formula means */
    const char *file;
};

/* The bits that choose a part of a unit: root ports of PCIe, links of NVLink. */
struct cpu_filter {
    const char *term; /* of the format folder: "root_port"; NULL: the unit has none */
    unsigned bits;
    bool always; /* a kernel may count nothing without it */
};

struct cpu_unit {
    const char *name, *title, *text;
    const char *device;    /* "nvidia_scf_pmu_*": the socket stands for *; NULL: `type` is fixed */
    struct cpu_words also; /* other patterns of the device */
    int type;              /* of perf_event_attr, or CPU_NO_TYPE */
    bool of_machine;       /* counts whatever runs; else programs are told apart */
    bool listed;           /* only events that the device lists exist */
    const char *cycles;    /* event with a counter of its own; NULL: none */
    const char
        *same_as_cycles; /* event that counts the same with an ordinary counter; NULL: none */
    unsigned counters;   /* to plan with where nothing can be opened */
    struct cpu_filter filter;
    const char *events_of; /* the unit whose events it has; NULL: its own */
    const struct cpu_event **events;
    size_t event_count, event_capacity;
};

struct cpu_group {
    const char *id, *title, *text;
    struct cpu_words metrics; /* those of other groups that it shows, too */
    const char *beside;       /* the group that is chosen with it; NULL: none */
};

struct cpu_catalog {
    struct arena arena;
    struct cpu_unit **units;
    size_t unit_count, unit_capacity;
    struct cpu_metric **metrics;
    size_t metric_count, metric_capacity;
    struct cpu_group **groups;
    size_t group_count, group_capacity;
};

/* Loads the built-in files and the user's own. false: a file is wrong. Free it in any case. */
bool cpu_catalog_open(struct cpu_catalog *catalog, struct error *error);
void cpu_catalog_free(struct cpu_catalog *catalog);

/* The parts of that. A catalog begins as {0}; the check comes after the last file. */
bool cpu_catalog_add_built_in(struct cpu_catalog *catalog, struct error *error);
bool cpu_catalog_add_text(struct cpu_catalog *catalog, const char *file, const char *text,
                          size_t length, struct error *error);
bool cpu_catalog_check(struct cpu_catalog *catalog, struct error *error);

/* NULL: there is none. Names of events are taken in upper and lower case. */
const struct cpu_unit *cpu_catalog_unit(const struct cpu_catalog *catalog, const char *name);
const struct cpu_metric *cpu_catalog_metric(const struct cpu_catalog *catalog, const char *id);
const struct cpu_group *cpu_catalog_group(const struct cpu_catalog *catalog, const char *id);
const struct cpu_event *cpu_unit_event(const struct cpu_unit *unit, const char *name);
const struct cpu_event *cpu_unit_event_by_id(const struct cpu_unit *unit, uint64_t id);
/* By a name that perf has for it. */
const struct cpu_event *cpu_unit_event_by_perf(const struct cpu_unit *unit, const char *name);

/* Whether the device is one of the unit. *socket: its number, or CPU_ANY_SOCKET. */
bool cpu_unit_is_device(const struct cpu_unit *unit, const char *device, int *socket);

/* Whether a group shows a metric. */
bool cpu_group_has(const struct cpu_group *group, const struct cpu_metric *metric);

/* Names in formulas that are no events: DURATION_TIME (ns), TIME (s), PORTS (selected parts). */
bool cpu_is_quantity(const char *name);
/* The unit and the event of "scf.CMEM_RD_DATA" or, for one of `unit`, "CMEM_RD_DATA". */
const struct cpu_event *cpu_catalog_name(const struct cpu_catalog *catalog,
                                         const struct cpu_unit *unit, const char *name,
                                         const struct cpu_unit **its);

#endif
