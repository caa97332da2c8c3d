/* opportunities: adds up what the findings of a whole report could save.
 *
 * An opportunity is a finding (a rule and its title) in all launches of one kernel that have it, if
 * the finding estimates a speedup. It saves the sum of their durations times the speedups. The
 * estimates of different findings do not add up, because they may mean the same time. A local
 * finding, about a part of the kernel, says nothing about its whole time; local ones are ranked in
 * the same way, behind the others.
 *
 * A speedup of more than 100 % counts as 100 %. If a launch has the same finding several times, the
 * one with the greatest speedup counts. A launch without a measured duration
 * (gpu__time_duration.sum) saves nothing that is known.
 *
 * Results are added one by one and may be dropped afterwards. */
#ifndef ROOFTOP_REPORT_RULES_OPPORTUNITIES_H
#define ROOFTOP_REPORT_RULES_OPPORTUNITIES_H

#include "report/file/result.h"
#include "report/rules/rule_groups.h"

struct opportunities;

struct opportunity {
    const char *kernel;                 /* as shown; NULL: all kernels together */
    const char *rule, *rule_name;       /* identifier, name */
    const char *title;                  /* "" if it has none */
    const char *section, *section_name; /* identifier, name; "" without a section */
    const char *metric;                 /* the first one that it names; "" if it names none */
    bool local;
    bool together;   /* from a rule over several results: all launches of the kernel */
    size_t launches; /* launches that have it */
    double duration; /* of these launches together, ns */
    double speedup;  /* percent: the mean, weighted by duration if that is known */
    double saving;   /* ns */
    double share;    /* of the time of all results, 0 to 1 */
    size_t result;   /* index of the launch that gains most; SIZE_MAX if `together` */
};

struct opportunity_totals {
    size_t results, timed; /* timed: with a measured duration */
    size_t kernels;        /* distinct kernels */
    double duration;       /* ns */
};

/* Returns a new collection. The library has the rules over several results and must outlive it;
 * NULL: none. */
struct opportunities *opportunities_new(const struct rule_library *library);
void opportunities_free(struct opportunities *opportunities);

/* Adds a result with those of its findings that count. */
void opportunities_add(struct opportunities *opportunities, const struct result *result,
                       Rep__RuleResult *const *rules, size_t count);

/* Returns the totals over all results that were added. Lists stay valid until the next one is
 * complete, the texts in opportunities until everything is freed. */
struct opportunity_totals opportunities_totals(const struct opportunities *opportunities);
/* Returns the opportunities: global ones first, each group by savings, greatest first. */
const struct opportunity *opportunities_ranked(struct opportunities *opportunities, size_t *count);
/* Returns what rules over several results say, with or without a speedup. */
const struct rule_group_finding *opportunities_together(struct opportunities *opportunities,
                                                        size_t *count);

/* Prepares both lists in steps. Adding a result begins it again. rule_groups_step() explains
 * `stop`. Returns true when the lists are ready. */
bool opportunities_step(struct opportunities *opportunities, bool (*stop)(void *context),
                        void *context);

#endif
