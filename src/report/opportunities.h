/* opportunities: what the findings of a whole report could save.
 *
 * Findings that estimate a speedup are added up: an opportunity is a finding (a rule and the title
 * that it gave) of a kernel, over all launches of the kernel that have it. What it saves is the sum
 * of their durations times the speedups. Estimates of several findings do not add up: they may be
 * of the same time. Those that are of a part of the kernel (local) say nothing of its time; they
 * are ranked in the same way, behind the others.
 *
 * A speedup of more than 100 % counts as 100 %. Of findings of one launch that are the same counts
 * the one with the greatest speedup. Launches whose duration (gpu__time_duration.sum) was not
 * measured save nothing that is known.
 *
 * Results are added one by one and may be dropped afterwards. */
#ifndef ROOFTOP_OPPORTUNITIES_H
#define ROOFTOP_OPPORTUNITIES_H

#include "result.h"
#include "rule_groups.h"

struct opportunities;

struct opportunity {
    const char *kernel;                 /* as it is shown; NULL: all kernels together */
    const char *rule, *rule_name;       /* identifier, name */
    const char *title;                  /* "" if it has none */
    const char *section, *section_name; /* identifier, name; "" without a section */
    const char *metric;                 /* the first one that it names; "" if it names none */
    bool local;
    bool together;   /* of a rule over several results: of all launches of the kernel */
    size_t launches; /* that have it */
    double duration; /* of these together, ns */
    double speedup;  /* percent: the mean, by duration if that is known */
    double saving;   /* ns */
    double share;    /* of the time of all results, 0 to 1 */
    size_t result; /* index in the report: the launch that would gain most; SIZE_MAX if together */
};

struct opportunity_totals {
    size_t results, timed; /* timed: whose duration was measured */
    size_t kernels;        /* different ones */
    double duration;       /* ns */
};

/* library: for rules over several results; must outlive it, NULL: none. */
struct opportunities *opportunities_new(const struct rule_library *library);
void opportunities_free(struct opportunities *opportunities);

/* One more result, with what is to count of what was found in it. */
void opportunities_add(struct opportunities *opportunities, const struct result *result,
                       Rep__RuleResult *const *rules, size_t count);

/* Of all that was added. Lists stay until the next of them is complete, texts of opportunities
 * until all is freed. */
struct opportunity_totals opportunities_totals(const struct opportunities *opportunities);
/* Global ones first, each by what they save, greatest first. */
const struct opportunity *opportunities_ranked(struct opportunities *opportunities, size_t *count);
/* What rules over several results say, with or without a speedup. */
const struct rule_group_finding *opportunities_together(struct opportunities *opportunities,
                                                        size_t *count);

/* Gets both lists ready in steps; adding begins it anew. stop: see rule_groups_step(). true: they
 * are. */
bool opportunities_step(struct opportunities *opportunities, bool (*stop)(void *context),
                        void *context);

#endif
