/* causes: finds out which findings about a kernel explain each other.
 *
 * A rule names in `explains` the findings that are mere symptoms of its own: scattered accesses
 * are why warps wait for memory, which is why the schedulers have nothing to issue. A finding that
 * nothing else explains is a root cause. Mending it removes its symptoms, too, so one cause saves
 * the time once, whatever its symptoms estimate. */
#ifndef ROOFTOP_REPORT_RULES_CAUSES_H
#define ROOFTOP_REPORT_RULES_CAUSES_H

#include <stdbool.h>
#include <stddef.h>

#include "report/rules/rule_library.h"

struct cause_finding {
    const char *rule, *title; /* title: "" if it has none */
    double speedup;           /* percent of the kernel's time; NAN: not estimated */
    bool local; /* the estimate is for a part of the kernel only, or cause_is_unranked() */
};

/* Sets root[i] to the index of the finding that is the root cause of finding i, which is i itself
 * if nothing explains it. A cause that is known to gain less than a third of what a finding could
 * gain does not explain it. Of several causes the one that gains most counts; one without an
 * estimate comes last. */
void causes_find(const struct rule_library *library, const struct cause_finding *findings,
                 size_t count, size_t *root);

/* Returns the short name of a cause, as its rule gives it in `called`; else its title, and without
 * one the name of its rule. The text belongs to the library, or is one of those passed. */
const char *cause_name(const struct rule_library *library, const char *rule, const char *title,
                       const char *rule_name);

/* Returns whether the finding is no cause, whatever it estimates: few programs would gain that. */
bool cause_is_unranked(const struct rule_library *library, const char *rule, const char *title);

/* Returns whether the finding says what warps wait for. Where a unit is busy, that is what its
 * limit looks like to them. */
bool cause_is_wait(const struct rule_library *library, const char *rule, const char *title);

#endif
