/* cpu_page_forms: the forms of the page. */
#ifndef ROOFTOP_CPU_PAGES_CPU_PAGE_FORMS_H
#define ROOFTOP_CPU_PAGES_CPU_PAGE_FORMS_H

#include "cpu/pages/cpu_page.h"

/* counts: the counts themselves have a table, too. */
void cpu_page_text(const struct cpu_values *values, const struct cpu_findings *findings,
                   bool counts, FILE *out);
void cpu_page_markdown(const struct cpu_values *values, const struct cpu_findings *findings,
                       bool counts, FILE *out);
void cpu_page_csv(const struct cpu_values *values, const struct cpu_choice *choice, FILE *out);
void cpu_page_json(const struct cpu_values *values, const struct cpu_findings *findings, FILE *out);

#endif
