/* rule_groups: runs the rules over several results, `over: kernel` and `over: report`, on a whole
 * report.
 *
 * Results are added one by one and may be dropped afterwards: only the values of metrics that these
 * rules name are kept. In such a rule a metric has one instance per result that has a number for
 * it, and its regular value is the sum. Texts, and the instances within a result, are ignored. The
 * id of an instance is the number of the result as pages show it, or its index in the list of all
 * results if there are several reports. Further names:
 *   launches        number of results
 *   kernels         number of distinct kernels
 *   kernel          its name (text); only for a kernel
 *   configurations  number of distinct shapes (grid, block and shared memory) of a kernel's
 *                   launches, added up over kernels
 *   time_share      share of the results in the time of all, 0 to 1
 *
 * Two results belong to the same kernel if they have the same signature and name on the same kind
 * of GPU. A rule with a scope sees only kernels, or only ranges. */
#ifndef ROOFTOP_REPORT_RULES_RULE_GROUPS_H
#define ROOFTOP_REPORT_RULES_RULE_GROUPS_H

#include "report/file/result.h"
#include "report/rules/rule_library.h"

struct rule_groups;

/* What a rule says about a kernel, or about all results. */
struct rule_group_finding {
    const char *kernel; /* NULL: all */
    size_t launches;
    double duration;       /* of these launches together, ns */
    Rep__RuleResult *rule; /* with a body */
};

/* Returns a new collection. The library must outlive it; NULL: no rules. */
struct rule_groups *rule_groups_new(const struct rule_library *library);
void rule_groups_free(struct rule_groups *groups);

/* Adds a result, which may be dropped afterwards. */
void rule_groups_add(struct rule_groups *groups, const struct result *result);

/* Returns the findings in everything that was added: those about the report first, then those about
 * kernels by time, longest first. The groups own the list. It is valid until the next list is
 * complete. */
const struct rule_group_finding *rule_groups_run(struct rule_groups *groups, size_t *count);

/* Makes the list in steps; a step runs a rule on all results or on a kernel. Adding a result begins
 * it again. `stop` (or NULL) is asked while a rule reads many results. If it returns true, the step
 * is dropped and the next call repeats it. Returns true when the list is complete. */
bool rule_groups_step(struct rule_groups *groups, bool (*stop)(void *context), void *context);

#endif
