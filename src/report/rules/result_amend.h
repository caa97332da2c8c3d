/* result_amend: puts what sections and rules say of a result into its bytes, for a copy of its
 * report: the sections of folders, the metrics that they define, and the findings of rules.
 *
 * Everything else in the bytes stays as it is, also fields that are unknown here. A section
 * replaces the stored one of the same identifier, and a metric that of the same name. A finding
 * replaces the ones that rooftop stored for the same rule, and one of another profiler only if it
 * says the same: so a copy of a copy does not hold a finding twice. */
#ifndef ROOFTOP_REPORT_RULES_RESULT_AMEND_H
#define ROOFTOP_REPORT_RULES_RESULT_AMEND_H

#include <stddef.h>
#include <stdint.h>

#include "report/base/strbuf.h"
#include "report/file/report.h"
#include "report/rules/rule_choice.h"
#include "report/section/section_choice.h"

struct result_amends {
    struct section_choice *sections; /* NULL or without a library: none are added */
    const struct rule_choice *rules; /* NULL or without a library: none run */
};

/* Appends the bytes of a result with what the amends (the context) add to it. The bytes have the
 * name ids of the report's table. A result that cannot be decoded is appended as it is. It is a
 * function of struct report_amend. */
void result_amend(void *context, struct report *report, size_t index, const uint8_t *bytes,
                  size_t length, struct strbuf *out);

#endif
