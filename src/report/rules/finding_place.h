/* finding_place: the place in the code that a finding is about: the instruction or the line that
 * its text links to, else where the metrics that it names have most of their instances, else where
 * most warp samples are. */
#ifndef ROOFTOP_REPORT_RULES_FINDING_PLACE_H
#define ROOFTOP_REPORT_RULES_FINDING_PLACE_H

#include "report/file/result.h"
#include "report/rules/rule_source.h"

struct finding_place {
    const char *function; /* mangled */
    uint64_t offset;      /* of an instruction there, in bytes from the start of the function */
    const char *file;     /* its path in the line table; NULL: it has no line */
    unsigned line;        /* from 1; 0: none */
};

/* Finds the place of an item of a rule's result. The texts live as long as the source (NULL: none).
 * Returns false if nothing of the result is by instruction, or its code is not in the report. */
bool finding_place_find(const struct result *result, struct rule_source *source,
                        const Rep__RuleResult *rule, const Rep__RuleResultBodyItem *item,
                        struct finding_place *place);

#endif
