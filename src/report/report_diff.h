/* report_diff: two reports side by side: which launches are the same (launch_match.h), and what
 * changed beyond noise (metric_change.h).
 *
 * report_diff_new() goes through both reports once for names, shapes and durations, and groups the
 * matched launches by name and shape. The metrics of a group are looked at when they are asked for:
 * results are decoded pair by pair and forgotten, what stays is two numbers for each metric and
 * pair. Whatever prints a comparison reads these structures.
 *
 * What is compared: metrics of the sections' headers (DIFF_HEADERS), also of the tables of their
 * bodies (DIFF_BODIES), all metrics (DIFF_ALL), or those that are named. Facts of the launch stand
 * in a section of their own, the first. A metric that has instances and no value is compared by the
 * sum of its instances. Names and labels live as long as the comparison, and the reports longer. */
#ifndef ROOFTOP_REPORT_DIFF_H
#define ROOFTOP_REPORT_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "error.h"
#include "launch_filter.h"
#include "launch_match.h"
#include "metric_change.h"
#include "name_index.h"
#include "page.h"
#include "report.h"
#include "rule_run.h"

enum diff_side { DIFF_A, DIFF_B, DIFF_SIDES };
enum diff_scope { DIFF_HEADERS, DIFF_BODIES, DIFF_ALL };

struct diff_options {
    const struct launch_filter *filter; /* NULL: all */
    const size_t *only; /* of each side this one result, whatever they are called; NULL: all */
    enum diff_scope scope;
    const char *metrics; /* only these names or base names, comma-separated; NULL: by scope */
    struct section_choice *sections;   /* those wanted; NULL: all */
    enum page_kernel_name kernel_name; /* of the names to show */
    const struct rule_library *rules;  /* that explain changes; NULL: none */
    page_table_behind *behind; /* of results that are alone in their group; NULL: there are none */
    void *behind_context;
    bool base_units; /* of these tables' texts */
};

/* What a report says of how it was measured; texts are "" where it does not. */
struct diff_source {
    struct report *report;
    size_t launches; /* that passed the filter */
    size_t damaged;  /* results that could not be decoded */
    char *devices, *capability, *driver, *clocks, *caches, *profiler, *versions, *sections;
};

/* Matched launches of one name and shape on each side, or those of one that only one side has. */
struct diff_group {
    char *names[DIFF_SIDES]; /* to show; NULL: no launches on this side */
    uint64_t shapes[DIFF_SIDES][LAUNCH_SHAPE];
    bool has_shape[DIFF_SIDES];
    bool altered;                 /* another shape or other template arguments in B */
    struct launch_pair *launches; /* numbers of results in the reports */
    size_t count, capacity;
    double total[DIFF_SIDES], mean[DIFF_SIDES]; /* of gpu__time_duration.sum, ns; NAN: unknown */
    struct metric_change duration;
    double share; /* of all changes of time, without their signs, 0 to 1 */
};

struct report_diff {
    struct diff_options options;
    struct diff_source sources[DIFF_SIDES];
    struct diff_group *groups; /* by change of total time, greatest first */
    size_t group_count, group_capacity;
    double total[DIFF_SIDES]; /* ns */
    char **warnings;          /* what makes the comparison unfair */
    size_t warning_count, warning_capacity;
    struct name_index missing[DIFF_SIDES]; /* metrics that only this side has, of the groups seen */
    struct name_index rule_metrics;        /* that rules look at */
};

struct diff_metric {
    const char *metric;
    char *label; /* NULL: the name alone */
    struct metric_change change;
    char *texts[DIFF_SIDES]; /* of the first launch that differs; NULL: numbers */
};

struct diff_section {
    char *identifier, *title; /* "launch" for the facts, "metrics" where there are no sections */
    struct diff_metric *metrics;
    size_t count, capacity;
    struct body_table *tables; /* those behind the tables of B's section */
    size_t table_count, table_capacity;
};

struct diff_detail {
    struct diff_section *sections;
    size_t count, capacity;
    size_t verdicts[CHANGE_VERDICTS]; /* how many metrics, each counted once */
    struct rule_findings found;       /* see rule_pair.h; none where metrics are named */
};

/* NULL: nothing passed the filter, or no result has a metric or section that is asked for. */
struct report_diff *report_diff_new(struct report *a, struct report *b,
                                    const struct diff_options *options, struct error *error);
void report_diff_free(struct report_diff *diff);

/* The metrics of a matched group. NULL: a result is damaged. */
struct diff_detail *report_diff_detail(struct report_diff *diff, const struct diff_group *group,
                                       struct error *error);
void diff_detail_free(struct diff_detail *detail);

/* What all groups together say. */
struct diff_outcome {
    size_t matched, unmatched;        /* launches; pairs count once */
    size_t verdicts[CHANGE_VERDICTS]; /* metrics of the groups */
    bool changed; /* a time or a metric changed beyond noise, or a kernel was altered */
    bool worse; /* a kernel takes longer; or a metric is worse, where metrics are named or there are
                   no times */
};

/* Calls visit() for each group in order; detail is NULL for those that only one side has. false: a
 * result is damaged, its group was left out. */
typedef void diff_visit(void *context, const struct diff_group *group,
                        const struct diff_detail *detail);
bool report_diff_each(struct report_diff *diff, diff_visit *visit, void *context,
                      struct diff_outcome *outcome, struct error *error);

/* Whether the group stands for launches that both have. */
bool diff_group_matched(const struct diff_group *group);

#endif
