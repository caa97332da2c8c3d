/* page: the text pages that scripts read: details, raw, session, source, summary; as text, CSV,
 * JSON or Markdown.
 *
 * Pages print the results that pass the filter, in the report's order, from the same section views
 * as the panes. Text from the report is made safe for a terminal, but in CSV, which keeps the
 * bytes, quoted. JSON: man/rooftop-json.5. */
#ifndef ROOFTOP_PAGE_H
#define ROOFTOP_PAGE_H

#include <stdbool.h>
#include <stdio.h>

#include "error.h"
#include "launch_filter.h"
#include "raw_cell.h"
#include "report.h"
#include "rule_choice.h"
#include "section_choice.h"
#include "source_options.h"
#include "summary.h"

enum page { PAGE_DETAILS, PAGE_RAW, PAGE_SESSION, PAGE_SOURCE, PAGE_SUMMARY, PAGE_COUNT };
extern const char *const page_names[PAGE_COUNT];

enum page_format { FORMAT_TEXT, FORMAT_CSV, FORMAT_JSON, FORMAT_MARKDOWN };

/* --print-kernel-base: the form of kernel names; the default is shortened. */
enum page_kernel_name { PAGE_NAME_DEMANGLED, PAGE_NAME_FUNCTION, PAGE_NAME_MANGLED };

/* Which metrics of a section the details page shows: those of its header, the tables of its body.
 */
enum page_details { DETAILS_HEADER, DETAILS_BODY, DETAILS_ALL };
enum metric_naming { METRIC_LABEL, METRIC_NAME, METRIC_LABEL_NAME }; /* "Duration (gpu__...)" */

/* A result that another one is compared with, and what it is called. */
struct page_baseline {
    struct report *report;
    size_t result;
    const char *name; /* safe */
};

struct body_table;

/* Fills in a table that stands behind one of the section's, as body_points.h makes them; baseline:
 * NULL if the result is not compared. false: there is none. */
typedef bool page_table_behind(void *context, const struct result *result,
                               const struct result *baseline, const Rep__ProfilerSection *section,
                               const struct body_table *tables, const struct body_table *table,
                               bool base_units, struct body_table *behind);

struct page_options {
    enum page page;
    enum page_format format;
    bool base_units; /* JSON has base units always */
    enum page_kernel_name kernel_name;
    bool real;                    /* raw: whole numbers have decimals too */
    enum raw_instances instances; /* raw: whether instances are printed */
    enum summary_mode summary; /* SUMMARY_NONE: every result by itself; else one for each group */
    enum page_details details;
    struct section_choice *sections; /* details: those shown; NULL: all of the report's own */
    const struct rule_choice *rules; /* details, summary: those that look at results; NULL: none */
    bool rule_details;               /* details as text: what findings rest on */
    enum metric_naming naming;       /* details and summaries; the raw page has names only */
    bool nvtx_rename; /* "range/kernel": the innermost NVTX push/pop range stands before the name */
    const struct launch_filter *filter; /* NULL: all */
    const char *metrics; /* raw, source: only these names or base names, comma-separated; NULL: all
                          */
    struct source_options source;
    const struct page_baseline *baseline; /* source; NULL: nothing is compared */
    page_table_behind *behind;            /* details; NULL: there are none */
    void *behind_context;
};

/* false: a result could not be decoded, or nothing passed the filter; what could be printed was.
 * JSON is whole in any case and holds the error. */
bool page_print(struct report *report, const struct page_options *options, FILE *out,
                struct error *error);

#endif
