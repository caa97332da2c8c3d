/* cpu_findings: what the rules in cpu_rules/ and in the user's folder cpu_rules say about a run.
 * They are rules as those of reports. What they look at are the ids of metrics behind cpu__; a rule
 * looks at each socket by itself, with the metrics of the program beside those of the socket.
 * cpu__socket is its number, cpu__sockets how many there are. */
#ifndef ROOFTOP_CPU_VALUES_CPU_FINDINGS_H
#define ROOFTOP_CPU_VALUES_CPU_FINDINGS_H

#include "cpu/values/cpu_values.h"

struct cpu_finding {
    char *title, *text; /* owned */
    int socket;         /* or CPU_ANY_SOCKET */
};

struct cpu_findings {
    struct cpu_finding *list;
    size_t count, capacity;
};

/* A rule that is wrong becomes a finding with its error. */
void cpu_findings_make(struct cpu_findings *findings, const struct cpu_run *run);
void cpu_findings_free(struct cpu_findings *findings);

#endif
