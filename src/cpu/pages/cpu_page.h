/* cpu_page: the metrics of a run, its findings and what they rest on, printed as text, CSV, JSON or
 * Markdown. The JSON is what rooftop cpu -o writes and -i reads; rooftop-cpu(1) describes it. */
#ifndef ROOFTOP_CPU_PAGES_CPU_PAGE_H
#define ROOFTOP_CPU_PAGES_CPU_PAGE_H

#include <stdio.h>

#include "cpu/values/cpu_findings.h"
#include "cpu/values/cpu_values.h"
#include "report/base/strbuf.h"
#include "report/page_parts/page_options.h"

void cpu_page_print(const struct cpu_run *run, const struct cpu_choice *choice,
                    enum page_format format, FILE *out);

/* A line about one step: its time, and the first metrics that fit `columns`. */
void cpu_page_step(const struct cpu_run *run, const struct cpu_choice *choice, size_t step,
                   size_t columns, FILE *out);

/* Appends the value as people read it: "~7.98", "not counted". */
void cpu_cell_text(struct strbuf *out, const struct cpu_cell *cell);
/* The same in at most 10 columns: "~1.60 G", "no counter". */
void cpu_cell_short(struct strbuf *out, const struct cpu_cell *cell);
/* Appends "socket 1", "program", "socket 0 root_port=0x100". */
void cpu_place_text(struct strbuf *out, const struct cpu_run *run, const struct cpu_place *place);
/* Appends the label, with a star for a metric that is not of the guide. */
void cpu_label_text(struct strbuf *out, const struct cpu_metric *metric);
/* Whether a unit of Grace's has the metric, and the guide does not. */
bool cpu_is_beyond_guide(const struct cpu_metric *metric);
/* Appends what the run is about: machine, time, what is in it. */
void cpu_run_text(struct strbuf *out, const struct cpu_run *run);
/* The sentences below the tables. */
bool cpu_has_machine_counts(const struct cpu_run *run);
bool cpu_has_estimates(const struct cpu_values *values);
bool cpu_has_own(const struct cpu_values *values);
extern const char cpu_machine_words[], cpu_estimate_words[], cpu_own_words[];

#endif
