/* report_weight: how much of a whole program a result stands for.
 *
 * With --auto few launches are measured, and each stands for launches like it. Results carry, as
 * metrics, the group that they belong to, how many launches and how much time the group has, and
 * the same of the whole program. Results of a group share what it has: so a weight depends on how
 * many of them the report holds, also while more come. Where some of a group have what happened
 * inside of the kernel and others do not, only those share it: the others, which make totals exact,
 * have a weight of 0. */
#ifndef ROOFTOP_REPORT_FILE_REPORT_WEIGHT_H
#define ROOFTOP_REPORT_FILE_REPORT_WEIGHT_H

#include "report/file/report.h"

/* The metrics. Times are ns of the run that was traced. */
#define WEIGHT_GROUP "launch__auto_group"
#define WEIGHT_GROUP_LAUNCHES "launch__auto_group_launches"
#define WEIGHT_GROUP_TIME "launch__auto_group_time"
#define WEIGHT_GROUP_SPREAD "launch__auto_group_spread" /* percent */
#define WEIGHT_KERNEL_LAUNCHES "launch__auto_kernel_launches"
#define WEIGHT_KERNEL_TIME "launch__auto_kernel_time"
#define WEIGHT_RUN_LAUNCHES "launch__auto_run_launches"
#define WEIGHT_RUN_TIME "launch__auto_run_time"
#define WEIGHT_INSIDE "launch__auto_inside" /* 1: it has what happened inside of the kernel */
#define WEIGHT_OWN_TIME "launch__auto_time" /* of this launch in the traced run */

struct report_weight {
    double launches, time; /* that the result stands for */
    /* Of its group, and of the program of its file: */
    size_t group; /* a number over all files of the report, from 0 */
    double group_launches, group_time, group_spread; /* spread: relative */
    double kernel_launches, kernel_time;             /* of its kernel, in all shapes */
    double run_launches, run_time;
};

/* false: the result stands for itself. */
bool report_weight(struct report *report, size_t i, struct report_weight *weight);

/* Whether any result of the report has a weight. */
bool report_is_weighted(struct report *report);

#endif
