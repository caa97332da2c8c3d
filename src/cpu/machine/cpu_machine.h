/* cpu_machine: the PMUs of this machine, from sysfs. */
#ifndef ROOFTOP_CPU_MACHINE_CPU_MACHINE_H
#define ROOFTOP_CPU_MACHINE_CPU_MACHINE_H

#include "cpu/data/cpu_catalog.h"
#include "report/base/number_list.h"

enum { CPU_LONGEST_DEVICE = 64 };

/* A PMU that the catalog knows. */
struct cpu_device {
    const struct cpu_unit *unit;
    char name[CPU_LONGEST_DEVICE]; /* its folder; the unit's name if it has none */
    int socket;                    /* or CPU_ANY_SOCKET */
    int type;                      /* of perf_event_attr */
    bool has_folder, has_filter;   /* has_filter: the kernel takes the unit's filter */
    struct number_list cpus;       /* of units of the machine: to open on; of cores: that have it */
    struct number_list associated; /* CPUs of the socket; empty: not known */
};

enum cpu_processor {
    CPU_OTHER_PROCESSOR,
    CPU_NEOVERSE_V2, /* of Grace and others */
    CPU_VERA
};

struct cpu_machine {
    const struct cpu_catalog *catalog;
    char *root; /* owned; before /sys and /proc; "" except in tests */
    enum cpu_processor processor;
    bool is_arm;
    enum cpu_chip chip;
    struct cpu_device *devices; /* in the order of the catalog's units, then by socket */
    size_t device_count, device_capacity;
    size_t sockets; /* that have a unit of theirs; 0: none */
    size_t cpus;    /* online */
    struct number_list online;
    int paranoid;        /* kernel.perf_event_paranoid; INT_MAX: no counters at all */
    char kernel[64];     /* "6.14.2" */
    bool filters_needed; /* the kernel counts nothing where a filter is left out */
    char *others;        /* owned; NVIDIA's devices that the catalog does not know; or NULL */
    bool slots_differ;   /* caps/slots is not 8, which formulas take for granted */
};

/* root: "" for this machine. chip: CPU_CHIP_ANY to find out. Release it with cpu_machine_close().
 */
void cpu_machine_open(struct cpu_machine *machine, const struct cpu_catalog *catalog,
                      const char *root, enum cpu_chip chip);
void cpu_machine_close(struct cpu_machine *machine);

/* Whether there is a unit of Grace's that is not a core. */
bool cpu_machine_has_grace(const struct cpu_machine *machine);

/* Returns a line: "Grace CPU superchip, 2 sockets, 144 CPUs, kernel 6.8.0"; free() it. */
char *cpu_machine_text(const struct cpu_machine *machine);

/* What to give perf_event_open for an event. false: the machine does not have it. *listed: the
 * kernel lists it by name; else its number is that of the catalog. */
bool cpu_device_config(const struct cpu_machine *machine, const struct cpu_device *device,
                       const struct cpu_event *event, uint64_t *config, bool *listed);

/* The event that is counted for another: where the hardware has no counter for cycles, the kernel
 * does not list them, and the unit may have an event that counts the same. Else the event itself.
 */
const struct cpu_event *cpu_device_event(const struct cpu_machine *machine,
                                         const struct cpu_device *device,
                                         const struct cpu_event *event);

/* Where a filter goes in config1, as the kernel says. */
uint64_t cpu_device_filter(const struct cpu_machine *machine, const struct cpu_device *device,
                           uint64_t filter);

/* Socket and root port of a PCI address, of a device node or of a network interface.
 * "domain 0018: socket 1, port 8". They are inferred from the digits of the domain. */
bool cpu_root_port_of(const struct cpu_machine *machine, const char *path, unsigned *domain,
                      unsigned *socket, unsigned *port, struct error *error);

#endif
