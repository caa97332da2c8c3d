/* report_diff: compares two reports: which launches correspond (launch_match.h), and what changed
 * beyond noise (metric_change.h).
 *
 * report_diff_new() goes through both reports once for names, shapes and durations, and groups the
 * matched launches by name and shape. The metrics of a group are read when they are asked for:
 * results are decoded pair by pair and dropped; two numbers per metric and pair stay. All output of
 * a comparison comes from these structures.
 *
 * It compares the metrics in the sections' headers (DIFF_HEADERS), also the metrics in the tables
 * of their bodies (DIFF_BODIES), all metrics (DIFF_ALL), or the metrics that the user names. Facts
 * of the launch are in a section of their own, the first one. A metric with instances but no value
 * is compared by the sum of its instances. Names and labels live as long as the comparison; the
 * reports must live longer. */
#ifndef ROOFTOP_REPORT_COMPARE_REPORT_DIFF_H
#define ROOFTOP_REPORT_COMPARE_REPORT_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/base/error.h"
#include "report/base/name_index.h"
#include "report/compare/launch_match.h"
#include "report/content/body_table.h"
#include "report/file/report.h"
#include "report/filter/launch_filter.h"
#include "report/metric/metric_change.h"
#include "report/rules/rule_run.h"
#include "report/section/metric_choice.h"
#include "report/section/section_choice.h"

enum diff_side { DIFF_A, DIFF_B, DIFF_SIDES };
enum diff_scope { DIFF_HEADERS, DIFF_BODIES, DIFF_ALL };

struct diff_options {
    const struct launch_filter *filter; /* NULL: all */
    const size_t *only;                 /* one result of each side, whatever its name; NULL: all */
    enum diff_scope scope;
    const char *metrics;               /* a list for metric_choice.h; NULL: by scope */
    struct section_choice *sections;   /* NULL: all */
    enum kernel_name_form kernel_name; /* for the names to show */
    const struct rule_library *rules;  /* that explain changes; NULL: none */
    body_table_behind *behind; /* tables of results that are alone in their group; NULL: none */
    void *behind_context;
    bool base_units; /* for the texts of these tables */
    bool are_held;   /* the results are decoded, and others use them: they are not dropped */
};

/* What a report says about how it was measured. Unknown texts are "". */
struct diff_source {
    struct report *report;
    size_t launches; /* that passed the filter */
    size_t damaged;  /* results that could not be decoded */
    char *devices, *capability, *driver, *clocks, *caches, *profiler, *versions, *sections;
};

/* Matched launches of one name and shape on each side, or launches that only one side has. */
struct diff_group {
    char *names[DIFF_SIDES]; /* to show; NULL: no launches on this side */
    uint64_t shapes[DIFF_SIDES][LAUNCH_SHAPE];
    bool has_shape[DIFF_SIDES];
    bool altered;   /* another shape or other template arguments in B */
    double threads; /* of B for each of A, where their times are of other amounts of work; else 1 */
    struct launch_pair *launches; /* indices of results in the reports */
    size_t count, capacity;
    double total[DIFF_SIDES], mean[DIFF_SIDES]; /* of gpu__time_duration.sum, ns; NAN: unknown */
    struct metric_change duration;
    double share; /* of the absolute changes of time in all groups, 0 to 1 */
};

struct report_diff {
    struct diff_options options;
    struct metric_choice *choice; /* of the options' metrics, in both reports; NULL: by scope */
    struct diff_source sources[DIFF_SIDES];
    struct diff_group *groups; /* by change of total time, greatest first */
    size_t group_count, group_capacity;
    double total[DIFF_SIDES]; /* ns */
    char **warnings;          /* what makes the comparison unfair */
    size_t warning_count, warning_capacity;
    struct name_index missing[DIFF_SIDES]; /* metrics that only this side has so far */
    struct name_index rule_metrics;        /* that rules read */
};

struct diff_metric {
    const char *metric;
    char *label; /* NULL: only the name is shown */
    struct metric_change change;
    bool other_work; /* less of it is better, but only for the same work, and that differs */
    char *texts[DIFF_SIDES]; /* of the first launch that differs; NULL: numbers */
};

struct diff_section {
    char *identifier, *title; /* "launch" for the facts, "metrics" if there are no sections */
    struct diff_metric *metrics;
    size_t count, capacity;
    struct body_table *tables; /* those behind the tables of B's section */
    size_t table_count, table_capacity;
};

struct diff_detail {
    struct diff_section *sections;
    size_t count, capacity;
    size_t verdicts[CHANGE_VERDICTS]; /* number of metrics, each counted once */
    struct rule_findings found;       /* see rule_pair.h; none if metrics are named */
};

/* Returns a comparison. Returns NULL with the error if nothing passed the filter, or no result has
 * a metric or section that was asked for. */
struct report_diff *report_diff_new(struct report *a, struct report *b,
                                    const struct diff_options *options, struct error *error);
void report_diff_free(struct report_diff *diff);

/* Returns the metrics of a matched group, or NULL with the error if a result is damaged. */
struct diff_detail *report_diff_detail(struct report_diff *diff, const struct diff_group *group,
                                       struct error *error);
void diff_detail_free(struct diff_detail *detail);

/* The outcome of all groups together. */
struct diff_outcome {
    size_t matched, unmatched;        /* launches; a pair counts once */
    size_t verdicts[CHANGE_VERDICTS]; /* metrics of the groups */
    bool changed; /* a time or a metric changed beyond noise, or a kernel was altered */
    bool worse; /* a kernel takes longer, or a metric is worse if metrics are named or there are no
                   times */
};

/* Calls visit() for each group in order. `detail` is NULL for groups that only one side has.
 * Returns false if a result is damaged; its group is left out. */
typedef void diff_visit(void *context, const struct diff_group *group,
                        const struct diff_detail *detail);
bool report_diff_each(struct report_diff *diff, diff_visit *visit, void *context,
                      struct diff_outcome *outcome, struct error *error);

/* Returns whether both sides have launches of the group. */
bool diff_group_matched(const struct diff_group *group);

#endif
