/* kernel_causes: makes the root causes of opportunities.h of the findings of kernels. */
#ifndef ROOFTOP_REPORT_RULES_KERNEL_CAUSES_H
#define ROOFTOP_REPORT_RULES_KERNEL_CAUSES_H

#include "report/rules/opportunities.h"

/* A finding about all launches of a kernel that have it. */
struct kernel_finding {
    struct opportunity what;
    bool estimates;  /* it estimates a speedup */
    double credible; /* ns, as a cause saves it */
    const struct finding_place *place;
};

/* Initialise with {0}. */
struct kernel_causes {
    struct cause *items;
    size_t count, capacity;
    size_t partial;           /* of them: the last ones */
    double saving;            /* of all causes together, without overlap, ns */
    bool overlap;             /* several of them are of one kernel, the partial ones aside */
    struct opportunity *pool; /* what the causes consist of */
    struct finding_place *places;
    size_t pool_count, pool_capacity, place_capacity;
};

/* Adds the causes of a kernel whose launches take `duration` ns of the `all` that they are a part
 * of. */
void kernel_causes_add(struct kernel_causes *causes, const struct rule_library *library,
                       const struct kernel_finding *findings, size_t count, double duration,
                       double all);

/* Adds what a rule over several results found. It saves time beside the causes of single kernels,
 * and is not part of the sum. */
void kernel_causes_add_together(struct kernel_causes *causes, const struct opportunity *what);

/* Sorts the causes, the one that saves most first. Until then they have no findings and places. */
void kernel_causes_rank(struct kernel_causes *causes);

void kernel_causes_clear(struct kernel_causes *causes); /* The memory is kept. */
void kernel_causes_free(struct kernel_causes *causes);

#endif
