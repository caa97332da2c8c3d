/* rule_groups: the rules over several results, `over: kernel` and `over: report`, on a whole
 * report.
 *
 * Results are added one by one and may be dropped afterwards: what is kept of each are the values
 * of the metrics that these rules name. In a rule a metric has an instance for each result that has
 * a number for it, its regular value is their sum; texts and the instances of a single result are
 * not looked at. The id of an instance is the number of the result as pages show it, of several
 * reports its place in the list of all. What else can be named: launches        how many results
 * there are kernels         how many different kernels kernel          the name (text); of a kernel
 * alone configurations  how many different shapes the launches of a kernel have, added up: grid,
 * block and shared memory time_share      what part the results have in the time of all, 0 to 1
 *
 * A kernel is what has the same signature and name on the same kind of GPU. Rules of a scope see
 * only kernels, or all that is none. */
#ifndef ROOFTOP_RULE_GROUPS_H
#define ROOFTOP_RULE_GROUPS_H

#include "result.h"
#include "rule_library.h"

struct rule_groups;

/* What a rule says of a kernel or of all results. */
struct rule_group_finding {
    const char *kernel; /* NULL: all */
    size_t launches;
    double duration;       /* of these together, ns */
    Rep__RuleResult *rule; /* with a body */
};

/* The library must outlive it; NULL: no rules. */
struct rule_groups *rule_groups_new(const struct rule_library *library);
void rule_groups_free(struct rule_groups *groups);

void rule_groups_add(struct rule_groups *groups, const struct result *result);

/* What is found in all that was added: first of the report, then of the kernels, the one that takes
 * longest first. It belongs to the groups and stays until the next is complete. */
const struct rule_group_finding *rule_groups_run(struct rule_groups *groups, size_t *count);

/* The same in steps, a rule on all results or on a kernel each; adding begins it anew. stop (or
 * NULL) is asked while a rule looks at many results: when it says so the step is given up, to be
 * made anew by the next call. true: all is found. */
bool rule_groups_step(struct rule_groups *groups, bool (*stop)(void *context), void *context);

#endif
