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
 * (gpu__time_duration.sum) saves nothing that is known. A result that stands for others
 * (report/file/report_weight.h) counts for all of them, with their time in the whole program.
 *
 * Results are added one by one and may be dropped afterwards. */
#ifndef ROOFTOP_REPORT_RULES_OPPORTUNITIES_H
#define ROOFTOP_REPORT_RULES_OPPORTUNITIES_H

#include "report/file/result.h"
#include "report/rules/finding_place.h"
#include "report/rules/rule_groups.h"

struct opportunities;

struct opportunity {
    const char *kernel;                 /* as shown; NULL: all kernels together */
    const char *rule, *rule_name;       /* identifier, name */
    const char *title;                  /* "" if it has none */
    const char *section, *section_name; /* identifier, name; "" without a section */
    const char *metric;                 /* the first one that it names; "" if it names none */
    bool local;                         /* about a part of the kernel, or unranked */
    bool unranked;                      /* see cause_is_unranked() */
    bool together;   /* from a rule over several results: all launches of the kernel */
    size_t launches; /* launches that have it */
    double duration; /* of these launches together, ns */
    double speedup;  /* percent: the mean, weighted by duration if that is known */
    double saving;   /* ns */
    double share;    /* of the time of all results, 0 to 1 */
    size_t result;   /* index of the launch that gains most; SIZE_MAX if `together` */
};

/* Findings about one kernel that one of them explains (causes.h). What it saves is what its first
 * finding does, or the most that another one does if that has no estimate. Local estimates do not
 * count, and no launch becomes shorter than an empty one, 2 us. */
struct cause {
    const char *name;                   /* see cause_name() */
    const struct opportunity *findings; /* the root first, then its symptoms; some save nothing that
                                         * is known */
    size_t count;
    const char *kernel;                /* NULL: all kernels together */
    double saving, share;              /* as in an opportunity, but of its report if kernels of
                                        * different reports are different */
    double duration, speedup;          /* of the launches that have it; percent of that */
    size_t launches, result;           /* result: the launch that gains most; SIZE_MAX: it is of a
                                        * rule over several results */
    const struct finding_place *place; /* where in the code of that launch; NULL: unknown */
    bool partial; /* all estimates are of a part of the kernel: `saving` is the greatest of them,
                   * and says nothing about the kernel's whole time */
};

struct opportunity_totals {
    size_t results, timed; /* timed: with a measured duration */
    size_t kernels;        /* distinct kernels */
    double launches;       /* that the results stand for */
    double run_launches;   /* of whole programs, where results stand for others; else 0 */
    double duration;       /* ns */
};

/* Returns a new collection. The library has the rules over several results and must outlive it;
 * NULL: none. */
struct opportunities *opportunities_new(const struct rule_library *library);
/* From now on the places of causes are found with this, which must outlive the collection. */
void opportunities_find_places(struct opportunities *opportunities, struct rule_source *source);
void opportunities_free(struct opportunities *opportunities);
/* From now on a kernel of one report and that of another are two kernels. */
void opportunities_by_report(struct opportunities *opportunities);
/* Returns a complete collection of one result, without rules over several ones. */
struct opportunities *opportunities_of_result(const struct rule_library *library,
                                              struct rule_source *source,
                                              const struct result *result);

/* Adds a result with those of its findings that count. */
void opportunities_add(struct opportunities *opportunities, const struct result *result,
                       Rep__RuleResult *const *rules, size_t count);

/* Returns the totals over all results that were added. Lists stay valid until the next one is
 * complete, the texts in opportunities until everything is freed. */
struct opportunity_totals opportunities_totals(const struct opportunities *opportunities);
/* Returns the opportunities: global ones first, each group by savings, greatest first. */
const struct opportunity *opportunities_ranked(struct opportunities *opportunities, size_t *count);
/* Returns the root causes that save time, greatest first. A cause is of one kernel, or what a rule
 * over several results found. */
const struct cause *opportunities_causes(struct opportunities *opportunities, size_t *count);
/* Returns the partial causes, greatest first. None of them is among the others. */
const struct cause *opportunities_partial(struct opportunities *opportunities, size_t *count);
/* Returns the cause that limits a kernel, of a collection of one result: the first one, if it saves
 * enough of the time of a kernel whose units have these throughputs (percent; NAN: not known). Of a
 * kernel with a busy unit a wait of its warps is none.
 * NULL: none does, and its throughputs say what limits it (report/file/verdict.h). */
const struct cause *opportunities_limit(struct opportunities *opportunities, double compute,
                                        double memory);
/* Returns what mending all causes could save, ns: the causes of a kernel shorten what the others
 * leave, so that the sum never exceeds the time. */
double opportunities_saving(struct opportunities *opportunities);
/* Returns whether several causes save the time of one kernel, so that their savings do not add
 * up. */
bool opportunities_overlap(struct opportunities *opportunities);
/* Returns what rules over several results say, with or without a speedup. */
const struct rule_group_finding *opportunities_together(struct opportunities *opportunities,
                                                        size_t *count);

/* Prepares both lists in steps. Adding a result begins it again. rule_groups_step() explains
 * `stop`. Returns true when the lists are ready. */
bool opportunities_step(struct opportunities *opportunities, bool (*stop)(void *context),
                        void *context);

#endif
