/* diagnosis: what a result tells about its kernel, as an experienced reader would put it: what the
 * kernel does, where to look first (triage.h), what limits it and by which evidence, its hot lines,
 * and the changes that are worth most, with what each would do to the other limits.
 *
 * The causes are those of opportunities.h, and the limit is that of the list of results. A change
 * makes the kernel shorter and leaves its work as it is, so its units work harder by as much: a
 * kernel at 60 % of the peak of memory that takes half as long would run at 120 %, so memory would
 * stop it at 60 % of its time. */
#ifndef ROOFTOP_REPORT_CONTENT_DIAGNOSIS_H
#define ROOFTOP_REPORT_CONTENT_DIAGNOSIS_H

#include "report/content/fact_list.h"
#include "report/rules/rule_choice.h"

/* What becomes of a kernel that takes `duration`, with throughputs in percent of their peaks, when
 * it could save `saving`. */
struct diagnosis_change {
    double duration;        /* of the kernel afterwards */
    double compute, memory; /* percent, at most 100 */
    bool stopped;           /* a unit reaches its peak before all of it is saved */
};
struct diagnosis_change diagnosis_change(double duration, double saving, double compute,
                                         double memory);

/* Returns the facts. rules: those that have looked at the result; NULL: none, then only what was
 * measured is told. Release with fact_list_free(). */
struct fact_list diagnosis_facts(struct report *report, const struct result *result,
                                 const struct rule_choice *rules);

#endif
