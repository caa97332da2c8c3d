/* plan: what to collect: the sections and metric names of the command line, expanded for a chip.
 *
 * Sections name metrics in many places. Some names stand for others: "breakdown:" for the parts of
 * a throughput, "group:" for the members of a table (metric_group.h), a base name of --metrics for
 * all its first submetrics, "regex:" for the names that match, an old name for its successors
 * (legacy_metric.h). Counters bring their sibling rollups along. Memory items (memory_items.h)
 * bring the members of their groups that the chip has. Metrics of single instructions and of warp
 * sampling are not scheduled by CUPTI: `inside` names them, and the program collects them in passes
 * of their own. What is not collected is named in `gaps`. The rest (launch__, device__attribute_,
 * occupancy, derived__) is computed and never scheduled.
 *
 * Options of metrics and operands of definitions bring no siblings, as in ncu. Every plan has
 * gpu__time_duration.sum. Names that a section asks for and the chip lacks are left out with a
 * warning. So are unknown names of --metrics, which keep their place in the section that --metrics
 * makes; they are an error if nothing else is asked for. An old name, and one that a section
 * defines, become metric definitions in that section.
 *
 * CUPTI does not mix some families of counters (pcie__, c2clink__, nvl, mcc__, ctc__) with others
 * in one config image. Each has a group of its own, and in the program a range profiler of its own
 * (inject/base/counters.h). If CUPTI refuses a schedule, each name is tried alone, since one
 * refused name spoils the whole object. */
#ifndef ROOFTOP_COLLECT_PLAN_PLAN_H
#define ROOFTOP_COLLECT_PLAN_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "collect/cupti/cupti_host.h"
#include "report/base/error.h"
#include "report/rules/rule_library.h"
#include "report/section/section.h"
#include "report/section/section_scope.h"

/* What the command line asks for. */
struct plan_request {
    const char *const *sets;
    size_t set_count;
    const char *const *sections; /* identifiers, or regex:EXPR */
    size_t section_count;
    const char *const *metrics;
    size_t metric_count;
    bool extra_suffixes;
    const struct rule_library *rules; /* see plan_rules_each(); NULL: none */
};

/* The sections that a request means, on any chip. */
struct plan {
    const struct section_library *library;
    const Rep__ProfilerSection **sections;
    size_t section_count;
    Rep__ProfilerSection *own; /* of the metrics of --metrics, or NULL; among the sections */
    const struct plan_request *request;
    char *left_out; /* what to tell the user about sets that do not exist; NULL: nothing */
};

/* Finds the sections and checks all names. As in ncu, a set that does not exist is left out beside
 * --metrics. The library and the request must outlive the plan. false: see error. */
bool plan_make(struct plan *plan, const struct section_library *library,
               const struct plan_request *request, struct error *error);
void plan_free(struct plan *plan);

/* Calls use() for the counters that rules of users require and whose sections are in the plan. They
 * are collected too, where the chip has them. Built-in rules require nothing that their sections do
 * not collect. */
void plan_rules_each(const struct plan *plan, void (*use)(void *, const char *), void *context);

/* Metrics that are collected with one config image. */
struct plan_group {
    char **metrics;
    size_t count, capacity;
    unsigned char *image;
    size_t image_size;
    unsigned passes;
};

/* A list as it is stored: "breakdown:NAME" or "group:NAME", and its parts, separated by commas. */
struct plan_text {
    char *name, *value;
};

/* The plan on one chip. plan_cache.c keeps all of it between runs. */
struct chip_plan {
    char **requested; /* the names that --metrics became on this chip */
    size_t requested_count, requested_capacity;
    struct plan_group *groups;
    size_t group_count;
    struct plan_text *texts;
    size_t text_count, text_capacity;
    struct plan_text *definitions; /* old names of --metrics and the expressions they became */
    size_t definition_count, definition_capacity;
    char **notes; /* what to tell the user about that */
    size_t note_count, note_capacity;
    char **refused; /* names that sections ask for and the chip does not have */
    size_t refused_count, refused_capacity;
    char **unknown; /* what is wrong with names of --metrics that mean nothing on this chip */
    size_t unknown_count, unknown_capacity;
    char **inside; /* metrics of single instructions and of warp sampling that are collected */
    size_t inside_count, inside_capacity;
    struct plan_group *sampled; /* counters over time, one pass each */
    size_t sampled_count, sampled_capacity;
    char *
        gaps; /* what sections ask for in vain, as "PM sampling (PmSampling), ..."; NULL: nothing */
};

/* Expands the plan for a chip. false: nothing can be collected; see error. */
bool chip_plan_make(struct chip_plan *plan, const struct plan *request, struct cupti_chip *chip,
                    const struct section_scope *scope, struct error *error);
/* Whether more is asked for than names of --metrics that mean nothing on any chip like this one.
 * Only names of counters are looked up, in the list of the chip. false: see error. */
bool plan_is_known(const struct plan *plan, struct cupti_chip *chip,
                   const struct section_scope *scope, struct error *error);
/* Makes the section of --metrics show what its names became. */
void plan_show_requested(struct plan *plan, const struct chip_plan *chip_plan);

void chip_plan_free(struct chip_plan *plan);

/* How often a launch is replayed at least: once for each pass of the counters, to count
 * instructions, to sample warps, and for each group of counters over time. */
unsigned chip_plan_passes(const struct chip_plan *plan);

/* CUPTI's name of a metric that is sampled over time: without the "pmsampling:" of sections. */
const char *sampled_metric_name(const char *name);

#endif
