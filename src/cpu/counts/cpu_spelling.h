/* cpu_spelling: which event a text means, as perf and rooftop spell them:
 *
 *   nvidia_scf_pmu_0/cmem_rd_data/    also event=cmem_rd_data, event=0x1a5 and config=0x1a5
 *   nvidia_pcie_pmu_0/rd_bytes_loc,root_port=0x100/    terms in any order; config1=0x100
 *   scf/cmem_rd_data/                 a unit's own name: of all sockets
 *   armv8_pmuv3_0/r0008/  r80c0       raw ids of cores
 *   inst_retired  instructions        names of events, and those that perf has for them
 *
 * Modifiers (":u") are ignored. */
#ifndef ROOFTOP_CPU_COUNTS_CPU_SPELLING_H
#define ROOFTOP_CPU_COUNTS_CPU_SPELLING_H

#include "cpu/data/cpu_catalog.h"

struct cpu_spelling {
    const struct cpu_unit *unit;
    const struct cpu_event *event; /* NULL: only `config` is known */
    int socket;                    /* or CPU_ANY_SOCKET */
    uint64_t config, filter;       /* filter: 0 if none is given */
};

/* neoverse: names like "instructions" are of the core, else of the generic events. false: nothing
 * known is meant; the error, which may be NULL, says what is wrong with it. */
bool cpu_spelling_read(const struct cpu_catalog *catalog, const char *text, bool neoverse,
                       struct cpu_spelling *spelling, struct error *error);

/* Whether some formula can use the event, on whatever machine it was counted. The error, which may
 * be NULL, says why not. */
bool cpu_spelling_is_known(const struct cpu_catalog *catalog, const char *text,
                           struct error *error);

/* Whether it is an event of a known device or unit, though perhaps an unknown one:
 * "nvidia_scf_pmu_0/...". */
bool cpu_spelling_has_device(const struct cpu_catalog *catalog, const char *text);

/* Whether only a machine with such cores can have counted it. */
bool cpu_spelling_is_neoverse(const struct cpu_catalog *catalog, const char *text);

#endif
