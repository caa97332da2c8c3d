/* plan_internal: names that are being expanded to what a chip collects: plan.c and plan_names.c. */
#ifndef ROOFTOP_PLAN_INTERNAL_H
#define ROOFTOP_PLAN_INTERNAL_H

#include <regex.h>

#include "legacy_metric.h"
#include "metric_group.h"
#include "plan.h"
#include "section_metrics.h"

/* The kinds of metrics that a section asks for and that are not collected. */
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
    struct plan_group optional; /* those of them that only groups ask for */
    struct plan_group bases;    /* that the chip lists, sorted */
    struct gaps *gaps;          /* of the section under way */
    const char *base;           /* of a suffix enumeration */
    const regex_t *regex;       /* of a metric enumeration */
    bool matched, deep, any;
    bool requested; /* names of --metrics are being expanded */
};

/* A counter is collected; context: the expansion. An optional one may be missing. */
void expansion_collect(void *context, const char *name);
void expansion_collect_optional(struct expansion *e, const char *name);
/* What a section's name stands for is collected: itself with its siblings unless it is `alone`,
 * parts, members. */
void expansion_add_name(struct expansion *e, const char *name, bool alone);
/* Whether the chip lists the base of the name or, asked for the name, knows it. */
bool expansion_has(const struct expansion *e, const char *name);
/* The section of --metrics shows the name. */
void expansion_show(struct expansion *e, const char *name);

/* "breakdown:NAME" or "group:NAME" as it is stored. */
void chip_plan_add_text(struct chip_plan *plan, const char *name, const char *value);

/* The name, which becomes the plan's, is left out: the chip lacks it. */
void chip_plan_refuse(struct chip_plan *plan, char *name);

/* Which of the families it is that cannot share a config image with the others; 0: of none. */
size_t plan_family(const char *name);

/* "group:NAME": the members that the chip has are listed under that name and collected, and shown
 * if --metrics asks for them; counters of links are only listed. false: it has none, or there is no
 * such group, which a section may name all the same. */
bool expansion_is_group(const char *name);
bool expansion_add_group(struct expansion *e, const char *name, bool show);

/* The successors of an old name are collected and define it. false: there are none here. */
bool expansion_add_legacy(struct expansion *e, const struct legacy_metric *old,
                          struct error *error);

/* A name that a section defines, chosen or not: what it is made of is collected, the section of
 * --metrics defines it too and shows it. false: none defines it for this chip. */
bool expansion_add_defined(struct expansion *e, const char *name);

/* Whether a name that is no counter is the name of something: of what is computed or defined by a
 * section, or of what others collect and rooftop does not yet; it then has no value. */
bool expansion_is_computed(const struct expansion *e, const char *name);

#endif
