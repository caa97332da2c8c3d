/* plan: what to collect: sections and metric names from the command line, expanded for a chip.
 *
 * Sections name metrics in many places; "breakdown:" stands for the parts of a throughput, "group:"
 * for the members of a table (metric_group.h), a base name of --metrics for all its first
 * submetrics, "regex:" for the names in which it is found, an old name for its successors
 * (legacy_metric.h); counters bring their sibling rollups along. Memory items (memory_items.h)
 * bring the members of their groups that the chip has. What is sampled, counted for single
 * instructions or a fact of the machine's links is not collected: `gaps` names it. The rest
 * (launch__, device__attribute_, occupancy, derived__) is computed and never scheduled. */
#ifndef ROOFTOP_PLAN_H
#define ROOFTOP_PLAN_H

#include <stdbool.h>
#include <stddef.h>

#include "cupti_host.h"
#include "error.h"
#include "section.h"

/* What the command line asks for. */
struct plan_request {
    const char *const *sets;
    size_t set_count;
    const char *const *sections; /* identifiers, or regex:EXPR */
    size_t section_count;
    const char *const *metrics;
    size_t metric_count;
    bool extra_suffixes;
};

/* The sections that apply to every chip; checks the names. */
struct plan {
    const struct section_library *library;
    const Rep__ProfilerSection **sections;
    size_t section_count;
    Rep__ProfilerSection *own; /* of the metrics of --metrics, or NULL; among the sections */
    const struct plan_request *request;
};

bool plan_make(struct plan *plan, const struct section_library *library,
               const struct plan_request *request, struct error *error);
void plan_free(struct plan *plan);

struct plan_group {
    char **metrics;
    size_t count, capacity;
    unsigned char *image;
    size_t image_size;
    unsigned passes;
};

/* A list as it is stored: "breakdown:NAME" or "group:NAME" and its comma-separated parts. */
struct plan_text {
    char *name, *value;
};

/* The plan on one chip. All of it is kept between runs (plan_cache.c). */
struct chip_plan {
    char **requested; /* what --metrics became on this chip */
    size_t requested_count, requested_capacity;
    struct plan_group *groups;
    size_t group_count;
    struct plan_text *texts;
    size_t text_count, text_capacity;
    struct plan_text *definitions; /* old names of --metrics and the expressions they became */
    size_t definition_count, definition_capacity;
    char **notes; /* what to say of that */
    size_t note_count, note_capacity;
    char **refused; /* names that sections ask for and the chip does not have */
    size_t refused_count, refused_capacity;
    char *gaps; /* "PM sampling (PmSampling), ...": what sections ask for in vain; NULL: nothing */
};

/* false: nothing can be collected, or a metric of --metrics is unknown. */
bool chip_plan_make(struct chip_plan *plan, const struct plan *request, struct cupti_chip *chip,
                    const struct section_scope *scope, struct error *error);
/* The section of --metrics shows what its names became. */
void plan_show_requested(struct plan *plan, const struct chip_plan *chip_plan);

void chip_plan_free(struct chip_plan *plan);

#endif
