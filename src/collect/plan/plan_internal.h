/* plan_internal: the state of names that are being expanded to what a chip collects, which plan.c
 * and plan_names.c share. */
#ifndef ROOFTOP_COLLECT_PLAN_PLAN_INTERNAL_H
#define ROOFTOP_COLLECT_PLAN_PLAN_INTERNAL_H

#include "collect/plan/plan.h"
#include "report/metric/legacy_metric.h"
#include "report/metric/metric_group.h"
#include "report/section/section_metrics.h"
#include "report/section/section_scope.h"

/* What is collected if nothing is asked for. */
#define PLAN_DEFAULT_SET "basic"

/* Which kinds of metrics a section asks for that are not collected. */
struct gaps {
    const char *section;
    bool kinds[SECTION_METRIC_KINDS];
};

struct expansion {
    struct chip_plan *plan;
    struct cupti_chip *chip;
    const struct section_scope *scope;
    const struct section_library *library; /* whose definitions are known; may be NULL */
    bool extra_suffixes;
    struct plan_group names;    /* all, before they are grouped */
    struct plan_group optional; /* names that only groups ask for */
    struct plan_group sampled;  /* counters over time, before they are grouped */
    struct gaps *gaps;          /* of the section that is being expanded */
    const char *base;           /* whose suffixes are being listed */
    const struct regex *regex;  /* that the listed metrics are compared with */
    struct strbuf tried;        /* the metric that is being compared: a chip lists 100,000 */
    struct plan_group *matches; /* of a pattern in a section; NULL: --metrics asks */
    bool matched, deep, any;
    bool requested; /* names of --metrics are being expanded */
};

/* Collects a counter. context: the expansion. The chip may lack an optional one. */
void expansion_collect(void *context, const char *name);
void expansion_collect_optional(struct expansion *e, const char *name);
/* Collects what a section's name stands for: the name itself with its siblings unless it is
 * `alone`, the parts of a throughput, the members of a group. */
void expansion_add_name(struct expansion *e, const char *name, bool alone);
/* Whether the chip lists the base of the name, or knows the name when it is asked. */
bool expansion_has(const struct expansion *e, const char *name);
/* Notes a name that no counter of the whole kernel stands for, as one that is collected inside of
 * the kernel, or as a gap. */
void expansion_add_inside(struct expansion *e, const char *name, enum section_metric_kind kind);
/* plan_sampled.c: packs the counters over time into passes, and notes in the sections' gaps those
 * that CUPTI does not sample. */
void expansion_pack_sampled(struct expansion *e, const struct plan *request, struct gaps *gaps);
/* Makes the section of --metrics show the name. */
void expansion_show(struct expansion *e, const char *name);

/* Adds a list under its name "breakdown:NAME" or "group:NAME". */
void chip_plan_add_text(struct chip_plan *plan, const char *name, const char *value);

/* Notes that the chip lacks this name. The plan takes over the name. */
void chip_plan_refuse(struct chip_plan *plan, char *name);

/* Which family of counters a name belongs to. Families cannot share a config image. 0: the family
 * of most counters. */
size_t plan_family(const char *name);

/* For "group:NAME" the members that the chip has are listed under that name and collected, and
 * shown if --metrics asks for the group. Counters of links are only listed. false: the chip has
 * none of them, or there is no such group; a section may name it all the same. */
bool expansion_add_group(struct expansion *e, const char *name, bool show);

/* Collects the successors of an old name, which define it. false: the chip has none of them; see
 * error. */
bool expansion_add_legacy(struct expansion *e, const struct legacy_metric *old,
                          struct error *error);

/* Expands a name that a section defines, whether or not the section is collected: what the name is
 * made of is collected, and the section of --metrics defines the name, too, and shows it. false: no
 * section defines it for this chip. */
bool expansion_add_defined(struct expansion *e, const char *name);

/* Whether a section defines the name for the chip. */
bool expansion_is_defined(const struct expansion *e, const char *name);

/* Whether a name that is no counter is known all the same: it is computed, or defined by a section,
 * or other profilers collect it and rooftop does not yet. In the last case it has no value. */
bool expansion_is_computed(const struct expansion *e, const char *name);

#endif
