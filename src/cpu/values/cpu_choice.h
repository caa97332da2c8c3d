/* cpu_choice: the metrics that are wanted, from the options --group and --metrics. */
#ifndef ROOFTOP_CPU_VALUES_CPU_CHOICE_H
#define ROOFTOP_CPU_VALUES_CPU_CHOICE_H

#include "cpu/data/cpu_catalog.h"

/* A metric of a group; a metric may be in several. */
struct cpu_chosen {
    const struct cpu_group *group;
    const struct cpu_metric *metric;
};

struct cpu_choice {
    struct cpu_chosen *list; /* by group, then in the order of the files */
    size_t count, capacity;
    bool counts; /* the counts themselves are wanted, too */
};

/* Adds the groups of a comma-separated list, each with those that are beside it; "all": all groups
 * but summary. false: one is not known; the error names the nearest. */
bool cpu_choice_add_groups(struct cpu_choice *choice, const struct cpu_catalog *catalog,
                           const char *list, struct error *error);
/* Adds the metrics of a comma-separated list of ids and "regex:EXPR". */
bool cpu_choice_add_metrics(struct cpu_choice *choice, const struct cpu_catalog *catalog,
                            const char *list, struct error *error);
void cpu_choice_free(struct cpu_choice *choice);

#endif
