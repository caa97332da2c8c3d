/* triage: the three questions that come before the lines of a kernel, in their order: is there work
 * for the whole GPU, does a unit work near its peak, and if not, are waits hidden. Too little
 * work, a busy unit and waits that are not hidden are reasons to look there, and the first of them
 * is a warning. Each answer has its threshold.
 *
 *   work     waves of blocks (launch__waves_per_multiprocessor), 1 and more
 *   units    throughput of compute or memory, 60 % of the peak and more
 *   waits    cycles in which a scheduler issues (smsp__issue_active.avg.per_cycle_active), 60 % and
 *            more; else what warps wait for most between two instructions
 *
 * The two shares are those of the rules SOLBottleneck and IssueSlotUtilization. */
#ifndef ROOFTOP_REPORT_CONTENT_TRIAGE_H
#define ROOFTOP_REPORT_CONTENT_TRIAGE_H

#include "report/content/fact_list.h"
#include "report/file/report.h"

/* Adds the answers that the result has metrics for. */
void triage_add(struct fact_list *list, const struct result *result,
                const struct result_summary *summary);

#endif
