/* body_tables: all tables of a section, or of a rule's findings. */
#ifndef ROOFTOP_REPORT_CONTENT_BODY_TABLES_H
#define ROOFTOP_REPORT_CONTENT_BODY_TABLES_H

#include "report/content/body_table.h"

/* The tables of a section's items, in the order of the items. Tables without a number are left out.
 * The caller releases them with body_tables_free(). */
struct body_table *body_tables(const struct result *result, const Rep__ProfilerSection *section,
                               bool base_units, size_t *count);

/* The tables that a rule attached to its findings. Texts are made safe for a terminal. The caller
 * releases them with body_tables_free(). */
struct body_table *body_tables_of_rule(const Rep__RuleResult *rule, size_t *count);

#endif
